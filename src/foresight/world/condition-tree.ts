import type { Sighting } from '../../domain/learned/transition.js';

/** Sightings under conditions that decide what follows. A leaf has no condition. */
export interface ConditionNode {
  /** Places in the list of sightings, oldest first. */
  readonly places: readonly number[];
  readonly split: { readonly condition: number; readonly holds: ConditionNode; readonly fails: ConditionNode } | null;
}

const DEEPEST = 6;
const LEAST_IN_LEAF = 3;

/**
 * Which conditions decide what follows an action: at each node the one by which the outcomes differ most, as long as its
 * likelihood ratio is more than chance among so many conditions gives (G-test, Woolf 1957; trees as in Quinlan 1986).
 */
export function growTree(sightings: readonly Sighting[], places: readonly number[] = sightings.map((_, at) => at), depth = 0): ConditionNode {
  if (depth >= DEEPEST || places.length < 2 * LEAST_IN_LEAF) return { places, split: null };
  const present = new Set(places.flatMap((at) => [...(sightings[at]?.[0] ?? [])]));
  const needed = 5 + 1.5 * Math.log(Math.max(1, present.size));
  let best: { condition: number; gain: number; holds: number[]; fails: number[] } | null = null;
  const whole = logLikelihood(sightings, places);
  for (const condition of present) {
    const holds = places.filter((at) => sightings[at]?.[0].includes(condition) === true);
    if (holds.length < LEAST_IN_LEAF || places.length - holds.length < LEAST_IN_LEAF) continue;
    const fails = places.filter((at) => sightings[at]?.[0].includes(condition) !== true);
    const gain = 2 * (logLikelihood(sightings, holds) + logLikelihood(sightings, fails) - whole);
    if (gain > needed && (best === null || gain > best.gain + 1e-9)) best = { condition, gain, holds, fails };
  }
  if (best === null) return { places, split: null };
  return { places, split: { condition: best.condition, holds: growTree(sightings, best.holds, depth + 1), fails: growTree(sightings, best.fails, depth + 1) } };
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

/** The leaf that conditions lead to, with those that were asked on the way. */
export function leafFor(tree: ConditionNode, holds: (condition: number) => boolean): Leaf {
  const path: { condition: number; holds: boolean }[] = [];
  let node = tree;
  while (node.split !== null) {
    const met = holds(node.split.condition);
    path.push({ condition: node.split.condition, holds: met });
    node = met ? node.split.holds : node.split.fails;
  }
  return { places: node.places, path };
}

export function leavesOf(node: ConditionNode, path: Leaf['path'] = []): Leaf[] {
  const { split } = node;
  if (split === null) return [{ places: node.places, path }];
  return [...leavesOf(split.holds, [...path, { condition: split.condition, holds: true }]), ...leavesOf(split.fails, [...path, { condition: split.condition, holds: false }])];
}
