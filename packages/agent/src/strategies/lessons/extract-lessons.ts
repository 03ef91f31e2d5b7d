import { createHash } from 'node:crypto';
import type { LearnedId } from '@mneme/core/domain/ids.js';
import type { Trajectory } from '@mneme/core/domain/learned/trajectory.js';
import { forbiddenNames } from '@mneme/core/language/instructions.js';
import { taskPhrase } from '../instance-names.js';
import { preparationLessons, presenceLessons } from './actions.js';
import type { Lesson, Scope } from './lesson.js';
import { refusalLessons, repetitionLessons } from './refusal.js';
import { reasonLessons, wayLessons } from './way.js';
import type { Run } from '../run.js';
import type { LanguageModel } from '@mneme/core/ports/models.js';
import {
  contrastRuns,
  lessonsOfFailure,
  type RunForPrompt,
  strategiesOfSuccess,
  type WrittenStrategies,
} from '@mneme/core/prompts/strategies-from-runs.js';

/** Maximum number of lessons per run, or per task with several runs (ReasoningBank: three per trajectory). */
const MAX_OF_TASK = 3;
const MAX_OF_DOMAIN = 12;
/** Minimum number of runs, at two tasks or more, for lessons across tasks. */
const DOMAIN_RUNS = 6;

/**
 * Lessons of the runs in one domain, without a language model: what recurs in successful runs, where failed ones
 * first differ, what was refused, each without instance names. At most three per run and task; across tasks the
 * weightiest dozen.
 */
export function extractLessons(
  domain: string,
  runs: readonly Run[],
  fresh: ReadonlySet<Run['id']>,
): Lesson[] {
  const byTask = new Map<string, Run[]>();
  // Tasks requested in the same words are learned from together; comparisons stay within each.
  const kinds = new Map<string, string>();
  for (const run of runs) {
    const kind = kinds.get(run.task) ?? (taskPhrase(run.query) || run.task);
    kinds.set(run.task, kind);
    byTask.set(kind, [...(byTask.get(kind) ?? []), run]);
  }
  const across =
    new Set(runs.map(({ task }) => task)).size >= 2 && runs.length >= DOMAIN_RUNS
      ? ofDomain({ runs, domain, level: 'domain', task: '' })
      : [];
  const known = new Set(across.map(coreOf));
  const within = [...byTask.values()]
    .filter((group) => group.some(({ id }) => fresh.has(id)))
    .flatMap((group) => ofTask(domain, group, known));
  return [...across, ...within];
}

function ofDomain(scope: Scope): Lesson[] {
  const lessons = [
    ...preparationLessons(scope),
    ...presenceLessons(scope),
    ...refusalLessons(scope),
    ...repetitionLessons(scope),
    ...reasonLessons(scope),
  ];
  return [...weightiest(lessons, MAX_OF_DOMAIN), ...wayLessons(scope)];
}

/** Runs of one task are contrasted if some succeeded and some failed; a single run is used by itself. */
function ofTask(domain: string, runs: readonly Run[], known: ReadonlySet<string>): Lesson[] {
  const task = nameOf(runs);
  const scope: Scope = { runs, domain, level: runs.length === 1 ? 'instance' : 'task', task };
  const mixed = runs.some(({ good }) => good === true) && runs.some(({ good }) => good === false);
  // Advice on an unnamed task would not say when it applies.
  const contrasted =
    mixed && task !== '' ? [...preparationLessons(scope), ...presenceLessons(scope)] : [];
  const lessons = [
    ...reasonLessons(scope),
    ...contrasted,
    ...refusalLessons(scope),
    ...wayLessons(scope),
  ];
  return weightiest(
    lessons.filter((lesson) => !known.has(coreOf(lesson))),
    MAX_OF_TASK,
  );
}

/**
 * The task's name: the common request of its runs; if they differ, the caller's name for it, if that is informative.
 */
