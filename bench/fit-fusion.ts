import {
  CLAMP,
  type FusionModel,
  type Layer,
  TALK_TRAITS,
  type TalkTrait,
  type TalkTraits,
} from '../packages/core/src/recall/ranking/fusion-model.js';
import { Adam } from './adam.js';

/** One question's candidates: features row by row, and which rows are evidence. */
export interface TrainingQuery {
  readonly values: Float32Array;
  /** Rows that are evidence; rows of which one or another is, together. */
  readonly relevant: readonly (number | readonly number[])[];
  /** Rows that tell what is not so any more: all evidence together is to stand before all of them. */
  readonly outdated?: readonly number[];
  readonly count: number;
  /** What the talk and the question are like; none where the weights are to be the same for all. */
  readonly traits?: TalkTraits;
  /** What it counts beside the other questions; 1 unless told. */
  readonly weight?: number;
}

export interface FitOptions {
  readonly features: readonly string[];
  readonly fittedOn: string;
  readonly epochs: number;
  readonly rate: number;
  readonly decay: number;
  /** Candidates of a question that are no evidence, the most: the rest teach nothing new. */
  readonly negatives: number;
  readonly seed: number;
  /** What an outdated row before the evidence costs beside the cross-entropy. */
  readonly outdated?: number;
}

export const FIT_DEFAULTS = {
  epochs: 30,
  rate: 0.02,
  decay: 0.03,
  negatives: 250,
  seed: 7,
} as const;

/** A rare flag has next to no spread; dividing by it would let one turn outweigh everything. */
const MIN_SCALE = 0.1;
const BATCH = 16;

/**
 * Fits a linear listwise ranker: cross-entropy between the softmax of a question's scores and its evidence (ListNet,
 * Cao et al. 2007), Adam with a cosine schedule, L2. Deterministic for a seed. Where questions have traits, each
 * trait has a shift of the weights of its own.
 */
export function fitFusion(queries: readonly TrainingQuery[], options: FitOptions): FusionModel {
  const width = options.features.length;
  const { mean, scale } = standardise(queries, width);
  const usable = queries
    .filter(({ relevant }) => relevant.length > 0)
    .map((query) => standardised(condense(query, width, undefined, options), width, mean, scale));
  const [weights = new Float64Array(width), ...shifts] = descend(usable, width, options);
  const layer: Layer = { weights: [...weights].map(round), bias: [0] };
  const model: FusionModel = {
    features: options.features,
    mean: [...mean].map(round),
    scale: [...scale].map(round),
    networks: [[layer]],
    ...(shifts.length === 0 ? {} : { shifts: named(shifts) }),
    slope: 1,
    intercept: 0,
    fittedOn: options.fittedOn,
  };
  return { ...model, ...platt(usable, [weights, ...shifts]) };
}

const named = (shifts: readonly Float64Array[]): Record<TalkTrait, readonly number[]> =>
  Object.fromEntries(
    TALK_TRAITS.map((trait, at): [string, readonly number[]] => [
      trait,
      Array.from(shifts[at] ?? [], round),
    ]),
  ) as Record<TalkTrait, readonly number[]>;

/** Finds every candidate equally good: for banks that are opened only to be read. */
export function unfitted(features: readonly string[]): FusionModel {
  const zeros = features.map(() => 0);
  return {
    features,
    mean: zeros,
    scale: features.map(() => 1),
    networks: [[{ weights: zeros, bias: [0] }]],
    slope: 1,
    intercept: 0,
    fittedOn: 'nothing',
  };
}

const round = (value: number): number => Number(value.toPrecision(6));

function standardise(
  queries: readonly TrainingQuery[],
  width: number,
): { mean: Float64Array; scale: Float64Array } {
  const mean = new Float64Array(width);
  const square = new Float64Array(width);
  let rows = 0;
  for (const { values, count } of queries) {
    rows += count;
    for (let at = 0; at < count * width; at++) {
      const value = values[at] ?? 0;
      mean[at % width] = (mean[at % width] ?? 0) + value;
      square[at % width] = (square[at % width] ?? 0) + value * value;
    }
  }
  const scale = mean.map((sum, column) =>
    Math.max(MIN_SCALE, Math.sqrt(Math.max(0, (square[column] ?? 0) / rows - (sum / rows) ** 2))),
  );
  return { mean: mean.map((sum) => sum / rows), scale };
}

