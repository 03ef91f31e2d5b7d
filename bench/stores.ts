import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../test/support/postgres-server.js';
import {
  openMemory,
  type Mneme,
  type OpenOptions,
  type RememberInput,
} from '../packages/mneme/src/index.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { percentile } from './retrieval-metrics.js';
import { syntheticTurns } from './synthetic-text.js';

const BATCH = 128;
const QUESTIONS = 400;

/** A bank in a file and the same bank on a server, step by step in turn, so that both meet the same moments of the machine. */
export const stores: Benchmark = {
  name: 'stores',
  summary: 'The same bank in a file and on a server of PostgreSQL: how much slower the server is.',
  options: [
    {
      flag: '--store <address>',
      description:
        'A database to measure on; a schema is founded in it. Left out, a server is started for it.',
    },
    { flag: '--memories <n>', description: 'Memories in the bank.', preset: '10000' },
    { flag: '--seed <n>', description: 'Seed of the invented text.', preset: '1' },
    {
      flag: '--embedder <package>',
      description: 'none: without the encoder, which takes most of a batch in both.',
      preset: 'mneme',
    },
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const { store: given } = options;
    const server = typeof given === 'string' ? null : await startPostgres({ durable: true });
    const store = typeof given === 'string' ? given : (server?.address ?? '');
    const count = wholeNumber(options, 'memories', 10_000);
    const folder = mkdtempSync(join(tmpdir(), 'mneme-stores-'));
    try {
      const embedder = { package: options['embedder'] === 'none' ? 'none' : 'mneme' } as const;
      const sides: readonly Side[] = [
        { name: 'file', place: { file: join(folder, 'stores.mneme'), embedder } },
        { name: 'server', place: { store, embedder } },
      ];
      const filled = await fill(sides, count, wholeNumber(options, 'seed', 1, 0), log);
      const asked = await ask(sides, filled.questions, log);
      return report({ ...filled.figures, ...asked });
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await server?.stop();
    }
  },
};

interface Side {
  readonly name: 'file' | 'server';
  readonly place: Pick<OpenOptions, 'file' | 'store' | 'embedder'>;
}

type Figures = Readonly<Record<string, number>>;

const opened = ({ place }: Side): Promise<Mneme> => openMemory({ ...place, bank: 'default' });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Batches to either side in turn, and each first every other time. */
async function fill(
  sides: readonly Side[],
  count: number,
  seed: number,
  log: (line: string) => void,
): Promise<{ readonly figures: Figures; readonly questions: readonly string[] }> {
  const turns = syntheticTurns(seed);
  const questions = new Set<string>();
  const take = (size: number): RememberInput[] =>
    Array.from({ length: size }, () => {
      const { input, question } = turns.next().value;
      if (question !== null) questions.add(question);
      return input;
    });
  const memories = await Promise.all(sides.map(opened));
  const spent = sides.map(() => 0);
  const singles: number[][] = sides.map(() => []);
  for (let done = 0, turn = 0; done < count; turn++) {
    const batch = take(Math.min(BATCH, count - done));
    for (const at of turn % 2 === 0 ? [0, 1] : [1, 0])
      spent[at] = (spent[at] ?? 0) + (await timed(async () => memories[at]?.rememberAll(batch)));
    done += batch.length;
    if (turn % 20 === 0) log(`${done} of ${count}`);
  }
  for (const input of take(100))
    for (const at of [0, 1])
      singles[at]?.push(await timed(async () => memories[at]?.remember(input)));
  await Promise.all(memories.map((memory) => memory.close()));
  const [file = 0, server = 0] = spent;
  return {
    questions: spread([...questions], QUESTIONS),
    figures: {
      file_batch_per_s: (count / file) * 1_000,
      server_batch_per_s: (count / server) * 1_000,
      batch_ratio: file / server,
      file_remember_p50: percentile(singles[0] ?? [], 0.5),
      server_remember_p50: percentile(singles[1] ?? [], 0.5),
    },
  };
}

function spread(all: readonly string[], wanted: number): string[] {
  const step = Math.max(1, all.length / wanted);
  return all
    .filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
    .slice(0, wanted);
}

/** Wakes both, asks each question of either in turn, the second half for the percentiles, and compares what they answer. */
async function ask(
  sides: readonly Side[],
  questions: readonly string[],
  log: (line: string) => void,
): Promise<Figures> {
  const waking: number[] = [];
  const memories: Mneme[] = [];
  for (const side of sides) {
    const memory = await opened(side);
    waking.push(await timed(() => memory.recall(questions[0] ?? 'What happened?')));
    memories.push(memory);
    log(`${side.name}: awake in ${waking.at(-1)?.toFixed(0) ?? ''} ms`);
  }
  const times: number[][] = sides.map(() => []);
  let differing = 0;
  for (const [turn, question] of questions.entries()) {
    const answers: string[] = [];
    for (const at of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      const ms = await timed(async () => {
        const found = await memories[at]?.recall(question);
        answers[at] = JSON.stringify(found?.results.map(({ content }) => content));
      });
      if (turn >= questions.length / 2) times[at]?.push(ms);
    }
    if (answers[0] !== answers[1]) differing++;
  }
  await Promise.all(memories.map((memory) => memory.close()));
  const [file = [], server = []] = times;
  return {
    file_recall_p50: percentile(file, 0.5),
    server_recall_p50: percentile(server, 0.5),
    recall_ratio: percentile(server, 0.5) / percentile(file, 0.5),
    file_recall_p95: percentile(file, 0.95),
    server_recall_p95: percentile(server, 0.95),
    file_waking_ms: waking[0] ?? 0,
    server_waking_ms: waking[1] ?? 0,
    differing_answers: differing,
  };
}

const TARGETS: Readonly<Record<string, string>> = {
  batch_ratio: '≥ 0.7',
  recall_ratio: '≤ 1.3',
  server_waking_ms: '≤ 300 at 10,000',
};

function report(results: Figures): BenchmarkResult {
  const table = Object.entries(results).map(([name, value]) => [
    name,
    value.toFixed(2),
    TARGETS[name] ?? '',
  ]);
  return { results, table };
}
