import { z } from 'zod';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import type { FormerLimit } from '@mneme/core/domain/profile.js';
import { type Of, type SchemaOf, flag } from '@mneme/core/domain/schema.js';
import type { FlowParts, OpenBank } from '@mneme/core/bank/core.js';
import { TaskInput } from '../strategies/index.js';
import { QuestionAnswer, Reconciliation } from './answers.js';
import { prepare, PreparedTask } from './prepare.js';
import { reconcile, ReconcileInput } from './reconcile.js';
import { QuestionInput, synthesise } from './synthesise.js';

const { task: _, domain: __, conflict, ...Ends } = ReconcileInput.shape;

export const SynthesiseInput = z
  .strictObject({
    ...QuestionInput.shape,
    query: QuestionInput.shape.query.optional(),
    prepare: flag('It is a task to be made ready: the best strategy, advice, a prediction.'),
    ...TaskInput.pick({ about: true, facts: true, difficulty: true }).shape,
    conflict: conflict.optional(),
    ...Ends,
  })
  .refine((asked) => asked.query !== undefined || asked.conflict !== undefined, {
    message: 'must be given: the question, the task, or a conflict to settle',
    path: ['query'],
  })
  .refine((asked) => !asked.prepare || asked.query !== undefined, {
    message: 'must be given: the task to be made ready',
    path: ['query'],
  });
export type SynthesiseInput = z.input<typeof SynthesiseInput> & FormerLimit;

const synthesisShape = z.strictObject({
  ...QuestionAnswer.shape,
  /** The prepared task; null unless requested. */
  prepared: PreparedTask.nullable(),
  /** How a disagreement was resolved; null without one. */
  reconciled: Reconciliation.nullable(),
});
/** An answer to a question, with a prepared task or a resolved disagreement. */
export interface Synthesis extends Of<typeof synthesisShape> {}
export const Synthesis: SchemaOf<Synthesis, typeof synthesisShape> = synthesisShape;

/** Answers from all paradigms; prepares a task, or resolves a disagreement. Throws `invalid_input`, `not_found`. */
export async function answerFrom(
  raw: unknown,
  bank: OpenBank,
  parts: FlowParts,
): Promise<Synthesis> {
  const asked = parseInput(SynthesiseInput, raw, 'synthesis');
  const { query, context, domain, paradigms, limit, budgets } = asked;
  const reconciled =
    asked.conflict === undefined ? null : await reconcile(conflictOf(asked), bank, parts);
  const prepared = asked.prepare ? await prepare(taskOf(asked), bank, parts) : null;
  const answer =
    query === undefined
      ? { ...NOTHING_ASKED, text: reconciled?.resolution ?? '' }
      : await synthesise({ query, context, domain, paradigms, limit, budgets }, bank, parts);
  return { ...answer, prepared, reconciled };
}

type Asked = z.output<typeof SynthesiseInput>;

const conflictOf = ({ query, ...asked }: Asked): unknown => ({
  ...Object.fromEntries(
    ['conflict', 'domain', ...Object.keys(Ends)].map((field) => [
      field,
      asked[field as keyof typeof asked],
    ]),
  ),
  task: query,
});

const taskOf = ({ query, about, context, facts, domain, difficulty, limit }: Asked): unknown => ({
  ...{ task: query, about, context, facts, domain, difficulty, limit },
});

const NOTHING_ASKED: QuestionAnswer = {
  query: '',
  paradigms: { value: [], cues: [], sure: 0 },
  ...{ text: '', facts: [], went: null, preferences: [], strategies: [], forecast: null },
  ...{
    latest: [],
    ways: [],
    plans: [],
    goals: [],
    competence: null,
    confidence: 0,
    caveats: [],
    rests: [],
  },
  ...{ timings: {}, overBudget: [], leftOut: [] },
};
