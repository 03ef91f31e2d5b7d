import { writeFileSync } from 'node:fs';
import {
  CHANGE_CUES,
  COMPARED,
  CURRENCY_FEATURES,
  type CurrencyModel,
  readChangeCues,
  readCurrency,
} from '../packages/core/src/modules/validity/currency.js';
import {
  adaptedTo,
  readTalkTraits,
  scoreRows,
  SHIPPED_MODEL,
  type TalkTraits,
} from '../packages/core/src/recall/ranking/fusion-model.js';
import type { Benchmark } from './benchmark.js';
import { evenly } from './five-fold.js';
import { fitDense } from './fit-dense.js';
import { FIT_DEFAULTS, fitFusion, type TrainingQuery } from './fit-fusion.js';
import { mean } from './retrieval-metrics.js';
import { withFiles, type BankFiles } from './talk/bank-files.js';
import { banksOf, perCorpus } from './talk/banks.js';
import type { Bank } from './talk/bank.js';
import { corporaFrom, CORPORA_OPTIONS } from './talk/read-corpora.js';
import { replay } from './talk/replay.js';
import { askingOf, type TalkQuestion } from './talk/talk.js';
import { UNFITTED_CERTAINTY } from './unfitted.js';
import { renderModel } from './render-model.js';

const FOLDS = 5;
/** A corpus whose questions tell which answers are outdated counts so often: it alone teaches what is. */
const TELLING = 3;
/** Few questions and few features: more rounds, and weights are held back less. */
const LONGER = { epochs: 60, decay: 0.005 };
/** What an outdated result before the answer costs beside the answer's place: at 1 as many are pushed back as can be, and with them what answers. */
const OUTDATED = 0.3;
/** Beside the folds: what ships is fitted on all. */
const ALL = FOLDS;

/** One question's best results: by each fold's cues their features, and what each holds. */
interface Compared {
  readonly question: TalkQuestion;
  readonly values: readonly Float32Array[];
  readonly traits: TalkTraits;
  readonly turns: readonly (readonly string[])[];
}

/** Fits what tells the newest word on a matter and writes it as source; prints what it gives to banks that it has not seen. */
export const fitCurrency: Benchmark = {
  name: 'fit-currency',
  summary:
    'Fit how results on one matter stand beside each other and write data/models/currency.json.',
  options: [
    ...CORPORA_OPTIONS,
    {
      flag: '--out <path>',
      description: 'where to write',
      preset: 'packages/core/data/models/currency.json',
    },
  ],
  run: async (options, log) => {
    const { corpora } = corporaFrom(options, log);
    const banks = banksOf(corpora);
    const cues = Array.from({ length: FOLDS + 1 }, (_, fold) =>
      fitCues(banks.filter((_bank, at) => at % FOLDS !== fold)),
    );
    const read = await withFiles(options, async (files) => {
      const all: Compared[][] = [];
      for (const bank of banks) {
        log(`comparing the results of ${bank.corpus} ${bank.talk.id}`);
        all.push(await compareIn(bank, files, cues));
      }
      return all;
    });
    const models = cues.map((own, fold): CurrencyModel => {
      const training = perCorpus(banks, read, (at) => at % FOLDS !== fold).flatMap((rows) => {
        const own = rows.flat();
        const tells = own.some(({ question }) => question.stale.length > 0);
        return new Array<TrainingQuery[]>(tells ? TELLING : 1).fill(
          own.flatMap((row) => trainingOf(row, fold)),
        );
      });
      const fittedOn = corpora.map(({ name }) => name).join(', ');
      return {
        cues: own,
        ranking: fitFusion(evenly(training), {
          ...FIT_DEFAULTS,
          ...LONGER,
          outdated: OUTDATED,
          features: CURRENCY_FEATURES,
          fittedOn,
        }),
      };
    });
    const shipped = models[ALL] as CurrencyModel;
    writeFileSync(String(options['out']), renderModel(shipped));
    const results = figuresOf(banks, read, models);
    return {
      results,
      table: Object.entries(results).map(([name, value]) => [name, value.toFixed(3)]),
    };
  },
};

/** Which words tell a change: those of turns that answer what has an outdated answer, beside all other turns of such banks. */
function fitCues(banks: readonly Bank[]): CurrencyModel['cues'] {
  const turns = banks.flatMap(({ talk }) => {
    const changing = talk.questions.filter(({ stale }) => stale.length > 0);
    const outdated = new Set(changing.flatMap(({ stale }) => stale));
    const telling = new Set(changing.flatMap(({ evidence }) => evidence));
    return changing.length === 0
      ? []
      : talk.turns
          .filter(({ source }) => source !== 'agent')
          .map(({ turn, content }) => ({
            cues: readChangeCues(content),
            tells: telling.has(turn) && !outdated.has(turn),
          }));
  });
  return fitDense(
    CHANGE_CUES,
    turns.map(({ cues }) => cues),
    turns.map(({ tells }) => tells),
  );
}

