import { MnemeError } from '../../domain/errors.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { ReadText } from '../../language/read-text.js';
import { FEATURES, type FeatureTable } from './feature-list.js';
import DATA from '../../../data/models/fusion.json' with { type: 'json' };

/**
 * Traits that the fusion's weights depend on, in addition to the candidate: `assistant`, whether the bank has talk
 * with an assistant; `message`, how far the question is a long message rather than a question; `long`, how far the
 * memories are pages rather than utterances.
 */
export const TALK_TRAITS = ['assistant', 'message', 'long'] as const;
export type TalkTrait = (typeof TALK_TRAITS)[number];
/** The strength of each trait, 0..1, in the order of {@link TALK_TRAITS}. */
export type TalkTraits = readonly number[];

/** Up to the first number of words a query is a question, from the second on it is a message. */
const QUESTION_WORDS = 12;
const MESSAGE_WORDS = 144;
/** Mean content words per memory: up to the first number the texts are spoken, from the second on written. */
const SAID_WORDS = 16;
const WRITTEN_WORDS = 64;
/** Quantised, so that the weights for one kind of question are computed once. */
const STEPS = 8;

export function readTalkTraits(index: BankIndex, { words }: ReadText): TalkTraits {
  const { totalLength } = index.postings;
  return [
    index.assistants.size > 0 ? 1 : 0,
    between(QUESTION_WORDS, MESSAGE_WORDS, words.length),
    between(SAID_WORDS, WRITTEN_WORDS, totalLength / Math.max(1, index.size)),
  ];
}

/** How far the memories are pages, 0..1: an encoder's vector represents a page less well. */
export const longOf = (traits: TalkTraits): number => traits[TALK_TRAITS.indexOf('long')] ?? 0;

/** The position of a count between the two, on a logarithmic scale: 0..1. */
function between(from: number, to: number, count: number): number {
  const share = Math.log(Math.max(1, count) / from) / Math.log(to / from);
  return Math.round(Math.max(0, Math.min(1, share)) * STEPS) / STEPS;
}

/** One dense layer; `weights` row by row, one row per output. */
export interface Layer {
  readonly weights: readonly number[];
  readonly bias: readonly number[];
}

/**
 * The learned fusion: standardised features → an average of small networks (one layer each is a linear ranker) → a
 * logit. Fitted listwise (ListNet: softmax over a query's candidates; Cao et al. 2007) by `npm run bench -- fit`.
 */
export interface FusionModel {
  /** The features it was fitted with, in order; must equal {@link FEATURES}. */
  readonly features: readonly string[];
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  readonly networks: readonly (readonly Layer[])[];
  /** What each trait of the conversation adds to the weights of a linear model, at full strength. */
  readonly shifts?: Readonly<Record<TalkTrait, readonly number[]>>;
  /** Platt scaling: from logit to the share of candidates with that logit that were evidence. */
  readonly slope: number;
  readonly intercept: number;
  readonly fittedOn: string;
  /** A fusion of a few of the features, which selects the candidates that are read closely; without it, all are. */
  readonly first?: FusionModel;
}

/** Standardised features are clamped to this, in fitting and in use: a rare flag must not outweigh everything. */
export const CLAMP = 6;

/** Throws `invalid_input` for weights fitted on other features: they would be applied to the wrong ones. */
export function assertFits(model: FusionModel, features: readonly string[] = FEATURES): void {
  const unknown = model.first?.features.find((name) => !features.includes(name));
  if (
    model.features.length === features.length &&
    model.features.every((name, at) => name === features[at]) &&
    unknown === undefined
  )
    return;
  throw new MnemeError(
    'invalid_input',
    `The fusion was fitted on ${unknown ?? `${model.features.length} features`}, not on today's ${features.length} features.`,
    {
      field: 'model',
      value: model.fittedOn,
      hint: 'Fit it anew: npm run bench -- fit --dir PATH.',
    },
  );
}

const ADAPTED = new WeakMap<FusionModel, Map<string, FusionModel>>();

/** The model for a conversation with these traits: its weights and those of its first look, shifted by each trait. */
export function adaptedTo(model: FusionModel, traits: TalkTraits): FusionModel {
  if (model.shifts === undefined) return model;
  const key = traits.join();
  let kept = ADAPTED.get(model);
  if (kept === undefined) ADAPTED.set(model, (kept = new Map<string, FusionModel>()));
  let adapted = kept.get(key);
  if (adapted === undefined) kept.set(key, (adapted = shifted(model, traits)));
  return adapted;
}

function shifted({ shifts, first, ...model }: FusionModel, traits: TalkTraits): FusionModel {
  const [layer] = model.networks[0] ?? [];
  if (shifts === undefined || layer === undefined) return model;
  const weights = layer.weights.map((weight, column) =>
    TALK_TRAITS.reduce(
      (sum, trait, at) => sum + (traits[at] ?? 0) * (shifts[trait][column] ?? 0),
      weight,
    ),
  );
  return {
    ...model,
    networks: [[{ ...layer, weights }]],
    ...(first === undefined ? {} : { first: shifted(first, traits) }),
  };
}

/** One logit per candidate, in the table's order. */
export function scoreCandidates(model: FusionModel, table: FeatureTable): Float32Array {
  return scoreRows(model, table.values, table.slots.length, FEATURES.length);
}

/** One logit per row of `width` features. */
export function scoreRows(
  model: FusionModel,
  features: Float32Array,
  rows: number,
  width: number,
): Float32Array {
  const { mean, inverseScale, networks, linear } = prepared(model);
  const logits = new Float32Array(rows);
  const input = new Float64Array(width);
  if (linear !== null) {
    weigh(features, width, linear, logits);
    return logits;
  }
  for (let row = 0; row < logits.length; row++) {
    const start = row * width;
    for (let column = 0; column < width; column++)
      input[column] = standardised(
        features[start + column] ?? 0,
        mean[column] ?? 0,
        inverseScale[column] ?? 1,
      );
    logits[row] =
      networks.reduce((sum, network) => sum + forward(network, input), 0) / networks.length;
  }
  return logits;
}

