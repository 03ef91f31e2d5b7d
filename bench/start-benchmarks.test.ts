/** Every benchmark runs on its smallest input, on a machine without the data of others, and tells figures. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BenchmarkOption } from './benchmark.js';
import { BENCHMARKS } from './benchmarks.js';
import { LONG, SMALLEST_INPUTS, writeSmallestFiles } from './smallest-inputs.js';

const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'));
beforeAll(() => writeSmallestFiles(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the command line hands on for flags that were not given. */
function presets(options: readonly BenchmarkOption[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    options.flatMap(({ flag, preset }) => {
      const name = /--([\w-]+)/.exec(flag)?.[1] ?? '';
      const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      return preset === undefined ? [] : [[camel, preset]];
    }),
  );
}

/** `EVERY_BENCHMARK=1` runs those that take long, too. */
const every = process.env['EVERY_BENCHMARK'] === '1';

describe('a benchmark', () => {
  it('has a smallest input, whichever it is', () => {
    const names = BENCHMARKS.map(({ name }) => name);
    expect(Object.keys(SMALLEST_INPUTS).sort()).toEqual([...names].sort());
    expect([...LONG].filter((name) => !names.includes(name))).toEqual([]);
  });

  for (const { name, options, run } of BENCHMARKS)
    it.skipIf(LONG.has(name) && !every)(
      `runs on it and tells figures: ${name}`,
      async () => {
        const given = { ...presets(options), ...SMALLEST_INPUTS[name]?.(folder) };
        const { results, table } = await run(given, () => undefined);
        expect(Object.keys(results)).not.toEqual([]);
        expect(table.length).toBeGreaterThan(0);
      },
      120_000,
    );
});
