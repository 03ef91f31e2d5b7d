import { z } from 'zod';
import { banksWithin } from '../../bank/banks.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { MnemeError, noMemory } from '../../domain/errors.js';
import { Vote } from '../../domain/feedback.js';
import {
  Context,
  type Edge,
  EDGE_FAMILIES,
  EdgeRole,
  type NodeId,
  nodeKind,
} from '../../domain/graph.js';
import { type BankName, ContextId, EntityId, MemoryId } from '../../domain/ids.js';
import { BoundInput, parseInput } from '../../domain/input.js';
import { boundedIn } from '../../domain/memory-times.js';
import { Memory, STRATUM, Stratum, UNUSED, Usage } from '../../domain/memory.js';
import { StepTimer } from '../../domain/pace.js';
import { RecallProfile } from '../../domain/profile.js';
import { flag, type Of, OwnText, type SchemaOf, Share } from '../../domain/schema.js';
import { Instant, isoSecond } from '../../domain/time.js';
import {
  CLAIM_MODES,
  type StoredClaim,
  ValidityDetail,
  ValidityState,
} from '../../domain/validity.js';
import { MemoryCache } from '../../indexes/caches.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import { allConflicts, ConflictIndex } from '../../indexes/record-indexes.js';
import { usefulnessOf, VoteIndex } from '../../indexes/votes.js';
import { ANY_SLOT, valueInWords } from '../../language/claims/claim.js';
import { fromStored } from '../../language/claims/keyed-claim.js';
import {
  Lineage,
  lineageOf,
  sourceOfMemory,
  SourceReport,
  Support,
  supportOf,
} from './provenance.js';
import { linksInStore } from '../notes/index.js';
import {
  beginOf,
  type MemoryValidity,
  readMemoryValidity,
  type ValiditySource,
} from '../validity/index.js';
import type { Store } from '../../ports/store.js';
import type { Clock } from '../../ports/system.js';
import type { RecallContext } from '../../recall/recall-context.js';
import { readRecallContext } from '../../recall/recall.js';
import { explainLoss, type WhyNot } from '../../recall/why-not.js';
import { explainRanking, type RankingExplanation } from '../../recall/why.js';

const shownClaimShape = z.strictObject({
  subject: z.string(),
  /** `lives in`, `is`, `likes sushi` …; `*` if the text ends a value without naming a slot. */
  slot: z.string(),
  /** Normalised; `yes` or `no` if the slot names what is liked, eaten, owned. */
  value: z.string(),
  mode: z.enum(CLAIM_MODES),
  /** When it starts to hold, or ended; null if not stated. */
  from: Instant.nullable(),
  /** The model that read it, with its certainty; null for claims read by rules. */
  told: z.strictObject({ by: OwnText, certainty: Share }).nullable(),
});
/** A value that a memory's text states for a slot of a subject; conflicts are found by these. */
export interface ShownClaim extends Of<typeof shownClaimShape> {}
export const ShownClaim: SchemaOf<ShownClaim, typeof shownClaimShape> = shownClaimShape;

/** Deduplicates claims, which are stored under several keys. */
export function showClaims(stored: readonly StoredClaim[], memory: Memory): ShownClaim[] {
  const each = new Map(stored.map((kept) => [kept.claim, fromStored(kept)]));
  return [...each.values()].map(({ label, claim: { slot, value, mode: meant, from }, told }) => {
    const mode = slot === ANY_SLOT ? 'denied' : meant;
    return {
      subject: label,
      slot,
      value: valueInWords(value),
      mode,
      from: from ?? told?.from ?? (mode === 'holds' ? beginOf(memory) : null),
      told: told === undefined ? null : { by: told.by, certainty: told.certainty },
    };
  });
}

const shownLinkShape = z.strictObject({
  role: EdgeRole,
  label: z.string(),
  direction: z.enum(['out', 'in']),
  other: z.union([MemoryId, EntityId, ContextId]),
  /** The other end in words: an entity's or context's name, a memory's first words. */
  text: z.string(),
  weight: Share,
  /** Whether a memory at the other end still holds; null for other kinds of nodes. */
  validity: ValidityState.nullable(),
});
export interface ShownLink extends Of<typeof shownLinkShape> {}
export const ShownLink: SchemaOf<ShownLink, typeof shownLinkShape> = shownLinkShape;

