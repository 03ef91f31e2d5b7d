import { MnemeError } from '../src/domain/errors.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { LoadedBank } from './loaded-bank.js';
import { mean } from './retrieval-metrics.js';
import { askTalk, foreignTo, type Asked } from './talk/ask.js';
import { figuresOf, type Figures } from './talk/figures.js';
import { readCorpora, type Corpus } from './talk/read-corpora.js';

/** Recall over many kinds of talk, each corpus a folder, held against MiniSearch on the same banks in the same run. */
export const talk: Benchmark = {
  name: 'talk',
  summary: 'Find what answers in many kinds of talk, held against MiniSearch on the same banks.',
  options: [
    { flag: '--dir <path>', description: 'a folder with a folder for each corpus' },
    { flag: '--corpora <names>', description: 'only these folders, with commas between' },
    { flag: '--limit <n>', description: 'only so many conversations of each corpus' },
    { flag: '--shipped', description: 'judge the shipped weights' },
  ],
  run: async (options, log) => {
    const { dir } = options;
    if (typeof dir !== 'string')
      throw new MnemeError('invalid_input', '--dir is missing.', {
        field: 'dir',
        hint: 'Name the folder that holds a folder for each corpus.',
      });
    const { corpora, passedOver } = readCorpora(dir, {
      ...(typeof options['corpora'] === 'string' ? { only: options['corpora'].split(',') } : {}),
      ...(options['limit'] === undefined ? {} : { limit: wholeNumber(options, 'limit', 1) }),
    });
    for (const line of passedOver) log(`passed over: ${line}`);
    const figures = new Map<string, Figures>();
    for (const corpus of corpora) figures.set(corpus.name, figuresOf(await askCorpus(corpus, log)));
    return asResult(figures, passedOver);
  },
};

async function askCorpus(corpus: Corpus, log: (line: string) => void): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const [at, each] of corpus.talks.entries()) {
    log(`asking about ${corpus.name} ${each.id}`);
    asked.push(...(await askTalk(each, foreignTo(corpus.talks, at), () => LoadedBank.open())));
  }
  return asked;
}

function asResult(
  figures: ReadonlyMap<string, Figures>,
  passedOver: readonly string[],
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
    over_minisearch_worst: Math.min(...of('over_minisearch')),
    over_minisearch_mean: mean(of('over_minisearch')),
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

/** A corpus's figures, those of MiniSearch beside Mneme's. */
function rowsOf(corpus: string, figures: Figures): string[][] {
  return Object.entries(figures)
    .filter(([name]) => !name.startsWith(WORDS))
    .map(([name, value]) => {
      const words = figures[name === 'recall_ms' ? `${WORDS}ms` : WORDS + name];
      return [`${corpus}_${name}`, shown(value), words === undefined ? '' : shown(words)];
    });
}

const shown = (value: number): string =>
  Number.isInteger(value) && value > 1 ? String(value) : value.toFixed(3);
