import type { Change } from '../domain/change.js';
import type { ContextId, MemoryId } from '../domain/ids.js';
import type { Receipt } from '../domain/receipt.js';
import type { Quarantine } from '../domain/privacy.js';
import type { BankState } from '../indexes/bank-state.js';
import { isoSecond } from '../domain/time.js';
import { TimeSlice } from '../domain/pace.js';
import { collectFaultsOf, describeFault } from '../language/read-text.js';
import { describeInterval } from '../language/calendar.js';
import { normaliseName } from '../language/entity-names.js';
import {
  type Alike,
  type ContextPlace,
  findAlike,
  Likeness,
  placeContext,
} from './place-context.js';
import { BlockReads } from './block-reads.js';
import { composeChange, composeMemory, consequencesOf } from './compose-change.js';
import {
  echoedMemory,
  echoHashes,
  nearDuplicate,
  type Planned,
  repeat,
  repeatedAmong,
  toldBefore,
} from './repeat.js';
import { type EmbeddedDraft, type PicturedInput, type ReadDraft, readDraft } from './read-draft.js';
import { disagree, findFlood, findOutlier, heldMemory } from './hold-back.js';
import { entityLinker, linkDraft, linkName, noteEdges, relate } from './link-to-graph.js';
import { duplicateCandidates } from './near-duplicate.js';
import { packVectors, Pending, type PlanContext, textsWithOwnVectors } from './plan-context.js';

export interface BatchPlan {
  /** Null when there is nothing to write. */
  readonly change: Change | null;
  readonly receipts: readonly Omit<Receipt, 'sequence'>[];
  /** Number of new memories that have no vector yet. */
  readonly withoutVector: number;
}

/** Inputs for which the store is asked together. */
const BLOCK = 128;

interface BlockContext extends PlanContext {
  readonly reads: BlockReads;
}

/** Turns validated inputs into one change. Reads the bank's caches and the store; writes nothing. */
export async function planBatch(
  inputs: readonly PicturedInput[],
  context: PlanContext,
): Promise<BatchPlan> {
  const pending = new Pending(normaliseName);
  const pace = new TimeSlice();
  const planned: (Planned & Pick<PicturedInput, 'redacted' | 'faults'>)[] = [];
  for (let at = 0; at < inputs.length; at += BLOCK) {
    const block = inputs
      .slice(at, at + BLOCK)
      .map((input) => ({ ...input, faults: [...input.faults] }));
    const reads = new BlockReads(block, context, pending);
    const { load, claimsUnder } = reads;
    for (const input of block) {
      const { faults, redacted } = input;
      const own = await collectFaultsOf(faults, () =>
        planOne(input, { ...context, load, claimsUnder, reads }, pending),
      );
      planned.push({ ...own, redacted, faults });
      await pace.rest();
    }
  }
  const change = await composeChange(context, pending);
  return {
    change,
    receipts: planned.map(({ faults, ...receipt }) => ({
      ...receipt,
      notes: [...receipt.notes, ...faults.map(describeFault)],
    })),
    withoutVector: pending.drafts.filter(({ vector }) => vector === null).length,
  };
}

