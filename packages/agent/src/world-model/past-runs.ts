import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import type { Instant } from '@mneme/core/domain/time.js';
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
