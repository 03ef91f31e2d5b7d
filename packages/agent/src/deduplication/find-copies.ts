import { askKey, dismissedQuestions } from '../consolidation/index.js';
import {
  interchangeable,
  likeness,
  type LikenessParts,
  readSaying,
  type Saying,
} from './likeness.js';
import type { ChangeParts } from '@mneme/core/domain/change.js';
import { mergedInto } from '@mneme/core/domain/forgetting-and-merging.js';
import type { Edge } from '@mneme/core/domain/graph.js';
import type { BankName, MemoryId } from '@mneme/core/domain/ids.js';
import { expiryOf, lastExpiry, withExpiry } from '@mneme/core/domain/memory-times.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { CurationTask } from '@mneme/core/domain/night.js';
import { DAY, type Instant } from '@mneme/core/domain/time.js';
import { type BankIndex, NONE } from '@mneme/core/indexes/bank-index.js';
import type {
  IdleCursor,
  IdleJob,
  IdleRound,
  IdleStep,
  IdleTurn,
} from '@mneme/core/kernel/module.js';
import {
  differencesOf,
  inPlaceOf,
  mergedEdges,
  withEvidence,
} from '@mneme/core/modules/history/index.js';
import type { OpenedBank } from '@mneme/core/modules/module.js';
import type { Store } from '@mneme/core/ports/store.js';
import { duplicateCandidates, storedTerms } from '@mneme/core/remember/near-duplicate.js';

/**
 * Merges a memory into another that says the same, with the effect of remembering it again: the one that stays keeps
 * its id and words, and gets the evidence and links of both; the other is retracted and superseded by it. No record
 * is created, so that undo leaves no trace.
 */
async function planDuplicateMerge(
  stays: Memory,
  goes: Memory,
  at: Instant,
  bank: BankName,
  store: Store,
): Promise<ChangeParts> {
  const told = goes.provenance.reduce(withEvidence, stays);
  const kept: Memory = {
    ...told,
    importance: Math.max(told.importance, goes.importance),
    tags: [
      ...withExpiry(
        [...new Set([...stays.tags, ...goes.tags])],
        lastExpiry([expiryOf(stays.tags), expiryOf(goes.tags)]),
      ),
    ],
    version: stays.version + 1,
  };
  const taken: Memory = {
    ...goes,
    retractedAt: at,
    retraction: mergedInto(stays.id),
    supersededBy: stays.id,
    version: goes.version + 1,
  };
  return {
    memories: [kept, taken],
    edges: [
      ...(await newEdges(kept, [stays, goes], bank, store)),
      inPlaceOf(stays.id, goes.id, 'merge'),
    ],
  };
}

/** The links that the remaining memory lacks, or has with less weight. */
async function newEdges(
  kept: Memory,
  both: readonly [Memory, Memory],
  bank: BankName,
  store: Store,
): Promise<Edge[]> {
  const [stays, goes] = both;
  const moved = await mergedEdges(kept, [goes], bank, store);
  const own = new Map(
    (await mergedEdges(kept, [stays], bank, store)).map((edge) => [keyOf(edge), edge]),
  );
  return moved.filter((edge) => {
    if (edge.role === 'supersedes' && edge.to === goes.id) return false;
    if (isOf(edge, goes.id) || edge.from === edge.to) return false;
    const known = own.get(keyOf(edge));
    return known === undefined || known.weight < edge.weight;
  });
}

const keyOf = ({ from, role, to, label }: Edge): string => [from, role, to, label].join('|');
const isOf = ({ from, to }: Edge, id: MemoryId): boolean => from === id || to === id;

/** Above the first the pair is merged, above the second a person is asked, below it is left alone. */
const DONE_ABOVE = 0.95;
const ASKED_ABOVE = 0.7;
/** Number of nearest neighbours compared, in addition to memories that share rare words. */
const NEAREST = 6;
/** Two reports of an event further apart than this are about two events. */
const SAME_EVENT = 3 * DAY;
const NOTE = 'copies';

interface Found {
  readonly memory: Memory;
  readonly score: number;
}

/** Finds memories that restate an earlier one in other words, and merges them as evidence for it. */
export const findCopies: IdleJob<OpenedBank> = {
  name: 'copies',
  about: 'memories that say the same in other words become one',
  version: 1,
  turn: lookAt,
};

async function lookAt(opened: OpenedBank, cursor: IdleCursor, turn: IdleTurn): Promise<IdleRound> {
  const { state, store, bank } = opened;
  const { index } = state;
  const parts = likenessParts(opened);
  let slot = typeof cursor?.['slot'] === 'number' ? cursor['slot'] : await seenUpTo(opened);
  const apart = await dismissedQuestions(bank, store);
  const asks: CurationTask[] = [];
  for (; slot < index.size; slot++) {
    const found = await copiesOf(slot, opened, parts);
    if (found !== null) {
      const { memory, others } = found;
      const [best] = others;
      const step =
        best !== undefined && best.score > DONE_ABOVE && !isLeft(memory, best.memory, apart)
          ? await foldOf(memory, best, opened, turn)
          : null;
      if (step !== null)
        return { cursor: { slot: slot + 1 }, step, asks, done: slot + 1, total: index.size };
      for (const other of others.slice(0, 1))
        if (other.score >= ASKED_ABOVE && !isLeft(memory, other.memory, apart))
          asks.push(question(memory, other));
    }
    if (turn.over()) {
      slot += 1;
      break;
    }
  }
  if (slot < index.size) return { cursor: { slot }, asks, done: slot, total: index.size };
  await noteSeen(opened);
  return { cursor: null, asks, done: slot, total: index.size };
}

