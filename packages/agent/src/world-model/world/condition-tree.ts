import type { Sighting } from '@mneme/core/domain/learned/world-model.js';

/** Observations under conditions that decide what follows. A leaf has no condition. */
export interface ConditionNode {
  /** Indices in the list of observations, oldest first. */
  readonly places: readonly number[];
  readonly split: {
    readonly condition: number;
    readonly holds: ConditionNode;
    readonly fails: ConditionNode;
  } | null;
}

const DEEPEST = 6;
const MIN_IN_LEAF = 3;
/** A negative condition is one of time: to be among the latest this many of a node. It always holds now. */
export const LATEST = [1, 2, 3, 4, 6, 9, 14, 22, 35];
/** How much more informative time must be than any condition. */
const TIME_PENALTY = 2;
const MIN_LATEST = 2;

/**
 * Which conditions decide what follows an action: at each node the one that separates the outcomes best, as long as
 * its likelihood ratio exceeds chance among so many conditions (G-test, Woolf 1957; trees as in Quinlan 1986). With
 * time, recency is such a condition, too.
 */
export function growTree(
  sightings: readonly Sighting[],
  withTime = false,
  places: readonly number[] = sightings.map((_, at) => at),
  depth = 0,
): ConditionNode {
  if (depth >= DEEPEST || places.length < 2 * MIN_IN_LEAF) return { places, split: null };
  const present = new Set(places.flatMap((at) => [...(sightings[at]?.[0] ?? [])]));
  const needed = 5 + 1.5 * Math.log(Math.max(1, present.size));
  const whole = logLikelihood(sightings, places);
  const tell = (
    condition: number,
    holds: readonly number[],
    fails: readonly number[],
  ): Telling => ({
    condition,
    holds,
    fails,
    gain: 2 * (logLikelihood(sightings, holds) + logLikelihood(sightings, fails) - whole),
  });
  const conditions = [...present].map((condition) =>
    tell(
      condition,
      placesWith(sightings, places, condition, true),
      placesWith(sightings, places, condition, false),
    ),
  );
  // If a rare condition explains the change equally well, the rules have not changed, even if it is
  // too rare to split by yet.
  const rival = Math.max(0, ...conditions.map(({ gain }) => gain));
  const times = withTime
    ? LATEST.map((latest) => tell(-latest, places.slice(-latest), places.slice(0, -latest))).filter(
        ({ gain, holds, fails }) =>
          gain > Math.max(rival, needed) + TIME_PENALTY &&
          holds.length >= MIN_LATEST &&
          fails.length >= MIN_IN_LEAF,
      )
    : [];
  const found = best([
    ...conditions.filter(
      ({ gain, holds, fails }) =>
        gain > needed && Math.min(holds.length, fails.length) >= MIN_IN_LEAF,
    ),
    ...times,
  ]);
  if (found === null) return { places, split: null };
  return {
    places,
    split: {
      condition: found.condition,
      holds: growTree(sightings, withTime, found.holds, depth + 1),
      fails: growTree(sightings, withTime, found.fails, depth + 1),
    },
  };
}

/** A candidate split, with its gain. */
interface Telling {
  readonly condition: number;
  readonly holds: readonly number[];
  readonly fails: readonly number[];
  readonly gain: number;
}

function best(tellings: readonly Telling[]): Telling | null {
  return tellings.reduce<Telling | null>(
    (most, each) => (most === null || each.gain > most.gain + 1e-9 ? each : most),
    null,
  );
}

function placesWith(
  sightings: readonly Sighting[],
  places: readonly number[],
  condition: number,
  holds: boolean,
): readonly number[] {
  return places.filter((at) => sightings[at]?.[0].includes(condition) === holds);
}

function logLikelihood(sightings: readonly Sighting[], places: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const at of places) {
    const outcome = sightings[at]?.[1] ?? -1;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  let sum = 0;
  for (const count of counts.values()) sum += count * Math.log(count / places.length);
  return sum;
}

export interface Leaf {
  readonly places: readonly number[];
  readonly path: readonly { readonly condition: number; readonly holds: boolean }[];
}

/** Follows the tree along conditions known to hold or fail, recording them: to a leaf if all are known. */
export function leafFor(
  tree: ConditionNode,
  shareOf: (condition: number, places: readonly number[]) => number,
): { readonly leaf: Leaf; readonly isLeaf: boolean } {
  const path: { condition: number; holds: boolean }[] = [];
  let node = tree;
  while (node.split !== null) {
    const share = shareOf(node.split.condition, node.places);
    if (share > 0 && share < 1) break;
    path.push({ condition: node.split.condition, holds: share === 1 });
    node = share === 1 ? node.split.holds : node.split.fails;
  }
  return { leaf: { places: node.places, path }, isLeaf: node.split === null };
}

export function leavesOf(node: ConditionNode, path: Leaf['path'] = []): Leaf[] {
  const { split } = node;
  if (split === null) return [{ places: node.places, path }];
  return [
    ...leavesOf(split.holds, [...path, { condition: split.condition, holds: true }]),
    ...leavesOf(split.fails, [...path, { condition: split.condition, holds: false }]),
  ];
}
