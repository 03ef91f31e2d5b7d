import { actionsOf, placesOf, type Run } from './run.js';
import type { Strategy } from '@mneme/core/domain/strategy.js';
import {
  actionPhrase,
  capital,
  gerund,
  inOrder,
  sortOfAction,
} from '@mneme/core/language/strategy-wording.js';

/** A strategy as extracted from runs, before it is a record. */
export interface Lesson extends Omit<
  Strategy,
  'applications' | 'successes' | 'subsumedBy' | 'subsumes' | 'lastUsedAt'
> {
  /** Identifies the lesson when it is learned again. */
  readonly signature: string;
  /** How informative it is; only the weightiest of several are kept. */
  readonly weight: number;
}

/** The runs that lessons are extracted from together. */
export interface Scope {
  readonly runs: readonly Run[];
  readonly domain: string;
  readonly level: 'instance' | 'task' | 'domain';
  /** The task in words, for a scope of one task; '' if unknown, or if there are several. */
  readonly task: string;
}

/** “When asked to change the return flight”, or for every task, “In any task”. */
export function occasion({ task, level, domain }: Scope): string {
  if (task !== '') return `When asked to ${task}`;
  return level === 'domain' && domain !== 'general' ? `In ${domain} tasks` : 'In tasks like this';
}

/** What the lessons of a scope have in common; `runs` are those that one rests on. */
export function common(scope: Scope, runs: readonly Run[], ...parts: readonly string[]) {
  const { domain, level, task } = scope;
  return {
    signature: [
      domain,
      level === 'domain' ? '' : task || (scope.runs[0]?.task ?? ''),
      ...parts,
    ].join('|'),
    domain,
    level,
    preconditions: [],
    failureModes: {},
    trajectories: runs.slice(0, 40).map(({ id }) => id),
  };
}

/** Counts of runs that did something and runs that did not, at tasks with both, by outcome. */
interface Contrast {
  readonly didWell: number;
  readonly did: number;
  readonly elseWell: number;
  readonly others: number;
  /** Log of the odds ratio within tasks (Mantel and Haenszel 1959), shrunk towards zero. */
  readonly weight: number;
}

/** Added to each cell before the ratio is taken, so that few runs say little. */
const SHRINKING = 0.5;

/** Contrasts the outcomes of runs that did something with the others. Runs with an unknown outcome are left out. */
export function contrast(runs: readonly Run[], did: (run: Run) => boolean): Contrast {
  const tasks = new Map<string, { a: number; b: number; c: number; d: number }>();
  for (const run of runs) {
    if (run.good === null) continue;
    const cells = tasks.get(run.task) ?? { a: 0, b: 0, c: 0, d: 0 };
    tasks.set(run.task, cells);
    cells[did(run) ? (run.good ? 'a' : 'b') : run.good ? 'c' : 'd'] += 1;
  }
  let [a, b, c, d, forIt, against] = [0, 0, 0, 0, 0, 0];
  for (const cells of tasks.values()) {
    const all = cells.a + cells.b + cells.c + cells.d;
    // A task where all runs did so, or none, is uninformative.
    if (cells.a + cells.b > 0 && cells.c + cells.d > 0)
      [a, b, c, d] = [a + cells.a, b + cells.b, c + cells.c, d + cells.d];
    forIt += (cells.a * cells.d) / all;
    against += (cells.b * cells.c) / all;
  }
  return {
    didWell: a,
    did: a + b,
    elseWell: c,
    others: c + d,
    weight: Math.log((forIt + SHRINKING) / (against + SHRINKING)),
  };
}

/** “8 of 10 runs that did so reached the goal, 2 of 9 that did not”. */
function evidenceWords({ didWell, did, elseWell, others }: Contrast): string {
  return `${didWell} of ${did} ${did === 1 ? 'run' : 'runs'} that did so reached the goal, against ${elseWell} of ${others} at the same tasks that did not`;
}

/** Minimum log odds ratio within tasks: an odds ratio of two. */
const TELLING = Math.log(2);
const MAX_PREPARATIONS = 3;

/** For each action: what successful runs did before it and others did not. */
export function preparationLessons(scope: Scope): Lesson[] {
  return deedsOf(scope).flatMap((deed) => lessonFor(deed, scope) ?? []);
}

const ofSort = (run: Run, wanted: Run['moves'][number]['sort']): string[] =>
  run.moves.filter(({ sort }) => sort === wanted).map(({ action }) => action);

