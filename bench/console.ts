import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../packages/cli/src/serve.js';
import { openMemory } from '../packages/mneme/src/index.js';
import { launchBrowser } from '../test/support/browser.js';
import { wholeNumber, type Benchmark } from './benchmark.js';
import { measureGraph } from './console/measure-graph.js';
import { measurePages } from './console/measure-pages.js';
import { scriptSizes } from './console/script-sizes.js';
import { syntheticTurns } from './synthetic-text.js';

const BATCH = 512;

const TARGETS: Readonly<Record<string, string>> = {
  first_paint_ms: '<= 1000',
  interaction_p95_ms: '<= 100',
  script_first_kb: '<= 60',
  script_all_kb: '<= 150',
  graph_frames_per_second: '>= 30',
};

/** What somebody waits for in the console, in a real browser on this machine. */
export const consolePages: Benchmark = {
  name: 'console',
  summary: 'First paint, interactions, sizes and the graph of the console on a large bank.',
  options: [
    { flag: '--memories <n>', description: 'memories in the bank', preset: '100000' },
    { flag: '--file <path>', description: 'keep the bank there, and use it where it is already' },
    { flag: '--nodes <n>', description: 'nodes of the graph: 500 to 50,000', preset: '50000' },
    { flag: '--seed <n>', description: 'seed of the invented text', preset: '1' },
  ],
  async run(options, log) {
    const folder = mkdtempSync(join(tmpdir(), 'mneme-console-'));
    const file = typeof options['file'] === 'string' ? options['file'] : join(folder, 'bank.mneme');
    try {
      await fill(
        file,
        wholeNumber(options, 'memories', 100_000),
        wholeNumber(options, 'seed', 1, 0),
        log,
      );
      const server = await startServer({ file }, { port: '0' }, () => undefined);
      const browser = await launchBrowser();
      try {
        const results: Record<string, number> = {
          ...scriptSizes(),
          ...(await measurePages(browser, server.url, log)),
          ...(await measureGraph(browser, server.url, wholeNumber(options, 'nodes', 50_000), log)),
        };
        const table = Object.entries(results).map(([name, value]) => [
          name,
          Number.isInteger(value) ? String(value) : value.toFixed(1),
          TARGETS[name] ?? '',
        ]);
        return { results, table };
      } finally {
        await browser.close();
        await server.close();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function fill(
  file: string,
  count: number,
  seed: number,
  log: (line: string) => void,
): Promise<void> {
  const memory = await openMemory({ file });
  try {
    const turns = syntheticTurns(seed);
    let done = (await memory.care.stats()).memories;
    for (let at = 0; at < done; at++) turns.next();
    while (done < count) {
      const batch = Array.from(
        { length: Math.min(BATCH, count - done) },
        () => turns.next().value.input,
      );
      await memory.rememberAll(batch);
      done += batch.length;
      if (done % (BATCH * 20) === 0) log(`${done} of ${count}`);
    }
  } finally {
    await memory.close();
  }
}
