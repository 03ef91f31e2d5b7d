import { z } from 'zod';
import { Share, type Of, type SchemaOf } from '@mneme/core/domain/schema.js';
import { wilson } from '@mneme/core/domain/learned/competence.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import {
  ATTEMPT_ACTION,
  ATTEMPT_FLOORS,
  DONE,
  attemptScore,
  AttemptParts,
  chanceByRuns,
  type RunChance,
  chanceOf,
  runSimulation,
  runsIn,
} from '../world-model/index.js';
import type { ChosenStrategy, ParsedTask, StrategyChoice } from '../strategies/index.js';
import {
  Precedents,
  precedentsOf,
  outcomesOn,
  sharedTerms,
  ToldChance,
  Whether,
  type PastOutcome,
} from '@mneme/core/modules/evidence/index.js';

const attemptAdviceShape = z.strictObject({
  /** Recommendation: a rule that forbids it takes precedence over the evidence on outcomes. */
  whether: Whether,
  /** Whether to ask somebody for help first. */
  askFirst: z.boolean(),
  /**
   * 0..1: 0.30 competence + 0.25 past success + 0.25 best strategy + 0.20 simulation, over the known ones, minus 0.1
   * for each threatening failure mode; null without evidence.
   */
  score: Share.nullable(),
  /** Probability of success from similar undertakings, runs and outcomes; null without any. */
  chance: ToldChance.nullable(),
  parts: AttemptParts,
  /** Known failure modes that are likely here. */
  risks: z.array(z.string()),
  /** Number of runs and outcomes, and of the successful ones. */
  past: z.strictObject({
    attempts: z.number(),
    successes: z.number(),
  }),
  /** What people said about doing it, or something similar; rules that forbid it first. */
  told: Precedents,
  /** In words, for a prompt. */
  rationale: z.string(),
});
/** Whether to attempt a task, and on what evidence. */
export interface AttemptAdvice extends Of<typeof attemptAdviceShape> {}
export const AttemptAdvice: SchemaOf<AttemptAdvice, typeof attemptAdviceShape> = attemptAdviceShape;

export async function adviseOn(
  input: ParsedTask,
  { estimate, strategies }: Pick<StrategyChoice, 'estimate' | 'strategies'>,
  bank: OpenBank,
  parts: EngineParts,
): Promise<AttemptAdvice> {
  const { task, domain } = input;
  const outcomes = await outcomesOn(task, bank, parts);
  // A task concluded together with its run is stored as both.
  const concluded = new Set(outcomes.map(({ recordedAt }) => recordedAt));
  const runs = (await runsIn(domain, bank, parts)).filter(
    ({ createdAt }) => !concluded.has(createdAt),
  );
  const told = await precedentsOf(task, bank);
  // A warning's success rate says how often heeding it was right, not how often the task succeeds.
  const best = strategies.find(({ fromSuccess }) => fromSuccess);
  const chance = pastChance(chanceByRuns(task, runs, parts.stemmer), outcomes, told);
  const shares: AttemptParts = {
    competence: estimate.known ? estimate.accuracy : null,
    pastSuccess: chance?.mean ?? null,
    strategy: best === undefined ? null : provenRate(best),
    simulation: chanceDone(input, bank, parts),
  };
  const risks = estimate.failureModes
    .map(({ mode }) => mode)
    .filter((mode) => threatens(mode, input, parts));
  const score = attemptScore(shares, risks.length);
  const past = {
    attempts: runs.length + timesOf(outcomes),
    successes:
      runs.filter(({ success }) => success).length +
      timesOf(outcomes.filter(({ success }) => success)),
  };
  const reported =
    past.attempts > 0 || Object.values({ ...shares, pastSuccess: null }).some(isKnown);
  const whether = reported ? weighed(told, score) : told.whether;
  const askFirst =
    reported && whether === 'go_with_care' && score !== null && score <= ATTEMPT_FLOORS.alone;
  const known = { whether, askFirst, score, chance, parts: shares, risks, past, told };
  return { ...known, rationale: inWords(known) };
}

const isKnown = (share: number | null): boolean => share !== null;