/** The same question with its evidence and what is outdated first, then other candidates up to the limit; of `among` alone, where told. */
export function condense(
  query: TrainingQuery,
  width: number,
  among: readonly number[] = Array.from({ length: query.count }, (_, row) => row),
  { negatives, seed }: Pick<FitOptions, 'negatives' | 'seed'> = FIT_DEFAULTS,
): TrainingQuery {
  const evidence = [...new Set([...query.relevant.flat(), ...(query.outdated ?? [])])];
  const places = new Map(evidence.map((row, at) => [row, at]));
  const others = among.filter((row) => !places.has(row));
  shuffle(others, seed + query.count);
  const rows = [...evidence, ...others.slice(0, negatives)];
  const values = new Float32Array(rows.length * width);
  rows.forEach((row, at) =>
    values.set(query.values.subarray(row * width, (row + 1) * width), at * width),
  );
  const placeOf = (row: number): number => places.get(row) as number;
  return {
    ...query,
    values,
    count: rows.length,
    relevant: query.relevant.map((each) =>
      typeof each === 'number' ? placeOf(each) : each.map(placeOf),
    ),
    outdated: (query.outdated ?? []).map(placeOf),
  };
}

/** A question as the descent sees it: standardised, with what its weight and evidence are. */
interface Lesson {
  readonly values: Float32Array;
  readonly count: number;
  readonly weight: number;
  readonly traits: TalkTraits;
  /** Rows that are evidence by one piece of it each; a piece may be in any of several rows. */
  readonly pieces: readonly (readonly number[])[];
  readonly outdated: readonly number[];
}

function standardised(
  query: TrainingQuery,
  width: number,
  mean: Float64Array,
  scale: Float64Array,
): Lesson {
  return {
    values: query.values.map((value, at) => {
      const column = at % width;
      const standard = (value - (mean[column] ?? 0)) / (scale[column] ?? 1);
      return Math.max(-CLAMP, Math.min(CLAMP, standard));
    }),
    count: query.count,
    traits: query.traits ?? [],
    weight: query.weight ?? 1,
    pieces: query.relevant.map((each) => (typeof each === 'number' ? [each] : each)),
    outdated: query.outdated ?? [],
  };
}

/** The weights that hold for all, then what each trait adds to them: the same descent for every one of them. */
function descend(
  queries: readonly Lesson[],
  width: number,
  { epochs, rate, decay, seed, outdated = 0 }: FitOptions,
): Float64Array[] {
  const parts = 1 + (queries[0]?.traits?.length ?? 0);
  const adam = Array.from({ length: parts }, () => new Adam(width));
  const weights = adam.map((each) => each.weights);
  const order = queries.map((_, at) => at);
  const steps = epochs * Math.ceil(queries.length / BATCH);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, seed + epoch);
    for (let start = 0; start < order.length; start += BATCH) {
      const gradients = weights.map((own) => own.map((weight) => decay * weight));
      const batch = order.slice(start, start + BATCH);
      for (const at of batch) {
        const query = queries[at] as Lesson;
        const slope = slopeOf(
          query,
          shiftedBy(weights, query),
          query.weight / batch.length,
          outdated,
        );
        gradients.forEach((gradient, part) => addTo(gradient, slope, shareOf(part, query)));
      }
      step++;
      const pace = rate * 0.5 * (1 + Math.cos((Math.PI * step) / steps));
      adam.forEach((each, part) => each.step(gradients[part] as Float64Array, pace, step));
    }
  }
  return weights;
}

/** How far a part of the weights counts for a question: the first always, the others by its traits. */
const shareOf = (part: number, { traits }: Lesson): number =>
  part === 0 ? 1 : (traits[part - 1] ?? 0);

function addTo(sum: Float64Array, part: Float64Array, share: number): void {
  if (share === 0) return;
  for (let column = 0; column < sum.length; column++)
    sum[column] = (sum[column] ?? 0) + share * (part[column] ?? 0);
}

/** The weights as they count for a question. */
function shiftedBy(weights: readonly Float64Array[], query: Lesson): Float64Array {
  const own = new Float64Array(weights[0]?.length ?? 0);
  weights.forEach((part, at) => addTo(own, part, shareOf(at, query)));
  return own;
}

