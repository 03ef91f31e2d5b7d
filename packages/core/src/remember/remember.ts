import {
  type AccompanyingRecords,
  type Change,
  EMPTY_CHANGE,
  isUndone,
  type Verb,
} from '../domain/change.js';
import { MnemeError } from '../domain/errors.js';
import { type BankName, type IdPrefix, type MemoryId, SessionId } from '../domain/ids.js';
import { MAX_CONTENT, type Memory } from '../domain/memory.js';
import { StepTimer, TimeSlice } from '../domain/pace.js';
import type { BatchReceipt, InputResult, Outcome, Receipt } from '../domain/receipt.js';
import type { Instant } from '../domain/time.js';
import type { BankState } from '../indexes/bank-state.js';
import { passagesOf } from '../language/passages.js';
import { type Readable, ReadText } from '../language/read-text.js';
import type { Stemmer } from '../language/stem.js';
import { contentHash } from '../language/text-hash.js';
import type { Store } from '../ports/store.js';
import { admit, type AdmittedInput, protect } from './admit.js';
import { takeFromTurns } from './link-to-graph.js';
import { planBatch } from './plan-batch.js';
import {
  type BatchVectors,
  builtInVectors,
  learnedVectors,
  type PlanContext,
  type RememberModule,
  textsWithOwnVectors,
} from './plan-context.js';
import { type PicturedInput, readPictures } from './read-draft.js';
import { echoHashes, repeatedAmong } from './repeat.js';
import { BankPrivacy, type PrivacyPorts } from '../safety/bank-privacy.js';
import type { LearnedEncoder } from '../spaces/dense-vectors.js';
import type { TextEncoder } from '../spaces/e01-semantic.js';
import type { CausalSpace } from '../spaces/e05-causal.js';
import type { CodeSpace } from '../spaces/e07-code.js';
import type { PicturePorts } from '../spaces/e10-multimodal.js';

/**
 * Splits an input that is too long for one memory into parts of one source, in order, in the session it names or in a
 * new one. They are cut between passages; other fields are copied to each part, pictures only to the first.
 */
function splitLong(inputs: readonly PicturedInput[]): PicturedInput[][] {
  return inputs.map((input) =>
    input.content.length <= MAX_CONTENT ? [input] : partsOf(input, pieces(input.content)),
  );
}

function partsOf(input: PicturedInput, contents: readonly string[]): PicturedInput[] {
  const { kind, provenance, metadata, hash } = input;
  const session = provenance.session ?? SessionId.parse(`text-${hash}`);
  return contents.map((content, at): PicturedInput => {
    // Distinguishes the parts, and is the same when the text is submitted again.
    const apart = JSON.stringify([hash, at]);
    return {
      ...input,
      content,
      reading: new ReadText(content),
      apart,
      hash: contentHash(content, kind, provenance.speaker, apart),
      provenance: { ...provenance, session },
      metadata: { ...metadata, part: at + 1, parts: contents.length },
      ...(at === 0 ? {} : { images: [], pictures: [], redacted: {}, takenOut: '', stripped: [] }),
    };
  });
}

/** Joins passages into pieces up to the maximum size of a memory. */
function pieces(content: string): string[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of passagesOf(content)) {
    const last = ranges.at(-1);
    if (last === undefined || end - last.start > MAX_CONTENT) ranges.push({ start, end });
    else last.end = end;
  }
  return ranges.map(({ start, end }) => content.slice(start, end));
}

type Told = Omit<Receipt, 'sequence'>;

/** The outcome of a split input: the first in this list that any part had. */
const OUTCOME_PRIORITY: readonly Outcome[] = [
  'remembered',
  'reinforced',
  'quarantined',
  'known',
  'recalled',
];

/** One receipt for each input, from those of its parts in order. */
function receiptsOf(split: readonly (readonly unknown[])[], told: readonly Told[]): Told[] {
  let at = 0;
  return split.map(({ length }) => {
    const own = told.slice(at, (at += length));
    const [first] = own as [Told];
    if (length === 1) return first;
    const outcomes = own.map(({ outcome }) => outcome);
    return {
      ...first,
      outcome: OUTCOME_PRIORITY.find((outcome) => outcomes.includes(outcome)) ?? first.outcome,
      entities: [...new Set(own.flatMap(({ entities }) => entities))],
      dates: [...new Set(own.flatMap(({ dates }) => dates))],
      edges: own.reduce((sum, { edges }) => sum + edges, 0),
      notes: [
        `too long for one memory: kept as ${length} in order`,
        ...new Set(own.flatMap(({ notes }) => notes)),
      ],
      parts: own.map(({ id }) => id),
    };
  });
}

interface RememberPorts extends Omit<PrivacyPorts, 'actor'> {
  readonly modules: readonly RememberModule[];
  /** The built-in encoder; used in place of `embedder` for banks that it filled. */
  readonly encoder: TextEncoder;
  readonly causal: CausalSpace;
  readonly embedder?: LearnedEncoder;
  readonly pictures: PicturePorts;
  readonly code: CodeSpace;
  /** Loads what analysing the code in this text needs; returns at once for a text without code. */
  readonly readyForCode: (text: Readable) => Promise<void>;
  readonly stemmer: Stemmer;
  readonly newId: (prefix: IdPrefix) => string;
}

