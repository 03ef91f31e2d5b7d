import type { Benchmark, BenchmarkResult } from './benchmark.js';
import { mean } from './retrieval-metrics.js';
import type { Asked } from './talk/ask.js';
import { askShipped, askUnseen, banksOf, byCorpus, byFold, perCorpus } from './talk/banks.js';
import { withFiles } from './talk/bank-files.js';
import { figuresOf, type Figures } from './talk/figures.js';
import { corporaFrom, CORPORA_OPTIONS } from './talk/read-corpora.js';
import { askWithModel, gainsOf } from './talk/with-model.js';

/** Recall over many kinds of talk, each corpus a folder, held against MiniSearch on the same banks in the same run. */
export const talk: Benchmark = {
  name: 'talk',
  summary: 'Find what answers in many kinds of talk, held against MiniSearch on the same banks.',
  options: [
    ...CORPORA_OPTIONS,
    { flag: '--shipped', description: 'judge the shipped weights' },
    {
      flag: '--model <package>',
      description: 'with --shipped: and with a sentence encoder that is installed as a package',
    },
    {
      flag: '--leave-out',
      description: 'judge each corpus by weights fitted on the other corpora',
    },
  ],
  run: async (options, log) => {
    const { corpora, passedOver } = corporaFrom(options, log);
    const banks = banksOf(corpora);
    const leaveOut = options['leaveOut'] === true;
    const asked = await withFiles(options, (files) =>
      options['shipped'] === true
        ? askShipped(banks, files, log)
        : askUnseen(banks, files, leaveOut ? byCorpus : byFold, log),
    );
    const { model } = options;
    const beside = typeof model === 'string' ? await askWithModel(banks, model, log) : null;
    const [answers, learned] = [asked, beside ?? []].map((of) => perCorpus<Asked[]>(banks, of));
    const figures = corpora.map(({ name }, at): [string, Figures] => {
      const without = figuresOf((answers?.[at] ?? []).flat());
      const gained =
        beside === null ? {} : gainsOf(without, figuresOf((learned?.[at] ?? []).flat()));
      return [name, { ...without, ...gained }];
    });
    return asResult(new Map(figures), passedOver, leaveOut ? 'left_out' : 'all');
  },
};

function asResult(
  figures: ReadonlyMap<string, Figures>,
  passedOver: readonly string[],
  prefix: string,
): BenchmarkResult {
  const all = [...figures.values()];
  const of = (name: string): number[] => all.flatMap((each) => each[name] ?? []);
  const results = Object.fromEntries(
    [...figures].flatMap(([corpus, each]) =>
      Object.entries(each).map(([name, value]) => [`${corpus}_${name}`, value]),
    ),
  );
  const overall = {
    ...(of('ece').length === 0 ? {} : { ece_worst: Math.max(...of('ece')) }),
    ...(of('known_auroc').length === 0
      ? {}
      : { known_auroc_worst: Math.min(...of('known_auroc')) }),
    [`${prefix}_worst_over_minisearch`]: Math.min(...of('over_minisearch')),
    [`${prefix}_mean_over_minisearch`]: mean(of('over_minisearch')),
  };
  return {
    results: { ...results, ...overall },
    table: [
      ['talk', 'Mneme', 'MiniSearch'],
      ...[...figures].flatMap(([corpus, each]) => rowsOf(corpus, each)),
      ...Object.entries(overall).map(([name, value]) => [name, shown(value)]),
      ...passedOver.map((line) => ['passed over', line]),
    ],
  };
}

const WORDS = 'minisearch_';
/** What is told of each category, in one row. */
const OF_CATEGORY = ['r10', 'all20', 'top1', 'top3'] as const;

/** A corpus's figures, those of MiniSearch beside Mneme's. */
function rowsOf(corpus: string, figures: Figures): string[][] {
  const categories = Object.keys(figures).flatMap(
    (name) => /^(?!minisearch_)(.+)_top3$/.exec(name)?.[1] ?? [],
  );
  const isOfCategory = (name: string): boolean =>
    categories.some((category) => OF_CATEGORY.some((figure) => name === `${category}_${figure}`));
  const values = (prefix: string): string =>
    OF_CATEGORY.map((name) => shown(figures[`${prefix}_${name}`] ?? 0)).join('  ');
  return [
    ...Object.entries(figures)
      .filter(([name]) => !name.startsWith(WORDS) && !isOfCategory(name))
      .map(([name, value]) => {
        const words = figures[name === 'recall_ms' ? `${WORDS}ms` : WORDS + name];
        return [`${corpus}_${name}`, shown(value), words === undefined ? '' : shown(words)];
      }),
    ...categories.map((category) => [
      `${corpus}_${category} ${OF_CATEGORY.join(', ')}`,
      values(category),
      values(WORDS + category),
    ]),
  ];
}

const shown = (value: number): string =>
  Number.isInteger(value) && value > 1 ? String(value) : value.toFixed(3);
