import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  availableDrivers,
  type DriverName,
} from '../packages/core/src/adapters/store/sqlite/open-database.js';
import { openSharedStore } from '../packages/core/src/adapters/store/shared/shared-store.js';
import { LEASE_MS } from '../packages/core/src/bank/leased-jobs.js';
import type { BankName } from '../packages/core/src/domain/ids.js';
import { openMemory, type Memory, type Mneme } from '../packages/mneme/src/index.js';
import type { Reader } from '../packages/core/src/ports/models.js';
import type { Store } from '../packages/core/src/ports/store.js';
import { childArguments, type BenchmarkResult } from './benchmark.js';
import { readAcknowledgement, type Ticketed } from './crash-acknowledgement.js';
import { answerAbout, markOf, NOTES_A_TURN, ticketOf } from './crash-reading-notes.js';
import { seeded } from './synthetic-text.js';

const WRITER: readonly string[] = childArguments(
  new URL('./crash-reading-child.js', import.meta.url),
);
/** After the first of the writers has acknowledged a turn, they live so many milliseconds at most. */
const LONGEST_LIFE = 1_500;
/** Deaths on one file before the next begins. */
const DEATHS_A_FILE = 3;
const WASM: DriverName = 'node-sqlite3-wasm';
const BANK = 'default' as BankName;
/** More than a file gets before the next begins. */
const MOST_CHANGES = 100_000;
const GOES_ON = /another process reads; goes on (\S+)/;

type Log = (line: string) => void;

const newTally = () => ({
  reading_kills: 0,
  /** Kills after which somebody dead still had the work. */
  reading_held: 0,
  /** Turns that were acknowledged, and those that were read before a kill. */
  reading_turns: 0,
  reading_read: 0,
  reading_lost: 0,
  reading_unread: 0,
  reading_twice: 0,
  reading_half: 0,
  reading_overheld: 0,
  reading_torn: 0,
});
type Tally = ReturnType<typeof newTally>;

const TARGETS: ReadonlySet<string> = new Set([
  'reading_lost',
  'reading_unread',
  'reading_twice',
  'reading_half',
  'reading_overheld',
  'reading_torn',
]);

/**
 * Kills processes that remember turns and have them read, one or two on one file, natively or through WebAssembly,
 * each by a reader of its own or a program. Counts turns that were acknowledged and are gone, or are read by nobody
 * once the lease of the dead is over; turns that were read twice; answers that are there in part; leases that last
 * longer than they may; and what `doctor` reports.
 */