function scores({ values, count }: Lesson, weights: Float64Array): Float64Array {
  const width = weights.length;
  const logits = new Float64Array(count);
  for (let row = 0, at = 0; row < count; row++) {
    let sum = 0;
    for (let column = 0; column < width; column++, at++)
      sum += (values[at] ?? 0) * (weights[column] ?? 0);
    logits[row] = sum;
  }
  return logits;
}

/**
 * What the cross-entropy of one question, of the softmax to the evidence, gains by each weight; a piece that may be
 * in several rows is where the softmax has it most.
 */
function slopeOf(
  query: Lesson,
  weights: Float64Array,
  share: number,
  outdated: number,
): Float64Array {
  const logits = scores(query, weights);
  const highest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  const masses = logits.map((logit) => Math.exp(logit - highest));
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  const errors = masses.map((mass) => mass / total);
  for (const rows of query.pieces) {
    const own = rows.reduce((sum, row) => sum + (masses[row] ?? 0), 0);
    for (const row of rows)
      errors[row] =
        (errors[row] ?? 0) -
        (own > 0 ? (masses[row] ?? 0) / own : 1 / rows.length) / query.pieces.length;
  }
  if (outdated > 0) keepBehind(query, masses, outdated, errors);
  const slope = new Float64Array(weights.length);
  for (let row = 0; row < errors.length; row++) {
    const error = (errors[row] ?? 0) * share;
    if (Math.abs(error) < 1e-7) continue;
    const start = row * weights.length;
    for (let column = 0; column < weights.length; column++)
      slope[column] = (slope[column] ?? 0) + error * (query.values[start + column] ?? 0);
  }
  return slope;
}

/** What the logistic loss of all outdated rows together before all evidence gains by each row's logit (RankNet, Burges et al. 2005, of two sums). */
function keepBehind(
  { pieces, outdated }: Lesson,
  masses: Float64Array,
  cost: number,
  errors: Float64Array,
): void {
  const evidence = [...new Set(pieces.flat())];
  const massOf = (rows: readonly number[]): number =>
    rows.reduce((sum, row) => sum + (masses[row] ?? 0), 0);
  const [ahead, behind] = [massOf(evidence), massOf(outdated)];
  if (ahead === 0 || behind === 0) return;
  const pull = (cost * behind) / (ahead + behind);
  for (const row of outdated)
    errors[row] = (errors[row] ?? 0) + (pull * (masses[row] ?? 0)) / behind;
  for (const row of evidence)
    errors[row] = (errors[row] ?? 0) - (pull * (masses[row] ?? 0)) / ahead;
}

/** Platt scaling (1999) of a candidate's logit to the chance that it is evidence, by Newton's method. */
function platt(
  queries: readonly Lesson[],
  weights: readonly Float64Array[],
): { slope: number; intercept: number } {
  // Where a piece may be in several rows nobody can say which of them is right.
  const certain = queries.filter(({ pieces }) => pieces.every((rows) => rows.length === 1));
  const pairs = certain.flatMap((query) => {
    const evidence = new Set(query.pieces.flat());
    return [...scores(query, shiftedBy(weights, query))].map((logit, row) => ({
      logit,
      hit: Number(evidence.has(row)),
      weight: query.weight,
    }));
  });
  let slope = 1;
  let intercept = -3;
  for (let round = 0; round < 30; round++) {
    let ga = 0,
      gb = 0,
      haa = 1e-6,
      hab = 0,
      hbb = 1e-6;
    for (const { logit, hit, weight } of pairs) {
      const chance = 1 / (1 + Math.exp(-(slope * logit + intercept)));
      const error = weight * (chance - hit);
      const spread = weight * chance * (1 - chance);
      ga += error * logit;
      gb += error;
      haa += spread * logit * logit;
      hab += spread * logit;
      hbb += spread;
    }
    const determinant = haa * hbb - hab * hab;
    slope -= (hbb * ga - hab * gb) / determinant;
    intercept -= (haa * gb - hab * ga) / determinant;
  }
  return { slope: round(slope), intercept: round(intercept) };
}

/** Fisher and Yates with a small generator (mulberry32). */
function shuffle(items: number[], seed: number): void {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [items[at], items[other]] = [items[other] as number, items[at] as number];
  }
}