const deedsOf = ({ runs }: Scope): string[] => [
  ...new Set(runs.flatMap((run) => ofSort(run, 'deed'))),
];

function lessonFor(deed: string, scope: Scope): Lesson | null {
  const runs = having(scope, deed);
  if (runs.length < 3) return null;
  const found = telling(deed, runs);
  const [strongest] = found;
  if (strongest === undefined) return null;
  const first = inUsualOrder(
    found.slice(0, MAX_PREPARATIONS).map(({ action }) => action),
    runs,
    deed,
  );
  const many = first.length > 1;
  return {
    ...common(scope, runs, 'before', deed),
    title: `${capital(inOrder(first))} before you ${actionPhrase(deed)}`,
    description: `${occasion(scope)}: what to do before ${gerund(actionPhrase(deed))}.`,
    content: [
      `${capital(occasion(scope))}, do not ${actionPhrase(deed)} yet. First ${inOrder(first)}.`,
      ...found
        .slice(0, MAX_PREPARATIONS)
        .map(
          ({ action, seen }) =>
            `${many ? `${capital(gerund(actionPhrase(action)))} first: ` : ''}${many ? '' : 'Of the runs that came that far, '}${evidenceWords(seen)}.`,
        ),
    ].join(' '),
    risk: 'low',
    actions: [...first, deed],
    fromSuccess: true,
    support: { for: strongest.seen.didWell, against: strongest.seen.did - strongest.seen.didWell },
    weight: strongest.seen.weight,
  };
}

function telling(
  deed: string,
  runs: readonly Run[],
): { readonly action: string; readonly seen: Contrast }[] {
  const earlier = (run: Run, action: string): boolean =>
    (placesOf(run, action)[0] ?? Infinity) < (placesOf(run, deed)[0] ?? -1);
  const actions = [...new Set(runs.flatMap(actionsOf))].filter((action) =>
    runs.some((run) =>
      run.moves.some(
        (move) =>
          move.action === action &&
          (move.sort === 'look' || move.sort === 'think' || action === 'confirm'),
      ),
    ),
  );
  return actions
    .map((action) => ({ action, seen: contrast(runs, (run) => earlier(run, action)) }))
    .filter(({ seen }) => seen.weight >= TELLING && seen.didWell >= 2 && seen.others >= 1)
    .sort((a, b) => b.seen.weight - a.seen.weight || (a.action < b.action ? -1 : 1));
}

/**
 * Sorts actions in the usual order of successful runs. Lookups are repeated for each thing, so for these the last
 * position counts.
 */
export function inUsualOrder(
  actions: readonly string[],
  runs: readonly Run[],
  until?: string,
): string[] {
  const place = (action: string): number => {
    const places = runs
      .filter(({ good }) => good === true)
      .flatMap((run) => {
        const end =
          until === undefined ? run.moves.length : (placesOf(run, until)[0] ?? run.moves.length);
        const before = placesOf(run, action, true).filter((each) => each <= end);
        const at = sortOfAction(action) === 'ask' ? before.at(-1) : before[0];
        return at === undefined ? [] : [at / Math.max(1, end)];
      });
    return places.length === 0 ? 1 : places.reduce((sum, at) => sum + at, 0) / places.length;
  };
  const placed = actions.map((action) => ({ action, at: place(action) }));
  return placed
    .sort((a, b) => a.at - b.at || (a.action < b.action ? -1 : 1))
    .map(({ action }) => action);
}

/** Lessons on actions that a task needs, actions to avoid, and whether lookups help. */
export function presenceLessons(scope: Scope): Lesson[] {
  return [
    ...deedsOf(scope).flatMap((deed) =>
      [neededLesson(deed, scope) ?? [], harmfulLesson(deed, scope) ?? []].flat(),
    ),
    ...(lookUpLesson(scope) ?? []),
  ];
}

