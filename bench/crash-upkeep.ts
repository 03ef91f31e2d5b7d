import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openMemory, type Memory, type Mneme } from '../packages/mneme/src/index.js';
import { migrate } from '../packages/mneme/src/migrate.js';
import { childArguments, type BenchmarkResult } from './benchmark.js';
import { readAcknowledgement, type Ticketed } from './crash-acknowledgement.js';
import { AFTER_EXPIRY_MS, BANKS, fillForUpkeep, PASSING } from './crash-upkeep-bank.js';
import { seeded } from './synthetic-text.js';

const WRITER: readonly string[] = childArguments(
  new URL('./crash-upkeep-child.js', import.meta.url),
);
const TASKS = ['migrate', 'sweep', 'reindex'] as const;
type Task = (typeof TASKS)[number];

/** Memories of each of the two banks. */
const MEMORIES = 1_000;
/** Deaths on one file; then the work is run to its end. */
const DEATHS_A_FILE = 3;
/** How the embedder of the package is named in a bank. */
const ENCODER = /^inside:/;
/** What a migration that was killed left, until it is run again. */
const CUT_OFF = /^\d+ imports of exports are under way/;

type Log = (line: string) => void;

const newTally = () => ({
  /** Kills while the work went on. */
  migrate_kills: 0,
  sweep_kills: 0,
  reindex_kills: 0,
  /** Memories that were acknowledged beside the work. */
  upkeep_told: 0,
  upkeep_lost: 0,
  upkeep_torn: 0,
  upkeep_unfinished: 0,
});
type Tally = ReturnType<typeof newTally>;
const TARGETS: ReadonlySet<string> = new Set(['upkeep_lost', 'upkeep_torn', 'upkeep_unfinished']);

export interface UpkeepOptions {
  /** `writer` are the arguments of Node that start a process. */
  readonly writer?: readonly string[];
  readonly memories?: number;
}

/**
 * Kills processes while they migrate a file, take back what is over, or reindex with the embedder of the package, and
 * write beside it. Counts what is not there of what was there before or was acknowledged, what is there in part, and
 * work that another process does not bring to its end.
 */
export async function killUpkeep(
  kills: number,
  seed: number,
  log: Log,
  { writer = WRITER, memories = MEMORIES }: UpkeepOptions = {},
): Promise<BenchmarkResult> {
  const tally = newTally();
  if (kills > 0) await killAtTasks(kills, seed, { writer, memories, tally, log });
  return {
    results: tally,
    table: Object.entries(tally).map(([name, value]) => [
      name,
      String(value),
      TARGETS.has(name) ? '0' : '',
    ]),
  };
}