/** For a linear model: most features of a candidate are 0, and their contribution is the same for all. */
function weigh(
  features: Float32Array,
  width: number,
  { weights, lowest, highest, base }: Linear,
  logits: Float32Array,
): void {
  for (let row = 0, at = 0; row < logits.length; row++) {
    let sum = base;
    for (let column = 0; column < width; column++, at++) {
      const value = features[at] ?? 0;
      if (value === 0) continue;
      const most = highest[column] ?? 0;
      const least = lowest[column] ?? 0;
      sum += (weights[column] ?? 0) * (value > most ? most : value < least ? least : value);
    }
    logits[row] = sum;
  }
}

function standardised(value: number, mean: number, inverseScale: number): number {
  return Math.max(-CLAMP, Math.min(CLAMP, (value - mean) * inverseScale));
}

/** What each feature adds to a candidate's logit. */
interface Contributions {
  /** The logit of a candidate whose features are all 0. */
  readonly base: number;
  /** By feature, in row order. Their sum plus `rest` and `base` is the logit. */
  readonly logits: Float64Array;
  /** 0 for a linear model; for others, what only several features together add. */
  readonly rest: number;
}

/**
 * Decomposes a logit. A linear model gives exact shares; for any other, a feature's share is what the logit loses
 * when that feature alone is 0.
 */
export function explainRow(model: FusionModel, values: Float32Array): Contributions {
  const rows = [
    new Float32Array(values.length),
    ...Array.from(values, (_, column) => values.map((value, at) => (at === column ? 0 : value))),
    values,
  ];
  const scores = scoreRows(
    model,
    Float32Array.from(rows.flatMap((row) => [...row])),
    rows.length,
    values.length,
  );
  const [base = 0, logit = 0] = [scores[0], scores[rows.length - 1]];
  const logits = Float64Array.from(values, (_, column) => logit - (scores[column + 1] ?? 0));
  return { base, logits, rest: logit - base - logits.reduce((sum, share) => sum + share, 0) };
}

interface PreparedLayer {
  readonly weights: Float64Array;
  readonly bias: Float64Array;
}

interface Linear {
  /** Weights for raw features, not standardised ones. */
  readonly weights: Float64Array;
  /** The raw values at which a standardised feature is clamped. */
  readonly lowest: Float64Array;
  readonly highest: Float64Array;
  /** Logit of a candidate whose features are all 0. */
  readonly base: number;
}

/** The same figures as typed arrays. */
interface Prepared {
  readonly mean: Float64Array;
  readonly inverseScale: Float64Array;
  readonly networks: readonly (readonly PreparedLayer[])[];
  /** The networks as one linear function, if they are linear. */
  readonly linear: Linear | null;
}

const PREPARED = new WeakMap<FusionModel, Prepared>();

function prepared(model: FusionModel): Prepared {
  const known = PREPARED.get(model);
  if (known !== undefined) return known;
  const mean = Float64Array.from(model.mean);
  const inverseScale = Float64Array.from(model.scale, (scale) => 1 / scale);
  const networks = model.networks.map((layers) =>
    layers.map(({ weights, bias }) => ({
      weights: Float64Array.from(weights),
      bias: Float64Array.from(bias),
    })),
  );
  const made: Prepared = {
    mean,
    inverseScale,
    networks,
    linear: asLinear(networks, mean, inverseScale),
  };
  PREPARED.set(model, made);
  return made;
}

function asLinear(
  networks: Prepared['networks'],
  mean: Float64Array,
  inverseScale: Float64Array,
): Linear | null {
  if (networks.some((layers) => layers.length !== 1)) return null;
  const average = (read: (layer: PreparedLayer) => number): number =>
    networks.reduce((sum, [layer]) => sum + (layer === undefined ? 0 : read(layer)), 0) /
    networks.length;
  const standard = mean.map((_, column) => average((layer) => layer.weights[column] ?? 0));
  const weights = standard.map((weight, column) => weight * (inverseScale[column] ?? 1));
  const cut = (at: number) => mean.map((value, column) => value + at / (inverseScale[column] ?? 1));
  const base = standard.reduce(
    (sum, weight, column) =>
      sum + weight * standardised(0, mean[column] ?? 0, inverseScale[column] ?? 1),
    average(({ bias }) => bias[0] ?? 0),
  );
  return { weights, lowest: cut(-CLAMP), highest: cut(CLAMP), base };
}

function forward(network: readonly PreparedLayer[], input: Float64Array): number {
  let values = input;
  for (let depth = 0; depth < network.length; depth++) {
    const { weights, bias } = network[depth] as PreparedLayer;
    const last = depth === network.length - 1;
    const outputs = last ? null : new Float64Array(bias.length);
    for (let out = 0; out < bias.length; out++) {
      let sum = bias[out] ?? 0;
      const start = out * values.length;
      for (let at = 0; at < values.length; at++)
        sum += (weights[start + at] ?? 0) * (values[at] ?? 0);
      if (outputs === null) return sum;
      outputs[out] = Math.tanh(sum);
    }
    if (outputs !== null) values = outputs;
  }
  return 0;
}

export function probability(model: FusionModel, logit: number): number {
  return 1 / (1 + Math.exp(-(model.slope * logit + model.intercept)));
}

/**
 * A fitted fusion that ships: figures only, made by `npm run bench -- fit --dir PATH`. Never edit by hand; refit when
 * the features change.
 */
export const SHIPPED_MODEL = DATA as FusionModel;
