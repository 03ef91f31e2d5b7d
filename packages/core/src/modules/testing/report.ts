import { z } from 'zod';
import { KNOWN_VERDICTS } from '../../domain/recollection.js';
import { MemoryId } from '../../domain/ids.js';
import { type Of, OwnText, type SchemaOf, Share } from '../../domain/schema.js';
import { Instant } from '../../domain/time.js';
import { PinnedCase } from './case.js';

/** Kinds of failure. `gone`: the case names a memory that no longer exists. */
const FAILURES = ['missing', 'unwanted', 'more', 'rank', 'known', 'gone', 'refused'] as const;

const failureShape = z.strictObject({
  what: z.enum(FAILURES),
  /** In words, with the expected and the actual result. */
  why: z.string(),
});
export interface Failure extends Of<typeof failureShape> {}
export const Failure: SchemaOf<Failure, typeof failureShape> = failureShape;

const outcomeShape = z.strictObject({
  name: z.string(),
  ask: z.string(),
  passed: z.boolean(),
  failures: z.array(Failure),
  /** The results, in order. */
  returned: z.array(MemoryId),
  /** The worst rank of the required memories; null if none is required, or one is missing. */
  rank: z.number().nullable(),
  /** Probability that the bank knows the answer, 0..1; null if not judged. */
  sureness: Share.nullable(),
  known: z.enum(KNOWN_VERDICTS),
  /** Tokens of the answer; null if the case sets no limit. */
  tokens: z.number().nullable(),
  tookMs: z.number(),
  /** Whether two runs gave different results. */
  flaky: z.boolean(),
});
/** The result of one case. */
export interface Outcome extends Of<typeof outcomeShape> {}
export const Outcome: SchemaOf<Outcome, typeof outcomeShape> = outcomeShape;

const DRIFTS = ['broke', 'mended', 'rank', 'sureness', 'slower', 'new', 'gone'] as const;

const driftShape = z.strictObject({
  name: z.string(),
  what: z.enum(DRIFTS),
  before: z.number().nullable(),
  after: z.number().nullable(),
});
/** A change of one case since an earlier run. */
export interface Drift extends Of<typeof driftShape> {}
export const Drift: SchemaOf<Drift, typeof driftShape> = driftShape;

const mutationShape = z.strictObject({
  /** Number of memories forgotten, one at a time, on a copy. */
  tried: z.number(),
  /** Number of those that at least one case detected. */
  noticed: z.number(),
  /** Number of further memories that the cases returned but that were not tried. */
  left: z.number(),
  /** For each forgotten memory the cases that failed; empty if none did. */
  mutants: z.array(
    z.strictObject({ id: MemoryId, content: z.string(), noticedBy: z.array(z.string()) }),
  ),
});
/** Mutation test: which lost memories the cases would detect. */
export interface Mutation extends Of<typeof mutationShape> {}
export const Mutation: SchemaOf<Mutation, typeof mutationShape> = mutationShape;

const reportShape = z.strictObject({
  bank: OwnText,
  /** Time of the run. */
  at: Instant,
  /** Query time of cases that state none. */
  now: Instant,
  /** The bank's sequence number. */
  sequence: z.number(),
  passed: z.number(),
  failed: z.number(),
  flaky: z.number(),
  tookMs: z.number(),
  cases: z.array(Outcome),
  /** The case made from a question's current answer; null if not requested. */
  pinned: PinnedCase.nullable(),
  /** Null if no earlier run was given. */
  drift: z.array(Drift).nullable(),
  /** Null if not requested. */
  mutation: Mutation.nullable(),
});
/** The report of a run. */
export interface TestReport extends Of<typeof reportShape> {}
export const TestReport: SchemaOf<TestReport, typeof reportShape> = reportShape;

/** The fields of an earlier report needed for drift; a whole report qualifies. */
export const EarlierRun = z.object({
  cases: z
    .array(
      outcomeShape
        .pick({ name: true, passed: true, rank: true, sureness: true, tookMs: true })
        .loose(),
    )
    .max(20_000)
    .readonly(),
});
export type EarlierRun = z.output<typeof EarlierRun>;

/** Thresholds for reporting drift: change of certainty, and slowdown as a factor and in ms. */
const MOVED_SURENESS = 0.1;
const SLOWER_TIMES = 2;
const SLOWER_MS = 20;

/** Changes since an earlier run: newly failing cases first, then other changes. */
export function driftOf(cases: readonly Outcome[], earlier: EarlierRun): Drift[] {
  const before = new Map(earlier.cases.map((each) => [each.name, each]));
  const now = new Set(cases.map(({ name }) => name));
  const drifts = cases.flatMap((after): Drift[] => {
    const was = before.get(after.name);
    return was === undefined ? [told(after.name, 'new')] : moved(was, after);
  });
  const gone = earlier.cases.flatMap(({ name }) => (now.has(name) ? [] : [told(name, 'gone')]));
  const order = ['broke', 'mended', 'rank', 'sureness', 'slower', 'new', 'gone'];
  return [...drifts, ...gone].sort((a, b) => order.indexOf(a.what) - order.indexOf(b.what));
}

function moved(was: EarlierRun['cases'][number], after: Outcome): Drift[] {
  const { name } = after;
  const drifts: Drift[] = [];
  if (was.passed !== after.passed) drifts.push(told(name, after.passed ? 'mended' : 'broke'));
  if (was.rank !== after.rank) drifts.push(told(name, 'rank', was.rank, after.rank));
  if (
    was.sureness !== null &&
    after.sureness !== null &&
    Math.abs(was.sureness - after.sureness) >= MOVED_SURENESS
  )
    drifts.push(told(name, 'sureness', was.sureness, after.sureness));
  if (after.tookMs > was.tookMs * SLOWER_TIMES && after.tookMs - was.tookMs > SLOWER_MS)
    drifts.push(told(name, 'slower', was.tookMs, after.tookMs));
  return drifts;
}

const told = (
  name: string,
  what: Drift['what'],
  before: number | null = null,
  after: number | null = null,
): Drift => ({ name, what, before, after });