async function killAtTasks(
  kills: number,
  seed: number,
  { memories, ...given }: Pick<Killing, 'writer' | 'tally' | 'log'> & { readonly memories: number },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-upkeep-'));
  try {
    const filled = join(folder, 'filled.mneme');
    await fillForUpkeep(filled, memories);
    const before = await heldBy(filled);
    const killing = { ...given, filled, before, folder, random: seeded(seed) };
    for (const [at, task] of TASKS.entries())
      await killAtTask(task, Math.floor((kills + at) / TASKS.length), killing);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Banks = Readonly<Record<(typeof BANKS)[number], ReadonlyMap<string, Memory>>>;

interface Killing {
  readonly writer: readonly string[];
  /** The file that each begins with, and what its banks hold. */
  readonly filled: string;
  readonly before: Banks;
  readonly folder: string;
  readonly random: () => number;
  readonly tally: Tally;
  readonly log: Log;
}

async function killAtTask(task: Task, kills: number, killing: Killing): Promise<void> {
  const { folder, filled, random, tally, log } = killing;
  let longest = 0;
  for (let files = 0; tally[`${task}_kills`] < kills; files++) {
    const file = join(folder, `${task}-${files}.mneme`);
    copyFileSync(filled, file);
    const scene = new Scene(task, file, killing);
    // The first is left alone, and tells how long the work takes here.
    let over = longest === 0;
    if (over) longest = (await scene.live(Infinity)).took;
    for (let death = 0; !over && death < DEATHS_A_FILE && tally[`${task}_kills`] < kills; death++) {
      const { killed } = await scene.live(random() * longest);
      over = !killed;
      if (killed) tally[`${task}_kills`]++;
      await scene.look();
    }
    await scene.finish();
    log(`upkeep: ${JSON.stringify(tally)}`);
    for (const path of [file, scene.target])
      for (const part of ['', '-wal', '-shm']) rmSync(path + part, { force: true });
  }
}

/** One file, those who died at work on it, and what they acknowledged. */
class Scene {
  readonly target: string;
  readonly #told = new Map<string, Ticketed>();
  #lives = 0;

  constructor(
    private readonly task: Task,
    private readonly file: string,
    private readonly killing: Killing,
  ) {
    this.target = `${file}.copy`;
  }

  /** Kills so many milliseconds after the work began; tells how long it took otherwise. */
  async live(lifeMs: number): Promise<{ readonly killed: boolean; readonly took: number }> {
    const { task, file, target, killing } = this;
    const name = `${task}l${this.#lives++}`;
    const child = spawn(process.execPath, [...killing.writer, task, file, name, target], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [complaint, began] = ['', 0];
    let timer: NodeJS.Timeout | undefined;
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said = readAcknowledgement(line);
      if (said?.did === 'open') began = performance.now();
      if (said?.did === 'open' && lifeMs !== Infinity)
        timer = setTimeout(() => child.kill('SIGKILL'), lifeMs);
      if (said?.did === 'remember')
        for (const memory of said.memories) this.#told.set(memory.id, memory);
    });
    const killed = await new Promise<boolean>((resolve, reject) =>
      child.on('error', reject).on('close', (code, signal) => {
        if (signal === 'SIGKILL' || code === 0) resolve(code !== 0);
        else reject(new Error(`${task} failed: ${complaint}`));
      }),
    );
    clearTimeout(timer);
    return { killed, took: performance.now() - began };
  }

  /** Looks at what a kill left, before anybody goes on with the work. */
  async look(): Promise<void> {
    if (this.task === 'migrate') {
      await this.#compare(false);
      return;
    }
    // A clock before the end of what is kept for a while: nobody takes back anything.
    await this.#open({}, (memory) => this.#audit(memory, false));
  }

  /** Another process brings the work to its end. */
  async finish(): Promise<void> {
    if (this.task === 'migrate') {
      await migrate({ from: this.file, to: this.target });
      await this.#compare(true);
    } else if (this.task === 'sweep') {
      const now = (): number => Date.now() + AFTER_EXPIRY_MS;
      const clock = { now, ticks: () => performance.now() };
      await this.#open({ clock }, (memory) => this.#audit(memory, true));
    } else {
      await this.#open({ embedder: { package: 'mneme' } }, async (memory) => {
        await memory.care.reindex();
        const { bank } = await memory.care.stats();
        const again = await memory.care.reindex();
        if (!ENCODER.test(bank.encoder ?? '') || again.made > 0)
          this.#count('upkeep_unfinished', `${bank.encoder ?? 'none'}, ${again.made} made again`);
        await this.#audit(memory, true);
      });
    }
    this.killing.tally.upkeep_told += this.#told.size;
  }

  async #open(
    options: Parameters<typeof openMemory>[0],
    look: (memory: Mneme) => Promise<void>,
  ): Promise<void> {
    const memory = await openMemory({ ...options, file: this.file, bank: BANKS[0] });
    try {
      await look(memory);
    } finally {
      await memory.close();
    }
  }

  /** What was told is there; what passes is taken back in one piece, once, and at the end all of it where that is the work. */
  async #audit(memory: Mneme, finished: boolean): Promise<void> {
    const stored = await everything(memory);
    for (const { id, content } of this.#told.values())
      if (stored.get(id)?.content !== content) this.#count('upkeep_lost', id);
    const before = this.killing.before[BANKS[0]];
    for (const [id, { content }] of before)
      if (stored.get(id)?.content !== content) this.#count('upkeep_lost', id);
    const passing = [...stored.values()].filter(({ tags }) => tags.includes(PASSING));
    const over = [...stored.values()].filter(({ retractedAt }) => retractedAt !== null);
    const whole = passing.length === over.length && over.every(({ version }) => version === 2);
    if (over.length > 0 && !whole)
      this.#count('upkeep_torn', `${over.length} of ${passing.length} taken back`);
    if (finished && this.task === 'sweep' && over.length === 0)
      this.#count('upkeep_unfinished', 'nothing was taken back');
    await this.#examine(memory, finished);
  }

  /** A bank is at the target as it is here, or not at all. */
  async #compare(finished: boolean): Promise<void> {
    for (const bank of BANKS) {
      const before = this.killing.before[bank];
      const there = existsSync(this.target) ? await this.#at(this.target, bank, finished) : null;
      const same =
        there?.size === before.size &&
        [...before].every(([id, { content }]) => there.get(id)?.content === content);
      if (finished && !same) this.#count('upkeep_unfinished', bank);
      else if (there !== null && there.size > 0 && !same)
        this.#count('upkeep_torn', `${there.size} of ${before.size} in ${bank}`);
    }
  }

  /** What a bank holds; null where it is not. */
  async #at(
    file: string,
    bank: string,
    finished: boolean,
  ): Promise<ReadonlyMap<string, Memory> | null> {
    const memory = await openMemory({ file, bank: BANKS[0] });
    try {
      const names = (await memory.file.banks()).map(({ name }) => name as string);
      await this.#examine(memory, finished);
      return names.includes(bank) ? await everything(memory.bank(bank)) : null;
    } finally {
      await memory.close();
    }
  }

  async #examine(memory: Mneme, finished: boolean): Promise<void> {
    for (const { what } of (await memory.care.doctor()).problems)
      if (finished || !CUT_OFF.test(what)) this.#count('upkeep_torn', what);
  }

  #count(what: keyof Tally, found: string): void {
    this.killing.tally[what]++;
    this.killing.log(`${what}: ${this.task}: ${found}`);
  }
}

async function heldBy(file: string): Promise<Banks> {
  const memory = await openMemory({ file, bank: BANKS[0] });
  try {
    return {
      default: await everything(memory),
      work: await everything(memory.bank('work')),
    };
  } finally {
    await memory.close();
  }
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
