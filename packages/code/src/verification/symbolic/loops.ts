import type { Expression, Loop, Statement } from '../read/program.js';
import type { Evaluation } from './evaluate.js';
import { and, compare, not, or, plus, type Script } from '../smt.js';
import { isNumber, sameState, sortOf, type State, type Value } from './value.js';

/** States at `break` and `continue`. */
export interface Ways {
  readonly breaks: State[];
  readonly continues: State[];
}

export interface WalkMode {
  /** Rounds to unroll of an outer loop and of a nested one; null: each loop once, from any state that its invariants allow. */
  readonly rounds: readonly [number, number] | null;
  /** By loop, the numbers of the state templates from which it was proven never to end. */
  readonly endless: ReadonlyMap<number, readonly number[]>;
}

/** The part of a walk that loops use. */
export interface Walker {
  readonly script: Script;
  readonly mode: WalkMode;
  readonly depth: number;
  at(line: number): Evaluation;
  block(statements: readonly Statement[], state: State, ways: Ways | null): State;
  where(state: State, test: string): State;
  join(a: State, b: State): State;
}

export const ended = (state: State): State => ({ ...state, guard: 'false' });
export const set = (state: State, name: string, own: Value): State => ({
  ...state,
  variables: new Map(state.variables).set(name, own),
});

/** Variables that a loop assigns, nested statements included. */
function changedIn(loop: Loop): ReadonlySet<string> {
  const names = new Set<string>();
  const look = (statements: readonly Statement[]): void => {
    for (const statement of statements) {
      if (statement.kind === 'assign')
        for (const target of statement.targets) {
          if (target.kind === 'name') names.add(target.name);
          if (target.kind === 'index' && target.of.kind === 'name') names.add(target.of.name);
        }
      if (statement.kind === 'append') names.add(statement.to);
      if (statement.kind === 'drop-last') {
        names.add(statement.from);
        if (statement.into !== null) names.add(statement.into);
      }
      if (statement.kind === 'if') look([...statement.then, ...statement.otherwise]);
      if (statement.kind === 'loop') look([...statement.body, ...statement.update]);
    }
  };
  look([...loop.body, ...loop.update]);
  return names;
}

type Reading = (variables: ReadonlyMap<string, Value>) => string | null;

/** Integer terms for invariants and ranking functions of a loop: its variables, lengths, and their initial values. */
function measuresOf(state: State, changed: ReadonlySet<string>): Map<string, Reading> {
  const measures = new Map<string, Reading>([['0', () => '0']]);
  for (const [name, own] of state.variables) {
    if (own.type === 'int' && own.nil === 'false') {
      measures.set(name, (variables) => intOf(variables.get(name)));
      if (changed.has(name)) measures.set(`${name} at first`, () => own.term);
    }
    if (own.type === 'array') {
      measures.set(`length ${name}`, (variables) => variables.get(name)?.length ?? null);
      if (changed.has(name)) measures.set(`length ${name} at first`, () => own.length ?? null);
    }
  }
  return measures;
}

const intOf = (of: Value | undefined): string | null =>
  of?.type === 'int' && of.nil === 'false' ? of.term : null;

/** Maximum number of candidate invariants per loop. */
const MAX_CANDIDATES = 220;

/**
 * Candidate invariants: inequalities between each changed measure and each other, with offsets at the boundary
 * (Houdini: Flanagan, Leino 2001).
 */
function candidatesOf(state: State, changed: ReadonlySet<string>): Map<string, Reading> {
  const measures = measuresOf(state, changed);
  const candidates = new Map<string, Reading>();
  const moves = (name: string): boolean =>
    changed.has(name) || changed.has(name.replace(/^length /, ''));
  const add = (name: string, left: Reading, right: Reading, by: string): void => {
    if (candidates.size >= MAX_CANDIDATES) return;
    candidates.set(name, (variables) => {
      const [a, b] = [left(variables), right(variables)];
      return a === null || b === null ? null : compare('<=', a, by === '0' ? b : plus(b, by));
    });
  };
  for (const [name, measure] of measures) {
    if (!moves(name)) continue;
    for (const [other, against] of measures) {
      if (other === name) continue;
      for (const by of ['(- 1)', '0', '1']) {
        add(`${name} <= ${other} + ${by}`, measure, against, by);
        if (!moves(other)) add(`${other} <= ${name} + ${by}`, against, measure, by);
      }
    }
  }
  return candidates;
}