async function planOne(
  input: PicturedInput,
  context: BlockContext,
  pending: Pending,
): Promise<Planned> {
  const { timer, state } = context;
  const notes = [
    ...(input.takenOut === '' ? [] : [input.takenOut]),
    ...(input.stripped.length > 0
      ? [
          input.stripped.length === 1
            ? 'a recalled passage was left out'
            : `${input.stripped.length} recalled passages were left out`,
        ]
      : []),
    ...(input.suspicion !== null && input.guard === 'note'
      ? [`seems to command its reader: ${input.suspicion.reasons.join('; ')}`]
      : []),
  ];
  if (input.content === '') return recalledFrom(input.stripped[0] as MemoryId, notes);
  const held = quarantineInput(input, input.suspicion, context, pending, notes);
  if (held !== null) return held;
  const echo = echoHashes(input)
    .map((hash) => context.stored.get(hash)?.[0])
    .find((memory) => memory !== undefined);
  if (echo !== undefined)
    return recalledFrom(echo.id, [...notes, 'says what reflection wrote; not taken as evidence']);
  const founding = context.alongside?.founding;
  const same =
    founding === undefined
      ? repeatedAmong(input, toldBefore(input.hash, context, pending))
      : undefined;
  if (same !== undefined) return repeat(input, same, context, pending, notes);

  const { read, posing } = readAgainst(input, context, pending, notes);
  if (posing !== null) return posing;
  const { telling } = read;
  const slots = timer.run('duplicates', () => duplicateCandidates(state.index, telling));
  const already = await saidAlready(read, { telling, slots }, context, pending, notes);
  if (already !== null) return already;
  const vector = timer.run('embed', () => context.vectors.of(read.content, read.terms));
  const strange = await floodOrOutlier(read, { telling, slots, vector }, context, pending);
  const apart = quarantineInput(input, strange, context, pending, notes);
  if (apart !== null) return apart;
  if (strange !== null) notes.push(...strange.reasons);
  const linker = entityLinker(context, pending);
  const embedded = timer.run('embed', (): EmbeddedDraft => ({
    ...read,
    id: founding ?? context.released?.id ?? (context.newId('m') as MemoryId),
    ...timer.run('link', () => linkDraft(read, linker)),
    vector,
    ...codesOf(read, context),
  }));
  const { alike, place } = timer.run('cluster', () => cluster(embedded, slots, context, pending));
  if (place.founded !== null) pending.contexts.set(place.founded.id, place.founded);
  const { position, previous } = seat(embedded, state, pending);
  const stated = timer.run('relate', () =>
    relate(embedded, {
      context: place.context,
      previous,
      alike,
      likeness: context.vectors.likeness,
      entityOf: (name) => linkName(name, 'concept', linker),
    }),
  );
  const composed = composeMemory(embedded, position, place.context, context.now);
  const { released } = context;
  const memory =
    released === undefined
      ? composed
      : {
          ...composed,
          recordedAt: released.recordedAt,
          version: released.version + 1,
          images: released.images,
        };
  const following = await timer.wait('modules', () =>
    consequencesOf({ draft: embedded, memory, context, pending }),
  );
  const edges = [
    ...stated,
    ...(input.note === null ? [] : noteEdges(memory.id, input.note)),
    ...following.edges,
  ];
  pending.add(memory, { ...embedded, edges });
  pending.follow(following);
  return {
    outcome: 'remembered',
    id: memory.id,
    entities: [...new Set(embedded.linked.map(({ entity }) => entity.name))],
    dates: embedded.dates.map(
      (date) => `${date.text} = ${describeInterval(date.from, date.to, date.precision)}`,
    ),
    context: place.founded?.name ?? null,
    edges: edges.length,
    notes: [
      ...notes,
      ...(input.expiresAt === null ? [] : [`is found until ${isoSecond(input.expiresAt)}`]),
      ...following.notes,
      ...(embedded.vector === null
        ? [
            `kept without a vector, which follows: ${context.vectors.fault ?? 'the embedder was not asked yet'}`,
          ]
        : []),
    ],
    worth: following.worth,
  };
}

/** The memories nearest to it, and the context that it is placed in. */
function cluster(
  draft: EmbeddedDraft,
  slots: readonly number[],
  { state: { index }, vectors, newId, now: at }: PlanContext,
  pending: Pending,
): { readonly alike: readonly Alike[]; readonly place: ContextPlace } {
  const likeness = new Likeness(draft.vector);
  const alike = findAlike(draft, likeness, slots, index, pending);
  const place = placeContext(
    ...([draft, { alike, likeness }, index, pending, vectors.contextSimilarity] as const),
    () => ({ id: newId('c') as ContextId, at }),
  );
  return { alike, place };
}

/** The result for an input that echoes a delivered memory or repeats a stored one in other light words; null if it is new. */
async function saidAlready(
  read: ReadDraft,
  { telling, slots }: { readonly telling: readonly string[]; readonly slots: readonly number[] },
  context: PlanContext,
  pending: Pending,
  notes: readonly string[],
): Promise<Planned | null> {
  // A note repeats its turns by design: it is neither an echo nor a repetition.
  if (context.alongside?.founding !== undefined || read.note !== null) return null;
  const { timer, released } = context;
  const echoed =
    released === undefined && read.provenance.source !== 'user'
      ? await timer.wait('duplicates', () => echoedMemory(read, telling, slots, context))
      : null;
  if (echoed !== null)
    return recalledFrom(echoed.id, [
      ...notes,
      'an echo of what recall delivered; not taken as evidence',
    ]);
  if (read.apart !== null) return null;
  const near = await timer.wait('duplicates', () =>
    nearDuplicate(read, telling, slots, context, pending),
  );
  return near === null
    ? null
    : repeat(read, near, context, pending, [...notes, 'says the same in other words']);
}

const NOTHING_NEW = { entities: [], dates: [], context: null, edges: 0, worth: null };

