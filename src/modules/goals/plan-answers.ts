/** The results of the operations on plans of goals. */
import { z } from 'zod';
import { Goal } from '../../domain/goal.js';
import { GoalId } from '../../domain/ids.js';
import { Plan } from '../../domain/learned/plan.js';
import { Instant } from '../../domain/time.js';
import { GoalState } from './agenda.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';

const planReceiptShape = z.strictObject({
  goal: Goal,
  plan: Plan,
  sequence: z.number(),
});
export interface PlanReceipt extends Of<typeof planReceiptShape> {}
export const PlanReceipt: SchemaOf<PlanReceipt, typeof planReceiptShape> = planReceiptShape;

const agendaShape = z.strictObject({
  /** Those that can be worked on first, the most urgent first. */
  goals: z.array(GoalState),
  /** Goals with a time trigger that is due and was not reported yet. */
  due: z.array(GoalId),
});
export interface Agenda extends Of<typeof agendaShape> {}
export const Agenda: SchemaOf<Agenda, typeof agendaShape> = agendaShape;

const firedGoalsShape = z.strictObject({
  fired: z.array(
    z.strictObject({
      goal: Goal,
      urgency: Share,
      triggers: z.array(
        z.discriminatedUnion('on', [
          z.strictObject({ on: z.literal('time'), at: Instant }),
          z.strictObject({ on: z.literal('event'), event: z.string() }),
          z.strictObject({ on: z.literal('mention'), words: z.string() }),
        ]),
      ),
    }),
  ),
  sequence: z.number(),
});
export interface FiredGoals extends Of<typeof firedGoalsShape> {}
export const FiredGoals: SchemaOf<FiredGoals, typeof firedGoalsShape> = firedGoalsShape;

const decompositionShape = z.strictObject({
  parent: Goal,
  subgoals: z.array(
    z.strictObject({
      goal: Goal,
      dependsOn: z.array(GoalId),
    }),
  ),
  /** The origin of the steps: the caller, the language model, or a strategy. */
  by: z.enum(['caller', 'model', 'strategy']),
  notices: z.array(z.string()),
  sequence: z.number(),
});
export interface Decomposition extends Of<typeof decompositionShape> {}
export const Decomposition: SchemaOf<Decomposition, typeof decompositionShape> = decompositionShape;
