import type { Nearness } from './nearness.js';
import type { Statement } from './read-statements.js';
import { SAME_CLAIM } from './nearness.js';

/** One model seldom says a thing twice: two statements of it must be nearer to be one claim. */
const SAME_BREATH = 0.9;

/** Two of one claim may be far apart where a third says what both say, but not so far. */
const FLOOR = 0.03;

/** Statements that say the same; the first is the one that says it best. */
export type Group = readonly [Statement, ...Statement[]];

/**
 * Groups statements by average linkage: the nearest two first, and two groups become one where on average a statement of the one says the
 * same as one of the other, and no two are far apart or contradict. Groups stand in the order of their first statement; each begins with its
 * fullest statement.
 */
export function groupStatements(
  statements: readonly Statement[],
  nearness: (a: Statement, b: Statement) => Nearness,
): Group[] {
  const size = statements.length;
  const chances = new Float32Array(size * size);
  const candidates: { readonly a: number; readonly b: number; readonly chance: number }[] = [];
  for (const [a, one] of statements.entries())
    for (const [b, other] of statements.slice(0, a).entries()) {
      const { same: chance } = nearness(one, other);
      chances[a * size + b] = chance;
      chances[b * size + a] = chance;
      if (chance >= (one.model === other.model ? SAME_BREATH : SAME_CLAIM))
        candidates.push({ a, b, chance });
    }
  const same = (a: number, b: number): number => chances[a * size + b] ?? 0;
  const groups = statements.map((_, at) => [at]);
  const groupOf = groups.slice();
  for (const { a, b } of candidates.sort((p, q) => q.chance - p.chance || p.a - q.a || p.b - q.b)) {
    const [one, other] = [groupOf[a] ?? [], groupOf[b] ?? []];
    if (one === other || !sayTheSame(one, other, same)) continue;
    one.push(...other);
    for (const at of other) groupOf[at] = one;
  }
  return [...new Set(groupOf)]
    .map((group) => group.toSorted((a, b) => a - b))
    .sort(([a = 0], [b = 0]) => a - b)
    .flatMap((group) => asGroup(byFullness(group, statements), statements));
}

function sayTheSame(
  one: readonly number[],
  other: readonly number[],
  same: (a: number, b: number) => number,
): boolean {
  const chances = one.flatMap((a) => other.map((b) => same(a, b)));
  const sum = chances.reduce((total, chance) => total + chance, 0);
  return sum >= SAME_CLAIM * chances.length && Math.min(...chances) >= FLOOR;
}

/** What a word of one statement alone counts beside one that several have. */
const OWN_WORD = 0.25;

/**
 * The statement goes first that has most of what several of the group say, and then most besides: "The old index is redundant now" and not
 * "Drop it". Of two alike, the earlier.
 */
function byFullness(group: readonly number[], statements: readonly Statement[]): readonly number[] {
  const spread = new Map<string, number>();
  for (const at of group)
    for (const term of new Set(statements[at]?.terms))
      spread.set(term, (spread.get(term) ?? 0) + 1);
  const fullness = (at: number): number =>
    [...new Set(statements[at]?.terms)].reduce(
      (sum, term) => sum + ((spread.get(term) ?? 0) > 1 ? 1 : OWN_WORD),
      0,
    );
  return group.toSorted((a, b) => fullness(b) - fullness(a) || a - b);
}

function asGroup(order: readonly number[], statements: readonly Statement[]): [Group] | [] {
  const [first, ...rest] = order.flatMap((at) => statements[at] ?? []);
  return first === undefined ? [] : [[first, ...rest]];
}
