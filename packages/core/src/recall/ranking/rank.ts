import { MnemeError } from '../../domain/errors.js';
import type { Memory } from '../../domain/memory.js';
import { type Path, PATHS } from '../../domain/profile.js';
import type { ScoreParts } from '../../domain/recollection.js';
import { type BankIndex, NONE } from '../../indexes/bank-index.js';
import type { Reranker } from '../../ports/models.js';
import type { Found } from '../candidate.js';
import { type Feature, FEATURES, type FeatureTable } from './feature-list.js';
import type { RankingInput } from './features.js';
import { type FusionModel, probability } from './fusion-model.js';
import {
  constrained,
  DIRECTION_WEIGHT,
  fitParts,
  type Fused,
  PRIOR_WEIGHTS,
  type Ranked,
  reasoningFit,
  sumOf,
  termsOf,
} from './score.js';
import type { QueryTerm, Understanding } from '../understand.js';
import { CircuitBreaker, withTimeout } from '../../spaces/dense-vectors.js';

/** Candidates by the learned fusion plus picture evidence, best first, ties to the one recorded first. */
export function fuse(
  table: FeatureTable,
  fusion: Float32Array,
  logits: Float32Array = fusion,
): Fused[] {
  return table.slots
    .map((slot, row) => ({
      slot,
      row,
      logit: logits[row] ?? 0,
      ...(logits === fusion ? {} : { pictures: (logits[row] ?? 0) - (fusion[row] ?? 0) }),
    }))
    .sort((a, b) => (b.logit > a.logit ? 1 : b.logit < a.logit ? -1 : a.slot - b.slot));
}

/**
 * Candidates with the contribution of votes, sorted again; the same list if there are no votes on similar questions.
 */
export function lift(
  fused: readonly Fused[],
  lifts: ReadonlyMap<number, number>,
): readonly Fused[] {
  if (lifts.size === 0) return fused;
  return inOrder(
    fused.map((candidate) => ({ ...candidate, lift: lifts.get(candidate.slot) ?? 0 })),
  );
}

function inOrder(fused: Fused[]): Fused[] {
  const sum = ({ logit, lift: voted = 0 }: Fused): number => logit + voted;
  return fused.sort((a, b) => sum(b) - sum(a) || a.slot - b.slot);
}

/** The learned fusion plus what only the loaded memory shows: fit to the reasoning type, confidence, use. */
export function rank(
  fused: readonly Fused[],
  loaded: ReadonlyMap<number, Memory>,
  table: FeatureTable,
  input: RankingInput,
  model: FusionModel,
): Ranked[] {
  const { understanding, index, similarity, feedback } = input;
  const weights = PRIOR_WEIGHTS[understanding.reasoning];
  const timeAlone = aloneness(understanding);
  const finders = pathsOf(input.found, fused);
  const pictures = new Map((input.found.image ?? []).map(({ slot, score }) => [slot, score]));
  // A question by picture alone is answered in order of similarity.
  const priors = understanding.query === '' ? 0 : 1;
  const cosines = Float64Array.from(fused, ({ slot }) => similarity(slot));
  const nearest = nearestOthers(cosines);
  const ranked = fused.flatMap(
    ({ slot, logit, row, pictures: seen = 0, lift: lifted = 0 }, at): Ranked[] => {
      const memory = loaded.get(slot);
      if (memory === undefined) return [];
      const usefulness = feedback.usefulness(memory.id);
      const paths = finders[at] ?? [];
      const fitted = fitParts(understanding.reasoning, {
        memory,
        usefulness,
        now: understanding.now,
        causal: index.has(slot, 'cause'),
        similarity: cosines[at] ?? 0,
        nearestOther: nearest[at] ?? 0,
        paths: paths.length,
      });
      const fit = reasoningFit(fitted);
      const feature = featureOf(table, row);
      const terms = termsOf({
        fusion: logit - seen,
        pictures: seen,
        reasoningFit: priors * weights.reasoningFit * (fit - 0.5),
        confidence:
          priors * weights.confidence * (memory.confidence - 0.9 + feedback.standing(memory)),
        usefulness: priors * weights.usefulness * (usefulness - 0.5),
        importance: priors * weights.importance * (memory.importance - 0.5),
        period: priors * weights.period * timeAlone * feature('period'),
        direction: priors * DIRECTION_WEIGHT * input.causal.fit(slot),
        feedback: lifted,
      });
      const total = sumOf(terms);
      const picture = pictures.get(slot);
      const parts = partsOf(feature, {
        semantic: Math.max(0, cosines[at] ?? 0),
        reasoningFit: fit,
        confidence: memory.confidence,
        relevance: probability(model, logit),
        ...(picture === undefined ? {} : { picture }),
      });
      return [
        {
          slot,
          memory,
          logit: total,
          terms,
          fit: fitted,
          score: probability(model, total),
          parts,
          paths,
          passage: input.passage(slot),
          feature,
        },
      ];
    },
  );
  return ranked.sort((a, b) => b.logit - a.logit || a.slot - b.slot);
}

const featureOf =
  ({ values }: FeatureTable, row: number): Ranked['feature'] =>
  (name) =>
    values[row * FEATURES.length + COLUMN[name]] ?? 0;

