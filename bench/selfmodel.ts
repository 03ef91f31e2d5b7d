import type { PRIORS, Difficulty } from '../packages/core/src/domain/world-model.js';
import {
  emptyCompetence,
  noteTask,
  posteriorOf,
  verdictOn,
} from '../packages/agent/src/world-model/competence.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { mean } from './retrieval-metrics.js';
import { drawFrom } from './worlds/policy.js';

const MAX_TASKS = 100;
/** What a task brings: done well, done badly, handed to somebody who can but who takes time. */
const GOOD = 1;
const BAD = -1;
const ASKED = 0.1;
/** With caution half of the failures are noticed in time and handed over. */
const CAUGHT = 0.5;
const JUDGED = 20;

/** Simulated capabilities of unknown rates: does the interval hold the rate, and do its verdicts pay? */
export const selfmodel: Benchmark = {
  name: 'selfmodel',
  summary:
    'Simulated capabilities: coverage of the credible interval, and what following its verdicts is worth.',
  options: [
    { flag: '--capabilities <n>', description: 'capabilities of each prior', preset: '1000' },
    { flag: '--seed <n>', description: 'seed of the rates and outcomes', preset: '1' },
  ],
  run: (options): Promise<BenchmarkResult> => {
    const capabilities = wholeNumber(options, 'capabilities', 1_000);
    const draw = drawFrom(wholeNumber(options, 'seed', 1, 0));
    const rowsOf = (prior: keyof typeof PRIORS): Row[] =>
      Array.from({ length: capabilities }, () => oneCapability(draw, prior));
    return Promise.resolve(
      asResult(rowsOf('jeffreys'), {
        optimistic: rowsOf('optimistic'),
        pessimistic: rowsOf('pessimistic'),
      }),
    );
  },
};

interface Row {
  readonly covered: boolean;
  readonly width: number;
  readonly followed: number;
  readonly always: number;
  readonly told: readonly { readonly predicted: number; readonly actual: boolean }[];
}

/** A rate drawn evenly, so many tasks reported, then more of them decided by the verdict. */
function oneCapability(draw: () => number, prior: keyof typeof PRIORS): Row {
  const rate = draw();
  const tasks = 5 + Math.floor(draw() ** 2 * MAX_TASKS);
  const difficulty: Difficulty = 'medium';
  let skill = emptyCompetence('simulated', 'bench', prior);
  for (let at = 0; at < tasks; at++)
    skill = noteTask(skill, { success: draw() < rate, difficulty }, at);
  const { interval } = posteriorOf(skill.model);
  let [followed, always] = [0, 0];
  for (let at = 0; at < JUDGED; at++) {
    const verdict = verdictOn(skill.model, required());
    const success = draw() < rate;
    const value = success ? GOOD : BAD;
    always += value;
    followed +=
      verdict === 'ask_for_help'
        ? ASKED
        : verdict === 'attempt' || success
          ? value
          : draw() < CAUGHT
            ? ASKED
            : value;
    if (verdict !== 'ask_for_help') skill = noteTask(skill, { success, difficulty }, tasks + at);
  }
  return {
    covered: rate >= interval[0] && rate <= interval[1],
    width: interval[1] - interval[0],
    followed: followed / JUDGED,
    always: always / JUDGED,
    told: skill.calibration,
  };
}

/** The rate at which attempting pays as much as asking. */
function required(): number {
  return (ASKED - BAD) / (GOOD - BAD);
}

/** Rates are drawn evenly, which is what the prior of Jeffreys is for; the others are wrong about them on purpose. */
function asResult(
  rows: readonly Row[],
  biased: Readonly<Record<'optimistic' | 'pessimistic', readonly Row[]>>,
): BenchmarkResult {
  const followed = mean(rows.map((row) => row.followed));
  const always = mean(rows.map((row) => row.always));
  const told = rows.flatMap((row) => row.told);
  const results: Record<string, number> = {
    coverage95: mean(rows.map(({ covered }) => Number(covered))),
    coverage95_optimistic: mean(biased.optimistic.map(({ covered }) => Number(covered))),
    coverage95_pessimistic: mean(biased.pessimistic.map(({ covered }) => Number(covered))),
    interval_width: mean(rows.map(({ width }) => width)),
    utility: followed,
    utility_always_attempt: always,
    utility_always_ask: ASKED,
    utility_gain: followed - Math.max(always, ASKED),
    brier: mean(told.map(({ predicted, actual }) => (predicted - Number(actual)) ** 2)),
  };
  const targets: Readonly<Record<string, string>> = { coverage95: '≥ 0.93', utility_gain: '> 0' };
  return {
    results,
    table: [
      ['selfmodel', `${rows.length} capabilities`, 'target'],
      ...Object.entries(results).map(([name, value]) => [
        name,
        value.toFixed(4),
        targets[name] ?? '',
      ]),
    ],
  };
}
