import { FEATURES, type Feature } from '../src/recall/ranking/features.js';
import type { FusionModel } from '../src/recall/ranking/fusion-model.js';
import type { Path } from '../src/domain/profile.js';
import { FIT_DEFAULTS, fitFusion, type TrainingQuery } from './fit-fusion.js';
import { LoadedBank } from './loaded-bank.js';
import type { LocomoConversation } from './locomo-data.js';

/** Adversarial questions name the wrong person on purpose; what they would teach is wrong for every other. */
const ADVERSARIAL = 5;

/** Weighs nothing: reading candidates must work while the shipped weights are those of another list of features. */
const UNFITTED: FusionModel = {
  features: FEATURES,
  mean: FEATURES.map(() => 0),
  scale: FEATURES.map(() => 1),
  networks: [[{ weights: FEATURES.map(() => 0), bias: [0] }]],
  slope: 1,
  intercept: 0,
  fittedOn: 'nothing',
};

/** What the first look at a candidate reads: scores that the paths made anyway, and nothing of its words. */
const FIRST_FEATURES: readonly Feature[] = [
  'placed',
  'placed_of_best',
  'placed_rank',
  'bm25_before',
  'cosine_of_best',
  'session',
  'named',
  'first_not_second',
  'question',
  'graph',
  'temporal',
  'agreement',
];

/** The training material of one conversation: its questions' candidates and which of them are evidence. */
export async function trainingQueries(
  conversation: LocomoConversation,
  paths?: readonly Path[],
): Promise<TrainingQuery[]> {
  const bank = LoadedBank.open(':memory:', UNFITTED);
  try {
    await bank.fill(conversation.turns);
    const turns = await bank.turnsBySlot();
    const queries: TrainingQuery[] = [];
    for (const { text, category, evidence } of conversation.questions) {
      if (category === ADVERSARIAL || evidence.length === 0) continue;
      const { table } = await bank.gather(text, conversation.askedAt, paths);
      const wanted = new Set(evidence);
      const relevant = table.slots.flatMap((slot, row) =>
        (turns.get(slot) ?? []).some((turn) => wanted.has(turn)) ? [row] : [],
      );
      queries.push({ values: table.values, relevant, count: table.slots.length });
    }
    return queries;
  } finally {
    await bank.close();
  }
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
      ...model,
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
