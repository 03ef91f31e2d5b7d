/** One phase of the scale benchmark in a process of its own: `load FILE COUNT SEED` or `recall FILE QUESTIONS [all]`. */
import { readFileSync } from 'node:fs';
import { SPACES } from '../packages/core/src/domain/change.js';
import { openMemory, type Mneme, type RememberInput } from '../packages/mneme/src/index.js';
import { mean, percentile } from './retrieval-metrics.js';
import { syntheticTurns } from './synthetic-text.js';

const BATCH = 128;
const SINGLES = 200;
/** The window of the early rate: past the first compilations, still at about 1,000 memories. */
const EARLY = { from: 500, to: 2_500 };
const LATE_SHARE = 0.05;
/** The last 5 % of a small bank are too few batches to time. */
const MIN_LATE = 8 * BATCH;
const ASKED_AGAIN = 200;
/** Questions put to each space. */
const ASKED_OF_SPACES = 40;

type Figures = Record<string, number>;

const say = (line: string): boolean => process.stderr.write(`${line}\n`);

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}

/** Fills the file in batches of 128, then remembers 200 singly. */
async function load(file: string, count: number, seed: number): Promise<Figures> {
  const turns = syntheticTurns(seed);
  const take = (size: number): RememberInput[] =>
    Array.from({ length: size }, () => turns.next().value.input);
  const memory = await openMemory({ file, bank: 'default' });
  const clock = new RateClock(count);
  for (let done = 0; done < count;) {
    const batch = take(Math.min(BATCH, count - done));
    clock.add(done, batch.length, (await timed(() => memory.rememberAll(batch))).ms);
    done += batch.length;
    if (Math.floor(done / 5_000) > Math.floor((done - batch.length) / 5_000))
      say(`${done} of ${count} memories, ${clock.all.toFixed(0)} a second`);
  }
  const cpu = process.cpuUsage();
  say(
    `loaded: ${((cpu.user + cpu.system) / 1e3 / count).toFixed(2)} ms of processor a memory, all threads`,
  );
  const singles: number[] = [];
  for (const input of take(SINGLES)) singles.push((await timed(() => memory.remember(input))).ms);
  const { memories } = await memory.care.stats();
  await memory.close();
  return {
    batch_per_s: clock.all,
    rate_ratio: clock.late / clock.early,
    remember_p50: percentile(singles, 0.5),
    remember_p95: percentile(singles, 0.95),
    memories,
  };
}

/** Memories a second over the whole load and over two windows of it. */
class RateClock {
  #whole = { memories: 0, ms: 0 };
  #early = { memories: 0, ms: 0 };
  #late = { memories: 0, ms: 0 };

  constructor(private readonly count: number) {}

  add(done: number, memories: number, ms: number): void {
    const late = Math.min(this.count * (1 - LATE_SHARE), this.count - MIN_LATE);
    const middle = done + memories / 2;
    const windows = [
      this.#whole,
      ...(middle >= EARLY.from && middle < EARLY.to ? [this.#early] : []),
      ...(middle >= late ? [this.#late] : []),
    ];
    for (const window of windows) {
      window.memories += memories;
      window.ms += ms;
    }
  }

  get all(): number {
    return perSecond(this.#whole);
  }

  get early(): number {
    return this.#early.memories === 0 ? this.all : perSecond(this.#early);
  }

  get late(): number {
    return perSecond(this.#late);
  }
}

function perSecond({ memories, ms }: { memories: number; ms: number }): number {
  return ms === 0 ? 0 : (memories / ms) * 1000;
}

/**
 * Opens the file afresh, asks every question once, the second half for the percentiles, and the last ones again. The
 * first question counts as part of opening. With `spaces`, every space holds its codes in the process before the
 * clock counts.
 */
async function recall(
  file: string,
  questions: readonly string[],
  spaces: boolean,
): Promise<Figures> {
  const [first = 'What happened?', ...others] = questions;
  const opening = await timed(async () => {
    const memory = await openMemory({ file, bank: 'default' });
    await memory.recall(first);
    return memory;
  });
  const memory = opening.value;
  say(`open in ${opening.ms.toFixed(0)} ms, ${megabytes(process.memoryUsage.rss())} MB`);
  const searched = spaces ? await searchSpaces(memory, others.slice(0, ASKED_OF_SPACES)) : {};
  // In the first half the machine's compiler has yet to see most of the code.
  const half = Math.floor(others.length / 2);
  const firsts: number[] = [];
  for (const question of others.slice(0, half))
    firsts.push((await timed(() => memory.recall(question))).ms);
  const times: number[] = [];
  const steps = new Map<string, number[]>();
  const asked = others.slice(half);
  for (const query of asked) {
    const { value, ms } = await timed(() => memory.recall(query));
    times.push(ms);
    for (const [step, took] of Object.entries(value.timings))
      steps.set(step, [...(steps.get(step) ?? []), took]);
  }
  say(
    `mean ms by step: ${[...steps].map(([step, took]) => `${step} ${mean(took).toFixed(2)}`).join(', ')}`,
  );
  const cached = await askAgain(memory, asked.slice(-ASKED_AGAIN));
  const figures = {
    open_ms: opening.ms,
    recall_p50: percentile(times, 0.5),
    recall_p95: percentile(times, 0.95),
    recall_p99: percentile(times, 0.99),
    first_p95: percentile(firsts, 0.95),
    cached_p95: percentile(cached, 0.95),
    rss_mb: megabytes(process.memoryUsage.rss()),
    ...searched,
  };
  await memory.close();
  return figures;
}

/** Milliseconds of a search in each space, and of one over all of them; the first, which brings the codes in, is told apart. */
async function searchSpaces(memory: Mneme, questions: readonly string[]): Promise<Figures> {
  const [first = 'What happened?', ...others] = questions;
  const all = Object.fromEntries(SPACES.map((space) => [space, 1]));
  const loading = await timed(() => memory.spaces.search({ query: first, spaces: all }));
  say(`every space in ${loading.ms.toFixed(0)} ms, ${megabytes(process.memoryUsage.rss())} MB`);
  const figures: Figures = { spaces_open_ms: loading.ms };
  for (const [name, asked] of [
    ...SPACES.map((space) => [space, { space }] as const),
    ['all', { spaces: all }] as const,
  ]) {
    const times: number[] = [];
    for (const query of others)
      times.push((await timed(() => memory.spaces.search({ query, ...asked }))).ms);
    figures[`search_${name}_p95`] = percentile(times, 0.95);
  }
  return figures;
}

/** Milliseconds of answers that came from the cache. */
async function askAgain(memory: Mneme, questions: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const query of questions) {
    const { value, ms } = await timed(() => memory.recall(query));
    if (value.cacheHit) times.push(ms);
  }
  return times;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}

const [phase = '', file = '', third = '', fourth = ''] = process.argv.slice(2);
const figures =
  phase === 'load'
    ? await load(file, Number(third), Number(fourth))
    : await recall(file, JSON.parse(readFileSync(third, 'utf8')) as string[], fourth === 'all');
process.stdout.write(`${JSON.stringify(figures)}\n`);