/** The parts as reported, including those computed from features. */
function partsOf(
  feature: Ranked['feature'],
  told: Omit<ScoreParts, 'lexical' | 'graph' | 'temporal' | 'agreement'>,
): ScoreParts {
  return {
    ...told,
    lexical: Math.min(1, feature('placed_of_best')),
    graph: feature('graph'),
    temporal: Math.max(feature('temporal'), feature('period')),
    agreement: feature('agreement'),
  };
}

/** 1 for a question without words of its own ("what happened in May?"), near 0 for one with a subject. */
function aloneness({ terms }: Understanding): number {
  const weight = terms.reduce((sum, term) => sum + term.weight, 0);
  return 1 / (1 + (weight / USUAL_WEIGHT) ** 2);
}

/** The weight of about one content word. */
const USUAL_WEIGHT = 3;

/** For each result, its similarity to the closest other one, estimated from their similarities to the query. */
function nearestOthers(cosines: Float64Array): Float64Array {
  const nearest = new Float64Array(cosines.length);
  if (cosines.length < 2) return nearest;
  for (let at = 0; at < cosines.length; at++) {
    let gap = 1;
    for (let other = 0; other < cosines.length; other++)
      if (other !== at) gap = Math.min(gap, Math.abs((cosines[other] ?? 0) - (cosines[at] ?? 0)));
    nearest[at] = 1 - gap;
  }
  return nearest;
}

/** The paths that found each, those of modules after recall's own. */
function pathsOf(found: Found, fused: readonly Fused[]): (readonly string[])[] {
  const places = new Map<number, number>();
  for (let at = 0; at < fused.length; at++) places.set(fused[at]?.slot ?? NONE, at);
  const finders = new Uint8Array(fused.length);
  for (let order = 0; order < PATHS.length; order++) {
    for (const { slot } of found[PATHS[order] as Path] ?? []) {
      const at = places.get(slot);
      if (at !== undefined) finders[at] = (finders[at] ?? 0) | (1 << order);
    }
  }
  const own: (readonly string[])[] = Array.from(finders, setOfPaths);
  for (const [path, candidates = []] of Object.entries(found)) {
    if ((PATHS as readonly string[]).includes(path)) continue;
    for (const { slot } of candidates) {
      const at = places.get(slot);
      if (at !== undefined) own[at] = [...(own[at] ?? []), path];
    }
  }
  return own;
}

/** Lists of paths by bit set, shared between results found by the same paths. */
const SETS_OF_PATHS: (readonly Path[] | undefined)[] = [];

function setOfPaths(bits: number): readonly Path[] {
  return (SETS_OF_PATHS[bits] ??= Object.freeze(
    PATHS.filter((_, order) => (bits & (1 << order)) !== 0),
  ));
}

const COLUMN = Object.fromEntries(FEATURES.map((name, column) => [name, column])) as Readonly<
  Record<Feature, number>
>;

/** The query's words that the text contains, for explanations. */
export function heldTerms(
  slot: number,
  { index, understanding }: { readonly index: BankIndex; readonly understanding: Understanding },
): QueryTerm[] {
  const { postings } = index;
  const start = postings.start(slot);
  const own = postings.sequence.subarray(start, start + postings.length(slot));
  return understanding.terms.filter(({ number }) => number >= 0 && own.includes(number));
}

/** Number of best results that are reranked. */
const RERANKED = 20;

/**
 * Lets a learned model reorder the best results; ties keep their order. Scores stay with the positions, best first:
 * the model's own scale is not comparable. When it fails, the order stays, and `fault` says why.
 */
export async function rerank(
  ranked: readonly Ranked[],
  query: string,
  reranker: Reranker,
): Promise<{ readonly ranked: readonly Ranked[]; readonly fault: string | null }> {
  const best = ranked.slice(0, RERANKED);
  if (best.length < 2) return { ranked, fault: null };
  try {
    const scores = await reranker.rerank(
      query,
      best.map(({ memory }) => memory.content),
    );
    const order = best
      .map((_, at) => at)
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
    const anew = order.flatMap((from) => best[from] ?? []);
    return {
      ranked: [...constrained(anew, 'reranker'), ...ranked.slice(RERANKED)],
      fault: null,
    };
  } catch (error) {
    if (!MnemeError.is(error)) throw error;
    return { ranked, fault: `The reranker had no part in the order: ${error.message}` };
  }
}

/** A reranker that costs a recall at most `timeoutMs` milliseconds, and is skipped for a while after a failure. */
export function restingReranker(
  reranker: Reranker,
  timeoutMs: number,
  ticks: () => number,
): Reranker {
  const rest = new CircuitBreaker(ticks);
  return {
    id: reranker.id,
    rerank: async (query, texts) => {
      const fault = rest.fault();
      if (fault !== null) throw away(fault);
      const answer = await withTimeout(timeoutMs, (signal) =>
        reranker.rerank(query, texts, signal),
      );
      if (!answer.refused) rest.note(answer.ok ? null : answer.error);
      if (answer.ok) return answer.value;
      throw away(answer.error);
    },
  };
}

function away(why: string): MnemeError {
  return new MnemeError('unavailable', why, { field: 'reranker' });
}
