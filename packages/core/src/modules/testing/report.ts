import { z } from 'zod';
import { KNOWN_VERDICTS } from '../../domain/certainty.js';
import { MemoryId } from '../../domain/ids.js';
import { type Of, OwnText, type SchemaOf, Share } from '../../domain/schema.js';
import { Instant } from '../../domain/time.js';
import { PinnedCase } from './pin.js';

/** What can be wrong with an answer. `gone`: the case names a memory that is not there any more. */
const FAILURES = ['missing', 'unwanted', 'more', 'rank', 'known', 'gone', 'refused'] as const;

const failureShape = z.strictObject({
  what: z.enum(FAILURES),
  /** In words, with what was wanted and what came. */
  why: z.string(),
});
export interface Failure extends Of<typeof failureShape> {}
export const Failure: SchemaOf<Failure, typeof failureShape> = failureShape;

const outcomeShape = z.strictObject({
  name: z.string(),
  ask: z.string(),
  passed: z.boolean(),
  failures: z.array(Failure),
  /** What came back, in order. */
  returned: z.array(MemoryId),
  /** The worst place of what must be returned; null where nothing must, or some of it did not come. */
  rank: z.number().nullable(),
  /** How sure recall is that the bank knows the answer, 0..1; null where it does not judge. */
  sureness: Share.nullable(),
  known: z.enum(KNOWN_VERDICTS),
  /** Of the answer; null where the case does not say how many it may take. */
  tokens: z.number().nullable(),
  tookMs: z.number(),
  /** Whether two runs of it came out differently. */
  flaky: z.boolean(),
});
/** How one case came out. */
export interface Outcome extends Of<typeof outcomeShape> {}
export const Outcome: SchemaOf<Outcome, typeof outcomeShape> = outcomeShape;

const DRIFTS = ['broke', 'mended', 'rank', 'sureness', 'slower', 'new', 'gone'] as const;

const driftShape = z.strictObject({
  name: z.string(),
  what: z.enum(DRIFTS),
  before: z.number().nullable(),
  after: z.number().nullable(),
});
/** What changed since an earlier run, of one case. */
export interface Drift extends Of<typeof driftShape> {}
export const Drift: SchemaOf<Drift, typeof driftShape> = driftShape;

const mutationShape = z.strictObject({
  /** Memories that were forgotten, one at a time, on a copy. */
  tried: z.number(),
  /** Those of them that at least one case noticed. */
  noticed: z.number(),
  /** Memories that cases named or got, beyond those that were tried. */
  left: z.number(),
  /** Cases that fell when it was forgotten; none for what no case would miss. */
  mutants: z.array(
    z.strictObject({ id: MemoryId, content: z.string(), noticedBy: z.array(z.string()) }),
  ),
});
/** How closely the cases watch the bank: what they would notice if it were gone. */
export interface Mutation extends Of<typeof mutationShape> {}
export const Mutation: SchemaOf<Mutation, typeof mutationShape> = mutationShape;

const reportShape = z.strictObject({
  bank: OwnText,
  /** When it was run. */
  at: Instant,
  /** The moment the questions were asked, where no case says another. */
  now: Instant,
  /** The bank's change number. */
  sequence: z.number(),
  passed: z.number(),
  failed: z.number(),
  flaky: z.number(),
  tookMs: z.number(),
  cases: z.array(Outcome),
  /** The case that was made of what a question gets today; null where none was asked for. */
  pinned: PinnedCase.nullable(),
  /** Null where no earlier run was given. */
  drift: z.array(Drift).nullable(),
  /** Null where it was not asked for. */
  mutation: Mutation.nullable(),
});
/** What a run of cases tells. */
export interface TestReport extends Of<typeof reportShape> {}
export const TestReport: SchemaOf<TestReport, typeof reportShape> = reportShape;

/** What of an earlier report drift is told by; a whole report is one. */
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

/** How far the sureness of an answer may move, and how much longer it may take, before it is told. */
const MOVED_SURENESS = 0.1;
const SLOWER_TIMES = 2;
const SLOWER_MS = 20;

/** What changed since an earlier run: first what broke, then what stands or holds otherwise. */
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