/** A memory and earlier ones that may say the same, most similar first; null where there is nothing to compare. */
async function copiesOf(
  slot: number,
  opened: OpenedBank,
  parts: LikenessParts,
): Promise<{ readonly memory: Memory; readonly others: readonly Found[] } | null> {
  const { state, stemmer } = opened;
  const { index } = state;
  if (!comparable(slot, index)) return null;
  const slots = candidates(slot, index);
  if (slots.length === 0) return null;
  const ids = [slot, ...slots].map((each) => index.id(each));
  const loaded = new Map((await state.memories.get(ids)).map((each) => [each.id, each]));
  const memory = loaded.get(index.id(slot));
  const saying = memory === undefined ? null : read(memory, stemmer);
  if (memory === undefined || saying === null) return null;
  const others = slots.flatMap((other): Found[] => {
    const before = loaded.get(index.id(other));
    const theirs = before === undefined ? null : read(before, stemmer);
    if (before === undefined || theirs === null || !mayRepeat(memory, before)) return [];
    const score = capForEvents(likeness(saying, theirs, parts), [memory, saying], [before, theirs]);
    return score < ASKED_ABOVE ? [] : [{ memory: before, score }];
  });
  return { memory, others: others.sort((a, b) => b.score - a.score) };
}

/**
 * A note repeats only another on the same aspect, of the same days and with the same outcome: it says what its turn
 * says by design, and two days of an event are two events.
 */
function mayRepeat({ note }: Memory, { note: before }: Memory): boolean {
  if (note === undefined || before === undefined) return note === before;
  return (
    (['about', 'aspect', 'status', 'from', 'until'] as const).every(
      (field) => note[field] === before[field],
    ) && note.outcome?.went === before.outcome?.went
  );
}

function comparable(slot: number, index: BankIndex): boolean {
  return index.isLive(slot) && !index.reflected.has(slot) && !index.isCode(slot);
}

/** Earlier memories that share rare words with it, or are nearest to it. */
function candidates(slot: number, index: BankIndex): number[] {
  const { vectors } = index;
  const vector = vectors.vector(slot);
  const earlier = (other: number): boolean => other < slot && comparable(other, index);
  const near =
    vector === null ? [] : [...vectors.nearest(new Float32Array(vector), NEAREST, earlier).slots];
  return [
    ...new Set([...near, ...duplicateCandidates(index, storedTerms(index, slot)).filter(earlier)]),
  ];
}

function read(memory: Memory, stemmer: OpenedBank['stemmer']): Saying | null {
  return readSaying(memory.content, memory.language, stemmer);
}

/** Caps the score of events that were not reported at about the same time. */
function capForEvents(
  score: number,
  [a, sayingA]: readonly [Memory, Saying],
  [b, sayingB]: readonly [Memory, Saying],
): number {
  const events = sayingA.event || sayingB.event || sayingA.fixed.has('going');
  const apart =
    a.occurredFrom > b.occurredTo + SAME_EVENT || b.occurredFrom > a.occurredTo + SAME_EVENT;
  return events && apart ? Math.min(score, ASKED_ABOVE - 0.01) : score;
}

async function foldOf(
  later: Memory,
  { memory: earlier, score }: Found,
  { bank, store }: OpenedBank,
  { now }: IdleTurn,
): Promise<IdleStep | null> {
  // Read again from the store: the merge must rest on the current state.
  const both = await store.get(bank, [earlier.id, later.id]);
  const [stays, goes] = both;
  if (stays === undefined || goes === undefined || both.some((each) => each.retractedAt !== null))
    return null;
  const pending = await store.conflicts(
    bank,
    { status: 'pending', memories: [stays.id, goes.id] },
    10,
  );
  if (differencesOf(both, pending.items).length > 0 || goes.images.length > 0) return null;
  return {
    kind: 'join',
    why: `${goes.id} says what ${stays.id} says (${score.toFixed(2)})`,
    put: await planDuplicateMerge(stays, goes, now, bank, store),
  };
}

function question(later: Memory, { memory: earlier, score }: Found): CurationTask {
  const ids = [earlier.id, later.id];
  return {
    task: 'merge_copies',
    memories: ids,
    reason: `${earlier.id} and ${later.id} may say the same (${score.toFixed(2)})`,
    tool: 'merge',
    settledBy: [
      { operation: 'merge', input: { ids } },
      { operation: 'dream', input: { report: true, leave: ids } },
    ],
    priority: 'normal',
  };
}

function isLeft(a: Memory, b: Memory, apart: ReadonlySet<string>): boolean {
  return apart.has(askKey({ task: 'merge_copies', memories: [a.id, b.id] }));
}

function likenessParts({ state, relatives, stemmer }: OpenedBank): LikenessParts {
  const { postings, size } = state.index;
  return {
    same: interchangeable(stemmer),
    relatives,
    rarity: (stem) => {
      const number = postings.numberOf(stem);
      const frequency = number < 0 ? 0 : postings.documentFrequency(number);
      return Math.log(1 + (size + 1) / (frequency + 1));
    },
  };
}

/** The slot up to which earlier nights looked; a new night starts after it. */
async function seenUpTo({ bank, store, state: { index } }: OpenedBank): Promise<number> {
  const last = (await store.job(bank, NOTE))?.['last'];
  const slot = typeof last === 'string' ? index.slot(last as MemoryId) : NONE;
  return slot + 1;
}

async function noteSeen({ bank, store, state: { index } }: OpenedBank): Promise<void> {
  if (index.size === 0) return;
  await store.reviseJob(bank, NOTE, () => ({ last: index.id(index.size - 1) }));
}
