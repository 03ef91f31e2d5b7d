import { z } from 'zod';
import { GOAL_LEVELS, type GoalLevel } from '../../domain/goal.js';
import { SPACES, type SpaceName } from '../../domain/space.js';
import { alignmentOf, type Calibration } from './calibration.js';

/** Twelve alignments of 0..1 in the order of `SPACES`; null if the memory or the goal has no code in that space. */
export type PurposeVector = readonly (number | null)[];

/** The likeness of a memory and a goal in one space, -1..1, and that space's calibration. */
export interface SpaceLikeness {
  readonly space: SpaceName;
  readonly likeness: number;
  readonly calibration: Calibration;
}

/** Each space uses its own calibration; likenesses of different spaces are never compared. */
export function purposeVector(likenesses: readonly SpaceLikeness[]): PurposeVector {
  const bySpace = new Map(likenesses.map((each) => [each.space, each]));
  return SPACES.map((space) => {
    const found = bySpace.get(space);
    return found === undefined ? null : alignmentOf(found.likeness, found.calibration);
  });
}

/** Weighted mean over the present spaces, 0..1; null if there is none. Default: equal weights. */
export function overallAlignment(
  vector: PurposeVector,
  weights: Readonly<Partial<Record<SpaceName, number>>> = {},
): number | null {
  let [sum, weight] = [0, 0];
  SPACES.forEach((space, at) => {
    const alignment = vector[at] ?? null;
    if (alignment === null) return;
    const counts = weights[space] ?? 1;
    sum += counts * alignment;
    weight += counts;
  });
  return weight === 0 ? null : sum / weight;
}

export const AlignmentLevel = z.enum(['optimal', 'acceptable', 'warning', 'critical']);
export type AlignmentLevel = z.infer<typeof AlignmentLevel>;

/** From the best; the first that is reached applies. */
const LEVELS: readonly (readonly [number, AlignmentLevel])[] = [
  [0.75, 'optimal'],
  [0.7, 'acceptable'],
  [0.55, 'warning'],
];

export function alignmentLevel(alignment: number): AlignmentLevel {
  return LEVELS.find(([least]) => alignment >= least)?.[1] ?? 'critical';
}

/** The weight of each level of goals in the composite. */
const LEVEL_WEIGHTS: Readonly<Record<GoalLevel, number>> = {
  north_star: 0.4,
  strategic: 0.3,
  tactical: 0.2,
  immediate: 0.1,
};

export interface AlignedGoal {
  readonly level: GoalLevel;
  /** The goal's weight within its level. */
  readonly weight: number;
  readonly alignment: number;
}

/**
 * One figure for a whole tree: the weighted mean of each level, levels weighted .4/.3/.2/.1, over those
 * that have goals.
 */
export function compositeAlignment(goals: readonly AlignedGoal[]): number | null {
  let [sum, weight] = [0, 0];
  for (const level of GOAL_LEVELS) {
    const own = goals.filter((goal) => goal.level === level && goal.weight > 0);
    if (own.length === 0) continue;
    const weights = own.reduce((total, goal) => total + goal.weight, 0);
    sum +=
      LEVEL_WEIGHTS[level] *
      own.reduce((total, goal) => total + (goal.weight / weights) * goal.alignment, 0);
    weight += LEVEL_WEIGHTS[level];
  }
  return weight === 0 ? null : sum / weight;
}

/** Anomalies in a tree's alignments, in words; empty if there are none. */
export function misalignments(
  goals: readonly (AlignedGoal & { readonly name: string; readonly parent: string | null })[],
): string[] {
  const meanOf = (level: GoalLevel): number | null => {
    const own = goals.filter((goal) => goal.level === level);
    return own.length === 0
      ? null
      : own.reduce((sum, goal) => sum + goal.alignment, 0) / own.length;
  };
  const [strategic, tactical] = [meanOf('strategic'), meanOf('tactical')];
  const gaps = goals.flatMap((goal) => {
    const parent = goals.find(({ name }) => name === goal.parent);
    if (parent === undefined || Math.abs(parent.alignment - goal.alignment) <= WIDE_GAP) return [];
    return [
      `“${goal.name}” (${goal.alignment.toFixed(2)}) and “${parent.name}” (${parent.alignment.toFixed(2)}), which it serves, lie far apart`,
    ];
  });
  const busy =
    strategic !== null &&
    tactical !== null &&
    tactical > BUSY.tactical &&
    strategic < BUSY.strategic;
  return busy ? ['tactical goals are served well and strategic ones are not', ...gaps] : gaps;
}

const WIDE_GAP = 0.25;
const BUSY = { tactical: 0.7, strategic: 0.5 } as const;
