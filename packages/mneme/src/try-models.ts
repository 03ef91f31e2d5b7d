import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@mneme/core/config/config.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { CaseFile, TestReport } from '@mneme/core/modules/testing/index.js';
import { openMemory, type OpenOptions } from './open.js';
import { restoreBackup } from '@mneme/core/restore.js';

export interface TryModelsOptions extends OpenOptions {
  readonly signal?: AbortSignal;
  /** Receives the current trial, and how many of its cases were run. */
  readonly onProgress?: (done: number, total: number, trial: string) => void;
}

/** The result of the cases with some of the configured models. */
export interface ModelTrial {
  /** The models used: `built-in`, `embedder`, `reranker`, `embedder and reranker`. */
  readonly name: string;
  /** Number of cases passed. */
  readonly passed: number;
  /**
   * Mean reciprocal of the worst rank among the expected memories, 0 to 1; 0 for a case that expects none, or misses
   * some.
   */
  readonly reciprocalRank: number;
  /** Median milliseconds per case. */
  readonly medianMs: number;
  /** Names of the cases that pass only with, and only without, these models. */
  readonly won: readonly string[];
  readonly lost: readonly string[];
  /** Why it could not be tried, or what a model failed at; null for no problem. */
  readonly problem: string | null;
}

export interface ModelTrials {
  readonly cases: number;
  /** The first is without a model. */
  readonly trials: readonly ModelTrial[];
  /** The best trial; `built-in` where no model gained anything. */
  readonly best: string;
}

/**
 * Runs the cases on copies of the memory: without a model, with each configured one, and with all of them. The memory
 * itself is only read. Throws `invalid_input` where no embedder or reranker is configured, or the cases contain
 * memories.
 */
export async function tryModels(
  cases: CaseFile,
  { signal, onProgress, ...options }: TryModelsOptions = {},
): Promise<ModelTrials> {
  if (cases.fixture !== undefined)
    throw new MnemeError('invalid_input', 'These cases bring memories of their own.', {
      field: 'fixture',
      hint: 'Models are tried on what the memory holds: take the fixture out.',
    });
  const settings = settingsOf(options);
  const folder = await mkdtemp(join(tmpdir(), 'mneme-models-'));
  const tried: Tried[] = [];
  try {
    const copy = join(folder, 'copy');
    await copyOf(options, copy, signal);
    for (const [name, without] of settings) {
      const file = join(folder, `${tried.length}.mneme`);
      await restoreBackup(copy, { file });
      const off = Object.fromEntries(without.map((model) => [model, null]));
      const open = { ...options, ...off, file, readOnly: false };
      tried.push(
        await ask(name, open, cases, {
          ...(signal && { signal }),
          ...(onProgress && { onProgress: (done, total) => onProgress(done, total, name) }),
        }),
      );
      await rm(file, { force: true });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const trials = tried.map((each) => compared(each, tried[0] ?? each));
  return { cases: cases.cases.length, trials, best: bestOf(trials) };
}

const TRIED = ['embedder', 'reranker'] as const;
type TriedModel = (typeof TRIED)[number];

/** The settings of each trial, without the models it omits. */
function settingsOf({
  embedder,
  reranker,
}: OpenOptions): readonly (readonly [string, readonly TriedModel[]])[] {
  const config = readConfig({
    ...(embedder !== undefined && { embedder }),
    ...(reranker !== undefined && { reranker }),
  });
  const there = TRIED.filter((model) => config[model] !== undefined);
  if (there.length === 0)
    throw new MnemeError('invalid_input', 'No embedder and no reranker is configured.', {
      field: 'embedder',
      hint: 'Configure what is to be tried; docs/models.md tells how.',
    });
  const alone = there.map((model): readonly [string, readonly TriedModel[]] => [
    model,
    TRIED.filter((other) => other !== model),
  ]);
  return [
    ['built-in', TRIED],
    ...alone,
    ...(there.length > 1 ? [[there.join(' and '), []] as const] : []),
  ];
}

async function copyOf(
  options: OpenOptions,
  path: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const source = await openMemory({ ...options, readOnly: true, mustExist: true });
  try {
    await source.file.backup(path, signal && { signal });
  } finally {
    await source.close();
  }
}

interface Tried {
  readonly name: string;
  readonly outcomes: TestReport['cases'];
  readonly problem: string | null;
  /** Notices of an answer about the models. */
  readonly notices: readonly string[];
}

type Long = Pick<TryModelsOptions, 'signal'> & {
  readonly onProgress?: (done: number, total: number) => void;
};

/**
 * Encodes the copy with the trial's embedder and runs the cases. A failing model is a problem of its own trial only.
 */
async function ask(
  name: string,
  options: OpenOptions,
  cases: CaseFile,
  long: Long,
): Promise<Tried> {
  try {
    const memory = await openMemory(options);
    try {
      await memory.care.reindex({
        embedder: options.embedder === null ? 'built-in' : 'configured',
        ...(long.signal && { signal: long.signal }),
      });
      const report = await memory.testing.run(cases, long);
      const { notices } = await memory.recall(cases.cases[0]?.ask ?? name);
      return { name, outcomes: report.cases, problem: null, notices };
    } finally {
      await memory.close();
    }
  } catch (error) {
    if (!MnemeError.is(error) || error.code !== 'unavailable') throw error;
    return { name, outcomes: [], problem: error.message, notices: [] };
  }
}

function compared({ name, outcomes, problem, notices }: Tried, plain: Tried): ModelTrial {
  const before = new Map(plain.outcomes.map((outcome) => [outcome.name, outcome.passed]));
  const changed = (to: boolean): string[] =>
    outcomes
      .filter((each) => each.passed === to && before.get(each.name) === !to)
      .map((each) => each.name);
  const times = outcomes.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return {
    name,
    passed: outcomes.filter(({ passed }) => passed).length,
    reciprocalRank:
      outcomes.reduce((sum, { rank }) => sum + (rank === null ? 0 : 1 / rank), 0) /
      Math.max(1, outcomes.length),
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    won: changed(true),
    lost: changed(false),
    problem: problem ?? notices.find((notice) => !plain.notices.includes(notice)) ?? null,
  };
}

/** The trial with the most cases passed, then the best ranks; of equal ones, that with fewer models. */
function bestOf(trials: readonly ModelTrial[]): string {
  const [first, ...others] = trials;
  const better = (one: ModelTrial, other: ModelTrial): boolean =>
    one.passed > other.passed ||
    (one.passed === other.passed && one.reciprocalRank > other.reciprocalRank + 1e-9);
  return others.reduce((best, each) => (better(each, best) ? each : best), first as ModelTrial)
    .name;
}