const shownShape = z.strictObject({
  memory: Memory,
  /** Whether it is still valid, as in recall, for the slot in `validityDetail`. */
  validity: ValidityState,
  validityDetail: ValidityDetail.nullable(),
  stratum: Stratum,
  usage: Usage,
  /** Votes on results that delivered it. */
  votes: z.array(Vote),
  /** It was reported wrong and not yet reviewed. */
  review: z.boolean(),
  context: Context.nullable(),
  /** The claims read from its text. */
  claims: z.array(ShownClaim),
  links: z.array(ShownLink),
  /** Its versions; if requested. */
  history: z.exactOptional(Lineage),
  /** How the bank acquired it; if requested. */
  source: z.exactOptional(SourceReport),
  /** What it rests on, and what rests on it; if requested. */
  support: z.exactOptional(Support),
});
export interface Shown extends Of<typeof shownShape> {}
export const Shown: SchemaOf<Shown, typeof shownShape> = shownShape;

const MAX_LINKS = 100;

/** Options for showing a memory. */
export const ShowChoice = z.strictObject({
  asOf: BoundInput.optional().describe('As it was at that moment; its links are those of today.'),
  history: flag('Also every change of it, from the journal, and what took its place.'),
  source: flag('Also how the bank came by it: observed, inferred, told or imagined.'),
  support: flag('Also what it stands on, step by step, and what a change of it would touch.'),
});
export type ShowChoice = z.input<typeof ShowChoice>;

/**
 * A memory with everything the bank knows about it; `asOf` shows it and its votes as of then. Throws `not_found` if
 * it did not exist, or was retracted, at that time.
 */
export async function showMemory(
  rawId: string,
  raw: unknown,
  bank: OpenBank,
  ports: ShowPorts,
): Promise<Shown> {
  const id = parseInput(MemoryId, rawId, 'id');
  const { history, source, support, ...choice } = parseInput(ShowChoice, raw, 'show');
  const { asOf } = boundedIn(choice, await bankOffset(bank.name, ports.store));
  const shown = await shownOf(id, bank, ports, asOf);
  return {
    ...shown,
    ...(history ? { history: await lineageOf(shown.memory, bank, ports) } : {}),
    ...(source ? { source: await sourceOfMemory(shown.memory, bank) } : {}),
    ...(support ? { support: await supportOf(id, bank, ports.store) } : {}),
  };
}

interface ShowPorts {
  readonly store: Store;
  readonly clock: Clock;
}

async function shownOf(
  id: MemoryId,
  { name }: Pick<OpenBank, 'name'>,
  { store, clock }: ShowPorts,
  asOf: Instant | undefined,
): Promise<Shown> {
  const [found] = await store.get(name, [id], asOf);
  const memory = asOf !== undefined && found?.retractedAt !== null ? undefined : found;
  if (memory === undefined && asOf !== undefined && (await store.get(name, [id])).length > 0) {
    throw new MnemeError('not_found', `The memory ${id} did not stand at ${isoSecond(asOf)}.`, {
      field: 'asOf',
      value: asOf,
      hint: 'See when it came and went with `mneme show --history`.',
    });
  }
  if (memory === undefined) {
    throw noMemory(id, 'id');
  }
  const [usage, votes, contexts, edges, claims] = await Promise.all([
    store.usage(name, [id]),
    store.votes(name, { memory: id, ...(asOf === undefined ? {} : { asOf }) }),
    memory.context === null ? [] : store.contexts(name, [memory.context]),
    store.neighbours(name, [id], EDGE_FAMILIES, MAX_LINKS),
    store.claimsOf(name, [id]),
  ]);
  const others = edges.flatMap(({ from, to }) => [from, to]);
  const profile = asOf === undefined ? {} : { asOf };
  const linked = await store.get(
    name,
    [...new Set(others)].filter((end): end is MemoryId => nodeKind(end) === 'memory' && end !== id),
    asOf,
  );
  const around = [memory, ...linked];
  const [words, validity] = await Promise.all([
    inWords(name, others, store),
    readMemoryValidity(around, {
      bank: name,
      now: clock.now(),
      profile,
      state: inStore(name, store, await linksInStore(around, { bank: name, store, asOf })),
      ports: { store },
    }),
  ]);
  const own = validity.of(id);
  return {
    memory,
    validity: own.state,
    validityDetail: own.detail,
    stratum: STRATUM[memory.kind],
    usage: { ...(usage.get(id) ?? UNUSED), usefulness: usefulnessOf(votes) },
    votes,
    review: new VoteIndex(votes).wantsReview(id),
    context: contexts[0] ?? null,
    claims: showClaims(claims, memory),
    links: edges.map((edge) => shownLink(edge, id, words, validity)),
  };
}

/** A link as seen from one of its ends. */
function shownLink(
  { from, to, role, label, weight }: Edge,
  id: MemoryId,
  words: ReadonlyMap<NodeId, string>,
  validity: MemoryValidity,
): ShownLink {
  const other = from === id ? to : from;
  return {
    role,
    label,
    direction: from === id ? 'out' : 'in',
    other,
    text: words.get(other) ?? '',
    weight,
    validity: nodeKind(other) === 'memory' ? validity.of(other as MemoryId).state : null,
  };
}