/** Ranking functions from the loop’s condition: `i < n` counts down n - i. */
function ranksOf(test: Expression): { readonly left: Expression; readonly right: Expression }[] {
  if (test.kind === 'binary') {
    const { operator, left, right } = test;
    if (operator === 'and' || operator === 'or') return [...ranksOf(left), ...ranksOf(right)];
    if (operator === '<' || operator === '<=') return [{ left: right, right: left }];
    if (operator === '>' || operator === '>=') return [{ left, right }];
    if (operator === '!=')
      return [
        { left, right },
        { left: right, right: left },
      ];
  }
  return test.kind === 'call' || test.kind === 'name' ? [{ left: test, right: ZERO }] : [];
}

const ZERO: Expression = { kind: 'number', value: 0, whole: true };

/** Candidate sets of states from which a loop may never end: all in which it goes on, or those with a variable beyond a bound. */
const ENDLESS: readonly ((term: string) => string)[] = [
  (term) => compare('<', term, '0'),
  (term) => compare('<=', term, '0'),
  (term) => compare('>', term, '0'),
  (term) => compare('>', term, '1'),
];

/** For a state, conditions under which the loop was proven never to end. */
function endlessFrom(walk: Walker, loop: Loop, state: State): string[] {
  const templates = endlessTemplates(loop, state);
  return (walk.mode.endless.get(loop.id) ?? []).flatMap(
    (number) => templates[number]?.(state.variables) ?? [],
  );
}

function endlessTemplates(loop: Loop, { variables }: State): Reading[] {
  const changed = changedIn(loop);
  const numbers = [...variables].filter(([name, own]) => changed.has(name) && own.type === 'int');
  return [
    () => 'true',
    ...numbers.flatMap(([name]) =>
      ENDLESS.map((edge): Reading => (now) => {
        const term = intOf(now.get(name));
        return term === null ? null : edge(term);
      }),
    ),
  ];
}

/** One round of a loop from any state that its invariants allow; afterwards, any such state in which the condition is false. */
export function walkLoopOnce(walk: Walker, loop: Loop, start: State): State {
  const { script } = walk;
  const at = walk.at(loop.line);
  const changed = changedIn(loop);
  const candidates = candidatesOf(start, changed);
  const kept = new Map([...candidates.keys()].map((name) => [name, script.fresh('Bool', 'keep')]));
  script.candidates.push(...kept.values());
  const require = (state: State): void => {
    for (const [name, holds] of candidates) {
      const term = holds(state.variables) ?? 'false';
      script.invariants.push({
        of: kept.get(name) ?? '',
        term: script.define('Bool', and(script.sound, state.guard, not(term))),
      });
    }
  };
  require(start);
  const any = havocChanged(walk, start, changed);
  // Part of the path condition, not a global assertion: contradictory candidates must fail on entry to the loop.
  const head = walk.where(
    any,
    and(
      ...[...candidates].map(([name, holds]) =>
        or(not(kept.get(name) ?? 'true'), holds(any.variables) ?? 'true'),
      ),
    ),
  );
  const test = at.truth(loop.test, head);
  const ranks = ranksOf(loop.test);
  const before = ranks.map(({ left, right }) =>
    difference(walk, loop, left, right, walk.where(head, test)),
  );
  const ways: Ways = { breaks: [], continues: [] };
  const begun = walk.where(head, test);
  const through = walk.block(loop.body, begun, ways);
  const end = walk.block(
    loop.update,
    [...ways.continues, through].reduce((a, b) => walk.join(a, b)),
    null,
  );
  require(end);
  ranks.forEach(({ left, right }, number) => {
    const [was, is] = [before[number] ?? null, difference(walk, loop, left, right, end)];
    script.ranks.push({
      of: `${loop.id} ${number}`,
      term:
        was === null || is === null
          ? 'true'
          : script.define(
              'Bool',
              and(end.guard, or(compare('>=', is, was), compare('<', was, '0'))),
            ),
    });
  });
  const again = end.guard === 'false' ? 'false' : and(end.guard, at.truth(loop.test, end));
  endlessTemplates(loop, head).forEach((within, number) => {
    const [here, there] = [
      within(head.variables),
      end.guard === 'false' ? 'false' : within(end.variables),
    ];
    if (here !== null && there !== null)
      script.escapes.push({
        of: `${loop.id} ${number}`,
        term: script.define('Bool', and(begun.guard, here, not(and(again, there)))),
      });
  });
  const out = [walk.where(head, not(test)), ...ways.breaks];
  return out.reduce((a, b) => walk.join(a, b), ended(start));
}

