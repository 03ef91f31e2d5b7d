import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '../packages/mneme/src/open.js';
import { CODE_FEATURES } from '../packages/core/src/recall/ranking/code/code-features.js';
import type { FusionModel } from '../packages/core/src/recall/ranking/fusion-model.js';
import { SHIPPED_CODE_MODEL } from '../packages/core/src/recall/ranking/code/code-ranking.js';
import type { Benchmark } from './benchmark.js';
import { asMemories, bm25Ranks, judgeRanks, type CodeCorpus } from './code-corpus.js';
import { readCosqa, withoutDocstrings } from './cosqa-data.js';
import { readDocumented } from './documented-functions.js';
import { FIT_DEFAULTS, fitFusion, unfitted, type TrainingQuery } from './fit-fusion.js';
import { LoadedBank } from './loaded-bank.js';
import { renderModel } from './render-model.js';
import { percentile } from './retrieval-metrics.js';

const FOLDS = 5;
const DEEP = 100;
const NOW = Date.UTC(2025, 0, 1);
/** One in so many of CoSQA's functions, without its docstring, teaches what code without documentation is found by. */
const UNDOCUMENTED = 20;
/** The same of the libraries that teach. */
const OF_LIBRARIES = 2;
/** What one of either counts beside a query that somebody asked. */
const WEIGHTS = { undocumented: 0.4, libraries: 0.5 } as const;
/** A description that hardly says the function's name counts so many times: those of libraries mostly repeat it, those of other projects do not. */
const UNNAMED = { share: 0.15, weight: 4 } as const;
/** Longer fitting learns how those libraries are documented, which does not hold for others. */
const EPOCHS = 8;
const NAME_HELD = CODE_FEATURES.indexOf('name_held');
/** So many recalls of the usual number of results are timed. */
const TIMED = 60;
const OUT = 'packages/core/data/models/code-fusion.json';
const UNFITTED = unfitted(CODE_FEATURES);

/** Documented libraries that are not judged: they teach what a function is found by when its documentation is elsewhere. */
const TEACHERS = [
  'vite rolldown lunr sharp yaml qified cacheable @cacheable @humanfs/core entities oxc-parser markdown-it jiti knip @orama',
  'typedoc zod fast-check vitest @typescript-eslint @eslint hookified @eslint-community typedoc-plugin-markdown chrono-node esquery ajv flat-cache source-map-js file-entry-cache eslint-scope espree @vitest',
]
  .map((names) =>
    names
      .split(' ')
      .map((name) => `node_modules/${name}`)
      .join(','),
  )
  .join(',');

