import { actionPhrase, capital, inOrder, sortOfAction } from '@mneme/core/language/action-words.js';
import { withoutInstances } from '../instance-names.js';
import { actionsOf, placesOf, type Run } from '../run.js';
import { inUsualOrder, shared } from './actions.js';
import { occasion, common, type Lesson, type Scope } from './lesson.js';

/** The sequence of actions that recurs in successful runs. */
export function wayLessons(scope: Scope): Lesson[] {
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
export function reasonLessons(scope: Scope): Lesson[] {
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
