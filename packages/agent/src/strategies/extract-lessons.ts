import { createHash } from 'node:crypto';
import { taskPhrase, withoutInstances } from './abstraction.js';
import {
  common,
  inUsualOrder,
  type Lesson,
  occasion,
  preparationLessons,
  presenceLessons,
  type Scope,
  shared,
} from './action-lessons.js';
import { refusalLessons, repetitionLessons } from './refusal-lessons.js';
import { actionsOf, placesOf, type Run } from './run.js';
import type { LearnedId } from '@mneme/core/domain/ids.js';
import type { Trajectory } from '@mneme/core/domain/strategy.js';
import { forbiddenNames } from '@mneme/core/language/instructions.js';
import {
  actionPhrase,
  capital,
  inOrder,
  sortOfAction,
} from '@mneme/core/language/strategy-wording.js';
import type { LanguageModel } from '@mneme/core/ports/models.js';
import {
  contrastRuns,
  lessonsOfFailure,
  type RunForPrompt,
  strategiesOfSuccess,
  type WrittenStrategies,
} from '@mneme/core/prompts/goals-and-strategies.js';

/** The sequence of actions that recurs in successful runs. */
function wayLessons(scope: Scope): Lesson[] {
  const well = scope.runs.filter(({ good }) => good === true);
  if (well.length === 0) return [];
  if (scope.level !== 'domain')
    return scope.task === '' ? [] : asLesson(well, scope.task, null, scope);
  const deeds = shared(
    well,
    (run) =>
      run.moves
        .filter(({ sort, refusal }) => sort === 'deed' && refusal === null)
        .map(({ action }) => action),
    0.1,
  );
  return deeds.flatMap((deed) =>
    asLesson(
      well.filter((run) => placesOf(run, deed).length > 0),
      actionPhrase(deed),
      deed,
      scope,
    ),
  );
}

function asLesson(well: readonly Run[], what: string, deed: string | null, scope: Scope): Lesson[] {
  if (well.length < (scope.level === 'domain' ? 2 : 1)) return [];
  const until = (run: Run): readonly string[] =>
    deed === null
      ? throughOf(run)
      : throughOf(run).filter(
          (action) => (placesOf(run, action)[0] ?? 0) < (placesOf(run, deed)[0] ?? 0),
        );
  const steps = inUsualOrder(
    shared(well, until, 0.6).filter((action) => action !== 'tell' && action !== 'ask'),
    well,
    deed ?? undefined,
  );
  // If nothing was changed in the end, asking for confirmation is not a step.
  const all =
    deed !== null
      ? [...steps, deed]
      : steps.slice(0, steps.findLastIndex((action) => sortOfAction(action) !== 'ask') + 1);
  if (all.length < 2) return [];
  return [
    {
      ...common(scope, well, 'way', deed ?? ''),
      title: `How to ${what}: ${inOrder(all)}`,
      description: `${occasion(scope)}: the steps that runs which reached the goal have in common.`,
      content: `To ${what}, ${inOrder(all)}. ${well.length === 1 ? 'One run that reached the goal went this way' : `${well.length} runs that reached the goal have these steps in common`}.`,
      risk: 'low',
      actions: all,
      fromSuccess: true,
      support: {
        for: well.length,
        against: scope.runs.filter(
          (run) => run.good === false && isSubsequence(all, actionsOf(run)),
        ).length,
      },
      weight: 0.3 + Math.log(well.length) / 4,
    },
  ];
}

/** Actions that succeeded, in order of their first success. */
function throughOf(run: Run): string[] {
  return actionsOf({ ...run, moves: run.moves.filter(({ refusal }) => refusal === null) });
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const each of whole) if (each === part[at]) at++;
  return at === part.length;
}

/**
 * The action at which a run failed: the last refused one, else the last that successful runs also contain, else its
 * last.
 */
function failedActionOf(run: Run | undefined, { runs }: Scope): string | undefined {
  const deeds = run?.moves.filter(({ sort }) => sort === 'deed') ?? [];
  const well = new Set(
    runs
      .filter(({ good }) => good === true)
      .flatMap(({ moves }) => moves.map(({ action }) => action)),
  );
  return (
    deeds.findLast(({ refusal }) => refusal !== null) ??
    deeds.findLast(({ action }) => well.has(action)) ??
    deeds.at(-1)
  )?.action;
}

/** Lessons from the stated reasons of failures. */
function reasonLessons(scope: Scope): Lesson[] {
  const byReason = new Map<string, Run[]>();
  for (const run of scope.runs) {
    const reason =
      run.good === false && run.failureReason !== null ? withoutInstances(run.failureReason) : '';
    if (reason !== '') byReason.set(reason, [...(byReason.get(reason) ?? []), run]);
  }
  return [...byReason].map(([reason, runs]) => {
    const last = failedActionOf(runs[0], scope);
    const plain = reason.replace(/(?<![.\s])[.\s]+$/u, '');
    return {
      ...common(scope, runs, 'reason', plain.toLowerCase()),
      title: `Beware: ${plain.charAt(0).toLowerCase()}${plain.slice(1)}`.slice(0, 120),
      description: `${occasion(scope)}: why ${runs.length === 1 ? 'a run' : `${runs.length} runs`} failed.`,
      content: `${capital(occasion(scope))}, ${runs.length === 1 ? 'a run' : `${runs.length} runs`} failed for this: ${plain}. Check for it${last === undefined ? '' : ` before you ${actionPhrase(last)}`}.`,
      risk: 'medium',
      actions: last === undefined ? [] : [last],
      // The action itself may be right: it was only done wrongly here.
      avoids: [],
      fromSuccess: false,
      failureModes: { [plain]: runs.length },
      support: { for: runs.length, against: 0 },
      weight: 0.8 + Math.log(runs.length),
    } satisfies Lesson;
  });
}

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
