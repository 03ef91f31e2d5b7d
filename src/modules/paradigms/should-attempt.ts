import { z } from 'zod';
import { parseInput } from '../../domain/parse-input.js';
import { Share, type Of, type SchemaOf } from '../../domain/schema.js';
import {
  ATTEMPT_ACTION,
  DONE,
  attemptDecision,
  attemptScore,
  ATTEMPT_DECISIONS,
  type AttemptDecision,
  AttemptParts,
  chanceByRuns,
  type RunChance,
  chanceOf,
  runSimulation,
  runsIn,
} from '../foresight/index.js';
import {
  Precedents,
  precedentsOf,
  outcomesOn,
  sharedTerms,
  type PastOutcome,
} from '../told/index.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import {
  weighStrategies,
  type ChosenStrategy,
  type StrategyChoice,
  TaskInput,
  type ParsedTask,
} from '../strategies/index.js';

const attemptAdviceShape = z.strictObject({
  task: z.string(),
  decision: z.enum(ATTEMPT_DECISIONS),
  /**
   * 0..1: 0.30 competence + 0.25 past success + 0.25 best strategy + 0.20 simulation, over the known ones,
   * minus 0.1 for each threatening failure mode; null without evidence.
   */
  score: Share.nullable(),
  /** Probability of success, 0..1, by how similar runs, outcomes and reported cases went; null without evidence. */
  chance: Share.nullable(),
  parts: AttemptParts,
  /** Known failure modes that threaten here. */
  risks: z.array(z.string()),
  /** Number of runs and outcomes, and of the successful ones. */
  past: z.strictObject({
    attempts: z.number(),
    successes: z.number(),
  }),
  /** What people said about trying it, or something similar. */
  told: Precedents,
  /** In words, for a prompt. */
  rationale: z.string(),
});
export interface AttemptAdvice extends Of<typeof attemptAdviceShape> {}
export const AttemptAdvice: SchemaOf<AttemptAdvice, typeof attemptAdviceShape> = attemptAdviceShape;

/** Attempt it, attempt it with a caveat, ask for help, or decline. */
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
  const { task, domain } = input;
  const outcomes = await outcomesOn(task, bank, parts);
  // A task concluded with its run is stored as both.
  const concluded = new Set(outcomes.map(({ recordedAt }) => recordedAt));
  const runs = (await runsIn(domain, bank, parts)).filter(
    ({ createdAt }) => !concluded.has(createdAt),
  );
  const byRuns = chanceByRuns(task, runs, parts.stemmer);
  const told = await precedentsOf(task, bank);
  // How often heeding a warning was right says nothing on how often the task goes well.
  const best = strategies.find(({ fromSuccess }) => fromSuccess);
  const chance = pastChance(byRuns, outcomes, told);
  const shares: AttemptParts = {
    competence: estimate.known ? estimate.accuracy : null,
    pastSuccess: chance,
    strategy: best === undefined ? null : provenRate(best),
    simulation: chanceDone(input, bank, parts),
  };
  const risks = estimate.failureModes
    .map(({ mode }) => mode)
    .filter((mode) => threatens(mode, input, parts));
  const score = attemptScore(shares, risks.length);
  const decision = attemptDecision(score);
  const wentWell = outcomes.filter(({ success }) => success);
  const past = {
    attempts: runs.length + timesOf(outcomes),
    successes: runs.filter(({ success }) => success).length + timesOf(wentWell),
  };
  return {
    task,
    decision,
    score,
    chance,
    parts: shares,
    risks,
    past,
    told,
    rationale: inWords({ decision, risks, past, told, chance }),
  };
}

/** Its success rate in use, else in the runs that it was learned from; null for one that was only stated. */
function provenRate({ successRate, promise, support }: ChosenStrategy): number | null {
  return successRate ?? (support.for + support.against > 0 ? promise : null);
}

const timesOf = (outcomes: readonly PastOutcome[]): number =>
  outcomes.reduce((sum, { times }) => sum + times, 0);

/** Learned runs, stored outcomes and reported cases are weighted by their numbers. */
function pastChance(
  byRuns: RunChance | null,
  outcomes: readonly PastOutcome[],
  { chance: byTold, well, badly }: Precedents,
): number | null {
  const times = timesOf(outcomes);
  const successes = timesOf(outcomes.filter(({ success }) => success));
  const voices = [
    ...(byRuns === null ? [] : [{ mean: byRuns.mean, weight: Math.max(1, byRuns.like) }]),
    ...(times === 0 ? [] : [{ mean: successes / times, weight: times }]),
    ...(byTold === null ? [] : [{ mean: byTold.mean, weight: well + badly }]),
  ];
  const weights = voices.reduce((sum, { weight }) => sum + weight, 0);
  return weights === 0
    ? null
    : voices.reduce((sum, { mean, weight }) => sum + mean * weight, 0) / weights;
}

/** The context of a task in the world model. */
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
): number | null {
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
  return simulated.known ? chanceOf([DONE], simulated, simulated.steps[0]) : null;
}

const GRADED = /^failure_in_(\w+)$/u;

/** A failure mode threatens if the task contains half of its content words, or has its difficulty. */
function threatens(
  mode: string,
  { task, context, difficulty }: ParsedTask,
  { stemmer }: EngineParts,
): boolean {
  const graded = GRADED.exec(mode);
  if (graded !== null) return graded[1] === difficulty;
  return sharedTerms(mode, [task, ...context].join(' '), stemmer) >= 0.5;
}

const ADVICE: Readonly<Record<AttemptDecision, string>> = {
  attempt: 'Attempt it.',
  attempt_with_caveat: 'Attempt it, say that it may fail, and check the result.',
  ask_for_help: 'Ask for help before attempting it.',
  decline: 'Decline it.',
  no_evidence: 'There is no evidence either way.',
};
/** Number of lines quoted in the rationale. */
const QUOTED = 3;

function inWords({
  decision,
  risks,
  past: { attempts, successes },
  told,
  chance,
}: Pick<AttemptAdvice, 'decision' | 'risks' | 'past' | 'told' | 'chance'>): string {
  const cases = told.lines
    .filter(({ went }) => went === 'well' || went === 'badly')
    .slice(0, QUOTED);
  const advice =
    decision === 'no_evidence' && told.lines.length > 0 ? NO_OUTCOME : ADVICE[decision];
  return [
    advice,
    ...(chance === null
      ? []
      : [`By what is like it, it goes well ${Math.round(100 * chance)} times in 100.`]),
    ...(attempts === 0 ? [] : [`Of ${attempts} runs, ${successes} went well.`]),
    ...cases.map(({ text }) => `Told: “${text}”`),
    ...(risks.length === 0 ? [] : [`It failed before by: ${risks.join(', ')}.`]),
  ].join(' ');
}

const NO_OUTCOME = 'Nobody said how it went.';