function nameOf(runs: readonly Run[]): string {
  const [first = '', ...others] = new Set(runs.map(({ query }) => taskPhrase(query)));
  return others.length === 0 ? first : taskPhrase(runs[0]?.task ?? '') || first;
}

/** Key of a lesson's content: advice for one task that also holds across tasks is redundant. */
function coreOf({ fromSuccess, actions, failureModes }: Lesson): string {
  const modes = Object.keys(failureModes);
  return JSON.stringify([modes.length === 0 ? fromSuccess : null, actions.at(-1), modes]);
}

function weightiest(lessons: readonly Lesson[], most: number): Lesson[] {
  return [...lessons]
    .sort((a, b) => b.weight - a.weight || (a.signature < b.signature ? -1 : 1))
    .slice(0, most);
}

interface ReadRun {
  readonly id: LearnedId;
  readonly trajectory: Trajectory;
}

/** Maximum number of runs at one task compared in one request. */
const MAX_COMPARED = 6;

/**
 * Lessons written by a language model: for each task with successful and failed runs by comparing them, else for each
 * run, at most three each. Throws what the model throws.
 */
export async function modelLessons(
  model: LanguageModel,
  runs: readonly ReadRun[],
  signal?: AbortSignal,
): Promise<Lesson[]> {
  const byTask = new Map<string, ReadRun[]>();
  for (const run of runs)
    if (run.trajectory.outcome !== 'unknown')
      byTask.set(run.trajectory.task, [...(byTask.get(run.trajectory.task) ?? []), run]);
  const lessons: Lesson[] = [];
  for (const group of byTask.values()) {
    const well = group.filter(({ trajectory }) => trajectory.outcome === 'success');
    const badly = group.filter(({ trajectory }) => trajectory.outcome !== 'success');
    if (well.length > 0 && badly.length > 0) {
      const compared = [...well.slice(0, MAX_COMPARED / 2), ...badly.slice(0, MAX_COMPARED / 2)];
      lessons.push(
        ...asLessons(
          await model.complete(contrastRuns(compared.map(forPrompt)), signal),
          compared,
          true,
        ),
      );
      continue;
    }
    for (const run of group) {
      const good = well.includes(run);
      lessons.push(
        ...asLessons(
          await model.complete(
            (good ? strategiesOfSuccess : lessonsOfFailure)(forPrompt(run)),
            signal,
          ),
          [run],
          good,
        ),
      );
    }
  }
  return lessons;
}

function forPrompt({
  trajectory: { query, outcome, failureReason, steps },
}: ReadRun): RunForPrompt {
  return {
    query,
    outcome,
    failureReason,
    steps: steps.map(({ thought, action, arguments: given, observation }) => ({
      thought,
      action: Object.keys(given).length === 0 ? action : `${action}(${JSON.stringify(given)})`,
      observation,
    })),
  };
}

function asLessons(
  { strategies }: WrittenStrategies,
  runs: readonly ReadRun[],
  fromSuccess: boolean,
): Lesson[] {
  const domain = runs[0]?.trajectory.domain ?? 'general';
  const actions = new Set(
    runs.flatMap(({ trajectory }) => trajectory.steps.map(({ action }) => action)),
  );
  const well = runs.filter(({ trajectory }) => trajectory.outcome === 'success').length;
  return strategies.map(({ title, description, content, preconditions, risk }) => {
    const named = [...actions].filter((action) => content.includes(action));
    const avoids = forbiddenNames(content, named);
    return {
      signature: `${domain}|model|${createHash('sha256').update(title.toLowerCase()).digest('base64url').slice(0, 16)}`,
      title,
      description,
      content,
      domain,
      preconditions,
      risk,
      level: runs.length > 1 ? 'task' : 'instance',
      actions: named,
      ...(fromSuccess && avoids.length > 0 ? { avoids } : {}),
      fromSuccess,
      failureModes: {},
      trajectories: runs.map(({ id }) => id),
      support: { for: fromSuccess ? well : runs.length, against: 0 },
      weight: 1,
    };
  });
}
