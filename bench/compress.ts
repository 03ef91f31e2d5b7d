import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { mean } from './retrieval-metrics.js';
import { actOut, strategyAdvice, drawFrom, openAgent } from './worlds/policy.js';
import { drawRules, WORLDS, type WorldSpec } from './worlds/world.js';

/** Runs that strategies are learned from, and cases that they are tried on. */
const LEARNED = 60;
const TRIED = 80;

/** Are fewer strategies as good? In the worlds of `worlds`: learned from runs at random, put together, and tried by advice of strategies alone. */
export const compress: Benchmark = {
  name: 'compress',
  summary: 'Strategies put under more abstract ones: how many fewer stand, and what that costs.',
  options: [{ flag: '--seeds <n>', description: 'worlds of each family', preset: '8' }],
  run: async (options, log) => {
    const seeds = wholeNumber(options, 'seeds', 8);
    const rows: Row[] = [];
    for (const spec of WORLDS) {
      for (let seed = 1; seed <= seeds; seed++) rows.push(await oneWorld(spec, seed));
      log(`${spec.name}: ${seeds} worlds`);
    }
    return asResult(rows);
  },
};

interface Row {
  readonly before: number;
  readonly after: number;
  readonly without: number;
  readonly raw: number;
  readonly compressed: number;
}

async function oneWorld(spec: WorldSpec, seed: number): Promise<Row> {
  const rules = drawRules(spec, drawFrom(seed));
  const memory = await openAgent(seed);
  const tried = async (advice: ReturnType<typeof strategyAdvice> | null): Promise<number> => {
    const ends: number[] = [];
    for (let at = 0; at < TRIED; at++)
      ends.push(
        Number(
          (
            await actOut(
              spec,
              rules,
              spec.tasks[at % spec.tasks.length] ?? '',
              drawFrom(seed * 7_000 + at),
              advice,
            )
          ).success,
        ),
      );
    return mean(ends);
  };
  try {
    const runs = [];
    for (let at = 0; at < LEARNED; at++)
      runs.push(
        (
          await actOut(
            spec,
            rules,
            spec.tasks[at % spec.tasks.length] ?? '',
            drawFrom(seed * 3_000 + at),
            null,
          )
        ).trajectory,
      );
    await memory.strategies.learn(runs.map((run, at) => ({ ...run, startedAt: at })));
    const [without, raw] = [await tried(null), await tried(strategyAdvice(memory, spec))];
    const standing = async () =>
      (await memory.strategies.find({ limit: 200 })).strategies.filter(
        ({ subsumedBy }) => subsumedBy === null,
      ).length;
    const before = await standing();
    await memory.dreams.dream({ minutes: 60, changes: 100_000 });
    const after = await standing();
    return { before, after, without, raw, compressed: await tried(strategyAdvice(memory, spec)) };
  } finally {
    await memory.close();
  }
}

function asResult(rows: readonly Row[]): BenchmarkResult {
  const total = (read: (row: Row) => number): number =>
    rows.reduce((sum, row) => sum + read(row), 0);
  const results: Record<string, number> = {
    strategies_before: total(({ before }) => before),
    strategies_after: total(({ after }) => after),
    fewer: 1 - total(({ after }) => after) / total(({ before }) => before),
    success_without: mean(rows.map(({ without }) => without)),
    success_before: mean(rows.map(({ raw }) => raw)),
    success_after: mean(rows.map(({ compressed }) => compressed)),
    success_change: mean(rows.map(({ compressed, raw }) => compressed - raw)),
  };
  const targets: Readonly<Record<string, string>> = { fewer: '≥ 0.30', success_change: '≥ -0.01' };
  return {
    results,
    table: [
      ['compress', `${rows.length} worlds`, 'target'],
      ...Object.entries(results).map(([name, value]) => [
        name,
        value.toFixed(4),
        targets[name] ?? '',
      ]),
    ],
  };
}
