import type { Nearness } from './nearness.js';
import type { Statement } from './read-statements.js';
import { SAME_CLAIM } from './nearness.js';

/** One model seldom says a thing twice: two statements of it must be nearer to be one claim. */
const SAME_BREATH = 0.55;

/** Statements that say the same; the first is the one that says it best. */
export type Group = readonly [Statement, ...Statement[]];

/**
 * Groups statements by complete linkage: the nearest two first, and a group takes in another only where each statement of the one says the
 * same as each of the other. Groups stand in the order of their first statement; each begins with its medoid.
 */
export function groupStatements(
  statements: readonly Statement[],
  nearness: (a: Statement, b: Statement) => Nearness,
): Group[] {
  const near = new Map<number, number>();
  const key = (a: number, b: number): number => Math.min(a, b) * statements.length + Math.max(a, b);
  for (const [a, one] of statements.entries())
    for (const [b, other] of statements.slice(0, a).entries()) {
      const { same } = nearness(one, other);
      if (same >= (one.model === other.model ? SAME_BREATH : SAME_CLAIM)) near.set(key(a, b), same);
    }
  const same = (a: number, b: number): number => near.get(key(a, b)) ?? 0;
  const groups = statements.map((_, at) => [at]);
  const groupOf = groups.slice();
  for (const [pair] of [...near].sort(([p, x], [q, y]) => y - x || p - q)) {
    const one = groupOf[Math.floor(pair / statements.length)] ?? [];
    const other = groupOf[pair % statements.length] ?? [];
    if (one === other || !one.every((a) => other.every((b) => same(a, b) > 0))) continue;
    one.push(...other);
    for (const at of other) groupOf[at] = one;
  }
  return [...new Set(groupOf)]
    .map((group) => group.toSorted((a, b) => a - b))
    .sort(([a = 0], [b = 0]) => a - b)
    .flatMap((group) => byMedoid(group, same).flatMap((order) => asGroup(order, statements)));
}

/** The one that the others are nearest to goes first; of two alike, the earlier. */
function byMedoid(
  group: readonly number[],
  same: (a: number, b: number) => number,
): [readonly number[]] {
  const nearTo = (at: number): number =>
    group.reduce((sum, other) => sum + (other === at ? 0 : same(at, other)), 0);
  const [medoid = 0] = group.toSorted((a, b) => nearTo(b) - nearTo(a) || a - b);
  return [[medoid, ...group.filter((at) => at !== medoid)]];
}

function asGroup(order: readonly number[], statements: readonly Statement[]): [Group] | [] {
  const [first, ...rest] = order.flatMap((at) => statements[at] ?? []);
  return first === undefined ? [] : [[first, ...rest]];
}