export interface RememberOptions {
  readonly verb: Verb;
  readonly actor: string;
  /** The memory being released from quarantine by remembering its text; then there is one input. */
  readonly released?: Memory;
  /**
   * Records to write in the same change. If the bank has changed since they were decided on, `conflict` is thrown and
   * nothing is retried.
   */
  readonly alongside?: AccompanyingRecords;
  /** A dry run: reports the result, but seals and writes nothing. */
  readonly rehearsal?: true;
}

/** Maximum number of existing claims of a slot compared with a new one, newest memory first. */
const MAX_KNOWN = 20;
/** Maximum number of times a batch is planned when other processes commit first. */
const MAX_TRIES = 50;

/**
 * Admit → protect → pictures → duplicates → read → link → embed → cluster → relate → one atomic commit. The batch is
 * one change, all or nothing. Errors: `invalid_input` before anything is written; those of the store's commit.
 */
export async function remember(
  raw: readonly unknown[],
  bank: BankName,
  state: BankState,
  ports: RememberPorts,
  options: RememberOptions,
): Promise<BatchReceipt> {
  const { store, clock } = ports;
  const timer = new StepTimer(() => clock.ticks());
  const now = clock.now();
  await timer.wait('follow', () => state.follow());
  const settings = await state.settings();
  const privacy = BankPrivacy.by(settings, bank, privacyPorts(ports, options));
  const turns = (ids: readonly MemoryId[]) => store.get(bank, ids);
  const split = splitLong(
    await takeIn(raw, {
      now,
      zone: settings.zone,
      privacy,
      pictures: ports.pictures,
      turns,
      timer,
    }),
  );
  const admitted = split.flat();
  const owner = (await state.owner())?.name ?? null;
  let vectors: BatchVectors | undefined;
  await timer.wait('code', async () => {
    for (const { reading } of admitted) await ports.readyForCode(reading);
  });
  for (let attempt = 1; ; attempt++) {
    // Later commits by other processes are detected at the commit.
    if (attempt > 1 || settings.tokens) await timer.wait('follow', () => state.follow());
    // A recall may advance the caches while this batch is planned; the plan is based on their
    // present state.
    const { sequence: expectedSequence, encoder } = state;
    if (options.alongside !== undefined) assertStill(options.alongside, expectedSequence);
    const { stored, held } = await timer.wait('duplicates', () =>
      knownByHash(store, bank, admitted),
    );
    if (vectors?.encoder !== encoder)
      vectors = await timer.wait('embed', () => encodeBatch(admitted, stored, encoder, ports));
    const plan = await planBatch(admitted, {
      ...ports,
      ...options,
      ...{ bank, state, vectors, now, timer, stored, held },
      load: (ids) => store.get(bank, ids),
      claimsUnder: (keys) => store.claims(bank, keys, MAX_KNOWN),
      owner,
    });
    const told = receiptsOf(split, plan.receipts);
    const answer = (sequence: number): BatchReceipt => ({
      receipts: told.map((receipt) => ({ ...receipt, sequence })),
      sequence,
      withoutVector: plan.withoutVector,
      timings: timer.times,
    });
    const change = withAlongside(plan.change, { ...options, bank, at: now }, told);
    assertReplacementStored(options.alongside, plan.receipts);
    if (change === null || options.rehearsal === true) return answer(state.sequence);
    try {
      const sequence = await timer.wait('commit', () => store.commit(change, { expectedSequence }));
      state.take(change, expectedSequence, sequence);
      return answer(sequence);
    } catch (error) {
      const again = MnemeError.is(error) && error.code === 'conflict' && attempt < MAX_TRIES;
      if (!again || options.alongside !== undefined) throw error;
    }
  }
}

interface TakingIn {
  readonly now: Instant;
  readonly zone: string;
  readonly privacy: BankPrivacy;
  readonly pictures: PicturePorts;
  readonly turns: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>;
  readonly timer: StepTimer;
}

/** Admits each input, removes private values, and reads its pictures. */
async function takeIn(
  raw: readonly unknown[],
  { now, zone, privacy, pictures, turns, timer }: TakingIn,
): Promise<PicturedInput[]> {
  const path = (at: number): string => (raw.length === 1 ? 'input' : `inputs.${at}`);
  const texts = await timer.wait('admit', async () =>
    takeFromTurns(await admitAll(raw, now, path, zone), path, turns),
  );
  const safe = await timer.wait('protect', () => protect(texts, privacy));
  return timer.wait('pictures', () => readPictures(safe, path, pictures));
}

/** In a dry run there is no vault, so nothing is sealed. */
function privacyPorts(
  { store, clock, vault }: RememberPorts,
  { actor, rehearsal }: RememberOptions,
): PrivacyPorts {
  const sealing = vault === undefined || rehearsal === true ? {} : { vault };
  return { store, clock, actor, ...sealing };
}

