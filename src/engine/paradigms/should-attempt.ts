import { z } from 'zod';
import { parseInput } from '../../domain/parse-input.js';
import {
  attemptDecision,
  attemptScore,
  UNKNOWN_PART,
  type AttemptDecision,
  AttemptParts,
} from '../../foresight/self/attempt.js';
import type { EngineParts, OpenBank } from '../core.js';
import { chanceOf, runSimulation } from '../learning/simulate.js';
import { weighStrategies, type StrategyChoice } from './choose-strategy.js';
import { outcomesOn, sharedTerms } from './evidence.js';
import { TaskInput, type ParsedTask } from './task-input.js';
import { Share, type Of, type SchemaOf } from '../../domain/schema.js';

const attemptAdviceShape = z.strictObject({
  task: z.string(),
  decision: z.enum(['attempt', 'attempt_with_caveat', 'ask_for_help', 'decline']),
  /** 0..1: 0.30 competence + 0.25 past success + 0.25 best strategy + 0.20 simulation, less 0.1 for each way of failing that threatens. */
  score: Share,
  parts: AttemptParts,
  /** Ways of failing, seen before, that threaten here. */
  risks: z.array(z.string()),
  /** Like tasks that were tried, and how many of them went well. */
  past: z.strictObject({
    attempts: z.number(),
    successes: z.number(),
  }),
  /** In words, for a prompt. */
  rationale: z.string(),
});
export interface AttemptAdvice extends Of<typeof attemptAdviceShape> {}
export const AttemptAdvice: SchemaOf<AttemptAdvice, typeof attemptAdviceShape> = attemptAdviceShape;

/** What stands for a task in the world model, and what it leads to when it goes well. */
export const ATTEMPT_ACTION = 'attempt the task';
export const DONE = 'done';

/** Attempt it, attempt it with a caveat, ask for help, or decline (capability P10). */
export async function shouldAttempt(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<AttemptAdvice> {
  const input = parseInput(TaskInput, raw, 'task');
  return adviseOn(input, await weighStrategies(input, bank, parts), bank, parts);
}

export async function adviseOn(
  input: ParsedTask,
  { estimate, strategies }: StrategyChoice,
  bank: OpenBank,
  parts: EngineParts,
): Promise<AttemptAdvice> {
  const { task, difficulty } = input;
  const outcomes = await outcomesOn(task, bank, parts);
  const count = (of: typeof outcomes): number => of.reduce((sum, { times }) => sum + times, 0);
  const past = {
    attempts: count(outcomes),
    successes: count(outcomes.filter(({ success }) => success)),
  };
  const [best] = strategies;
  const shares: AttemptParts = {
    competence: estimate.accuracy,
    pastSuccess: past.attempts === 0 ? UNKNOWN_PART : past.successes / past.attempts,
    strategy: best === undefined ? UNKNOWN_PART : (best.successRate ?? UNKNOWN_PART),
    simulation: chanceDone(input, bank, parts),
  };
  const risks = estimate.failureModes
    .map(({ mode }) => mode)
    .filter((mode) => threatens(mode, input, parts));
  const score = attemptScore(shares, risks.length);
  const decision = attemptDecision(score);
  return {
    task,
    decision,
    score,
    parts: shares,
    risks,
    past,
    rationale: inWords(decision, score, shares, risks, difficulty),
  };
}

/** What the context of a task is for the world model. */
export function attemptContext({
  context,
  difficulty,
}: Pick<ParsedTask, 'context' | 'difficulty'>): string[] {
  return difficulty === undefined ? [...context] : [...context, `difficulty: ${difficulty}`];
}

function chanceDone(
  input: ParsedTask,
  { learned: { book } }: OpenBank,
  parts: EngineParts,
): number {
  const simulated = runSimulation(
    {
      actions: [ATTEMPT_ACTION],
      context: attemptContext(input),
      domain: input.domain ?? 'general',
      facts: input.facts,
    },
    book,
    parts,
  );
  return simulated.known ? chanceOf([DONE], simulated, simulated.steps[0]) : UNKNOWN_PART;
}

/** A way of failing threatens where the task has half of its telling words, or its difficulty. */
function threatens(
  mode: string,
  { task, context, difficulty }: ParsedTask,
  { stemmer }: EngineParts,
): boolean {
  const graded = /^failure_in_(\w+)$/u.exec(mode);
  if (graded !== null) return graded[1] === difficulty;
  return sharedTerms(mode, [task, ...context].join(' '), stemmer) >= 0.5;
}

const ADVICE: Readonly<Record<AttemptDecision, string>> = {
  attempt: 'Attempt it.',
  attempt_with_caveat: 'Attempt it, say that it may fail, and check the result.',
  ask_for_help: 'Ask for help before attempting it.',
  decline: 'Decline it.',
};

function inWords(
  decision: AttemptDecision,
  score: number,
  { competence, pastSuccess, strategy, simulation }: AttemptParts,
  risks: readonly string[],
  difficulty: string | undefined,
): string {
  const percent = (value: number): string => `${Math.round(100 * value)} %`;
  return `${ADVICE[decision]} Score ${score.toFixed(2)}: competence ${percent(competence)}, past success ${percent(pastSuccess)}, best strategy ${percent(strategy)}, foretold ${percent(simulation)}${difficulty === undefined ? '' : `, ${difficulty}`}.${risks.length === 0 ? '' : ` It failed before by: ${risks.join(', ')}.`}`;
}
