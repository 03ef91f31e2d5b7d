import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openMemory, type Memory, type Mneme } from '../packages/mneme/src/index.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { readAcknowledgement, type Acknowledgement } from './crash-acknowledgement.js';
import { killErasures, WRITER, writeAfterErasures } from './crash-erasure.js';
import { killAtFaults } from './crash-faults.js';
import { killReaders } from './crash-reading.js';
import { killUpkeep } from './crash-upkeep.js';
import { holds, Promises, type Promised } from './crash-promises.js';
import { seeded } from './synthetic-text.js';

type Log = (line: string) => void;

/** After opening, a child works so many milliseconds at most. */
const LONGEST_LIFE = 1_500;
/** Each so-maniest child works on a file of its own and may die while it founds it. */
const FOUNDING_EVERY = 5;
const LONGEST_FOUNDING = 1_000;

/** Kills a writing process again and again, and looks for what it had acknowledged. */
export const crash: Benchmark = {
  name: 'crash',
  summary: 'Kills a writing process at random moments and counts what was lost, torn or unseen.',
  options: [
    { flag: '--kills <n>', description: 'How often the writer is killed.', preset: '20' },
    {
      flag: '--erasures <n>',
      description: 'How often an erasure is killed between its commit and its end.',
      preset: '50',
    },
    {
      flag: '--faults <n>',
      description: 'How often two writers are killed amid faults of disk, clock and names.',
      preset: '50',
    },
    {
      flag: '--readings <n>',
      description: 'How often processes that have turns read are killed.',
      preset: '50',
    },
    {
      flag: '--upkeep <n>',
      description: 'How often a migration, a sweep or a reindexing is killed.',
      preset: '30',
    },
    { flag: '--seed <n>', description: 'Seed of the moments and of the text.', preset: '1' },
  ],
  run: async (options, log) => {
    const seed = wholeNumber(options, 'seed', 1, 0);
    const parts = [
      await killWriters(wholeNumber(options, 'kills', 20, 0), seed, log),
      await killErasures(wholeNumber(options, 'erasures', 50, 0), seed, log),
      await writeAfterErasures(seed, log),
      await killAtFaults(wholeNumber(options, 'faults', 50, 0), seed, log),
      await killReaders(wholeNumber(options, 'readings', 50, 0), seed, log),
      await killUpkeep(wholeNumber(options, 'upkeep', 30, 0), seed, log),
    ];
    return {
      results: Object.assign({}, ...parts.map(({ results }) => results)) as Record<string, number>,
      table: parts.flatMap(({ table }) => table),
    };
  },
};

/** `writer` are the arguments of Node that start a writer. */
export async function killWriters(
  kills: number,
  seed: number,
  log: Log,
  writer: readonly string[] = WRITER,
): Promise<BenchmarkResult> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-crash-'));
  const tally = new Tally(log);
  try {
    await killAgainAndAgain({ kills, seed, writer }, folder, tally, log);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return report(kills, tally);
}

interface Killing {
  readonly kills: number;
  readonly seed: number;
  readonly writer: readonly string[];
}

async function killAgainAndAgain(
  { kills, seed, writer }: Killing,
  folder: string,
  tally: Tally,
  log: Log,
): Promise<void> {
  const random = seeded(seed);
  const shared = join(folder, 'shared.mneme');
  const promises = new Promises();
  const watcher = await openMemory({ file: shared, bank: 'default' });
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const founding = kill % FOUNDING_EVERY === 0;
      const file = founding ? join(folder, `founded-${kill}.mneme`) : shared;
      const of = founding ? new Promises() : promises;
      const witness = new Witness(founding ? null : watcher, of, tally);
      await liveAndDie(
        { writer, file, seed: seed * 1_000 + kill, run: kill, founding, life: random() },
        witness,
      );
      await witness.done();
      await audit(file, of, tally);
      await auditCold(file, of, tally);
      log(`kill ${kill} of ${kills}: ${of.size} memories acknowledged so far; ${tally.inWords}`);
    }
  } finally {
    await watcher.close();
  }
}

