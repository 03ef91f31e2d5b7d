import {
  actionPhrase,
  capital,
  gerund,
  inOrder,
  sortOfAction,
  wordsOfAction,
} from '@mneme/core/language/strategy-wording.js';
import {
  common,
  contrast,
  inUsualOrder,
  type Lesson,
  occasion,
  type Scope,
} from './action-lessons.js';
import { placesOf, type Move, type Run } from './run.js';

/** How one run overcame one refusal: what was done in between, and which arguments changed. */
interface Recovery {
  readonly run: Run['id'];
  readonly between: readonly string[];
  readonly changed: readonly string[];
}

interface Refused {
  readonly action: string;
  readonly reason: string;
  readonly runs: readonly Run[];
  readonly times: number;
  readonly recoveries: readonly Recovery[];
}

/** Lessons on refusals: what was refused, why, and how runs succeeded in the end. */
export function refusalLessons(scope: Scope): Lesson[] {
  return collect(scope.runs)
    .filter(({ runs }) => scope.level === 'instance' || runs.length >= 2)
    .map((refused) => asLesson(refused, scope));
}

/** A lesson from runs that repeated a refused action again and again. */
export function repetitionLessons(scope: Scope): Lesson[] {
  const worst = (run: Run): number => Math.max(0, ...timesRefused(run).values());
  const seen = contrast(scope.runs, (run) => worst(run) >= 3);
  const badly = seen.did - seen.didWell;
  if (badly < 2 || badly < 2 * seen.didWell) return [];
  const runs = scope.runs.filter((run) => worst(run) >= 3);
  return [
    {
      ...common(scope, runs, 'repeat'),
      title: 'After a second refusal of the same kind, stop trying and change the approach',
      description: `${occasion(scope)}: the same call made again and again.`,
      content: `${capital(occasion(scope))}, calling again with the same kind of input did not help: ${badly} of ${seen.did} runs that were refused three times or more for one reason failed. After the second refusal read the reason, look up what it names, tell the person, and offer another way or hand the case over.`,
      risk: 'medium',
      actions: [],
      fromSuccess: false,
      failureModes: { 'the same refusal three times': badly },
      support: { for: badly, against: seen.didWell },
      weight: Math.log((badly + 0.5) / (seen.didWell + 0.5)),
    },
  ];
}

function asLesson({ action, reason, runs, times, recoveries }: Refused, scope: Scope): Lesson {
  const phrase = actionPhrase(action);
  const changed = frequent(
    recoveries.flatMap((each) => each.changed),
    recoveries.length / 2,
  ).slice(0, 2);
  const done = frequent(
    recoveries.flatMap((each) => each.between),
    recoveries.length / 3,
  )
    .filter((each) => !TALKING.has(each))
    .slice(0, 3);
  // Thinking alone is no advice.
  const between = done.every((each) => sortOfAction(each) === 'think') ? [] : done;
  const names = changed.map(argumentPhrase).join(' and ');
  const other = `${names.endsWith('s') ? 'other' : 'another'} ${names}`;
  const advice = names === '' ? 'make sure that it can be done' : `get the ${names} right`;
  const needs = inUsualOrder(prerequisites(action, reason, scope.runs), scope.runs, action);
  const pushed = contrast(
    runs.map((run) => ({ ...run, task: '' })),
    (run) => recoveries.some((each) => each.run === run.id),
  );
  const isNo = needs.length === 0 && (recoveries.length === 0 || pushed.weight <= -Math.log(2));
  const way =
    between.length === 0
      ? ''
      : `, after ${between.length === 1 ? 'this step' : 'these steps'}: ${inOrder(between)}`;
  const passing = !isNo && needs.length === 0 && names === '' && between.length === 0;
  const mend =
    needs.length > 0
      ? `Every call that got through came after this: ${inOrder(needs)}; most of those that were refused did not. So ${inOrder(needs)} first.`
      : recoveries.length === 0
        ? 'Nothing got through afterwards. Do not try again unchanged: find out what the reason names, and offer another way or hand the case over.'
        : isNo
          ? `${recoveries.length} got through afterwards${names === '' ? '' : ` with ${other}`}, but ${pushed.didWell === 0 ? 'none' : `only ${pushed.didWell}`} of those reached the goal, against ${pushed.elseWell} of ${pushed.others} that took it as a no. So do not push it through: say why it cannot be done, and offer what can.`
          : passing
            ? `${recoveries.length} of ${runs.length} got through afterwards unchanged. So it passes: try again.`
            : `${recoveries.length} of ${runs.length} got through afterwards${names === '' ? '' : ` with ${other}`}${way}. So ${advice} before the first try${way === '' ? '' : between.length === 1 ? ', by the same step' : ', by the same steps'}.`;
  return {
    ...common(scope, runs, 'refused', action, reason),
    title:
      needs.length > 0
        ? `${capital(inOrder(needs))} before you ${phrase}, or it is refused: “${reason}”`
        : passing
          ? `Try again when ${gerund(phrase)} is refused for “${reason}”`
          : isNo
            ? `Take “${reason}” as a no when you ${phrase}`
            : `${capital(advice)} before you ${phrase}, or it is refused: “${reason}”`,
    description: `${capital(gerund(phrase))} is refused: ${reason}.`,
    content: `${capital(gerund(phrase))} was refused in ${runs.length} ${runs.length === 1 ? 'run' : 'runs'} (${times} ${times === 1 ? 'time' : 'times'}): “${reason}”. ${mend}`,
    risk: 'medium',
    actions: [...(needs.length > 0 ? needs : between), action],
    ...(isNo ? { avoids: [action] } : {}),
    fromSuccess: !isNo,
    failureModes: { [reason]: times },
    support: { for: runs.length, against: 0 },
    weight: Math.log(1 + runs.length) / (passing ? 3 : 1),
  };
}

