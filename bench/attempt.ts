import { readFileSync } from 'node:fs';
import { readRuns } from '../packages/agent/src/strategies/run.js';
import { openMemory } from '../packages/mneme/src/index.js';
import { TrajectoryInput } from '../packages/core/src/domain/strategy.js';
import { parseInput } from '../packages/core/src/domain/input.js';
import { givenFile, wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { brier, type Told } from './calibration-metrics.js';
import { mean } from './retrieval-metrics.js';

const LONGEST_TASK = 1_000;

/** Runs of an agent in their order: after learning from the first, how well is the end of the others foretold? */
export const attempt: Benchmark = {
  name: 'attempt',
  summary: 'Chance of success of runs, told after learning from the runs before them.',
  options: [
    { flag: '--file <path>', description: 'runs as `learn` takes them, JSON or JSONL' },
    { flag: '--learn <n>', description: 'learn from so many of the first', preset: '60' },
  ],
  run: async (options, log): Promise<BenchmarkResult> => {
    const runs = readRuns(readFileSync(givenFile(options, 'file'), 'utf8')).map((run, at) =>
      parseInput(TrajectoryInput, run, `runs.${at}`),
    );
    const first = runs.slice(0, wholeNumber(options, 'learn', 60));
    const rest = runs.slice(first.length);
    const memory = await openMemory({});
    try {
      const before = await memory.foresight.foretell({ actions: [taskOf(rest)] });
      log(`learning from ${first.length} runs`);
      await memory.strategies.learn(first);
      const base = mean(first.map(({ outcome }) => Number(outcome === 'success')));
      const told: Told[] = [];
      for (const run of rest) {
        const { chance } = await memory.foresight.foretell({ actions: [taskOf([run])] });
        told.push({ chance: chance?.mean ?? base, came: run.outcome === 'success' });
      }
      const always = told.map(({ came }) => ({ chance: base, came }));
      return asResult({
        attempt_brier: brier(told),
        base_brier: brier(always),
        attempt_over_base: brier(told) / brier(always),
        told_without_evidence: Number(before.chance !== null),
        runs: rest.length,
      });
    } finally {
      await memory.close();
    }
  },
};

const taskOf = ([run]: readonly { readonly query: string }[]): string =>
  (run?.query ?? 'a task').slice(0, LONGEST_TASK);

function asResult(results: Readonly<Record<string, number>>): BenchmarkResult {
  const bars: Readonly<Record<string, string>> = {
    attempt_over_base: '≤ 0.90',
    told_without_evidence: '0',
  };
  return {
    results,
    table: [
      ['attempt', 'figure', 'bar'],
      ...Object.entries(results).map(([name, value]) => [name, value.toFixed(3), bars[name] ?? '']),
    ],
  };
}
