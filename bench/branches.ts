import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory, type Mneme, type RememberInput } from '../packages/mneme/src/index.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { syntheticTurns } from './synthetic-text.js';

const BATCH = 128;
const SEED = 5;

/** What a fork costs, and whether a merge loses anything. */
export const branches: Benchmark = {
  name: 'branches',
  summary: 'A fork, changes on both sides, a merge: time, room, and what is lost.',
  options: [
    { flag: '--memories <n>', description: 'of the bank that is forked', preset: '10000' },
    { flag: '--changes <n>', description: 'on each side', preset: '200' },
    { flag: '--disputed <n>', description: 'memories that both sides change apart', preset: '20' },
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const folder = mkdtempSync(join(tmpdir(), 'mneme-branches-'));
    try {
      return await measured(join(folder, 'memory.mneme'), {
        memories: wholeNumber(options, 'memories', 10_000),
        changes: wholeNumber(options, 'changes', 200),
        disputed: wholeNumber(options, 'disputed', 20),
        log,
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Sizes {
  readonly memories: number;
  readonly changes: number;
  readonly disputed: number;
  readonly log: (line: string) => void;
}

async function measured(file: string, sizes: Sizes): Promise<BenchmarkResult> {
  const { memories, changes, disputed, log } = sizes;
  const memory = await openMemory({ file });
  const turns = syntheticTurns(SEED);
  const ids: string[] = [];
  for (let done = 0; done < memories; done += BATCH) {
    const batch: RememberInput[] = [];
    while (batch.length < Math.min(BATCH, memories - done)) batch.push(turns.next().value.input);
    ids.push(...(await memory.rememberAll(batch)).receipts.map(({ id }) => id));
  }
  log('filled');
  const before = statSync(file).size;
  const fork = await timed(() => memory.branching.make('trial'));
  const bytes = statSync(file).size - before;
  const branch = memory.bank('trial');
  for (let at = 0; at < changes; at++) {
    await change(memory, 'north', at, ids);
    await change(branch, 'south', at, ids);
  }
  const contested = ids.slice(-disputed);
  for (const id of contested) {
    await memory.update(id, { boost: 0.05 });
    await branch.update(id, { boost: 0.2 });
  }
  const wanted = new Set([...(await contents(memory)), ...(await contents(branch))]);
  const { conflicts } = await memory.branching.merge({ branch: 'trial', preview: true });
  const shown = contested.filter((id) => conflicts.some((conflict) => conflict.id === id)).length;
  const merge = await timed(() => memory.branching.merge({ branch: 'trial', prefer: 'branch' }));
  const there = new Set(await contents(memory));
  const lost = [...wanted].filter((content) => !there.has(content)).length;
  await memory.close();
  const results = {
    fork_ms: fork,
    fork_bytes_share: bytes / before,
    merge_ms: merge,
    lost,
    conflicts_shown: disputed === 0 ? 1 : shown / disputed,
    conflicts_other: conflicts.length - shown,
  };
  return {
    results,
    table: [
      [`a fork of ${memories} memories (ms)`, fork.toFixed(0), ''],
      ['room it takes, of the bank’s', results.fork_bytes_share.toFixed(2), ''],
      [`a merge after ${changes} changes on each side (ms)`, merge.toFixed(0), ''],
      ['texts of either side that the merged bank lacks', String(lost), '0'],
      ['things changed on both sides that were shown', results.conflicts_shown.toFixed(2), '1'],
      ['shown that were not', String(results.conflicts_other), '0'],
    ],
  };
}

async function change(
  memory: Mneme,
  name: string,
  at: number,
  ids: readonly string[],
): Promise<void> {
  // Each side works on memories of its own.
  const id = ids[at * 2 + (name === 'north' ? 0 : 1)] ?? '';
  if (at % 4 === 0) await memory.remember(`The ${name} crate ${at} holds ${at * 7 + 3} lamps.`);
  else if (at % 4 === 1) await memory.update(id, { addTags: [name] });
  else if (at % 4 === 2) await memory.goals.set({ description: `Empty the ${name} crate ${at}` });
  else await memory.update(id, { boost: 0.1 });
}

async function contents(memory: Mneme): Promise<string[]> {
  const all: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await memory.list({ limit: 500, ...(after === undefined ? {} : { after }) });
    all.push(...page.memories.map(({ content }) => content));
    if (page.next === null) return all;
    after = page.next;
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
