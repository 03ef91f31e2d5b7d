/**
 * One phase of the growth benchmark in a process of its own: `seed FILE COUNT SEED`, `fill FILE COUNT SEED`, `wake
 * FILE`, `ask FILE QUESTIONS` or `words FILE QUESTIONS`.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import MiniSearch from 'minisearch';
import { openDatabase } from '../packages/core/src/adapters/store/sqlite/open-database.js';
import { openMemory, type Mneme } from '../packages/mneme/src/index.js';
import { fillFile } from './growth-fill.js';
import type { Planted } from './growth.js';
import { mean, percentile } from './retrieval-metrics.js';
import { syntheticTurns } from './synthetic-text.js';

const BATCH = 128;

type Figures = Record<string, number>;

const say = (line: string): boolean => process.stderr.write(`${line}\n`);

/** The caches of answers would make the second round none. */
const opened = (file: string): Promise<Mneme> =>
  openMemory({ file, bank: 'default', cacheCapacity: 0 });

async function seedFile(file: string, count: number, seed: number): Promise<Figures> {
  const turns = syntheticTurns(seed);
  const memory = await opened(file);
  for (let done = 0; done < count;) {
    const size = Math.min(BATCH, count - done);
    await memory.rememberAll(Array.from({ length: size }, () => turns.next().value.input));
    done += size;
  }
  await memory.close();
  return {};
}

/** Reads the whole bank once and leaves a snapshot. */
async function wake(file: string): Promise<Figures> {
  const start = performance.now();
  const memory = await opened(file);
  await memory.recall('What happened?');
  const ms = performance.now() - start;
  await memory.close();
  return { read_all_ms: ms };
}

/** Opens from the snapshot, asks every question twice, and times and judges the second round. */
async function ask(file: string, planted: readonly Planted[]): Promise<Figures> {
  const fileMs = readOnce(file);
  const start = performance.now();
  const memory = await opened(file);
  await memory.recall('What happened?');
  const openMs = performance.now() - start;
  const openRss = process.memoryUsage.rss();
  for (const { question } of planted) await memory.recall({ query: question, limit: 10 });
  const times: number[] = [];
  const spent: number[] = [];
  const steps = new Map<string, number[]>();
  const found: number[] = [];
  const top: number[] = [];
  for (const { question, content } of planted) {
    const began = performance.now();
    const before = process.cpuUsage();
    const { results, timings } = await memory.recall({ query: question, limit: 10 });
    const { user, system } = process.cpuUsage(before);
    times.push(performance.now() - began);
    spent.push((user + system) / 1_000);
    for (const [step, took] of Object.entries(timings))
      steps.set(step, [...(steps.get(step) ?? []), took]);
    const place = results.findIndex((result) => result.content === content);
    found.push(Number(place >= 0));
    top.push(Number(place === 0));
  }
  say(
    `mean ms by step: ${[...steps].map(([step, took]) => `${step} ${mean(took).toFixed(2)}`).join(', ')}`,
  );
  const figures = {
    recall_p50: percentile(times, 0.5),
    recall_p95: percentile(times, 0.95),
    cpu_p50: percentile(spent, 0.5),
    cpu_p95: percentile(spent, 0.95),
    r10: mean(found),
    top1: mean(top),
    open_ms: openMs,
    file_ms: fileMs,
    open_rss: openRss,
    rss: process.memoryUsage.rss(),
  };
  await memory.close();
  return figures;
}

/** Milliseconds to read the file from its beginning to its end, as a measure of the disk. */
function readOnce(file: string): number {
  const start = performance.now();
  const piece = Buffer.allocUnsafe(2 ** 20);
  const handle = openSync(file, 'r');
  while (readSync(handle, piece) > 0);
  closeSync(handle);
  return performance.now() - start;
}

/** The same questions to MiniSearch by its defaults over the same texts. */
function askWords(file: string, planted: readonly Planted[]): Figures {
  const database = openDatabase(file, true);
  const index = new MiniSearch<{ id: number; content: string }>({ fields: ['content'] });
  index.addAll(
    database.prepare('SELECT num AS id, content FROM memory').all() as {
      id: number;
      content: string;
    }[],
  );
  database.close();
  const times: number[] = [];
  for (const round of [1, 2])
    for (const { question } of planted) {
      const began = performance.now();
      index.search(question);
      if (round === 2) times.push(performance.now() - began);
    }
  return { words_p95: percentile(times, 0.95) };
}

const questions = (path: string): Planted[] => JSON.parse(readFileSync(path, 'utf8')) as Planted[];
const [phase = '', file = '', third = '', fourth = ''] = process.argv.slice(2);
const PHASES: Readonly<Record<string, () => Promise<Figures>>> = {
  seed: () => seedFile(file, Number(third), Number(fourth)),
  fill: async () => {
    await fillFile(file, Number(third), Number(fourth), say);
    return {};
  },
  wake: () => wake(file),
  ask: () => ask(file, questions(third)),
  // A quarter of the questions: each takes a third of a second.
  words: () =>
    Promise.resolve(
      askWords(
        file,
        questions(third).filter((_, at) => at % 4 === 0),
      ),
    ),
};
process.stdout.write(`${JSON.stringify(await PHASES[phase]?.())}\n`);
