import { actionPhrase, capital, gerund, inOrder } from '../../../language/action-words.js';
import { contrast, evidenceWords } from '../contrast.js';
import { actionsOf, placesOf, type Run } from '../run.js';
import { inUsualOrder } from './preparation.js';
import { occasion, signatureOf, sources, type Lesson, type Scope } from './lesson.js';

const TELLING = Math.log(2);

/** Actions that belong to the task, actions better avoided, and looking things up at all. */
export function presenceLessons(scope: Scope): Lesson[] {
  const deeds = [
    ...new Set(
      scope.runs.flatMap((run) =>
        run.moves.filter(({ sort }) => sort === 'deed').map(({ action }) => action),
      ),
    ),
  ];
  return [
    ...deeds.flatMap((deed) =>
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
  // If many did without it, it is one way among others.
  const must = 4 * seen.elseWell <= seen.others;
  return {
    ...common(scope, 'needed', deed),
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
  const deeds = shared(
    instead,
    (run) => run.moves.filter(({ sort }) => sort === 'deed').map(({ action }) => action),
    0.5,
  ).filter((action) => action !== deed);
  const looks = inUsualOrder(
    shared(
      instead,
      (run) => run.moves.filter(({ sort }) => sort === 'look').map(({ action }) => action),
      0.5,
    ),
    instead,
  );
  const other =
    deeds.length > 0
      ? `${inOrder(inUsualOrder(deeds, instead))} instead`
      : 'tell the person plainly that it cannot be done';
  return {
    ...common(scope, 'harmful', deed),
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
    shared(
      well,
      (run) => run.moves.filter(({ sort }) => sort === 'look').map(({ action }) => action),
      0.5,
    ),
    well,
  );
  return [
    {
      ...common(scope, 'look up', ''),
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

function common(
  scope: Scope,
  what: string,
  deed: string,
): Pick<
  Lesson,
  'signature' | 'domain' | 'preconditions' | 'level' | 'failureModes' | 'trajectories'
> {
  return {
    signature: signatureOf(scope, what, deed),
    domain: scope.domain,
    preconditions: [],
    level: scope.level,
    failureModes: {},
    trajectories: sources(
      deed === '' ? scope.runs : scope.runs.filter((run) => placesOf(run, deed).length > 0),
    ),
  };
}

/** What at least this share of the runs have. */
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
