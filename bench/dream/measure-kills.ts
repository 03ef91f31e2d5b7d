import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory, type Memory, type Mneme } from '../../src/index.js';
import { childArguments } from '../benchmark.js';
import { seeded } from '../synthetic-text.js';
import { stateOf } from './measure-copies.js';

type Log = (line: string) => void;

const PAIRS = 150;
/** Longest life of a process after it has the file open, in milliseconds. */
const LONGEST_LIFE = 900;
const CHILD = childArguments(new URL('./dream-child.js', import.meta.url));

/** Kills processes that dream, at any moment, and looks at what each left; at the end of each night all of it is undone. */
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
  let [killed, nights] = [0, 0];
  try {
    while (killed < kills) {
      const file = join(folder, `night-${nights++}.mneme`);
      copyFileSync(filled, file);
      let over = false;
      for (let hours = 1; !over && killed < kills; hours++) {
        over = !(await dieDreaming(file, hours, random() * LONGEST_LIFE));
        if (!over) killed += 1;
        const memory = await openMemory({ file, bank: 'default' });
        count(await everything(memory), faults, log);
        const { problems } = await memory.care.doctor();
        faults.half_done += problems.length;
        await memory.close();
      }
      const memory = await openMemory({
        file,
        bank: 'default',
        clock: { now: () => Date.now() + 5_000 * 3_600_000, ticks: () => performance.now() },
      });
      const { memoriesAfter, stopped } = await memory.dreams.dream({ minutes: 60 });
      if (memoriesAfter !== PAIRS || stopped !== null) faults.lost += 1;
      await memory.dreams.settle({ verdict: 'reject' });
      if ((await stateOf(memory)) !== before) faults.not_undone += 1;
      await memory.close();
      log(`${killed} of ${kills} kills in ${nights} nights: ${JSON.stringify(faults)}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { kills: killed, nights, ...faults };
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

/** Whether it was killed before it was done. */
async function dieDreaming(file: string, hours: number, life: number): Promise<boolean> {
  const child = spawn(process.execPath, [...CHILD, file, String(hours)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let timer: NodeJS.Timeout | undefined;
  child.stdout.once('data', () => {
    timer = setTimeout(() => child.kill('SIGKILL'), life);
  });
  const signal = await new Promise<NodeJS.Signals | null>((resolve, reject) =>
    child.on('error', reject).on('close', (_, by) => resolve(by)),
  );
  clearTimeout(timer);
  return signal === 'SIGKILL';
}

/** Each copy that is gone counts for one that stands, has its evidence, and has it once. */
function count(
  memories: ReadonlyMap<string, Memory>,
  faults: { lost: number; doubled: number; half_done: number },
  log: Log,
): void {
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
