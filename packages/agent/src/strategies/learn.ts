import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { parseInput } from '@mneme/core/domain/input.js';
import type { LearnedId } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import {
  type ParsedTrajectory,
  type Strategy,
  type Trajectory,
  TrajectoryInput,
} from '@mneme/core/domain/strategy.js';
import type { Instant } from '@mneme/core/domain/time.js';
import { asTrajectory, learnFromRuns, readRun, readRuns } from './run.js';
import { BankPrivacy } from '@mneme/core/safety/bank-privacy.js';
import { messageOf } from '@mneme/core/spaces/dense-vectors.js';
import { extractLessons, modelLessons } from './extract-lessons.js';
import type { Lesson } from './action-lessons.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import {
  asLearned,
  Draft,
  firstVersion,
  type LearningParts,
  nextVersion,
  revise,
} from '@mneme/core/bank/learned/revise.js';
import type { StrategyLine, LearnReport } from './strategy-answers.js';
import { textUpTo } from '@mneme/core/domain/schema.js';

export interface LearnOptions {
  /** Field of runs that do not name one. Default: general. */
  readonly domain?: string;
  /** Stops between two runs while a language model reads them. */
  readonly signal?: AbortSignal;
}

/** Number of the latest runs of a domain from which lessons are extracted. */
const MAX_RUNS = 300;
const MAX_AT_ONCE = 1_000;

/**
 * Stores runs and learns from them: strategies, at most three per run or task plus those that hold across tasks; the
 * competence of their field; what the called tools lead to. A known run is skipped. Throws `invalid_input` naming the
 * run and the field.
 */
export async function learn(
  raw: readonly unknown[],
  options: LearnOptions,
  bank: OpenBank,
  parts: LearningParts,
): Promise<LearnReport> {
  const runs = await readRunsGiven(raw, options, bank, parts);
  return revise(bank.name, parts, async (at) => {
    const { records, report } = await lessonsFrom(runs, at, bank, parts);
    const draft = new Draft(await bank.learned.current(), at, parts.newId);
    learnFromRuns(records.filter(isRun), draft);
    return {
      put: { learned: asLearned([...records, ...draft.records()]) },
      verb: 'learn',
      reason: `learned from ${report.learned} runs`,
      answer: (sequence) => ({ ...report, sequence }),
    };
  });
}

const isRun = (record: LearnedRecord): record is LearnedRecord<'trajectory'> =>
  record.kind === 'trajectory';

/** Runs as they may be stored, and a language model's lessons. */
export interface GivenRuns {
  readonly trajectories: readonly Trajectory[];
  /** Null if rules must extract them. */
  readonly lessons: readonly Lesson[] | null;
  readonly notices: readonly string[];
}

/**
 * Validates runs, removes personal data, and asks the language model if there is one. Throws `invalid_input` naming
 * the run and the field.
 */
export async function readRunsGiven(
  raw: readonly unknown[],
  options: LearnOptions,
  bank: OpenBank,
  parts: LearningParts,
): Promise<GivenRuns> {
  const inputs = parseInput(
    z
      .array(z.unknown())
      .min(1, 'hand over at least one run')
      .max(MAX_AT_ONCE, `at most ${MAX_AT_ONCE} runs at once`),
    raw,
    'trajectories',
  ).map((value, at) => parseInput(TrajectoryInput, value, `trajectories.${at}`));
  const fallback = parseInput(textUpTo(100), options.domain ?? 'general', 'domain');
  const privacy = await BankPrivacy.of(bank.name, parts);
  const trajectories: Trajectory[] = [];
  // Sequentially: each may have to seal values first.
  for (const input of inputs)
    trajectories.push(asTrajectory(await withoutPersonal(input, privacy), fallback));
  return { trajectories, ...(await writeLessons(trajectories, options, parts)) };
}

/** The records that runs create or change, based on the current state of the bank. */
export async function lessonsFrom(
  { trajectories, lessons: written, notices }: GivenRuns,
  at: Instant,
  bank: OpenBank,
  parts: LearningParts,
): Promise<{
  readonly records: readonly LearnedRecord[];
  readonly report: Omit<LearnReport, 'sequence'>;
}> {
  const domains = [...new Set(trajectories.map(({ domain }) => domain))];
  const there = await parts.store.learned(bank.name, { kinds: ['trajectory'], keys: domains });
  // A run whose storing was undone may be stored again.
  const hashes = new Set(
    there.filter(({ retractedAt }) => retractedAt === null).map(({ body }) => body.hash),
  );
  const fresh: LearnedRecord<'trajectory'>[] = [];
  for (const trajectory of trajectories) {
    if (hashes.has(trajectory.hash)) continue;
    hashes.add(trajectory.hash);
    fresh.push(firstVersion('trajectory', trajectory.domain, trajectory, at, parts.newId));
  }
  const book = await bank.learned.current();
  const changes = domains.map((domain) => {
    const own = fresh.filter(({ key }) => key === domain);
    if (own.length === 0) return NO_CHANGES;
    const lessons =
      written?.filter((lesson) => lesson.domain === domain) ??
      lessonsOf(
        domain,
        [...there.filter(({ key, retractedAt }) => key === domain && retractedAt === null), ...own],
        own,
      );
    return mergeLessons(
      lessons,
      book.all('strategy').filter(({ body }) => body.domain === domain),
      written === null,
      at,
      parts,
    );
  });
  const count = (read: (change: Changes) => readonly unknown[]): number =>
    changes.reduce((sum, change) => sum + read(change).length, 0);
  return {
    records: [
      ...fresh,
      ...changes.flatMap(({ added, changed, dropped }) => [...added, ...changed, ...dropped]),
    ],
    report: {
      learned: fresh.length,
      known: trajectories.length - fresh.length,
      successes: fresh.filter(({ body }) => body.outcome === 'success').length,
      failures: fresh.filter(({ body }) => body.outcome === 'failure' || body.outcome === 'partial')
        .length,
      strategies: changes.flatMap(({ added, changed }) => [...added, ...changed]).map(strategyLine),
      added: count(({ added }) => added),
      changed: count(({ changed }) => changed),
      dropped: count(({ dropped }) => dropped),
      notices,
    },
  };
}