/** Finding code by words: CoSQA's queries, five-fold by query, and functions by their descriptions. */
export const code: Benchmark = {
  name: 'code',
  summary: 'Find functions by what is asked for (CoSQA) and by their own descriptions.',
  options: [
    {
      flag: '--cosqa <path>',
      description: 'CoSQA retrieval queries (JSON), its index of functions beside it',
    },
    {
      flag: '--folders <paths>',
      description: 'folders of documented source, separated by commas',
      preset:
        'src,node_modules/commander/lib,node_modules/eslint/lib/shared,node_modules/eslint/lib/linter',
    },
    {
      flag: '--teach <paths>',
      description:
        'folders of documented source that the fusion also learns from; none of --folders',
      preset: TEACHERS,
    },
    { flag: '--fit', description: `fit the fusion for code anew and write ${OUT}` },
  ],
  run: async (options, log) => {
    const folder = mkdtempSync(join(tmpdir(), 'mneme-code-'));
    try {
      const results: Record<string, number> = {};
      const cosqa = options['cosqa'];
      let shipped = SHIPPED_CODE_MODEL;
      if (typeof cosqa === 'string') {
        const corpus = readCosqa(cosqa);
        const taught = await lessons(corpus, String(options['teach']).split(','), folder, log);
        const file = join(folder, 'cosqa.mneme');
        log(`remembering ${corpus.functions.length} functions`);
        const fillMs = await fill(corpus, file);
        log('reading the candidates');
        const training = await trainingOf(corpus, file);
        Object.assign(results, await measureCosqa(corpus, file, training, taught, log), {
          cosqa_remember_ms: fillMs / corpus.functions.length,
        });
        if (options['fit'] === true) {
          shipped = fitCode(
            [...training, ...taught],
            `${training.length} queries of CoSQA and ${taught.length} docstrings of Python, JavaScript and TypeScript`,
          );
          writeFileSync(OUT, renderModel(shipped));
        }
      }
      Object.assign(
        results,
        await measureDocumented(
          readDocumented(String(options['folders']).split(',')),
          join(folder, 'documented.mneme'),
          shipped,
          log,
        ),
      );
      return {
        results,
        table: [
          ['code', '', 'target'],
          ...Object.entries(results).map(([name, value]) => [
            name,
            value.toFixed(3),
            TARGETS[name] ?? '',
          ]),
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const TARGETS: Readonly<Record<string, string>> = {
  cosqa_mrr: '≥ 0.42',
  mrr10: '≥ 0.60',
  gain_over_bm25: '≥ 0.10',
};

/** Functions to be found by their docstrings, which are taken out: CoSQA's, and those of the libraries that teach. */
async function lessons(
  cosqa: CodeCorpus,
  teachers: readonly string[],
  folder: string,
  log: (line: string) => void,
): Promise<TrainingQuery[]> {
  const undocumented = withoutDocstrings(cosqa, UNDOCUMENTED);
  const documented = readDocumented(teachers.filter((path) => path !== '' && existsSync(path)));
  const libraries: CodeCorpus = {
    functions: documented.functions,
    queries: documented.queries.filter((_, at) => at % OF_LIBRARIES === 0),
  };
  const taught: TrainingQuery[] = [];
  for (const [name, corpus] of [
    ['undocumented', undocumented],
    ['libraries', libraries],
  ] as const) {
    log(`reading ${corpus.queries.length} docstrings of ${corpus.functions.length} functions`);
    const file = join(folder, `${name}.mneme`);
    await fill(corpus, file);
    taught.push(
      ...(await trainingOf(corpus, file)).map((query) => ({
        ...query,
        weight: WEIGHTS[name] * (name === 'libraries' && hardlyNames(query) ? UNNAMED.weight : 1),
      })),
    );
  }
  return taught;
}

function hardlyNames({ values, relevant }: TrainingQuery): boolean {
  const [row] = relevant.flat();
  return row !== undefined && (values[row * CODE_FEATURES.length + NAME_HELD] ?? 0) < UNNAMED.share;
}

async function measureCosqa(
  corpus: CodeCorpus,
  file: string,
  training: readonly TrainingQuery[],
  taught: readonly TrainingQuery[],
  log: (line: string) => void,
): Promise<Record<string, number>> {
  const ranks: number[] = [];
  const recallMs: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    log(`fold ${fold + 1} of ${FOLDS}`);
    const model = fitCode(
      [...training.filter((_, at) => at % FOLDS !== fold), ...taught],
      'the other queries',
    );
    const asked = corpus.queries.filter((_, at) => at % FOLDS === fold);
    const answered = await ask(asked, file, model);
    ranks.push(...answered.ranks);
    recallMs.push(...answered.recallMs);
  }
  const engine = judgeRanks(ranks);
  const bm25 = judgeRanks(bm25Ranks(corpus));
  return {
    cosqa_mrr: engine.mrr,
    cosqa_mrr10: engine.mrr10,
    cosqa_r10: engine.r10,
    cosqa_bm25_mrr: bm25.mrr,
    cosqa_bm25_mrr10: bm25.mrr10,
    cosqa_bm25_r10: bm25.r10,
    cosqa_found: training.filter(({ relevant }) => relevant.length > 0).length / training.length,
    cosqa_recall_p50: percentile(recallMs, 0.5),
    cosqa_recall_p95: percentile(recallMs, 0.95),
  };
}

async function measureDocumented(
  corpus: CodeCorpus,
  file: string,
  model: FusionModel,
  log: (line: string) => void,
): Promise<Record<string, number>> {
  log(`remembering ${corpus.functions.length} documented functions`);
  await fill(corpus, file);
  const { ranks } = await ask(corpus.queries, file, model);
  const byBm25 = bm25Ranks(corpus);
  const engine = judgeRanks(ranks);
  const bm25 = judgeRanks(byBm25);
  const results = {
    functions: corpus.functions.length,
    mrr10: engine.mrr10,
    r10: engine.r10,
    bm25_mrr10: bm25.mrr10,
    bm25_r10: bm25.r10,
    gain_over_bm25: engine.mrr10 - bm25.mrr10,
  };
  const ofLibraries = (each: readonly number[]) =>
    each.filter((_, at) => corpus.queries[at]?.answer.includes(LIBRARIES) === true);
  if (ofLibraries(ranks).length === 0) return results;
  return {
    ...results,
    libraries_mrr10: judgeRanks(ofLibraries(ranks)).mrr10,
    libraries_bm25_mrr10: judgeRanks(ofLibraries(byBm25)).mrr10,
  };
}

/** In the path of a function of others. */
const LIBRARIES = 'node_modules/';

async function fill(corpus: CodeCorpus, file: string): Promise<number> {
  const memory = await openMemory({ file, codeModel: UNFITTED });
  const inputs = asMemories(corpus, NOW);
  const start = performance.now();
  for (let at = 0; at < inputs.length; at += 128)
    await memory.rememberAll(inputs.slice(at, at + 128));
  const took = performance.now() - start;
  await memory.close();
  return took;
}

/** The candidates of each query that are code, with their features, and which of them answers it. */
async function trainingOf(corpus: CodeCorpus, file: string): Promise<TrainingQuery[]> {
  const bank = LoadedBank.open(file, undefined, UNFITTED);
  try {
    const names = await bank.turnsBySlot();
    const training: TrainingQuery[] = [];
    for (const { text, answer } of corpus.queries) {
      const { slots, values } = await bank.gatherCode(text, NOW);
      const relevant = slots.flatMap((slot, row) =>
        (names.get(slot) ?? []).includes(answer) ? [row] : [],
      );
      training.push({ values, relevant, count: slots.length });
    }
    return training;
  } finally {
    await bank.close();
  }
}

function fitCode(training: readonly TrainingQuery[], fittedOn: string): FusionModel {
  return fitFusion(training, {
    ...FIT_DEFAULTS,
    epochs: EPOCHS,
    features: CODE_FEATURES,
    fittedOn,
  });
}

/** Place of each query's answer among what recall delivers, from 0; -1 where it is missing. */
async function ask(
  queries: CodeCorpus['queries'],
  file: string,
  codeModel: FusionModel,
): Promise<{ ranks: number[]; recallMs: number[] }> {
  const memory = await openMemory({ file, codeModel, readOnly: true });
  const ranks: number[] = [];
  const recallMs: number[] = [];
  try {
    for (const { text, answer } of queries) {
      const start = performance.now();
      if (recallMs.length < TIMED) {
        await memory.recall({ query: text, now: NOW, expand: false, fields: ['provenance'] });
        recallMs.push(performance.now() - start);
      }
      const { results } = await memory.recall({
        query: text,
        now: NOW,
        limit: DEEP,
        expand: false,
        fields: ['provenance'],
      });
      ranks.push(
        results.findIndex(({ evidence }) => (evidence ?? []).some(({ turn }) => turn === answer)),
      );
    }
  } finally {
    await memory.close();
  }
  return { ranks, recallMs };
}
