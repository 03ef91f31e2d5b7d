import { z } from 'zod';
import type { Difficulty } from '../../domain/learned/competence.js';
import { type Competence } from '../../domain/learned/competence.js';
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
} from './self/competence.js';
import { standingCompetences } from './self/from-strategies.js';
import type { LearnedIndex } from '../../indexes/learned-index.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import { competenceKey } from '../../bank/learned/sightings.js';
import { type Of, type SchemaOf, Share, Interval } from '../../domain/schema.js';

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
  /** Mean distance of stated probabilities from outcomes, and their number. */
  calibration: z.strictObject({
    error: Share.nullable(),
    points: z.number(),
  }),
  steps: z
    .strictObject({
      expected: z.number(),
      range: z.tuple([z.number(), z.number()]).readonly(),
    })
    .nullable(),
  tokens: z
    .strictObject({
      expected: z.number(),
      range: z.tuple([z.number(), z.number()]).readonly(),
    })
    .nullable(),
  seconds: z
    .strictObject({
      expected: z.number(),
      range: z.tuple([z.number(), z.number()]).readonly(),
    })
    .nullable(),
  /** To show to a model that is about to do it. */
  notice: z.string(),
});
/** How well a task will go, by how similar tasks went. */
export interface SelfEstimate extends Of<typeof selfEstimateShape> {}
export const SelfEstimate: SchemaOf<SelfEstimate, typeof selfEstimateShape> = selfEstimateShape;

/** What is known of doing a task, by the capability whose words it contains; of no task, all that is known, the surest first. */
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
  return standingCompetences(book)
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
  const all = standingCompetences(book);
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