/** Havocs the variables that a loop may change; an array keeps its element type. */
function havocChanged(walk: Walker, start: State, changed: ReadonlySet<string>): State {
  const { script } = walk;
  const variables = new Map(start.variables);
  for (const name of changed) {
    const own = variables.get(name);
    if (own === undefined || own.type === 'null') {
      // A variable first set in a round does not exist before it; one that was null may hold anything afterwards.
      if (own !== undefined)
        variables.set(name, {
          type: 'any',
          term: script.fresh('Int'),
          nil: script.fresh('Bool'),
          soft: true,
        });
      continue;
    }
    const nil = own.nil === 'false' ? 'false' : script.fresh('Bool');
    const any = { ...own, nil, term: script.fresh(sortOf(own)) };
    if (own.type !== 'array') {
      variables.set(name, any);
      continue;
    }
    const length = script.fresh('Int', 'length');
    script.assume(`(>= ${length} 0)`);
    variables.set(name, { ...any, length });
  }
  return { ...start, variables };
}

/** The value that counts down; null where it is no integer. */
function difference(
  walk: Walker,
  loop: Loop,
  left: Expression,
  right: Expression,
  state: State,
): string | null {
  if (state.guard === 'false') return '0';
  const quiet = walk.at(loop.line);
  const [a, b] = [quiet.value(left, state), quiet.value(right, state)];
  if (a.type === 'array' && right === ZERO) return a.length ?? null;
  if (!isNumber(a) || !isNumber(b) || a.type !== 'int' || b.type !== 'int') return null;
  return walk.script.define('Int', `(- ${a.term} ${b.term})`);
}

/**
 * Unrolls a loop (bounded model checking: Biere et al. 1999; Clarke, Kroening, Lerda 2004). A round that returns to
 * the state in which it began repeats for ever.
 */
export function unrollLoop(
  walk: Walker,
  loop: Loop,
  start: State,
  [outer, inner]: readonly [number, number],
): State {
  const { script } = walk;
  const at = walk.at(loop.line);
  const changed = changedIn(loop);
  const exits: State[] = [];
  let state = start;
  let before: { readonly state: State; readonly test: string } | null = null;
  for (let round = 0; round < (walk.depth > 1 ? inner : outer); round++) {
    const test = at.truth(loop.test, state);
    const going = and(state.guard, test);
    if (before !== null) forbidStanding(walk, loop, { state: before.state, changed }, state, going);
    for (const endless of endlessFrom(walk, loop, state))
      script.forbid('termination', and(going, endless), loop.line, 'the loop never ends');
    before = { state, test };
    exits.push(walk.where(state, not(test)));
    state = walk.where(state, test);
    if (state.guard === 'false') break;
    const ways: Ways = { breaks: [], continues: [] };
    const through = walk.block(loop.body, state, ways);
    exits.push(...ways.breaks);
    state = walk.block(
      loop.update,
      [...ways.continues, through].reduce((a, b) => walk.join(a, b)),
      null,
    );
    if (state.guard === 'false') break;
  }
  if (state.guard !== 'false') {
    const more = script.define('Bool', and(state.guard, at.truth(loop.test, state)));
    if (more !== 'false') script.unwound.push(more);
    exits.push(walk.where(state, not(at.truth(loop.test, state))));
  }
  return exits.reduce((a, b) => walk.join(a, b), ended(start));
}

function forbidStanding(
  walk: Walker,
  loop: Loop,
  { state, changed }: { readonly state: State; readonly changed: ReadonlySet<string> },
  now: State,
  going: string,
): void {
  const same: string[] = [];
  for (const name of changed) {
    const [was, is] = [state.variables.get(name), now.variables.get(name)];
    // A variable that each round sets anew is not part of the state in which it begins.
    if (was === undefined) continue;
    const equal = is === undefined ? null : sameState(was, is);
    if (equal === null) return;
    same.push(equal);
  }
  walk.script.forbid(
    'termination',
    and(going, ...same),
    loop.line,
    'the loop never ends: a round changes nothing',
  );
}
