import { z } from 'zod';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { PLAN_STATES, readPlanState } from '../../language/plan-state.js';
import { MAX_LINES, Told, ToldLine, toldOf, type AskedBank } from './told.js';

const toldPlanShape = z.strictObject({
  ...ToldLine.shape,
  /** The state of a plan that it states; null if it only mentions the plan. */
  state: z.enum(PLAN_STATES).nullable(),
});
/** A statement about a plan. */
export interface ToldPlan extends Of<typeof toldPlanShape> {}
export const ToldPlan: SchemaOf<ToldPlan, typeof toldPlanShape> = toldPlanShape;

const toldPlansShape = z.strictObject({ ...Told.shape, lines: z.array(toldPlanShape) });
/** Statements about plans, newest first, because the outcome is said last. */
export interface ToldPlans extends Of<typeof toldPlansShape> {}
export const ToldPlans: SchemaOf<ToldPlans, typeof toldPlansShape> = toldPlansShape;

const OPEN = 'What is planned, still open or due next?';

/** Statements about plans on a matter, or about all open ones. */
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