function neededLesson(deed: string, scope: Scope): Lesson | null {
  const seen = contrast(scope.runs, (run) => placesOf(run, deed, true).length > 0);
  if (seen.weight < TELLING || seen.didWell < 2 || seen.others < 1) return null;
  const well = scope.runs.filter(
    (run) => run.good === true && placesOf(run, deed, true).length > 0,
  );
  const before = shared(
    well,
    (run) =>
      actionsOf(run).filter(
        (action) => (placesOf(run, action)[0] ?? Infinity) < (placesOf(run, deed)[0] ?? 0),
      ),
    0.75,
  ).filter((action) => action !== 'tell' && action !== 'ask');
  const steps = inUsualOrder(before, well, deed);
  const phrase = actionPhrase(deed);
  // If many succeeded without it, it is one way among others.
  const must = 4 * seen.elseWell <= seen.others;
  return {
    ...common(scope, having(scope, deed), 'needed', deed),
    title: must ? `${capital(phrase)} before you call it done` : `Remember that you may ${phrase}`,
    description: `${occasion(scope)}: a step that ${must ? '' : 'many '}runs which failed left out.`,
    content: `${capital(occasion(scope))}, ${must ? `the task is not done until you ${phrase}` : `think of whether to ${phrase}; it is often what helps`}: ${evidenceWords(seen)}.${steps.length > 0 ? ` What led up to it: ${inOrder(steps)}.` : ''}`,
    risk: 'medium',
    actions: [...steps, deed],
    fromSuccess: true,
    support: { for: seen.didWell, against: seen.did - seen.didWell },
    weight: seen.weight,
  };
}

function harmfulLesson(deed: string, scope: Scope): Lesson | null {
  const seen = contrast(scope.runs, (run) => placesOf(run, deed, true).length > 0);
  const badly = seen.did - seen.didWell;
  if (seen.weight > -TELLING || badly < 2 || seen.elseWell < 1) return null;
  const tasks = new Set(
    scope.runs.filter((run) => placesOf(run, deed, true).length > 0).map(({ task }) => task),
  );
  const instead = scope.runs.filter(
    (run) => tasks.has(run.task) && run.good === true && placesOf(run, deed, true).length === 0,
  );
  const deeds = shared(instead, (run) => ofSort(run, 'deed'), 0.5).filter(
    (action) => action !== deed,
  );
  const looks = inUsualOrder(
    shared(instead, (run) => ofSort(run, 'look'), 0.5),
    instead,
  );
  const other =
    deeds.length > 0
      ? `${inOrder(inUsualOrder(deeds, instead))} instead`
      : 'tell the person plainly that it cannot be done';
  return {
    ...common(scope, having(scope, deed), 'harmful', deed),
    title: `Do not ${actionPhrase(deed)} just because it is asked for: check that it is allowed`,
    description: `${occasion(scope)}: when ${gerund(actionPhrase(deed))} was the mistake.`,
    content: `${capital(occasion(scope))}, ${gerund(actionPhrase(deed))} was often the mistake: it ended badly in ${badly} of ${seen.did} runs, while ${seen.elseWell} of ${seen.others} runs at the same tasks that left it reached the goal. Do as those did: ${looks.length > 0 ? `first ${inOrder(looks)}; where the rules do not allow it, ${other}` : `where the rules do not allow it, ${other}`}.`,
    risk: 'high',
    actions: [deed],
    fromSuccess: false,
    support: { for: badly, against: seen.didWell },
    weight: -seen.weight,
  };
}

/** Whether looking anything up made a difference. */
function lookUpLesson(scope: Scope): Lesson[] {
  const looks = (run: Run): boolean => run.moves.some(({ sort }) => sort === 'look');
  const seen = contrast(scope.runs, looks);
  if (seen.weight < TELLING || seen.didWell < 2 || seen.others < 2) return [];
  const well = scope.runs.filter((run) => run.good === true && looks(run));
  const usual = inUsualOrder(
    shared(well, (run) => ofSort(run, 'look'), 0.5),
    well,
  );
  return [
    {
      ...common(scope, scope.runs, 'look up', ''),
      title: `Look the case up yourself before you answer${usual.length > 0 ? `: ${inOrder(usual)}` : ''}`,
      description: `${occasion(scope)}: answering from the conversation alone mostly went wrong.`,
      content: `${capital(occasion(scope))}, do not answer from what the person says alone. ${usual.length > 0 ? `First ${inOrder(usual)}; ask for what you need to do so.` : 'Look the facts up first.'} ${capital(evidenceWords(seen))}.`,
      risk: 'low',
      actions: usual,
      fromSuccess: true,
      support: { for: seen.didWell, against: seen.did - seen.didWell },
      weight: seen.weight,
    },
  ];
}

const having = ({ runs }: Scope, deed: string): Run[] =>
  runs.filter((run) => placesOf(run, deed).length > 0);

/** Items that at least `share` of the runs have. */
export function shared(
  runs: readonly Run[],
  read: (run: Run) => readonly string[],
  share: number,
): string[] {
  const counts = new Map<string, number>();
  for (const run of runs)
    for (const each of new Set(read(run))) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= share * runs.length).map(([each]) => each);
}