/** The result for an input that is not stored because it was recalled from this memory. */
const recalledFrom = (id: MemoryId, notes: readonly string[]): Planned => ({
  ...NOTHING_NEW,
  outcome: 'recalled',
  id,
  notes: [...notes],
});

/** The draft adjusted for disagreement between text and metadata, and the result if they disagree enough to quarantine it. */
function readAgainst(
  input: PicturedInput,
  context: BlockContext,
  pending: Pending,
  notes: string[],
): { readonly read: ReadDraft; readonly posing: Planned | null } {
  const read = context.timer.run('read', () =>
    readDraft(context.reads.readingOf(input), readingHints(context, pending)),
  );
  const disagreed =
    input.guard === 'off' ? null : context.timer.run('guard', () => disagree(read, context.now));
  if (disagreed === null) return { read, posing: null };
  const posing = quarantineInput(input, disagreed.held, context, pending, notes);
  if (posing === null) notes.push(disagreed.note);
  return { read: { ...read, confidence: disagreed.confidence }, posing };
}

/** Why an input does not fit the bank: it is part of a flood, or an outlier. Released text is exempt. */
async function floodOrOutlier(
  read: ReadDraft,
  {
    telling,
    slots,
    vector,
  }: {
    readonly telling: readonly string[];
    readonly slots: readonly number[];
    readonly vector: Int8Array | null;
  },
  context: PlanContext,
  pending: Pending,
): Promise<Quarantine | null> {
  if (read.guard === 'off' || context.released !== undefined || read.provenance.source === 'user')
    return null;
  const crowd = await context.timer.wait('guard', () =>
    findFlood(read, telling, slots, context, pending),
  );
  return crowd ?? context.timer.run('guard', () => findOutlier(read, vector, context.state.index));
}

/** Quarantines a suspicious input, once; null if it may be stored, or the same words are already stored. */
function quarantineInput(
  input: PicturedInput,
  suspicion: Quarantine | null,
  context: PlanContext,
  pending: Pending,
  notes: readonly string[],
): Planned | null {
  if (
    suspicion === null ||
    input.guard !== 'quarantine' ||
    context.released !== undefined ||
    pending.withHash(input.hash).length > 0 ||
    context.stored.has(input.hash)
  )
    return null;
  const known = pending.held.get(input.hash) ?? context.held.get(input.hash);
  const memory = known ?? heldMemory(input, suspicion, context.newId('m') as MemoryId, context.now);
  const links = input.note === null ? [] : noteEdges(memory.id, input.note);
  if (known === undefined) pending.hold(memory, input.pictures, links);
  return {
    ...NOTHING_NEW,
    outcome: 'quarantined',
    id: memory.id,
    notes: [
      ...notes,
      ...(known?.quarantine?.status === 'rejected' ? ['it was turned away before'] : []),
      ...suspicion.reasons,
    ],
  };
}

/** Codes in addition to its vector: of its passages and in the causal space. */
function codesOf(
  { content, reading, note, language, passages }: ReadDraft,
  { vectors, causal }: PlanContext,
): Pick<EmbeddedDraft, 'passageVectors' | 'causal'> {
  const told = causal.read(reading, language);
  return {
    passageVectors: packVectors(
      textsWithOwnVectors({ content, note }).map((text, at) =>
        vectors.of(text, passages[at]?.terms ?? []),
      ),
    ),
    causal: told === null ? null : causal.pack(told),
  };
}

function readingHints(
  { state, owner }: Pick<PlanContext, 'state' | 'owner'>,
  pending: Pending,
): Parameters<typeof readDraft>[1] {
  const ownerName = owner === null ? null : normaliseName(owner);
  return {
    people: state.index.speakers.all(),
    known: (name) =>
      name === ownerName
        ? 'person'
        : (pending.entities.typeOf(name) ?? state.entities.typeOf(name)),
    partOf: (word) => pending.entities.endingIn(word) ?? state.entities.endingIn(word),
  };
}

/** The memory's position in its session, and the previous turn. */
function seat(
  draft: EmbeddedDraft,
  state: BankState,
  pending: Pending,
): { position: number; previous: MemoryId | null } {
  const { session } = draft.provenance;
  if (session === null) return { position: draft.position ?? 0, previous: null };
  const number = state.index.sessions.find(session);
  const slot = number < 0 ? undefined : state.index.sessionMembers(number).at(-1);
  const stored =
    slot === undefined
      ? null
      : { id: state.index.id(slot), position: state.index.position.get(slot) };
  const last = pending.last(session) ?? stored;
  const position = draft.position ?? (last === null ? 0 : last.position + 1);
  return { position, previous: last !== null && last.position <= position ? last.id : null };
}
