import type { FusionModel } from '../../packages/core/src/recall/ranking/fusion-model.js';
import type { LoadedBank } from '../loaded-bank.js';
import type { TalkQuestion } from '../talk/talk.js';
import { ask, type Answered, type Told } from './asked-half.js';
import { learnEdges } from './learned-edges.js';
import { sharpened } from './sharpness.js';
import { descend, readLessons, tune, tuned, type Tuning } from './tuned-weights.js';

type Lessons = readonly { readonly answer: Answered; readonly told: readonly Told[] }[];
/** Opens the bank as it was filled, by the weights given or by those of the corpus. */
type Open = (model?: FusionModel) => {
  readonly use: <Made>(run: (bank: LoadedBank) => Promise<Made>) => Promise<Made>;
  readonly model: FusionModel;
};
export type Way = (
  told: Lessons,
  unseen: readonly TalkQuestion[],
  open: Open,
) => Promise<Answered[]>;

/** Ways to learn from what was told; each answers the questions that nobody told of. */
export const WAYS: Readonly<Record<string, Way>> = {
  votes: (told, unseen, open) =>
    open().use(async (bank) => {
      await vote(bank, told);
      return ask(bank, unseen);
    }),
  outcomes: (told, unseen, open) =>
    open().use(async (bank) => {
      await end(bank, told);
      return ask(bank, unseen);
    }),
  both: (told, unseen, open) =>
    open().use(async (bank) => {
      await vote(bank, told);
      await end(bank, told);
      return ask(bank, unseen);
    }),
  edges_slow: edges({ rate: 0.1, every: false }),
  edges: edges({ rate: 1, every: false }),
  edges_wide: edges({ rate: 1, every: true }),
  groups: weights({ bound: 0.5, decay: 0.02, each: false }),
  groups_near: weights({ bound: 0.2, decay: 0.3, each: false }),
  features: weights({ bound: 0.25, decay: 0.1, each: true }),
  features_near: weights({ bound: 0.25, decay: 0.3, each: true }),
  features_taken: weights({ bound: 0.25, decay: 0.1, each: true }, false),
  sharp_half: mixed(0.5, 1),
  sharp_2: mixed(2, 1),
  sharp_3: mixed(3, 1),
  sharp_5: mixed(5, 1),
  cold: mixed(1, 0.5),
  hot: mixed(1, 2),
  broad_2: (_, unseen, open) => open().use((bank) => ask(bank, unseen, { limit: 2 })),
  broad_8: (_, unseen, open) => open().use((bank) => ask(bank, unseen, { limit: 8 })),
  no_graph: (_, unseen, open) =>
    open().use((bank) =>
      ask(bank, unseen, { paths: ['lexical', 'semantic', 'temporal', 'causal', 'feedback'] }),
    ),
};

async function vote({ memory }: LoadedBank, told: Lessons): Promise<void> {
  const answers = await ask(
    { memory },
    told.map(({ answer }) => answer.question),
  );
  for (const [at, { resultIds }] of answers.entries())
    for (const { at: place, useful } of told[at]?.told ?? []) {
      const result = resultIds[place];
      if (result !== undefined)
        await memory.feedback({ result, verdict: useful ? 'useful' : 'irrelevant' });
    }
}

async function end({ memory }: LoadedBank, told: Lessons): Promise<void> {
  const answers = await ask(
    { memory },
    told.map(({ answer }) => answer.question),
  );
  for (const [at, { recollection, delivered }] of answers.entries()) {
    const words = told[at]?.told ?? [];
    if (words.length === 0) continue;
    const used = words
      .filter(({ useful }) => useful)
      .map(({ at: place }) => delivered[place] ?? '');
    await memory.feedback({
      recollection,
      ...(used.length > 0 ? { verdict: 'good', used } : { verdict: 'bad' }),
    });
  }
}

function mixed(sharp: number, temperature: number): Way {
  return (_, unseen, open) =>
    open(sharpened(open().model, sharp, temperature)).use((bank) => ask(bank, unseen));
}

function edges(how: { readonly rate: number; readonly every: boolean }): Way {
  return (told, unseen, open) =>
    open().use(async (bank) => {
      await learnEdges(bank, told, how);
      return ask(bank, unseen);
    });
}

function weights(how: Tuning, onlyWhereGained = true): Way {
  return async (told, unseen, open) => {
    const { use, model } = open();
    const lessons = await use((bank) => readLessons(bank, told, how.each));
    const width = lessons[0]?.parts[0]?.length ?? 0;
    const factors = onlyWhereGained ? tune(lessons, how) : descend(lessons, width, how);
    return open(factors === null ? model : tuned(model, factors)).use((bank) => ask(bank, unseen));
  };
}
