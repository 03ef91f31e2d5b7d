import { z } from 'zod';
import { reversalHash } from '../../bank/reversal-hash.js';
import { Verb, VERBS } from '../../domain/change.js';
import { ResultId } from '../../domain/feedback.js';
import { type BankName, EntityId, MemoryId } from '../../domain/ids.js';
import { BoundInput } from '../../domain/input.js';
import { boundedIn } from '../../domain/occurrence.js';
import { parseInput } from '../../domain/parse-input.js';
import { type LoggedChange, REVERSIBLE_FOR } from '../../domain/reversal.js';
import { type Of, OwnText, type SchemaOf, wholeNumber } from '../../domain/schema.js';
import { Instant } from '../../domain/time.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import type { JournalQuery, Store } from '../../ports/store.js';
import type { Clock } from '../../ports/system.js';
import { definedOnly } from '../../domain/well-formed.js';

/** The change that undid this one and was not undone itself; null if this one is in effect. */
export async function standingReversal(
  { revertedBy }: LoggedChange,
  bank: BankName,
  store: Store,
): Promise<LoggedChange | null> {
  if (revertedBy === null) return null;
  const [by] = await store.journal(bank, { before: revertedBy + 1 }, 1);
  if (by === undefined) return null;
  return (await standingReversal(by, bank, store)) === null ? by : null;
}

/** Verbs that cannot be undone, with the hint on what to do instead. */
export const NOT_UNDONE: Readonly<Partial<Record<Verb, string>>> = {
  erase: 'Nothing brings back what was erased.',
  embed: 'It only made vectors; `mneme reindex` makes them anew.',
  seal: 'Sealed values are kept for good; `mneme reveal` shows them.',
  reindex: 'Give the bank its former encoder with `mneme reindex`.',
};

/** Groups of verbs, by a name that people ask for. */
const OF_TYPE = {
  all: VERBS,
  remembered: ['remember', 'import', 'learn'],
  forgotten: ['forget', 'restore', 'erase'],
  quarantine: ['quarantine', 'release', 'reject'],
  conflicts: ['resolve', 'unresolve', 'scan', 'prune'],
  curation: ['merge', 'manifest', 'update', 'annotate', 'boost', 'undo'],
  reflection: ['reflect', 'observe', 'foresee', 'extract', 'read'],
  dreamed: ['dream'],
} as const satisfies Readonly<Record<string, readonly Verb[]>>;
const LOG_TYPES = Object.keys(OF_TYPE) as (keyof typeof OF_TYPE)[];

export const LogFilter = z.strictObject({
  type: z.enum(LOG_TYPES).default('all').describe('Which changes.'),
  verb: z.enum(VERBS).optional().describe('Only changes by this verb.'),
  memory: MemoryId.optional().describe('Only changes of this memory.'),
  from: BoundInput.optional().describe('Only changes made at or after this moment.'),
  to: BoundInput.optional().describe(
    'Only changes made before this moment; a day is its whole day.',
  ),
  limit: wholeNumber(1, 500).default(20).describe('Changes a page.'),
  before: z
    .int()
    .min(1, 'must be 1 or more')
    .optional()
    .describe('`next` of the page before: only changes older than this number.'),
  after: z
    .int()
    .min(0, 'must be 0 or more')
    .optional()
    .describe(
      'For programs that follow: the changes after this number, the oldest first; 0 begins with the first. `next` goes on from there, now or later.',
    ),
});
export type LogFilter = z.input<typeof LogFilter>;

/**
 * `reversible`: can be undone; `undone`: was undone, and the undo is in effect; `expired`: 30 days have passed;
 * `never`: there is nothing to undo.
 */
const REVERSIBILITIES = ['reversible', 'undone', 'expired', 'never'] as const;

