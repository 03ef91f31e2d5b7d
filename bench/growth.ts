import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { childArguments, wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { syntheticTurns } from './synthetic-text.js';

/** A question, and the text that answers it. */
export interface Planted {
  readonly question: string;
  readonly content: string;
}

/** Memories that are remembered as people do; all further ones are written as rows. */
const SEED_MEMORIES = 1_000;
const QUESTIONS = 400;
/** Beyond, an index of words in a JavaScript heap takes longer than all else. */
const MOST_WORDS = 100_000;

type Figures = Readonly<Record<string, number>>;

/** One bank that grows tenfold from measurement to measurement, so that all sizes meet the same questions and the same hour of the machine. */
export const growth: Benchmark = {
  name: 'growth',
  summary: 'How a recall grows with the bank: the same questions in one bank of more and more.',
  options: [
    { flag: '--sizes <list>', description: 'Sizes in memories.', preset: '1000,10000,100000' },
    { flag: '--seed <n>', description: 'Seed of the invented text.', preset: '1' },
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const sizes = readSizes(options['sizes']);
    const seed = String(wholeNumber(options, 'seed', 1, 0));
    const folder = mkdtempSync(join(tmpdir(), 'mneme-growth-'));
    try {
      const file = join(folder, 'growth.mneme');
      const questions = join(folder, 'questions.json');
      writeFileSync(questions, JSON.stringify(plant(Number(seed))));
      await runPhase(['seed', file, String(SEED_MEMORIES), seed], log);
      const rows: Figures[] = [];
      for (const size of sizes) {
        await runPhase(['fill', file, String(size), seed], log);
        const woken = await runPhase(['wake', file], log);
        const asked = await runPhase(['ask', file, questions], log);
        const words = size > MOST_WORDS ? {} : await runPhase(['words', file, questions], log);
        const disk = statSync(file).size;
        rows.push({ memories: size, ...woken, ...asked, ...words, disk });
        log(`${size}: ${JSON.stringify(rows.at(-1))}`);
      }
      return report(rows);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function readSizes(given: unknown): number[] {
  const sizes = String(given ?? '')
    .split(',')
    .map(Number);
  if (sizes.every((size, at) => size >= SEED_MEMORIES && size > (sizes[at - 1] ?? 0))) return sizes;
  throw new RangeError(
    `--sizes: expected growing numbers from ${SEED_MEMORIES}, not ${String(given)}`,
  );
}

/** Questions on what was remembered first, each asked of one text alone. */
function plant(seed: number): Planted[] {
  const asked = new Map<string, string[]>();
  let turn = 0;
  for (const { input, question } of syntheticTurns(seed)) {
    if (turn++ >= SEED_MEMORIES) break;
    if (question !== null) asked.set(question, [...(asked.get(question) ?? []), input.content]);
  }
  return [...asked]
    .flatMap(([question, [content, ...others]]) =>
      content === undefined || others.length > 0 ? [] : [{ question, content }],
    )
    .slice(0, QUESTIONS);
}

/** Runs growth-child and returns the figures that its last line holds. */
async function runPhase(args: readonly string[], log: (line: string) => void): Promise<Figures> {
  const child = spawn(
    process.execPath,
    [
      '--max-old-space-size=12000',
      ...childArguments(new URL('./growth-child.js', import.meta.url)),
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  createInterface({ input: child.stderr }).on('line', log);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  if (code !== 0) throw new Error(`the phase ${args[0] ?? ''} ended with ${String(code)}`);
  return JSON.parse(output) as Figures;
}

const COLUMNS: readonly (readonly [name: string, of: (row: Figures, base: Figures) => string])[] = [
  ['memories', ({ memories = 0 }) => String(memories)],
  ['recall_p50 ms', ({ recall_p50 = 0 }) => recall_p50.toFixed(1)],
  ['recall_p95 ms', ({ recall_p95 = 0 }) => recall_p95.toFixed(1)],
  ['p95 ratio', ({ recall_p95 = 0 }, base) => (recall_p95 / (base['recall_p95'] ?? 1)).toFixed(2)],
  ['cpu_p50 ms', ({ cpu_p50 = 0 }) => cpu_p50.toFixed(1)],
  ['cpu_p95 ms', ({ cpu_p95 = 0 }) => cpu_p95.toFixed(1)],
  ['cpu p95 ratio', ({ cpu_p95 = 0 }, base) => (cpu_p95 / (base['cpu_p95'] ?? 1)).toFixed(2)],
  ['r10', ({ r10 = 0 }) => r10.toFixed(3)],
  ['top1', ({ top1 = 0 }) => top1.toFixed(3)],
  ['rss B/memory', ({ rss = 0, memories = 1 }) => (rss / memories).toFixed(0)],
  [
    'p95 over MiniSearch',
    ({ recall_p95 = 0, words_p95 }) =>
      words_p95 === undefined ? '' : (recall_p95 / words_p95).toFixed(3),
  ],
  ['open ms', ({ open_ms = 0 }) => open_ms.toFixed(0)],
  ['over one reading', ({ open_ms = 0, file_ms = 1 }) => (open_ms / file_ms).toFixed(1)],
  ['read all ms', ({ read_all_ms = 0 }) => read_all_ms.toFixed(0)],
  ['disk B/memory', ({ disk = 0, memories = 1 }) => (disk / memories).toFixed(0)],
];

/** Ratios are to the bank of 10,000, or the smallest. */
function report(rows: readonly Figures[]): BenchmarkResult {
  const base = rows.find(({ memories }) => memories === 10_000) ?? rows[0] ?? {};
  const results = Object.fromEntries(
    rows.flatMap(({ memories = 0, ...figures }) =>
      Object.entries(figures).map(([name, value]) => [`${name}_${memories}`, value]),
    ),
  );
  return {
    results,
    table: [
      COLUMNS.map(([name]) => name),
      ...rows.map((row) => COLUMNS.map(([, of]) => of(row, base))),
    ],
  };
}
