import { openMemory, type Mneme } from '../packages/mneme/src/index.js';
import { HARMLESS_DOCUMENTS } from './data/harmless-texts.js';
import { shapes, type Shape } from './shapes.js';

/** What a text of 64,000 characters costs at most, and where. */
interface SlowestShape {
  readonly name: string;
  /** Its time over plain text's. */
  readonly ratio: number;
  readonly shapes: number;
}

const FULL = 64_000;
/** Two lengths tell a line from a square. */
const [SHORT, LONG] = [1_500, 6_000];
/** So many of those that promise to be slowest are measured at full length, the best of so many runs. */
const FINALISTS = 25;
const RUNS = 3;
const BANKS = 200;

/**
 * Remembers texts of every shape and compares their time with plain text's of the same length. All are tried short,
 * at two lengths; those whose time at full length would be greatest by a line and a square through both are measured
 * there. Times are the processor's, so that what else the machine does counts little.
 */
export async function slowestShape(log: (line: string) => void): Promise<SlowestShape> {
  const bench = new RememberTimes();
  const prose = HARMLESS_DOCUMENTS.join('\n\n');
  const plain = prose.repeat(Math.ceil(FULL / prose.length)).slice(0, FULL);
  for (let run = 0; run < RUNS; run++) await bench.time(plain);
  const all = [...shapes()];
  const promised: { readonly shape: Shape; readonly time: number }[] = [];
  for (const [at, shape] of all.entries()) {
    const [short, long] = [await bench.time(shape.text(SHORT)), await bench.time(shape.text(LONG))];
    const square = Math.max(0, (long / LONG - short / SHORT) / (LONG - SHORT));
    promised.push({ shape, time: (long / LONG + square * (FULL - LONG)) * FULL });
    if (at % 50 === 49) log(`${at + 1} of ${all.length} shapes tried`);
  }
  const finalists = promised.sort((a, b) => b.time - a.time).slice(0, FINALISTS);
  const base = await bench.best(plain);
  const measured: { readonly name: string; readonly ratio: number }[] = [];
  for (const { shape } of finalists)
    measured.push({ name: shape.name, ratio: (await bench.best(shape.text(FULL))) / base });
  await bench.close();
  const slowest = measured.sort((a, b) => b.ratio - a.ratio);
  for (const { name, ratio } of slowest.slice(0, 5)) log(`${ratio.toFixed(2)} ${name}`);
  return { name: '', ratio: 0, ...slowest[0], shapes: all.length };
}

/** Times of `remember`, each in a bank that holds nothing like it. */
class RememberTimes {
  #memory: Mneme | null = null;
  #banks = 0;

  async time(text: string): Promise<number> {
    const bank = (await this.#opened()).bank(`bank-${this.#banks}`);
    await bank.remember('The heron nests by the weir.');
    const before = process.cpuUsage();
    // A text of nothing but blanks is refused.
    await bank.remember(text).catch(() => undefined);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  }

  async best(text: string): Promise<number> {
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS; run++) best = Math.min(best, await this.time(text));
    return best;
  }

  async close(): Promise<void> {
    await this.#memory?.close();
    this.#memory = null;
  }

  async #opened(): Promise<Mneme> {
    if (this.#banks++ % BANKS === 0) await this.close();
    this.#memory ??= await openMemory({ file: ':memory:' });
    return this.#memory;
  }
}
