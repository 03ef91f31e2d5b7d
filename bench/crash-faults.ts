import { spawn, type ChildProcess } from 'node:child_process';
import { linkSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { availableDrivers } from '../packages/core/src/adapters/store/sqlite/open-database.js';
import { openMemory } from '../packages/mneme/src/index.js';
import { childArguments, type BenchmarkResult } from './benchmark.js';
import { readAcknowledgement, type Ticketed } from './crash-acknowledgement.js';
import { seeded } from './synthetic-text.js';

const WRITER: readonly string[] = childArguments(
  new URL('./crash-fault-child.js', import.meta.url),
);
/** After the first of two writers has opened, they live so many milliseconds at most. */
const LONGEST_LIFE = 1_200;
/** Deaths on one file before the next begins. */
const DEATHS_A_FILE = 5;

/** By which name the second writer opens the file. */
const NAMES: readonly ((file: string, at: string) => string)[] = [
  (file) => file,
  (file, at) => (symlinkSync(file, at), at),
  (file, at) => (linkSync(file, at), at),
  (file, at) => (symlinkSync(dirname(file), at), join(at, basename(file))),
];

/**
 * Kills two writers of one file at once, again and again: each with any driver that loads, the second by another of
 * the file's names, with a clock that tells parts of milliseconds, amid backups, exports that fail, branches,
 * deletions, reindexing and restores. Counts what was acknowledged and is not there, what is damaged, and what stays
 * behind.
 */
export async function killAtFaults(
  kills: number,
  seed: number,
  log: (line: string) => void,
  writer: readonly string[] = WRITER,
): Promise<BenchmarkResult> {
  const random = seeded(seed);
  const drivers = ['', ...availableDrivers()];
  const any = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const tally = {
    fault_kills: 0,
    fault_writes: 0,
    fault_refusals: 0,
    fault_lost: 0,
    fault_torn: 0,
    fault_left: 0,
  };
  while (tally.fault_kills < kills) {
    const folder = mkdtempSync(join(tmpdir(), 'mneme-faults-'));
    const file = join(folder, 'memory.mneme');
    const told = new Map<string, Ticketed>();
    try {
      for (let death = 0; death < DEATHS_A_FILE && tally.fault_kills < kills; death++) {
        const other = join(folder, `other-${death}`);
        const name = death === 0 ? file : any(NAMES)(file, other);
        const runs = [file, name].map((path, at) => [
          path,
          String(seed * 10_000 + tally.fault_kills * 2 + at),
          `k${tally.fault_kills}w${at}`,
          any(drivers),
        ]);
        const { memories, refused } = await liveAndDie(writer, runs, random() * LONGEST_LIFE);
        rmSync(other, { force: true });
        for (const memory of memories) told.set(memory.id, memory);
        tally.fault_kills++;
        tally.fault_writes += memories.length;
        tally.fault_refusals += refused;
        await audit(file, told, tally);
        log(`faults: ${JSON.stringify(tally)}`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const targets = new Set(['fault_lost', 'fault_torn', 'fault_left']);
  return {
    results: tally,
    table: Object.entries(tally).map(([name, value]) => [
      name,
      String(value),
      targets.has(name) ? '0' : '',
    ]),
  };
}

async function liveAndDie(
  writer: readonly string[],
  runs: readonly (readonly string[])[],
  life: number,
): Promise<{ readonly memories: readonly Ticketed[]; readonly refused: number }> {
  const memories: Ticketed[] = [];
  let refused = 0;
  const children: ChildProcess[] = [];
  const killAll = (): void => children.forEach((child) => void child.kill('SIGKILL'));
  const timers: NodeJS.Timeout[] = [];
  const ends = runs.map((run) => {
    const child = spawn(process.execPath, [...writer, ...run], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said = readAcknowledgement(line);
      if (said?.did === 'remember') memories.push(...said.memories);
      if (said?.did === 'refused') refused++;
      if (said?.did === 'open' && timers.length === 0) timers.push(setTimeout(killAll, life));
    });
    return new Promise<void>((resolve, reject) => {
      child.on('error', reject).on('close', (code, signal) => {
        if (signal === 'SIGKILL' || code === 0) resolve();
        else reject(new Error(`a writer failed: ${complaint}`));
      });
    });
  });
  await Promise.all(ends).finally(() => timers.forEach(clearTimeout));
  return { memories, refused };
}

async function audit(
  file: string,
  told: ReadonlyMap<string, Ticketed>,
  tally: { fault_lost: number; fault_torn: number; fault_left: number },
): Promise<void> {
  const memory = await openMemory({ file, bank: 'default' });
  try {
    const there = new Map<string, string>();
    for (let after: string | undefined; ;) {
      const page = await memory.list({ limit: 500, ...(after === undefined ? {} : { after }) });
      for (const { id, content } of page.memories) there.set(id, content);
      if (page.next === null) break;
      after = page.next;
    }
    for (const { id, content } of told.values()) if (there.get(id) !== content) tally.fault_lost++;
    tally.fault_torn += (await memory.care.doctor()).problems.length;
  } finally {
    await memory.close();
  }
  // Once it was opened again, no copy that a restore left unfinished is beside it.
  const names = readdirSync(dirname(file)).filter((name) => name.includes(`${basename(file)}.`));
  tally.fault_left += names.filter((name) => /^\.memory\.mneme\.[0-9a-f]{8}-/.test(name)).length;
}
