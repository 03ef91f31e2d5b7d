import {
  explainRow,
  type FusionModel,
} from '../../packages/core/src/recall/ranking/fusion-model.js';
import { FEATURE_GROUPS, FEATURES } from '../../packages/core/src/recall/ranking/feature-list.js';
import type { LoadedBank } from '../loaded-bank.js';
import { askingOf } from '../talk/talk.js';
import type { Answered, Told } from './asked-half.js';
import { movedWeights } from './moved-weights.js';

const GROUPS = Object.values(FEATURE_GROUPS).map((group) => new Set(Object.keys(group)));
const GROUP_OF = FEATURES.map((name) => GROUPS.findIndex((group) => group.has(name)));
const ROUNDS = 300;
const STEP = 0.05;
/** One word of blame tells less than one of praise: something else was better, and nobody knows what. */
const BLAME = 0.3;

/** The delivered results of one question: what each group of features, or each feature, adds to them, and the rest of their scores. */
export interface Lesson {
  readonly parts: readonly Float64Array[];
  readonly rest: readonly number[];
  readonly told: readonly Told[];
}

export interface Tuning {
  /** A weight becomes (1 − bound) to (1 + bound) times what it was. */
  readonly bound: number;
  readonly decay: number;
  /** One factor for each feature, or one for each group of them. */
  readonly each: boolean;
}

export async function readLessons(
  bank: LoadedBank,
  answers: readonly { readonly answer: Answered; readonly told: readonly Told[] }[],
  each: boolean,
): Promise<Lesson[]> {
  const { state } = await bank.bank();
  const lessons: Lesson[] = [];
  for (const { answer, told } of answers) {
    const { results, table, model } = await bank.rankCandidates(askingOf(answer.question));
    const bySlot = new Map(results.map((result) => [result.slot, result]));
    const found = answer.delivered.map((id) =>
      bySlot.get(state.index.slot(id as Parameters<typeof state.index.slot>[0])),
    );
    const parts: Float64Array[] = [];
    const rest: number[] = [];
    for (const result of found) {
      const part = new Float64Array(each ? FEATURES.length : GROUPS.length);
      const row = result === undefined ? -1 : table.slots.indexOf(result.slot);
      if (row >= 0) {
        const values = table.values.subarray(row * FEATURES.length, (row + 1) * FEATURES.length);
        for (const [column, logit] of explainRow(model, values).logits.entries()) {
          const to = each ? column : (GROUP_OF[column] ?? 0);
          part[to] = (part[to] ?? 0) + logit;
        }
      }
      parts.push(part);
      rest.push((result?.logit ?? 0) - part.reduce((sum, logit) => sum + logit, 0));
    }
    lessons.push({ parts, rest, told });
  }
  return lessons;
}

/**
 * Factors by which the fusion's weights move so that what was useful stands before what was shown beside it: fitted
 * on two thirds of what was told, and taken only where the other third stands better by them. Null where it does not.
 */
export function tune(lessons: readonly Lesson[], tuning: Tuning): Float64Array | null {
  const width = lessons[0]?.parts[0]?.length ?? 0;
  const fitted = descend(
    lessons.filter((_, at) => at % 3 !== 2),
    width,
    tuning,
  );
  const held = lessons.filter((_, at) => at % 3 === 2);
  return loss(held, fitted) < loss(held, new Float64Array(width)) &&
    standing(held, fitted) > standing(held, new Float64Array(width))
    ? fitted
    : null;
}

export function descend(
  lessons: readonly Lesson[],
  width: number,
  { bound, decay }: Tuning,
): Float64Array {
  const factors = new Float64Array(width);
  for (let round = 0; round < ROUNDS; round++) {
    const slope = new Float64Array(width);
    for (const lesson of lessons)
      for (const { better, worse, weight } of pairsOf(lesson)) {
        const error = weight / (1 + Math.exp(marginOf(lesson, better, worse, factors)));
        for (let at = 0; at < width; at++)
          slope[at] =
            (slope[at] ?? 0) +
            error * ((lesson.parts[better]?.[at] ?? 0) - (lesson.parts[worse]?.[at] ?? 0));
      }
    for (let at = 0; at < width; at++) {
      const moved =
        (factors[at] ?? 0) +
        STEP * ((slope[at] ?? 0) / Math.max(1, lessons.length) - decay * (factors[at] ?? 0));
      factors[at] = Math.max(-bound, Math.min(bound, moved));
    }
  }
  return factors;
}

interface Pair {
  readonly better: number;
  readonly worse: number;
  readonly weight: number;
}

/** What was useful before all that was not called so; what was no use behind all, as far as that tells. */
function pairsOf({ parts, told }: Lesson): Pair[] {
  const useful = new Set(told.filter((each) => each.useful).map(({ at }) => at));
  const places = parts.map((_, at) => at).filter((at) => !useful.has(at));
  if (places.length === 0) return [];
  if (useful.size > 0)
    return [...useful].flatMap((better) =>
      places.map((worse) => ({ better, worse, weight: 1 / places.length })),
    );
  const blamed = told.map(({ at }) => at);
  return blamed.flatMap((worse) =>
    places
      .filter((at) => !blamed.includes(at))
      .map((better) => ({ better, worse, weight: BLAME / places.length })),
  );
}

function scoreOf({ parts, rest }: Lesson, at: number, factors: Float64Array): number {
  let sum = rest[at] ?? 0;
  for (let part = 0; part < factors.length; part++)
    sum += (parts[at]?.[part] ?? 0) * (1 + (factors[part] ?? 0));
  return sum;
}

const marginOf = (lesson: Lesson, better: number, worse: number, factors: Float64Array): number =>
  scoreOf(lesson, better, factors) - scoreOf(lesson, worse, factors);

function loss(lessons: readonly Lesson[], factors: Float64Array): number {
  return lessons.reduce(
    (sum, lesson) =>
      sum +
      pairsOf(lesson).reduce(
        (own, { better, worse, weight }) =>
          own + weight * Math.log1p(Math.exp(-marginOf(lesson, better, worse, factors))),
        0,
      ),
    0,
  );
}

/** Mean reciprocal rank of what was useful, among what was delivered. */
function standing(lessons: readonly Lesson[], factors: Float64Array): number {
  const ranks = lessons.flatMap((lesson) => {
    const scores = lesson.parts.map((_, at) => scoreOf(lesson, at, factors));
    return lesson.told
      .filter(({ useful }) => useful)
      .map(({ at }) => 1 / (1 + scores.filter((score) => score > (scores[at] ?? 0)).length));
  });
  return ranks.reduce((sum, rank) => sum + rank, 0) / Math.max(1, ranks.length);
}

/** The fusion with its weights moved. */
export function tuned(model: FusionModel, factors: Float64Array): FusionModel {
  const each = factors.length === FEATURES.length;
  return movedWeights(
    model,
    (column) => 1 + (factors[each ? column : (GROUP_OF[column] ?? 0)] ?? 0),
  );
}