/** Combines all evidence; with a rule that forbids it, the best recommendation is `go_with_care`. */
function weighed(told: Precedents, score: number | null): Whether {
  if (score === null) return told.whether;
  const forbidden = told.lines.some(({ forbids }) => forbids);
  if (score <= ATTEMPT_FLOORS.atAll || (forbidden && told.whether === 'do_not')) return 'do_not';
  return score > ATTEMPT_FLOORS.freely && !forbidden ? 'go' : 'go_with_care';
}

/** Success rate in use, else in the runs that it was learned from; null for one that was only stated. */
function provenRate({ successRate, promise, support }: ChosenStrategy): number | null {
  return successRate ?? (support.for + support.against > 0 ? promise : null);
}

const timesOf = (outcomes: readonly PastOutcome[]): number =>
  outcomes.reduce((sum, { times }) => sum + times, 0);

/** Combines learned runs, stored outcomes and reports, weighted by their numbers. */
function pastChance(
  byRuns: RunChance | null,
  outcomes: readonly PastOutcome[],
  { chance: byTold }: Precedents,
): ToldChance | null {
  const times = timesOf(outcomes);
  const successes = timesOf(outcomes.filter(({ success }) => success));
  const voices = [
    ...(byRuns === null || byRuns.like === 0
      ? []
      : [{ good: byRuns.mean, mixed: 0, weight: byRuns.like }]),
    ...(times === 0 ? [] : [{ good: successes / times, mixed: 0, weight: times }]),
    ...(byTold === null ? [] : [{ ...byTold, weight: byTold.undertakings }]),
  ];
  if (voices.length === 0) return null;
  const weights = voices.reduce((sum, { weight }) => sum + weight, 0);
  const shareOf = (name: 'good' | 'mixed'): number =>
    voices.reduce((sum, voice) => sum + voice[name] * voice.weight, 0) / weights;
  const [good, mixed] = [shareOf('good'), shareOf('mixed')];
  const mean = good + mixed / 2;
  return {
    ...{ mean, good, mixed, bad: Math.max(0, 1 - good - mixed) },
    interval: wilson(mean * weights, weights),
    undertakings: Math.round(weights),
  };
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

/** A failure mode applies if the task contains half of its content words, or has its difficulty. */
function threatens(
  mode: string,
  { task, context, difficulty }: ParsedTask,
  { stemmer }: EngineParts,
): boolean {
  const graded = GRADED.exec(mode);
  if (graded !== null) return graded[1] === difficulty;
  return sharedTerms(mode, [task, ...context].join(' '), stemmer) >= 0.5;
}

const ADVICE: Readonly<Record<Whether, string>> = {
  go: 'Go ahead.',
  go_with_care: 'Go with care, say that it may fail, and check the result.',
  do_not: 'Do not do it.',
  unknown: 'There is no evidence either way.',
};
const NO_OUTCOME = 'Nobody said how it went.';
/** Number of lines quoted in the rationale. */
const QUOTED = 3;

function inWords({
  whether,
  askFirst,
  risks,
  past: { attempts, successes },
  told,
  chance,
}: Omit<AttemptAdvice, 'rationale'>): string {
  const rules = told.lines.filter(({ forbids }) => forbids);
  const cases = told.lines.filter(({ went, forbids }) => went !== null && !forbids);
  return [
    whether === 'unknown' && told.lines.length > 0 ? NO_OUTCOME : ADVICE[whether],
    ...(askFirst ? ['Ask for help first.'] : []),
    ...rules.map(({ text }) => `A rule stands against it: “${text}”`),
    ...(chance === null
      ? []
      : [
          `By ${chance.undertakings} like it, it goes well ${Math.round(100 * chance.mean)} times in 100.`,
        ]),
    ...(attempts === 0 ? [] : [`Of ${attempts} runs, ${successes} went well.`]),
    ...cases.slice(0, QUOTED).map(({ text }) => `Told: “${text}”`),
    ...(risks.length === 0 ? [] : [`It failed before by: ${risks.join(', ')}.`]),
  ].join(' ');
}