/** An argument as a person would name it: `payment_id` is the payment. */
function argumentPhrase(name: string): string {
  const words = wordsOfAction(name);
  return (words.length > 1 && HANDLES.has(words.at(-1) ?? '') ? words.slice(0, -1) : words).join(
    ' ',
  );
}

const HANDLES = new Set([
  'id',
  'ids',
  'no',
  'number',
  'ref',
  'key',
  'uuid',
  'str',
  'input',
  'param',
  'value',
  'json',
]);

/** Actions that preceded every successful call, and were missing before most that were refused for this reason. */
function prerequisites(action: string, reason: string, runs: readonly Run[]): string[] {
  const calls = runs.flatMap((run) =>
    placesOf(run, action).map((at) => ({
      refusal: run.moves[at]?.refusal ?? null,
      before: new Set(
        run.moves
          .slice(0, at)
          .filter(({ refusal }) => refusal === null)
          .map((move) => move.action),
      ),
    })),
  );
  const through = calls.filter(({ refusal }) => refusal === null);
  const refused = calls.filter(({ refusal }) => refusal === reason);
  if (through.length < 3 || refused.length < 3) return [];
  const share = (list: typeof calls, other: string): number =>
    list.filter(({ before }) => before.has(other)).length / list.length;
  const others = new Set(through.flatMap(({ before }) => [...before]));
  return [...others]
    .filter(
      (other) =>
        other !== action &&
        !TALKING.has(other) &&
        share(through, other) === 1 &&
        share(refused, other) <= 1 / 3,
    )
    .slice(0, 3);
}

const TALKING = new Set(['tell', 'ask', 'confirm']);

function collect(runs: readonly Run[]): Refused[] {
  const byKey = new Map<
    string,
    { action: string; reason: string; runs: Run[]; times: number; recoveries: Recovery[] }
  >();
  for (const run of runs) {
    for (const [key, times] of timesRefused(run)) {
      const [action = '', reason = ''] = key.split('\n');
      const refused = byKey.get(key) ?? { action, reason, runs: [], times: 0, recoveries: [] };
      byKey.set(key, refused);
      refused.runs.push(run);
      refused.times += times;
      const recovery = recoveryOf(run, action, reason);
      if (recovery !== null) refused.recoveries.push(recovery);
    }
  }
  return [...byKey.values()];
}

function timesRefused(run: Run): Map<string, number> {
  const times = new Map<string, number>();
  for (const { action, refusal } of run.moves)
    if (refusal !== null)
      times.set(`${action}\n${refusal}`, (times.get(`${action}\n${refusal}`) ?? 0) + 1);
  return times;
}

function recoveryOf(run: Run, action: string, reason: string): Recovery | null {
  const refused = run.moves.findIndex((move) => move.action === action && move.refusal === reason);
  const through = run.moves.findIndex(
    (move, at) => at > refused && move.action === action && move.refusal === null,
  );
  const [before, after] = [run.moves[refused], run.moves[through]];
  if (before === undefined || after === undefined) return null;
  const between = run.moves
    .slice(refused + 1, through)
    .filter((move) => move.action !== action)
    .map((move) => move.action);
  return { run: run.id, between: [...new Set(between)], changed: changedArguments(before, after) };
}

function changedArguments(before: Move, after: Move): string[] {
  const names = new Set([...Object.keys(before.arguments), ...Object.keys(after.arguments)]);
  return [...names].filter(
    (name) => JSON.stringify(before.arguments[name]) !== JSON.stringify(after.arguments[name]),
  );
}

/** Those that occur at least this often, most frequent first. */
function frequent(names: readonly string[], least: number): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= least)
    .sort((a, b) => b[1] - a[1])
    .map(([name]) => name);
}