/**
 * Reads validity from the store alone, so that one memory is shown without loading the bank's index, even if that
 * cannot be loaded.
 */
function inStore(
  bank: BankName,
  store: Store,
  notes: Awaited<ReturnType<typeof linksInStore>>,
): ValiditySource {
  return {
    memories: new MemoryCache((ids) => store.get(bank, ids)),
    conflicts: new ConflictIndex((ids) => allConflicts({ bank, store }, ids)),
    index: { slot: (id) => notes.slot(id), succeeded: () => null },
    // Without the index every memory is checked for conflicts.
    edges: { isContested: () => true },
    notes,
  };
}

async function inWords(
  bank: BankName,
  ids: readonly NodeId[],
  store: Store,
): Promise<ReadonlyMap<NodeId, string>> {
  const of = (kind: ReturnType<typeof nodeKind>) =>
    [...new Set(ids)].filter((id) => nodeKind(id) === kind);
  const [memories, entities, contexts] = await Promise.all([
    store.get(bank, of('memory') as MemoryId[]),
    store.entities(bank, of('entity') as EntityId[]),
    store.contexts(bank, of('context') as ContextId[]),
  ]);
  return new Map<NodeId, string>([
    ...memories.map(({ id, content }): [NodeId, string] => [
      id,
      content.length > 60 ? `${content.slice(0, 57)}…` : content,
    ]),
    ...entities.map(({ id, name }): [NodeId, string] => [id, name]),
    ...contexts.map(({ id, name }): [NodeId, string] => [id, name]),
  ]);
}

export const WhyInput = z.strictObject({
  ...RecallProfile.shape,
  memory: MemoryId.optional().describe(
    'A memory that is missed, as in m_01h5k0c2x9w7a: at which step the answer loses it, and by how much.',
  ),
});
export type WhyInput = RecallProfile & Pick<z.input<typeof WhyInput>, 'memory'>;

/**
 * Explains the ranking of a recall and, if a memory is named, why it is missing. Throws `invalid_input`; `not_found`,
 * naming the bank that has it, if the caller may know of that bank.
 */
export async function why(
  asked: WhyInput | string,
  bank: OpenBank,
  parts: Pick<EngineParts, 'store' | 'within'>,
): Promise<RankingExplanation> {
  const { memory, ...profile } = typeof asked === 'string' ? { query: asked } : asked;
  assertQuestion(profile.query);
  const lost = memory === undefined ? null : await lossOf(profile, memory, bank, parts);
  return { ...(await explainRanking(await recallContextOf(profile, bank))), lost };
}

/** An id or a citation would be searched for as words. */
function assertQuestion(query: string | undefined): void {
  const id =
    /^\[?(m_[0-9a-z]{13})\]?$/.exec(query ?? '')?.[1] ??
    /^\[(m_[0-9a-z]{3,12})\]$/.exec(query ?? '')?.[1];
  if (id !== undefined)
    throw new MnemeError('invalid_input', `why.query: ${id} is a memory, not a question.`, {
      field: 'why.query',
      value: query,
      hint: `What it says, where it comes from and what it rests on: \`mneme show ${id} --support\`. Why an answer lacks it: \`mneme why "QUESTION" ${id}\`.`,
    });
}

async function lossOf(
  profile: unknown,
  rawId: string,
  bank: OpenBank,
  parts: Pick<EngineParts, 'store' | 'within'>,
): Promise<WhyNot> {
  const id = parseInput(MemoryId, rawId, 'memory');
  const context = await recallContextOf(profile, bank);
  const { store } = parts;
  const [memory] = await store.get(bank.name, [id]);
  if (memory !== undefined) return explainLoss(context, memory);
  const others = (await banksWithin(parts)).filter(({ name }) => name !== bank.name);
  // A branch contains the memories of its origin, with the same ids.
  const holding: string[] = [];
  for (const { name } of others) if ((await store.get(name, [id])).length > 0) holding.push(name);
  if (holding.length > 0)
    throw new MnemeError(
      'not_found',
      `The memory ${id} is in ${holding.length === 1 ? 'the bank' : 'the banks'} ${holding.join(', ')}, not in ${bank.name}.`,
      { field: 'memory', value: id, hint: `Ask that bank: --bank ${holding[0] ?? ''}.` },
    );
  throw noMemory(id, 'memory');
}

async function recallContextOf(
  profile: unknown,
  { name, state, recall: ports }: OpenBank,
): Promise<RecallContext> {
  const { context } = await readRecallContext(
    profile,
    name,
    state,
    ports,
    new StepTimer(() => ports.clock.ticks()),
  );
  return context;
}