function assertStill({ sequence }: AccompanyingRecords, now: number): void {
  if (sequence !== now)
    throw new MnemeError(
      'conflict',
      `The bank went from change ${sequence} to ${now} while this was decided.`,
      { hint: 'Decide anew.' },
    );
}

/** Throws unless the replacement was stored: otherwise the replaced record would be lost. */
function assertReplacementStored(
  alongside: AccompanyingRecords | undefined,
  [receipt]: readonly Pick<Receipt, 'outcome' | 'notes'>[],
): void {
  if (alongside?.founding === undefined || receipt?.outcome === 'remembered') return;
  throw new MnemeError('invalid_input', 'The new words would not be taken in.', {
    field: 'content',
    hint: [...(receipt?.notes ?? []), 'Nothing was changed.'].join('; '),
  });
}

/** The planned change merged with the accompanying records, if there are any. */
function withAlongside(
  change: Change | null,
  {
    alongside,
    bank,
    at,
    verb,
    actor,
  }: Pick<RememberOptions, 'alongside'> & Pick<Change, 'bank' | 'at' | 'verb' | 'actor'>,
  told: readonly InputResult[],
): Change | null {
  if (alongside === undefined) return change;
  return mergedChanges(
    change ?? { ...EMPTY_CHANGE, bank, at, verb, actor, reason: '' },
    alongside,
    told,
  );
}

/** Merges both into one change. A memory in both keeps its new evidence and takes the decided confidence. */
function mergedChanges(
  change: Change,
  { put: known, putOf, reason }: AccompanyingRecords,
  told: readonly InputResult[],
): Change {
  const put = { ...known, ...putOf?.(told) };
  const decided = new Map((put.memories ?? []).map((memory) => [memory.id, memory]));
  const planned = change.memories.map((memory) => {
    const own = decided.get(memory.id);
    return own === undefined
      ? memory
      : {
          ...memory,
          confidence: own.confidence,
          metadata: { ...memory.metadata, ...own.metadata },
          retractedAt: own.retractedAt,
          retraction: own.retraction,
          supersededBy: own.retractedAt === null ? memory.supersededBy : own.supersededBy,
        };
  });
  // A memory retracted in the same change conflicts with none.
  const gone = new Set(
    [...decided.values()].filter(({ retractedAt }) => retractedAt !== null).map(({ id }) => id),
  );
  const there = new Set(planned.map(({ id }) => id));
  return {
    ...change,
    reason,
    memories: [...planned, ...[...decided.values()].filter(({ id }) => !there.has(id))],
    learned: [...change.learned, ...(put.learned ?? [])],
    goals: [...change.goals, ...(put.goals ?? [])],
    edges: [...change.edges, ...(put.edges ?? [])],
    removedEdges: [...change.removedEdges, ...(put.removedEdges ?? [])],
    conflicts: [
      ...change.conflicts.filter(({ older, newer }) => !gone.has(older) && !gone.has(newer)),
      ...(put.conflicts ?? []),
    ],
  };
}

/** Validates every input of a batch; times without an offset are in the bank's time zone. */
async function admitAll(
  raw: readonly unknown[],
  now: Instant,
  path: (at: number) => string,
  zone: string,
): Promise<AdmittedInput[]> {
  const pace = new TimeSlice();
  const admitted: AdmittedInput[] = [];
  for (const [at, input] of raw.entries()) {
    admitted.push(admit(input, now, path(at), zone));
    await pace.rest();
  }
  return admitted;
}

/** Encodes all new texts in one request to a learned encoder; the built-in one computes vectors on demand. */
async function encodeBatch(
  admitted: readonly PicturedInput[],
  stored: ReadonlyMap<string, readonly Memory[]>,
  encoder: string,
  ports: RememberPorts,
): Promise<BatchVectors> {
  if (ports.embedder?.id !== encoder) return builtInVectors(ports.encoder);
  const fresh = admitted.filter(
    (input) =>
      input.content !== '' && repeatedAmong(input, stored.get(input.hash) ?? []) === undefined,
  );
  return learnedVectors(
    ports.embedder,
    fresh.flatMap((input) => [input.content, ...textsWithOwnVectors(input)]),
  );
}

/**
 * The current memories and the quarantined one for each hash. Forgotten ones do not count: they may be remembered
 * again.
 */
async function knownByHash(
  store: Store,
  bank: BankName,
  admitted: readonly AdmittedInput[],
): Promise<Pick<PlanContext, 'stored' | 'held'>> {
  const found = await store.findByHash(bank, [
    ...new Set(admitted.flatMap((input) => [input.hash, ...echoHashes(input)])),
  ]);
  const stored = new Map<string, Memory[]>();
  for (const memory of found) {
    if (memory.retractedAt !== null) continue;
    const alike = stored.get(memory.contentHash);
    if (alike === undefined) stored.set(memory.contentHash, [memory]);
    else alike.push(memory);
  }
  const held = found.filter((memory) => memory.quarantine !== null && !isUndone(memory));
  return { stored, held: new Map(held.map((memory) => [memory.contentHash, memory])) };
}