async function compareIn(
  bank: Bank,
  files: BankFiles,
  cues: readonly CurrencyModel['cues'][],
): Promise<Compared[]> {
  // Another object than the shipped one: its results come as the fusion alone has them.
  return files.use(bank, { ...SHIPPED_MODEL }, UNFITTED_CERTAINTY, async ({ memory, filled }) => {
    const asked: (Omit<Compared, 'turns'> & { readonly slots: number[] })[] = [];
    const questions = bank.talk.questions.filter(
      ({ evidence, adversarial }) => evidence.length > 0 && !adversarial,
    );
    await replay(
      bank.talk,
      questions,
      memory,
      async (due) => {
        for (const question of due) {
          const { weighed, understanding, input } = await memory.rankCandidates(askingOf(question));
          const best = weighed.slice(0, COMPARED);
          asked.push({
            question,
            traits: readTalkTraits(input.index, understanding.reading),
            slots: best.map(({ slot }) => slot),
            values: cues.map((own) => readCurrency(best, input, own)),
          });
        }
      },
      filled,
    );
    const turns = await memory.turnsBySlot();
    return asked.map(({ slots, ...each }) => ({
      ...each,
      turns: slots.map((slot) => turns.get(slot) ?? []),
    }));
  });
}

function trainingOf({ question, values, turns, traits }: Compared, fold: number): TrainingQuery[] {
  const relevant = turns.flatMap((own, row) =>
    own.some((turn) => question.evidence.includes(turn)) ? [row] : [],
  );
  const outdated = turns.flatMap((own, row) =>
    !relevant.includes(row) && own.some((turn) => question.stale.includes(turn)) ? [row] : [],
  );
  const all = {
    values: values[fold] ?? new Float32Array(0),
    relevant,
    outdated,
    count: turns.length,
    traits,
  };
  return relevant.length === 0 ? [] : [all];
}

/** Of each corpus, in the order of the fusion and in the order that a model makes which saw nothing of the bank. */
function figuresOf(
  banks: readonly Bank[],
  read: readonly (readonly Compared[])[],
  models: readonly CurrencyModel[],
): Record<string, number> {
  const corpora = [...new Set(banks.map(({ corpus }) => corpus))];
  return Object.assign(
    {},
    ...corpora.map((corpus) => {
      const own = banks.flatMap((bank, at) =>
        bank.corpus === corpus ? (read[at] ?? []).map((row) => ({ row, fold: at % FOLDS })) : [],
      );
      return {
        ...named(
          corpus,
          'before',
          own.map(({ row }) =>
            judge(
              row,
              row.turns.map((_, at) => -at),
            ),
          ),
        ),
        ...named(
          corpus,
          'after',
          own.map(({ row, fold }) => {
            const { ranking } = models[fold] as CurrencyModel;
            const values = row.values[fold] ?? new Float32Array(0);
            return judge(row, [
              ...scoreRows(
                adaptedTo(ranking, row.traits),
                values,
                row.turns.length,
                CURRENCY_FEATURES.length,
              ),
            ]);
          }),
        ),
      };
    }),
  ) as Record<string, number>;
}

type Judged = Readonly<Record<'top1' | 'top3' | 'r10', number>> & { readonly stale?: number };

function judge({ question, turns }: Compared, scores: readonly number[]): Judged {
  const order = turns
    .map((own, at) => ({ own, score: scores[at] ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .flatMap(({ own }) => own);
  const { evidence, stale } = question;
  const first = order.findIndex((turn) => evidence.includes(turn));
  const contested = order.find((turn) => evidence.includes(turn) || stale.includes(turn));
  return {
    top1: Number(first === 0),
    top3: Number(first >= 0 && first < 3),
    r10: order.slice(0, 10).filter((turn) => evidence.includes(turn)).length / evidence.length,
    ...(stale.length === 0
      ? {}
      : { stale: Number(contested !== undefined && !evidence.includes(contested)) }),
  };
}

function named(corpus: string, when: string, judged: readonly Judged[]): Record<string, number> {
  const of = (name: keyof Judged): number[] => judged.flatMap((each) => each[name] ?? []);
  return Object.fromEntries(
    (['top1', 'top3', 'r10', 'stale'] as const)
      .filter((name) => of(name).length > 0)
      .map((name) => [`${corpus}_${name}_${when}`, mean(of(name))]),
  );
}
