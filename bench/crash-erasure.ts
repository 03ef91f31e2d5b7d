import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../packages/core/src/adapters/store/sqlite/open-database.js';
import { openMemory, type Mneme } from '../packages/mneme/src/index.js';
import { childArguments, type BenchmarkResult } from './benchmark.js';
import { readAcknowledgement } from './crash-acknowledgement.js';
import { seeded } from './synthetic-text.js';

/** The arguments of Node that start a writer. */
export const WRITER: readonly string[] = childArguments(
  new URL('./crash-child.js', import.meta.url),
);

type Log = (line: string) => void;

/** Whom the erasures are of: no other text has these letters. */
const PERSON = 'Zyberg';
const TOLD_OF_THEM = 80;
const OTHERS = 80;
/** A kill before the commit, or after the end, is none in between; so many tries a kill are made at most. */
const TRIES = 6;
const AT_ONCE_MS = 0.01;

/**
 * Kills erasures between their commit and their end, and counts what is left of the person in the bytes of the file
 * once it was opened again.
 */
export async function killErasures(
  kills: number,
  seed: number,
  log: Log,
  writer: readonly string[] = WRITER,
): Promise<BenchmarkResult> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-erasures-'));
  const random = seeded(seed);
  const tally = { killed: 0, tries: 0, atKill: 0, left: 0, finished: 0, lost: 0 };
  try {
    const whole = join(folder, 'whole.mneme');
    await fill(whole);
    // How long the rewriting takes here, so that kills fall all over it; but the second falls at once, where most is left.
    let longest = 0;
    const wanted = (): boolean => tally.killed < kills || tally.atKill === 0;
    for (; wanted() && tally.tries < kills * TRIES; tally.tries++) {
      const file = join(folder, `erased-${tally.tries}.mneme`);
      copyFileSync(whole, file);
      const after = tally.tries === 1 ? AT_ONCE_MS : random() * longest;
      const { unfinished, took } = await eraseAndKill(writer, file, after);
      longest = Math.max(longest, took);
      if (!unfinished) continue;
      tally.killed++;
      tally.atKill += pieces(file);
      const { left, lost } = await openAgain(file);
      tally.left += left;
      tally.lost += lost;
      if (left === 0) tally.finished++;
      log(`erasure ${tally.killed} of ${kills} killed: ${left} pieces left, ${lost} others lost`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return reportErasures(tally);
}

/** Kills so long after the commit, in milliseconds; 0 measures how long it takes to the end. */
async function eraseAndKill(
  writer: readonly string[],
  file: string,
  after: number,
): Promise<{ readonly unfinished: boolean; readonly took: number }> {
  const watcher = openDatabase(file, true);
  const committed = watcher.prepare("SELECT 1 FROM journal WHERE verb = 'erase'");
  const mark = watcher.prepare('SELECT 1 FROM unfinished_erasure');
  const child = spawn(process.execPath, [...writer, file, '1', '0', 'erase', PERSON], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  let gone = false;
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const ended = new Promise((resolve) => child.on('close', resolve)).then(() => (gone = true));
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  while (!gone && committed.get() === undefined) await turn();
  const from = performance.now();
  while (!gone && mark.get() !== undefined && (after === 0 || performance.now() - from < after))
    await turn();
  const took = performance.now() - from;
  child.kill('SIGKILL');
  await ended;
  const unfinished = mark.get() !== undefined;
  if (committed.get() === undefined) throw new Error(`nothing was erased: ${complaint}`);
  watcher.close();
  return { unfinished, took };
}

async function openAgain(file: string): Promise<{ readonly left: number; readonly lost: number }> {
  const memory = await openMemory({ file, bank: 'default' });
  let lost: number;
  try {
    const { problems } = await memory.care.doctor();
    lost = problems.length + OTHERS - (await memory.care.stats()).memories;
  } finally {
    await memory.close();
  }
  return { left: pieces(file), lost };
}

/** How often the name is in what lies on the disk. Nobody has the file open. */
function pieces(file: string): number {
  return ['', '-wal', '-shm']
    .filter((part) => existsSync(file + part))
    .reduce(
      (sum, part) =>
        sum +
        readFileSync(file + part, 'latin1')
          .toLowerCase()
          .split(PERSON.toLowerCase()).length -
        1,
      0,
    );
}

async function fill(file: string): Promise<void> {
  const memory = await openMemory({ file, bank: 'default' });
  await memory.rememberAll([
    ...Array.from({ length: TOLD_OF_THEM }, (_, at) => ({
      content: `Parcel ${at} of ${PERSON} went to shelf ${at}.`,
      speaker: at % 3 === 0 ? PERSON : 'Ana',
    })),
    ...Array.from({ length: OTHERS }, (_, at) => ({
      content: `Barrel ${at} of the cellar holds ${at} litres of cider.`,
      speaker: 'Ana',
    })),
  ]);
  await memory.close();
}

function reportErasures(tally: {
  readonly killed: number;
  readonly atKill: number;
  readonly left: number;
  readonly finished: number;
  readonly lost: number;
}): BenchmarkResult {
  const results = {
    erasures_killed: tally.killed,
    erasures_finished: tally.finished,
    pieces_at_kill: tally.atKill,
    pieces_left: tally.left,
    others_lost: tally.lost,
  };
  const targets: Readonly<Record<string, string>> = {
    erasures_finished: String(tally.killed),
    pieces_left: '0',
    others_lost: '0',
  };
  return { results, table: rows(results, targets) };
}

function rows(
  results: Readonly<Record<string, number>>,
  targets: Readonly<Record<string, string>>,
): string[][] {
  return Object.entries(results).map(([name, value]) => [name, String(value), targets[name] ?? '']);
}

const ROUNDS = 5;
const BATCHES = 4;

/**
 * Erases in a process that stays open, lets others write, and counts what is not there at the end of what they and it
 * were told is remembered.
 */
export async function writeAfterErasures(
  seed: number,
  log: Log,
  writer: readonly string[] = WRITER,
  rounds = ROUNDS,
): Promise<BenchmarkResult> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-erasures-'));
  const results = { written_after_erasure: 0, lost_after_erasure: 0 };
  try {
    for (let round = 1; round <= rounds; round++) {
      const file = join(folder, `round-${round}.mneme`);
      await fill(file);
      const told = await eraseAndWrite(writer, file, seed + round);
      const memory = await openMemory({ file, bank: 'default' });
      const there = await idsOf(memory);
      await memory.close();
      results.written_after_erasure += told.length;
      results.lost_after_erasure += told.filter((id) => !there.has(id)).length;
      log(`after ${round} erasures: ${results.lost_after_erasure} lost`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { results, table: rows(results, { lost_after_erasure: '0' }) };
}

async function eraseAndWrite(
  writer: readonly string[],
  file: string,
  seed: number,
): Promise<readonly string[]> {
  const told: string[] = [];
  const memory = await openMemory({ file, bank: 'default' });
  try {
    await memory.privacy.erase({ subject: PERSON, yes: true });
    for (let turn = 0; turn < 2; turn++) {
      told.push(...(await batchesOfAnother(writer, file, seed, turn)));
      for (let at = 0; at < BATCHES; at++)
        told.push((await memory.remember(`Crate ${seed}-${turn}-${at} is in the attic.`)).id);
    }
  } finally {
    await memory.close();
  }
  return told;
}

/** What a process of its own was told is remembered, when it has ended. */
async function batchesOfAnother(
  writer: readonly string[],
  file: string,
  seed: number,
  turn: number,
): Promise<readonly string[]> {
  const child = spawn(
    process.execPath,
    [...writer, file, String(seed), `${seed}-${turn}`, 'batches', String(BATCHES)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await new Promise((resolve) => child.on('close', resolve));
  return said
    .trim()
    .split('\n')
    .map(readAcknowledgement)
    .flatMap((each) => (each?.did === 'remember' ? each.memories.map(({ id }) => id) : []));
}

async function idsOf(memory: Mneme): Promise<ReadonlySet<string>> {
  const { memories, next } = await memory.list({ limit: 500 });
  if (next !== null) throw new RangeError('more was written than is looked for');
  return new Set(memories.map(({ id }) => id));
}