const logLineShape = z.strictObject({
  sequence: z.number(),
  at: Instant,
  verb: Verb,
  actor: z.string(),
  reason: z.string(),
  /** The memories, entities and votes it wrote; at most twenty of each if newest first. */
  memories: z.array(MemoryId),
  entities: z.array(EntityId),
  votes: z.array(ResultId),
  memoryCount: z.number(),
  links: z.number(),
  removedLinks: z.number(),
  reversal: OwnText,
  state: z.enum(REVERSIBILITIES),
  /** The hash of the change that it undoes. */
  undid: OwnText.nullable(),
});
export interface LogLine extends Of<typeof logLineShape> {}
export const LogLine: SchemaOf<LogLine, typeof logLineShape> = logLineShape;

const logPageShape = z.strictObject({
  changes: z.array(LogLine),
  /**
   * Pass it as `before` in the next call, null at the end; or as `after` if that was given: unchanged while nothing
   * is committed.
   */
  next: z.number().nullable(),
});
export interface LogPage extends Of<typeof logPageShape> {}
export const LogPage: SchemaOf<LogPage, typeof logPageShape> = logPageShape;

const SHOWN = 20;

/**
 * The journal of a bank, newest first, or in order after a sequence number: who changed what, when and why, and the
 * reversal hash. Sequence numbers are per file, so a bank's have gaps.
 */
export async function listLog(
  raw: unknown,
  bank: BankName,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Promise<LogPage> {
  const { limit, type, verb, from, to, memory, before, after } = boundedIn(
    parseInput(LogFilter, raw, 'log'),
    await bankOffset(bank, store),
  );
  const verbs = OF_TYPE[type].filter((each) => verb === undefined || each === verb);
  const query = {
    verbs,
    ...definedOnly({ from, to, memory, before }),
  };
  const lines = (changes: readonly LoggedChange[], shown: number): Promise<LogLine[]> =>
    Promise.all(changes.map((change) => logLine(change, bank, store, clock.now(), shown)));
  if (after !== undefined) {
    const { found, next } = await changesAfter(after, limit, bank, store, query);
    return { changes: await lines(found, Infinity), next };
  }
  const found = await store.journal(bank, query, limit + 1);
  const shown = found.slice(0, limit);
  return {
    changes: await lines(shown, SHOWN),
    next: found.length > limit ? (shown.at(-1)?.sequence ?? null) : null,
  };
}

/** The next matching changes in order, and the number of the last one examined. */
async function changesAfter(
  after: number,
  limit: number,
  bank: BankName,
  store: Store,
  query: JournalQuery,
): Promise<{ readonly found: readonly LoggedChange[]; readonly next: number }> {
  for (let next = after; ;) {
    const entries = await store.since(bank, next, limit);
    next = entries.at(-1)?.sequence ?? next;
    const sequences = entries.map(({ sequence }) => sequence);
    const found =
      sequences.length === 0 ? [] : await store.journal(bank, { ...query, sequences }, limit);
    if (found.length > 0 || entries.length < limit) return { found: [...found].reverse(), next };
  }
}

/** A change as shown in the journal of a bank. */
export async function logLine(
  change: LoggedChange,
  bank: BankName,
  store: Store,
  now: Instant,
  shown = SHOWN,
): Promise<LogLine> {
  const { sequence, at, verb, actor, reason, memories, edges, removedEdges, reverts } = change;
  const undone = (await standingReversal(change, bank, store)) !== null;
  return {
    sequence,
    at,
    verb,
    actor,
    reason,
    memories: memories.toSorted().slice(0, shown),
    entities: change.entities.toSorted().slice(0, shown),
    votes: change.votes.slice(0, shown),
    memoryCount: memories.length,
    links: edges.length,
    removedLinks: removedEdges.length,
    reversal: reversalHash(bank, sequence),
    state: undone
      ? 'undone'
      : NOT_UNDONE[verb] !== undefined
        ? 'never'
        : now - at > REVERSIBLE_FOR
          ? 'expired'
          : 'reversible',
    undid: reverts === null ? null : reversalHash(bank, reverts),
  };
}