interface Life {
  readonly writer: readonly string[];
  readonly file: string;
  readonly seed: number;
  readonly run: number;
  /** The moment of death counts from the start of the process, not from its first word. */
  readonly founding: boolean;
  /** 0..1, the share of the longest life. */
  readonly life: number;
}

/** Starts a child, hands on what it acknowledges, kills it, and waits until the last complete line is read. */
async function liveAndDie(
  { writer, file, seed, run, founding, life }: Life,
  witness: Witness,
): Promise<void> {
  const child = spawn(process.execPath, [...writer, file, String(seed), String(run)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const killIn = (ms: number) => setTimeout(() => child.kill('SIGKILL'), ms);
  let timer = founding ? killIn(life * LONGEST_FOUNDING) : null;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const acknowledged = readAcknowledgement(line);
    if (acknowledged === null) return;
    // Every other child dies only after work of its own, however slow the machine; the others may die before it.
    if (acknowledged.did !== 'open' || run % 2 === 0) timer ??= killIn(life * LONGEST_LIFE);
    witness.hear(acknowledged);
  });
  const signal = await new Promise<NodeJS.Signals | null>((resolve, reject) =>
    child.on('error', reject).on('close', (_, by) => resolve(by)),
  );
  if (timer !== null) clearTimeout(timer);
  if (signal !== 'SIGKILL') throw new Error(`the writer ended by itself: ${complaint}`);
}

/** Another process' handle on the file: looks at once whether what was acknowledged is there. */
class Witness {
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;
  #last: Promised | undefined;

  constructor(
    private readonly watcher: Mneme | null,
    private readonly promises: Promises,
    private readonly tally: Tally,
  ) {}

  hear(acknowledged: Acknowledgement): void {
    const states = this.promises.keep(acknowledged);
    const { watcher } = this;
    if (watcher === null || states.length === 0) return;
    this.#waiting++;
    this.#work = this.#work.then(() => this.#look(watcher, states)).finally(() => this.#waiting--);
  }

  /** Waits for the looks under way, and asks once more for what was acknowledged last. */
  async done(): Promise<void> {
    await this.#work;
    if (this.watcher !== null && this.#last !== undefined)
      await this.#ask(this.watcher, this.#last);
  }

  async #look(watcher: Mneme, states: readonly Promised[]): Promise<void> {
    try {
      for (const state of states)
        if (!holds(await find(watcher, state), state))
          this.tally.count('unseen', `${state.id} (${state.ticket}) in list`);
      this.#last = states.at(-1);
      // A recall takes longer than a commit; while others wait, only the list is asked, so that "at once" stays true.
      if (this.#last !== undefined && this.#waiting === 1) await this.#ask(watcher, this.#last);
    } catch (error) {
      this.tally.count('unseen', String(error));
    }
  }

  async #ask(watcher: Mneme, { id, ticket, version, forgotten }: Promised): Promise<void> {
    const { results } = await watcher.recall({
      query: `ticket ${ticket}`,
      fields: ['id'],
      expand: false,
    });
    this.tally.recalls++;
    const recalled = results.some((result) => result.id === id);
    if (recalled !== forgotten) return;
    // The writer may have gone on meanwhile.
    const { memory } = await watcher.show(id);
    if (memory.version === version)
      this.tally.count('unseen', `${id} (${ticket}) ${forgotten ? 'still' : 'not'} in recall`);
  }
}

async function find(memory: Mneme, { id, ticket }: Promised): Promise<Memory | undefined> {
  const { memories } = await memory.list({ match: ticket, forgotten: true, limit: 5 });
  return memories.find((found) => found.id === id);
}

type Fault = 'lost' | 'torn' | 'reopen_failures' | 'unseen';

