import type { Drift, EarlierRun, Outcome } from './report.js';

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
