import { taskPhrase } from './instance-names.js';
import type { Lesson, Scope } from './lessons/lesson.js';
import { preparationLessons } from './lessons/preparation.js';
import { presenceLessons } from './lessons/presence.js';
import { refusalLessons, repetitionLessons } from './lessons/refusal.js';
import { reasonLessons, wayLessons } from './lessons/way.js';
import type { Run } from './run.js';

/** At most so many of one run or of the runs at one task (ReasoningBank: three a trajectory). */
const MAX_OF_TASK = 3;
const MAX_OF_DOMAIN = 12;
/** From so many runs at two tasks or more on, lessons are drawn across tasks. */
const DOMAIN_RUNS = 6;

/**
 * Lessons of the runs of one domain, without a language model: what recurs where runs went well, where those that failed first
 * differ, what was refused, each stripped of instance names. At most three a run and a task; across tasks the weightiest dozen.
 */
export function extractLessons(
  domain: string,
  runs: readonly Run[],
  fresh: ReadonlySet<Run['id']>,
): Lesson[] {
  const byTask = new Map<string, Run[]>();
  // Tasks that are asked for in the same words teach together; what they are compared by stays within each.
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

/** Runs of one task are contrasted where some went well and some did not; a single run speaks for itself. */
function ofTask(domain: string, runs: readonly Run[], known: ReadonlySet<string>): Lesson[] {
  const task = nameOf(runs);
  const scope: Scope = { runs, domain, level: runs.length === 1 ? 'instance' : 'task', task };
  const mixed = runs.some(({ good }) => good === true) && runs.some(({ good }) => good === false);
  // Advice on a task that has no name would not say when it holds.
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

/** What the task is called: as all its runs ask for it; where each asks for something of its own, as the caller calls it, if that tells. */
function nameOf(runs: readonly Run[]): string {
  const [first = '', ...others] = new Set(runs.map(({ query }) => taskPhrase(query)));
  return others.length === 0 ? first : taskPhrase(runs[0]?.task ?? '') || first;
}

/** The same advice for one task says nothing that it does not say for all; of one refusal the many runs tell more than the few. */
function coreOf({ fromSuccess, actions, failureModes }: Lesson): string {
  const modes = Object.keys(failureModes);
  return JSON.stringify([modes.length === 0 ? fromSuccess : null, actions.at(-1), modes]);
}

function weightiest(lessons: readonly Lesson[], most: number): Lesson[] {
  return [...lessons]
    .sort((a, b) => b.weight - a.weight || (a.signature < b.signature ? -1 : 1))
    .slice(0, most);
}