/** Learns from the runs in a text, in any of the formats of docs/strategies.md. */
export function learnText(
  text: string,
  options: LearnOptions,
  bank: OpenBank,
  parts: LearningParts,
): Promise<LearnReport> {
  return learn(readRuns(text), options, bank, parts);
}

/** The run without personal data, by the bank's settings. */
async function withoutPersonal(
  input: ParsedTrajectory,
  privacy: BankPrivacy,
): Promise<ParsedTrajectory> {
  const { value } = await privacy.clean({
    query: input.query,
    steps: input.steps,
    task: input.task ?? null,
    failureReason: input.failureReason ?? null,
  });
  return {
    ...input,
    query: value.query,
    steps: value.steps,
    failureReason: value.failureReason,
    ...(value.task === null ? {} : { task: value.task }),
  };
}

export function strategyLine({
  id,
  body: { title, description, content, domain, level, fromSuccess },
}: LearnedRecord<'strategy'>): StrategyLine {
  return { id, title, description, content, domain, level, fromSuccess };
}

function lessonsOf(
  domain: string,
  records: readonly LearnedRecord<'trajectory'>[],
  fresh: readonly LearnedRecord<'trajectory'>[],
): Lesson[] {
  return extractLessons(
    domain,
    records.slice(-MAX_RUNS).map(({ id, body }) => readRun(id, body)),
    new Set(fresh.map(({ id }) => id)),
  );
}

/** Lessons from a language model, if one is configured and answers; null if rules must extract them. */
async function writeLessons(
  trajectories: readonly Trajectory[],
  { signal }: LearnOptions,
  { languageModel }: LearningParts,
): Promise<{ readonly lessons: Lesson[] | null; readonly notices: string[] }> {
  if (languageModel === undefined) return { lessons: null, notices: [] };
  try {
    const runs = trajectories.map((trajectory, at) => ({ id: `t_${at}` as LearnedId, trajectory }));
    const lessons = await modelLessons(languageModel, runs, signal);
    return { lessons: lessons.map((lesson) => ({ ...lesson, trajectories: [] })), notices: [] };
  } catch (error) {
    if (signal?.aborted === true)
      throw new MnemeError('interrupted', 'Stopped before anything was learned.', {
        hint: 'Run it again.',
      });
    return {
      lessons: null,
      notices: [`The language model wrote no strategies, rules did: ${messageOf(error)}`],
    };
  }
}

interface Changes {
  readonly added: readonly LearnedRecord<'strategy'>[];
  readonly changed: readonly LearnedRecord<'strategy'>[];
  readonly dropped: readonly LearnedRecord<'strategy'>[];
}

const NO_CHANGES: Changes = { added: [], changed: [], dropped: [] };

/**
 * A repeated lesson keeps its record and its statistics; one across tasks that no longer follows, and was never used,
 * is removed.
 */
function mergeLessons(
  lessons: readonly Lesson[],
  standing: readonly LearnedRecord<'strategy'>[],
  byRules: boolean,
  at: Instant,
  { newId }: LearningParts,
): Changes {
  const byKey = new Map(standing.map((record) => [record.key, record]));
  const signatures = new Set(lessons.map(({ signature }) => signature));
  const changed = lessons.flatMap((lesson) => {
    const before = byKey.get(lesson.signature);
    if (before === undefined) return [];
    const next: Strategy = {
      ...before.body,
      ...bodyOf(lesson),
      failureModes: { ...before.body.failureModes, ...lesson.failureModes },
    };
    return JSON.stringify(next) === JSON.stringify(before.body)
      ? []
      : [nextVersion(before, next, at)];
  });
  const added = lessons
    .filter(({ signature }) => !byKey.has(signature))
    .map((lesson) =>
      firstVersion('strategy', lesson.signature, { ...FRESH, ...bodyOf(lesson) }, at, newId),
    );
  const dropped = byRules
    ? standing
        .filter(
          ({ key, body }) =>
            body.level === 'domain' &&
            body.subsumes.length === 0 &&
            body.applications === 0 &&
            !key.includes('|model|') &&
            !signatures.has(key),
        )
        .map((record) => ({ ...nextVersion(record, record.body, at), retractedAt: at }))
    : [];
  return { added, changed, dropped };
}

const FRESH = {
  applications: 0,
  successes: 0,
  subsumedBy: null,
  subsumes: [],
  lastUsedAt: null,
} as const satisfies Partial<Strategy>;

const bodyOf = ({
  signature: _,
  weight: __,
  ...body
}: Lesson): Omit<Strategy, keyof typeof FRESH> => body;
