import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory, type Memory, type Mneme } from '../../packages/mneme/src/index.js';
import { childArguments } from '../benchmark.js';
import { seeded } from '../synthetic-text.js';
import { stateOf } from './measure-copies.js';

type Log = (line: string) => void;
type Faults = Record<'lost' | 'doubled' | 'half_done' | 'not_undone', number>;

const PAIRS = 240;
/** Longest life of a process after it has the file open, in milliseconds. */
const LONGEST_LIFE = 1_200;
/** So often is each process stopped, the last time for good. */
const STOPS = 24;
const CHILD = childArguments(new URL('./dream-child.js', import.meta.url));

/**
 * Kills processes that dream, at any moment, and looks at what each left; at the end of each night all of it is
 * undone. A process is stopped several times before it is killed: the files of a stopped process are, byte for byte,
 * what killing it then would have left, so that a copy of them is opened and looked at as one more kill.
 */
export async function measureKills(
  kills: number,
  seed: number,
  log: Log,
): Promise<Record<string, number>> {
  const random = seeded(seed);
  const folder = mkdtempSync(join(tmpdir(), 'mneme-dream-kills-'));
  const filled = join(folder, 'filled.mneme');
  const before = await fill(filled);
  const faults = { lost: 0, doubled: 0, half_done: 0, not_undone: 0 };
  let [killed, processes, nights] = [0, 0, 0];
  try {
    while (killed < kills) {
      const file = join(folder, `night-${nights++}.mneme`);
      copyFileSync(filled, file);
      let over = false;
      let hours = 1;
      for (; !over && killed < kills; hours++) {
        const life = Array.from({ length: STOPS }, () => (random() * LONGEST_LIFE) / STOPS);
        const left = await dieDreaming(file, hours, life);
        over = !left.killed;
        processes += 1;
        for (const each of left.killed ? [...left.copies, file] : left.copies) {
          await inspect(each, faults, log);
          killed += 1;
        }
        for (const copy of left.copies) removeBank(copy);
        log(`${killed} of ${kills} kills of ${processes} processes: ${JSON.stringify(faults)}`);
      }
      await endNight(file, hours, before, faults);
      removeBank(file);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { kills: killed, processes, nights, ...faults };
}

async function inspect(file: string, faults: Faults, log: Log): Promise<void> {
  const memory = await openMemory({ file, bank: 'default' });
  count(await everything(memory), faults, log);
  const { problems } = await memory.care.doctor();
  // That a night waits to be gone on with is what a kill is to leave.
  const half = problems.filter(({ what }) => !/^A night/.test(what));
  faults.half_done += half.length;
  for (const { what } of half) log(what);
  await memory.close();
}

/** Goes on with the night to its end, after the lease of the killed process and before its first change is too old to be undone, and undoes it. */
async function endNight(
  file: string,
  hours: number,
  before: string,
  faults: Faults,
): Promise<void> {
  const memory = await openMemory({
    file,
    bank: 'default',
    clock: { now: () => Date.now() + hours * 3_600_000, ticks: () => performance.now() },
  });
  const { memoriesAfter, stopped } = await memory.dreams.dream({ minutes: 60 });
  if (memoriesAfter !== PAIRS || stopped !== null) faults.lost += 1;
  await memory.dreams.dream({ settle: 'reject' });
  if ((await stateOf(memory)) !== before) faults.not_undone += 1;
  await memory.close();
}

async function fill(file: string): Promise<string> {
  const memory = await openMemory({ file, bank: 'default' });
  const things = ['kettle', 'ladder', 'lantern', 'carpet', 'mirror', 'hammer', 'basket'];
  await memory.rememberAll(
    Array.from({ length: PAIRS }, (_, at) => {
      const [thing, place] = [`${things[at % things.length]} ${1_000 + at}`, `shed ${at % 11}`];
      return [`Priya keeps the ${thing} in ${place}.`, `In ${place} Priya keeps the ${thing}.`];
    }).flat(),
  );
  const state = await stateOf(memory);
  await memory.close();
  return state;
}

interface Left {
  /** Whether it was killed before it was done. */
  readonly killed: boolean;
  /** The bank as killing it at each stop would have left it. */
  readonly copies: readonly string[];
}

/** A process that dreams, stopped after each of these milliseconds, and killed at the last stop. */
async function dieDreaming(file: string, hours: number, lives: readonly number[]): Promise<Left> {
  const child = spawn(process.execPath, [...CHILD, file, String(hours)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve, reject) =>
    child.on('error', reject).on('close', (_, by) => resolve(by)),
  );
  await Promise.race([ended, new Promise((resolve) => child.stdout.once('data', resolve))]);
  const copies: string[] = [];
  for (const [at, life] of lives.entries()) {
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, life))]);
    if (!isStopped(child)) break;
    if (at === lives.length - 1) break;
    const copy = `${file}-${hours}-${at}.mneme`;
    for (const end of ['', '-wal', '-shm'])
      if (existsSync(file + end)) copyFileSync(file + end, copy + end);
    copies.push(copy);
    child.kill('SIGCONT');
  }
  child.kill('SIGKILL');
  const killed = (await ended) === 'SIGKILL';
  if (!killed && child.exitCode !== 0) throw new Error('The process that dreams failed by itself.');
  return { killed, copies };
}

/** Stops it, and tells once the kernel says that no thread of it runs; false where it has ended meanwhile. */
function isStopped(child: ChildProcess): boolean {
  if (child.exitCode !== null || child.signalCode !== null || !child.kill('SIGSTOP')) return false;
  for (;;) {
    const state = stateOfProcess(child.pid);
    if (state === 'T') return true;
    if (state === 'Z' || state === null) return false;
  }
}

/** The letter by which Linux tells what all threads of a process do; one of them may still be writing while another is stopped. */
function stateOfProcess(pid: number | undefined): string | null {
  const folder = `/proc/${pid ?? 0}/task`;
  try {
    const states = readdirSync(folder).map(
      (thread) =>
        /\) (?<state>\w)/.exec(readFileSync(join(folder, thread, 'stat'), 'utf8'))?.groups?.[
          'state'
        ],
    );
    return states.find((state) => state !== 'T') ?? 'T';
  } catch {
    return null;
  }
}

function removeBank(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
}

/** Each copy that is gone counts for one that stands, has its evidence, and has it once. */
function count(memories: ReadonlyMap<string, Memory>, faults: Faults, log: Log): void {
  const gone = [...memories.values()].filter(({ retractedAt }) => retractedAt !== null);
  if (memories.size !== 2 * PAIRS) faults.lost += 1;
  const taken = gone.map(({ supersededBy }) => supersededBy);
  faults.doubled += taken.length - new Set(taken).size;
  for (const each of gone) {
    const stays = memories.get(each.supersededBy ?? '');
    if (stays?.retractedAt === null && stays.version === 2 && stays.provenance.length === 2)
      continue;
    faults.half_done += 1;
    log(`${each.id} is gone, and ${each.supersededBy ?? 'nothing'} does not stand for it`);
  }
}

async function everything(memory: Mneme): Promise<ReadonlyMap<string, Memory>> {
  const { memories } = await memory.list({ forgotten: true, limit: 500 });
  return new Map(memories.map((each) => [each.id, each]));
}