class Tally {
  readonly faults: Record<Fault, number> = { lost: 0, torn: 0, reopen_failures: 0, unseen: 0 };
  acknowledged = 0;
  recalls = 0;

  constructor(private readonly log: Log) {}

  get inWords(): string {
    return Object.entries(this.faults)
      .map(([fault, count]) => `${fault} ${count}`)
      .join(', ');
  }

  count(fault: Fault, what: string): void {
    this.faults[fault]++;
    this.log(`${fault}: ${what}`);
  }
}

/** Opens the file anew and compares it with what was promised. */
async function audit(file: string, promises: Promises, tally: Tally): Promise<void> {
  await withMemory(file, tally, async (memory) => {
    const stored = await everything(memory);
    for (const { id, ticket } of promises.broken(stored)) tally.count('lost', `${id} (${ticket})`);
    for (const [batch, { count, of }] of batchesOf(stored.values()))
      if (count !== of) tally.count('torn', `${count} of ${of} memories of batch ${batch}`);
    for (const { id, retractedAt } of stored.values()) {
      // The links of what is forgotten are not shown.
      if (retractedAt !== null || promises.examined.has(id)) continue;
      promises.examined.add(id);
      const { links } = await memory.show(id);
      if (!links.some(({ role }) => role === 'said_by'))
        tally.count('torn', `${id} has no link to its speaker`);
    }
    await examine(memory, tally);
    tally.acknowledged = Math.max(tally.acknowledged, promises.size);
  });
}

/** The file as the dead process left it on the disk, without the living processes' shared index of its log. */
async function auditCold(file: string, promises: Promises, tally: Tally): Promise<void> {
  if (!existsSync(file)) return;
  const copy = `${file}.copy`;
  for (const part of ['', '-wal']) {
    rmSync(copy + part, { force: true });
    // By another process: to close the file in this one would let go of the watcher's locks.
    if (existsSync(file + part)) execFileSync('cp', [file + part, copy + part]);
  }
  rmSync(`${copy}-shm`, { force: true });
  await withMemory(copy, tally, async (memory) => {
    const stored = await everything(memory);
    for (const { id, ticket } of promises.broken(stored))
      tally.count('lost', `${id} (${ticket}) in the copy`);
    await examine(memory, tally);
  });
}

async function withMemory(
  file: string,
  tally: Tally,
  work: (memory: Mneme) => Promise<void>,
): Promise<void> {
  let memory: Mneme;
  try {
    memory = await openMemory({ file, bank: 'default' });
  } catch (error) {
    tally.count('reopen_failures', String(error));
    return;
  }
  try {
    await work(memory);
  } finally {
    await memory.close();
  }
}

async function examine(memory: Mneme, tally: Tally): Promise<void> {
  const { problems } = await memory.care.doctor();
  for (const { what } of problems) tally.count('torn', what);
}

async function everything(memory: Mneme): Promise<ReadonlyMap<string, Memory>> {
  const found = new Map<string, Memory>();
  for (let after: string | undefined; ;) {
    const page = await memory.list({
      forgotten: true,
      limit: 500,
      ...(after === undefined ? {} : { after }),
    });
    for (const item of page.memories) found.set(item.id, item);
    if (page.next === null) return found;
    after = page.next;
  }
}

function batchesOf(memories: Iterable<Memory>): ReadonlyMap<string, { count: number; of: number }> {
  const batches = new Map<string, { count: number; of: number }>();
  for (const { metadata } of memories) {
    const name = String(metadata['batch']);
    batches.set(name, { count: (batches.get(name)?.count ?? 0) + 1, of: Number(metadata['of']) });
  }
  return batches;
}

function report(kills: number, { faults, acknowledged, recalls }: Tally): BenchmarkResult {
  const results = { kills, ...faults, acknowledged, recalls };
  const table = Object.entries(results).map(([name, value]) => [
    name,
    String(value),
    name in faults ? '0' : '',
  ]);
  return { results, table };
}
