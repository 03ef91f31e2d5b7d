import { z } from 'zod';
import { competenceKey } from '@mneme/core/bank/learned/sightings.js';
import type { Competence, Difficulty } from '@mneme/core/domain/learned/competence.js';
import { Interval, type Of, type SchemaOf, Share } from '@mneme/core/domain/schema.js';
import type { LearnedIndex } from '@mneme/core/indexes/learned-index.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import {
  calibrationError,
  chanceAbove,
  competenceNotice,
  confidenceInEstimate,
  emptyCompetence,
  expectedEffort,
  failureModesOf,
  modelFor,
  posteriorOf,
  verdictOn,
} from './competence.js';
import { currentCompetences } from './standing-competences.js';

const effortShape = z
  .strictObject({
    expected: z.number(),
    range: z.tuple([z.number(), z.number()]).readonly(),
  })
  .nullable();

const selfEstimateShape = z.strictObject({
  capability: z.string(),
  domain: z.string(),
  /** False if nothing similar was ever reported: then it is the prior alone. */
  known: z.boolean(),
  /** Mean of the posterior, 0..1. */
  accuracy: Share,
  /** 95 % credible interval. */
  interval: Interval,
  samples: z.number(),
  /** 0..0.95. */
  confidenceInEstimate: Share,
  /** P(rate > required). */
  chance: z.number(),
  verdict: z.enum(['attempt', 'attempt_with_caution', 'ask_for_help']),
  failureModes: z.array(
    z.strictObject({
      mode: z.string(),
      count: z.number(),
      share: Share,
    }),
  ),
  /** Mean absolute error of stated probabilities, and their number. */
  calibration: z.strictObject({
    error: Share.nullable(),
    points: z.number(),
  }),
  steps: effortShape,
  tokens: effortShape,
  seconds: effortShape,
  /** A notice for a model that is about to do it. */
  notice: z.string(),
});
/** Expected success in a task, from results in similar tasks. */
export interface SelfEstimate extends Of<typeof selfEstimateShape> {}
export const SelfEstimate: SchemaOf<SelfEstimate, typeof selfEstimateShape> = selfEstimateShape;

/**
 * Estimates for a task, from the capability whose words it contains; without a task, for all capabilities, most
 * certain first.
 */
export function competences(
  task: string,
  asked: Asked,
  book: LearnedIndex,
  stemmer: Stemmer,
): readonly SelfEstimate[] {
  if (task !== '') {
    const found = competenceFor(task, book, stemmer);
    return found === undefined ? [] : [asEstimate(found, true, asked)];
  }
  return currentCompetences(book)
    .map((competence) => asEstimate(competence, true, asked))
    .sort((a, b) => b.chance - a.chance);
}

interface Asked {
  readonly difficulty: Difficulty | undefined;
  readonly required: number;
}

export function estimateFor(
  task: string,
  book: LearnedIndex,
  stemmer: Stemmer,
  asked: Asked,
): SelfEstimate {
  const found = competenceFor(task, book, stemmer);
  return found === undefined
    ? asEstimate(emptyCompetence(task, 'general'), false, asked)
    : asEstimate(found, true, asked);
}

/** The competence of that name, else the one whose words the task contains most of, at least half. */
export function competenceFor(
  task: string,
  book: LearnedIndex,
  stemmer: Stemmer,
): Competence | undefined {
  const all = currentCompetences(book);
  const named = all.find(({ capability }) => competenceKey(capability) === competenceKey(task));
  if (named !== undefined) return named;
  const there = new Set(contentTerms(task, 'en', stemmer));
  const shares = all.map((competence) => {
    const terms = [...new Set(contentTerms(competence.capability, 'en', stemmer))];
    return {
      competence,
      share: terms.length === 0 ? 0 : terms.filter((term) => there.has(term)).length / terms.length,
      terms: terms.length,
    };
  });
  return shares
    .filter(({ share }) => share >= 0.5)
    .sort((a, b) => b.share - a.share || b.terms - a.terms)[0]?.competence;
}

export function asEstimate(
  competence: Competence,
  known: boolean,
  { difficulty, required }: Asked,
): SelfEstimate {
  const model = modelFor(competence, difficulty);
  const posterior = posteriorOf(model);
  return {
    capability: competence.capability,
    domain: competence.domain,
    known,
    accuracy: posterior.mean,
    interval: posterior.interval,
    samples: posterior.samples,
    confidenceInEstimate: confidenceInEstimate(posterior),
    chance: chanceAbove(model, required),
    verdict: verdictOn(model, required),
    failureModes: failureModesOf(competence),
    calibration: { error: calibrationError(competence), points: competence.calibration.length },
    steps: expectedEffort(competence.steps, difficulty),
    tokens: expectedEffort(competence.tokens, difficulty),
    seconds: expectedEffort(competence.seconds, difficulty),
    notice: competenceNotice(competence, difficulty, required),
  };
}

/** The action that represents a task in the world model, and its outcome on success. */
export const ATTEMPT_ACTION = 'attempt the task';
export const DONE = 'done';

/** Minimum scores for attempting a task freely, without help, and at all. */
export const ATTEMPT_FLOORS = { freely: 0.75, alone: 0.5, atAll: 0.25 } as const;

const attemptPartsShape = z.strictObject({
  competence: Share.nullable(),
  pastSuccess: Share.nullable(),
  strategy: Share.nullable(),
  simulation: Share.nullable(),
});
/** Each 0..1; null if unknown. */
export interface AttemptParts extends Of<typeof attemptPartsShape> {}
export const AttemptParts: SchemaOf<AttemptParts, typeof attemptPartsShape> = attemptPartsShape;

const ATTEMPT_WEIGHTS = {
  competence: 0.3,
  pastSuccess: 0.25,
  strategy: 0.25,
  simulation: 0.2,
} as const satisfies Record<keyof AttemptParts, number>;
/** What each threatening failure mode subtracts. */
const FAILURE_RISK = 0.1;

/** The weighted mean of the known parts: unknown ones are neutral. Null if none is known. */
export function attemptScore(parts: AttemptParts, risks: number): number | null {
  let sum = 0;
  let weights = 0;
  for (const name of Object.keys(ATTEMPT_WEIGHTS) as (keyof AttemptParts)[]) {
    const value = parts[name];
    if (value === null) continue;
    sum += ATTEMPT_WEIGHTS[name] * value;
    weights += ATTEMPT_WEIGHTS[name];
  }
  return weights === 0 ? null : Math.max(0, sum / weights - FAILURE_RISK * risks);
}
