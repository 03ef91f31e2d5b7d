import type { RetrievedCandidates } from '../packages/core/src/recall/rank-candidates.js';
import { FEATURES, type Feature } from '../packages/core/src/recall/ranking/feature-list.js';
import type { FusionModel } from '../packages/core/src/recall/ranking/fusion-model.js';
import type { Path } from '../packages/core/src/domain/profile.js';
import { SHIPPED_CODE_MODEL } from '../packages/core/src/recall/ranking/code/code-ranking.js';
import { condense, FIT_DEFAULTS, fitFusion, type TrainingQuery } from './fit-fusion.js';
import { LoadedBank } from './loaded-bank.js';
import { replay } from './talk/replay.js';
import { askingOf, type Talk, type TalkQuestion } from './talk/talk.js';
import { UNFITTED_CERTAINTY, UNFITTED_FUSION } from './unfitted.js';

/** What the first look at a candidate reads: scores that the paths made anyway, and nothing of its words. */
const FIRST_FEATURES: readonly Feature[] = [
  'placed',
  'placed_of_best',
  'placed_rank',
  'bm25_before',
  'nearness',
  'session',
  'named',
  'first_not_second',
  'question',
  'graph',
  'temporal',
  'agreement',
  'length',
  'assistant',
  'sessions_back',
];

/** {@link readTraining} of a bank that is filled for it alone. */
export async function trainingQueries(talk: Talk, paths?: Path[]): Promise<TrainingQuery[]> {
  const bank = LoadedBank.open(undefined, UNFITTED_FUSION, SHIPPED_CODE_MODEL, UNFITTED_CERTAINTY);
  try {
    return await readTraining(talk, bank, paths === undefined ? {} : { paths });
  } finally {
    await bank.close();
  }
}

/**
 * The training material of one bank: its questions' candidates and which of them are evidence. Questions that name
 * the wrong person on purpose are left out: what they would teach is wrong for every other.
 */
export async function readTraining(
  talk: Talk,
  bank: LoadedBank,
  { filled = false, paths }: { readonly filled?: boolean; readonly paths?: Path[] } = {},
): Promise<TrainingQuery[]> {
  const read: (Pick<RetrievedCandidates, 'table' | 'traits'> & {
    readonly question: TalkQuestion;
  })[] = [];
  const questions = talk.questions.filter(
    ({ adversarial, answerable, evidence, sessions }) =>
      answerable && !adversarial && evidence.length + sessions.length > 0,
  );
  const retrieve = async (due: readonly TalkQuestion[]): Promise<void> => {
    for (const question of due) {
      const asking = askingOf(question);
      const { table, traits } = await bank.retrieve(
        paths === undefined ? asking : { ...asking, paths },
      );
      read.push({ question, table, traits });
    }
  };
  await replay(talk, questions, bank, retrieve, filled);
  const sessions = new Map(talk.turns.map(({ turn, session }) => [turn, session]));
  const turns = await bank.turnsBySlot();
  return read.map(({ question, table: { slots, values }, traits }) => {
    const among = (row: number, holds: (turn: string) => boolean): boolean =>
      (turns.get(slots[row] ?? -1) ?? []).some(holds);
    const rows = slots
      .map((_, row) => row)
      .filter(
        (row) =>
          question.running === undefined ||
          !among(row, (turn) => sessions.get(turn) === question.running),
      );
    const relevant =
      question.evidence.length > 0
        ? rows.filter((row) => among(row, (turn) => question.evidence.includes(turn)))
        : question.sessions
            .map((wanted) =>
              rows.filter((row) => among(row, (turn) => sessions.get(turn) === wanted)),
            )
            .filter((piece) => piece.length > 0);
    return condense({ values, relevant, count: slots.length, traits }, FEATURES.length, rows);
  });
}

/** Questions of several corpora, weighed so that each corpus counts the same. */
export function evenly(corpora: readonly (readonly TrainingQuery[])[]): TrainingQuery[] {
  const there = corpora.filter((queries) => queries.length > 0);
  const all = there.reduce((sum, queries) => sum + queries.length, 0);
  return there.flatMap((queries) =>
    queries.map((query) => ({ ...query, weight: all / there.length / queries.length })),
  );
}

/** A model fitted on the questions given; features for which `keep` is false stay out. */
export function fitOn(
  queries: readonly TrainingQuery[],
  fittedOn: string,
  keep?: (feature: string) => boolean,
): FusionModel {
  const model = fitFusion(
    keep === undefined ? queries : queries.map((query) => masked(query, keep)),
    { ...FIT_DEFAULTS, features: FEATURES, fittedOn },
  );
  if (keep === undefined)
    return {
      ...nearNeverAgainst(model),
      first: fitFusion(
        queries.map((query) => narrowed(query, FIRST_FEATURES)),
        { ...FIT_DEFAULTS, features: FIRST_FEATURES, fittedOn },
      ),
    };
  // A feature left out must weigh nothing in use, too.
  const networks = model.networks.map((layers) =>
    layers.map((layer) => ({
      ...layer,
      weights: layer.weights.map((weight, column) =>
        keep(FEATURES[column % FEATURES.length] ?? '') ? weight : 0,
      ),
    })),
  );
  return { ...model, networks };
}

/** Of the weight of nearness, what a trait may take. */
const MOST_TAKEN = 0.8;

/** Banks of long texts are few in the corpora, and of one kind: in no bank may being near count against a candidate. */
function nearNeverAgainst(model: FusionModel): FusionModel {
  const { shifts, networks } = model;
  const at = FEATURES.indexOf('nearness');
  const least = -MOST_TAKEN * (networks[0]?.[0]?.weights[at] ?? 0);
  if (shifts === undefined) return model;
  const held = (Object.keys(shifts) as (keyof typeof shifts)[]).map((trait) => [
    trait,
    shifts[trait].map((shift, column) => (column === at ? Math.max(least, shift) : shift)),
  ]);
  return { ...model, shifts: Object.fromEntries(held) as typeof shifts };
}

/** The same candidates by some of the features. */
function narrowed(query: TrainingQuery, features: readonly Feature[]): TrainingQuery {
  const columns = features.map((name) => FEATURES.indexOf(name));
  const values = new Float32Array(query.count * columns.length);
  for (let row = 0; row < query.count; row++)
    for (const [at, column] of columns.entries())
      values[row * columns.length + at] = query.values[row * FEATURES.length + column] ?? 0;
  return { ...query, values };
}

function masked(query: TrainingQuery, keep: (feature: string) => boolean): TrainingQuery {
  return {
    ...query,
    values: query.values.map((value, at) =>
      keep(FEATURES[at % FEATURES.length] ?? '') ? value : 0,
    ),
  };
}
