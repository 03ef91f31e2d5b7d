import { z } from 'zod';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { PLAN_STATES, readPlanState } from '../../language/plan-state.js';
import { MAX_LINES, Told, ToldLine, toldOf, type AskedBank } from './told.js';

const toldPlanShape = z.strictObject({
  ...ToldLine.shape,
  /** What it says became of a plan; null where it only speaks of it. */
  state: z.enum(PLAN_STATES).nullable(),
});
/** A thing that was said of a plan. */
export interface ToldPlan extends Of<typeof toldPlanShape> {}
export const ToldPlan: SchemaOf<ToldPlan, typeof toldPlanShape> = toldPlanShape;

const toldPlansShape = z.strictObject({ ...Told.shape, lines: z.array(toldPlanShape) });
/** What was said of plans: the newest first, since what became of one is said last. */
export interface ToldPlans extends Of<typeof toldPlansShape> {}
export const ToldPlans: SchemaOf<ToldPlans, typeof toldPlansShape> = toldPlansShape;

const OPEN = 'What is planned, still open or due next?';

/** What was said of plans on a matter, or of all that is open. */
export async function plansToldOf(
  about: string | undefined,
  bank: AskedBank,
  limit = 2 * MAX_LINES,
): Promise<ToldPlans> {
  const { known, lines } = await toldOf(about ?? OPEN, bank, limit);
  return {
    known,
    lines: lines
      .map((line) => ({ ...line, state: readPlanState(line.text) }))
      .sort((a, b) => b.saidAt - a.saidAt),
  };
}
