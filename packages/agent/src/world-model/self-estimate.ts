import { z } from 'zod';
import {
  calibrationError,
  chanceAbove,
  competenceNotice,
  confidenceInEstimate,
  currentCompetences,
  emptyCompetence,
  expectedEffort,
  failureModesOf,
  modelFor,
  posteriorOf,
  verdictOn,
} from './competence.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { competenceKey } from '@mneme/core/bank/learned/sightings.js';
import { Interval, type Of, type SchemaOf, Share } from '@mneme/core/domain/schema.js';
import type { Instant } from '@mneme/core/domain/time.js';
import type { Competence, Difficulty } from '@mneme/core/domain/world-model.js';
import type { LearnedIndex } from '@mneme/core/indexes/record-indexes.js';
import type { BankCache } from '@mneme/core/kernel/module.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { RecallCache } from '@mneme/core/recall/recall-cache.js';

/** A run at some task, and whether it succeeded. */
interface PastRun {
  readonly query: string;
  readonly success: boolean;
}

/** A run as stored. */
interface LearnedRun extends PastRun {
  readonly createdAt: Instant;
}

export interface RunChance {
  /** 0..1. */
  readonly mean: number;
  /** Number of runs, and of those similar to the task. */
  readonly runs: number;
  readonly like: number;
}

/** Minimum similarity of a run to the task, 0..1. */
const LIKE = 0.3;
/** Weight of the rate over all tasks, in runs similar to this one. */
const PRIOR_RUNS = 1;
/** How quickly weight falls with similarity. */
const SHARPNESS = 2;

/**
 * The probability that a task succeeds, by how similar runs went: each is weighted by the similarity of its words to
 * the task's (cosine of tf-idf), shrunk to the rate over all runs (Nadaraya and Watson 1964). Null without runs.
 */
export function chanceByRuns(
  task: string,
  runs: readonly PastRun[],
  stemmer: Stemmer,
): RunChance | null {
  if (runs.length === 0) return null;
  const texts = runs.map(({ query }) => termsOf(query, stemmer));
  const idf = idfOf(texts);
  const wanted = vectorOf(termsOf(task, stemmer), idf);
  let well = 0;
  let all = 0;
  let like = 0;
  for (const [at, { success }] of runs.entries()) {
    const near = cosine(wanted, vectorOf(texts[at] ?? [], idf));
    const weight = near ** SHARPNESS;
    if (near >= LIKE) like++;
    all += weight;
    if (success) well += weight;
  }
  const successes = runs.filter(({ success }) => success).length;
  // Jeffreys' prior: few runs make neither success nor failure certain.
  const base = (successes + 0.5) / (runs.length + 1);
  return { mean: (well + PRIOR_RUNS * base) / (all + PRIOR_RUNS), runs: runs.length, like };
}

const termsOf = (text: string, stemmer: Stemmer): readonly string[] => [
  ...new Set(contentTerms(text, 'en', stemmer)),
];

function idfOf(texts: readonly (readonly string[])[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const term of texts.flat()) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + texts.length / (1 + (counts.get(term) ?? 0)));
}

function vectorOf(
  terms: readonly string[],
  idf: (term: string) => number,
): ReadonlyMap<string, number> {
  return new Map(terms.map((term) => [term, idf(term)]));
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let dot = 0;
  for (const [term, weight] of a) dot += weight * (b.get(term) ?? 0);
  const length = (of: ReadonlyMap<string, number>): number =>
    Math.sqrt([...of.values()].reduce((sum, weight) => sum + weight * weight, 0));
  const lengths = length(a) * length(b);
  return lengths === 0 ? 0 : dot / lengths;
}

/** Cache of runs by recently queried field; valid until the bank changes. */
export class RunsCache implements BankCache {
  readonly kept = true;
  readonly byField = new RecallCache<readonly LearnedRun[]>(20);
}

/** Only this many of the latest runs are used. */
const MAX_RUNS = 1_000;

/** Learned runs, of a field or of all; without those of unknown outcome. Cached until the bank changes. */
export async function runsIn(
  domain: string | undefined,
  bank: OpenBank,
  { store }: Pick<EngineParts, 'store'>,
): Promise<readonly LearnedRun[]> {
  const { sequence } = await bank.learned.current();
  const kept = bank.parts.of(RunsCache).byField;
  const key = domain ?? '';
  const known = kept.get(key, sequence);
  if (known !== null) return known;
  const records = await store.learned(bank.name, {
    kinds: ['trajectory'],
    ...(domain === undefined ? {} : { keys: [domain] }),
  });
  const runs = records
    .filter(({ retractedAt, body }) => retractedAt === null && body.outcome !== 'unknown')
    .slice(-MAX_RUNS)
    .map(({ body, createdAt }) => ({
      query: body.query,
      success: body.outcome === 'success',
      createdAt,
    }));
  kept.put(key, sequence, runs);
  return runs;
}

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
