import {
  actionPhrase,
  capital,
  gerund,
  inOrder,
  sortOfAction,
} from '../../../language/action-words.js';
import { contrast, evidenceWords, type Contrast } from '../contrast.js';
import { actionsOf, placesOf, type Run } from '../run.js';
import { occasion, signatureOf, sources, type Lesson, type Scope } from './lesson.js';

/** An odds ratio of two, within tasks. */
const TELLING = Math.log(2);
const MAX_PREPARATIONS = 3;

/** For each action: what successful runs did before it and others did not. */
export function preparationLessons(scope: Scope): Lesson[] {
  const deeds = new Set(
    scope.runs.flatMap((run) =>
      run.moves.filter(({ sort }) => sort === 'deed').map(({ action }) => action),
    ),
  );
  return [...deeds].flatMap((deed) => lessonFor(deed, scope) ?? []);
}

function lessonFor(deed: string, scope: Scope): Lesson | null {
  const runs = scope.runs.filter((run) => placesOf(run, deed).length > 0);
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
    signature: signatureOf(scope, 'before', deed),
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
    domain: scope.domain,
    preconditions: [],
    risk: 'low',
    level: scope.level,
    actions: [...first, deed],
    fromSuccess: true,
    failureModes: {},
    trajectories: sources(runs),
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

/** In the usual order of successful runs. Lookups are repeated for each thing, so for these the last time counts. */
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
