import { z } from 'zod';
import { isStanding, NO_NORTH_STAR, Goal } from '../../domain/goal.js';
import { northStarOf, treeOrder } from '../../domain/goal-tree.js';
import { Fall, PurposeSample } from '../../domain/purpose-history.js';
import { alignmentOf, likenessAt } from '../../spaces/fingerprint/calibration.js';
import { lifecycleOf, Lifecycle } from '../../spaces/fingerprint/lifecycle.js';
import {
  alignmentLevel,
  compositeAlignment,
  misalignments,
  overallAlignment,
  purposeVector,
  AlignmentLevel,
  type SpaceLikeness,
} from '../../spaces/fingerprint/purpose.js';
import { transitiveBound } from '../../spaces/fingerprint/transitivity.js';
import { describeFall, type PurposeTracker } from './purpose-tracker.js';
import { Share, type Of, type SchemaOf } from '../../domain/schema.js';

const goalAlignmentShape = z.strictObject({
  goal: Goal,
  depth: z.number(),
  /** Mean over the latest memories, 0..1; null if none can be compared. */
  alignment: Share.nullable(),
  level: AlignmentLevel.nullable(),
  /** Of the goal's own text with the north star. */
  toNorthStar: Share.nullable(),
  /**
   * The minimum alignment to the north star of any memory that serves this goal acceptably, in the semantic
   * space: the exact transitive bound. Small unless goal and north star use much the same words.
   */
  guaranteed: z.number().nullable(),
});
/** An active goal and how well the bank's latest memories serve it. */
export interface GoalAlignment extends Of<typeof goalAlignmentShape> {}
export const GoalAlignment: SchemaOf<GoalAlignment, typeof goalAlignmentShape> = goalAlignmentShape;

const purposeReportShape = z.strictObject({
  northStar: Goal.nullable(),
  /** Mean alignment of the latest memories to the north star, 0..1. */
  alignment: Share.nullable(),
  level: AlignmentLevel.nullable(),
  /** Over the whole tree, levels weighed .4/.3/.2/.1. */
  composite: Share.nullable(),
  /** Number of memories behind the means. */
  memories: z.number(),
  goals: z.array(GoalAlignment),
  /** Anomalies of the tree, in words. */
  misaligned: z.array(z.string()),
  /** From the maximum of the last seven days to now. */
  fall: Fall.nullable(),
  /** Oldest first: complete for 90 days, one per day before that. */
  history: z.array(PurposeSample),
  lifecycle: Lifecycle,
  notices: z.array(z.string()),
});
export interface PurposeReport extends Of<typeof purposeReportShape> {}
export const PurposeReport: SchemaOf<PurposeReport, typeof purposeReportShape> = purposeReportShape;

const ACCEPTABLE = 0.7;

/** Measures now and returns the history. Must be called within the bank's write queue. */
export async function reportPurpose(keeper: PurposeTracker): Promise<PurposeReport> {
  const { store, bank, state } = keeper.parts;
  await state.follow();
  const all = await store.goals(bank);
  const star = northStarOf(all);
  const lifecycle = lifecycleOf(state.index.size);
  if (star === null) {
    return {
      northStar: null,
      alignment: null,
      level: null,
      composite: null,
      memories: 0,
      goals: [],
      misaligned: [],
      fall: null,
      history: [],
      lifecycle,
      notices: [NO_NORTH_STAR],
    };
  }
  const goals = await Promise.all(
    treeOrder(all.filter((goal) => isStanding(goal) && goal.status === 'active')).map((line) =>
      alignGoal(line.goal, line.depth, star, keeper),
    ),
  );
  const figure = await keeper.figure(star.description);
  const fall = await keeper.sample(star);
  const measured = goals.flatMap(({ goal, alignment }) =>
    alignment === null ? [] : [{ ...goal, name: goal.description, alignment }],
  );
  return {
    northStar: star,
    alignment: figure?.alignment ?? null,
    level: figure === null ? null : alignmentLevel(figure.alignment),
    composite: compositeAlignment(measured),
    memories: figure?.memories ?? 0,
    goals,
    misaligned: misalignments(
      measured.map((each) => ({
        ...each,
        parent: all.find(({ id }) => id === each.parent)?.description ?? null,
      })),
    ),
    fall,
    history: await keeper.history(star),
    lifecycle,
    notices: [
      ...(figure === null ? ['There are no memories yet to measure.'] : []),
      ...(fall?.alarm === true ? [`Alarm: ${describeFall(fall)}.`] : []),
    ],
  };
}

async function alignGoal(
  goal: Goal,
  depth: number,
  star: Goal,
  keeper: PurposeTracker,
): Promise<GoalAlignment> {
  const figure = await keeper.figure(goal.description);
  const likenesses: SpaceLikeness[] = [];
  let guaranteed: number | null = null;
  for (const reader of keeper.parts.readers) {
    const likeness = reader.between(goal.description, star.description);
    if (likeness === null) continue;
    const calibration = await reader.calibration();
    likenesses.push({ space: reader.space, likeness, calibration });
    if (reader.space === 'semantic')
      guaranteed = alignmentOf(
        transitiveBound(likenessAt(ACCEPTABLE, calibration), likeness),
        calibration,
      );
  }
  return {
    goal,
    depth,
    alignment: figure?.alignment ?? null,
    level: figure === null ? null : alignmentLevel(figure.alignment),
    toNorthStar: overallAlignment(purposeVector(likenesses)),
    guaranteed,
  };
}