export async function killReaders(
  kills: number,
  seed: number,
  log: Log,
  writer: readonly string[] = WRITER,
): Promise<BenchmarkResult> {
  const tally = newTally();
  const random = seeded(seed);
  // Native SQLite leaves a log beside a file, which WebAssembly cannot read: each file has one kind of driver.
  const kinds = [
    availableDrivers().filter((driver) => driver !== WASM),
    availableDrivers().filter((driver) => driver === WASM),
  ].filter((drivers) => drivers.length > 0);
  for (let files = 0; tally.reading_kills < kills; files++) {
    const drivers = kinds[files % kinds.length] ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'mneme-readings-'));
    const file = new FileOfTheDead(join(folder, 'memory.mneme'), tally, log);
    try {
      for (let death = 0; death < DEATHS_A_FILE && tally.reading_kills < kills; death++) {
        const run = ++tally.reading_kills;
        await file.liveAndDie(writer, { run, seed, random, drivers });
        log(`readings: ${JSON.stringify(tally)}`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return {
    results: { ...tally },
    table: Object.entries(tally).map(([name, value]) => [
      name,
      String(value),
      TARGETS.has(name) ? '0' : '',
    ]),
  };
}

/** Starts writers, kills them all at once, and returns what they acknowledged. */
async function liveAndDie(
  writer: readonly string[],
  lives: readonly (readonly string[])[],
  life: number,
): Promise<readonly Ticketed[]> {
  const told: Ticketed[] = [];
  const children = lives.map((given) =>
    spawn(process.execPath, [...writer, ...given], { stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  let timer: NodeJS.Timeout | undefined;
  const kill = (): void => children.forEach((child) => void child.kill('SIGKILL'));
  const ends = children.map((child) => {
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said = readAcknowledgement(line);
      if (said?.did !== 'remember') return;
      told.push(...said.memories);
      timer ??= setTimeout(kill, life);
    });
    return new Promise<void>((resolve, reject) => {
      child.on('error', reject).on('close', (code, signal) => {
        if (signal === 'SIGKILL' || code === 0) resolve();
        else reject(new Error(`a writer failed: ${complaint}`));
      });
    });
  });
  await Promise.all(ends).finally(() => clearTimeout(timer));
  return told;
}

interface Life {
  readonly run: number;
  readonly seed: number;
  readonly random: () => number;
  readonly drivers: readonly DriverName[];
}

/** One file, whose writers die one after the other, and what they acknowledged. */
class FileOfTheDead {
  readonly #told = new Map<string, Ticketed>();
  /** The clock of each heir goes ahead of the lease that it waited for: those of one file go on from death to death. */
  #ahead = 0;
  #read = 0;

  constructor(
    private readonly path: string,
    private readonly tally: Tally,
    private readonly log: Log,
  ) {}

  async liveAndDie(writer: readonly string[], { run, seed, random, drivers }: Life): Promise<void> {
    const any = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
    const lives = Array.from({ length: run % 2 === 0 ? 2 : 1 }, (_, at) =>
      ['live', this.path, seed * 10_000 + run * 2 + at, run, at, any(drivers), this.#ahead]
        .map(String)
        .concat(any(['within', 'within', 'program'])),
    );
    const said = await liveAndDie(writer, lives, random() * LONGEST_LIFE);
    for (const turn of said) this.#told.set(turn.id, turn);
    this.tally.reading_turns += said.length;
    await this.#audit(any(drivers), run);
  }

  /** Opens the file, looks at what is there, lets what waits be read, and looks again. */
  async #audit(driver: DriverName, run: number): Promise<void> {
    const { path } = this;
    const store = await openSharedStore({ path, driver, sockets: () => dirname(path) });
    const memory = await openMemory({
      store,
      bank: BANK,
      clock: { now: () => this.#now(), ticks: () => performance.now() },
      reader: heirOf(run),
      reading: {
        on: true,
        quietMs: 86_400_000,
        turns: 20,
        callsPerHour: 1e5,
        tokensPerHour: 1e9,
      },
    });
    try {
      await this.#look(memory, store, false);
      await this.#inherit(memory);
      await this.#look(memory, store, true);
      // Nothing that was read waits again, wherever reading begins, and nothing was left out.
      const { read } = await memory.reading.run({ all: true });
      if (read > 0) this.#count('reading_unread', `${read} turns that nobody was to read`);
      for (const { what } of (await memory.care.doctor()).problems)
        this.#count('reading_torn', what);
    } finally {
      await memory.close();
    }
  }

  #now(): number {
    return Date.now() + this.#ahead;
  }

  /** Has what waits read: at once, or as soon as the dead have lost the work. */
  async #inherit(memory: Mneme): Promise<void> {
    let { stopped } = await memory.reading.run();
    const until = GOES_ON.exec(stopped ?? '')?.[1];
    if (until !== undefined) {
      this.tally.reading_held++;
      const wait = Date.parse(until) - this.#now();
      if (wait > LEASE_MS) this.#count('reading_overheld', `for ${wait} ms`);
      // It is told in whole seconds.
      this.#ahead += wait + 1_000;
      ({ stopped } = await memory.reading.run());
    }
    if (stopped !== null) this.#count('reading_overheld', stopped);
  }

  /** Holds each turn against its notes and the record that it was read: none of both, or all of them once. */
  async #look(memory: Mneme, store: Store, finished: boolean): Promise<void> {
    const stored = await everything(memory);
    const notes = new Map<string, string[]>();
    for (const { kind, content } of stored.values())
      if (kind === 'note')
        notes.set(ticketOf(content), [...(notes.get(ticketOf(content)) ?? []), content]);
    const records = new Map<string, number>();
    for (const { body } of await store.learned(BANK, { kinds: ['module'] }))
      for (const id of body.evidence) records.set(id, (records.get(id) ?? 0) + 1);
    if (!finished) this.tally.reading_read += records.size - this.#read;
    this.#read = records.size;
    for (const { id, content } of this.#told.values())
      if (stored.get(id)?.content !== content) this.#count('reading_lost', id);
    // Turns that were committed and not acknowledged any more are held to the same.
    for (const { id, kind, content } of stored.values()) {
      if (kind === 'note') continue;
      const [read, found] = [records.get(id) ?? 0, notes.get(ticketOf(content)) ?? []];
      const what = `${id} was read ${read} times: ${found.join(' ')}`;
      if (read > 1 || found.length > NOTES_A_TURN) this.#count('reading_twice', what);
      else if (found.length !== read * NOTES_A_TURN) this.#count('reading_half', what);
      else if (finished && read === 0) this.#count('reading_unread', what);
    }
    // Each change that reads holds as many notes as it says.
    for (const { verb, reason, memories } of await store.since(BANK, 0, MOST_CHANGES)) {
      const written = memories.filter((id) => stored.get(id)?.kind === 'note').length;
      if (verb === 'read' && written !== Number(/^\d+/.exec(reason)?.[0]))
        this.#count('reading_half', `${written} notes of ${reason}`);
    }
  }

  #count(what: keyof Tally, found: string): void {
    this.tally[what]++;
    this.log(`${what}: ${found}`);
  }
}

/** Who reads what the dead left; its notes bear a mark of its own. */
function heirOf(run: number): Reader {
  return {
    id: 'heir',
    read: ({ turns }) => {
      const named = turns.map(({ id, text }) => ({ name: id, text }));
      return Promise.resolve({
        notes: answerAbout(named, [], markOf(run, 9)),
        malformed: {},
        tokens: 0,
      });
    },
  };
}

async function everything(memory: Mneme): Promise<ReadonlyMap<string, Memory>> {
  const found = new Map<string, Memory>();
  for (let after: string | undefined; ;) {
    const page = await memory.list({ limit: 500, ...(after === undefined ? {} : { after }) });
    for (const item of page.memories) found.set(item.id, item);
    if (page.next === null) return found;
    after = page.next;
  }
}
