import type { Loop } from '../read/program.js';
import type { State } from './evaluating.js';
import { changedIn, endlessFrom } from './prove-loop.js';
import { and, not } from './script.js';
import { sameState } from './value.js';
import { ended, type Walker, type Ways } from './walker.js';

/**
 * Walks so many rounds of a loop, one after the other (bounded model checking: Biere et al. 1999; Clarke, Kroening, Lerda 2004). A round that
 * comes to the state in which it began comes to it for ever.
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
    // What is set anew in each round is none of the state it begins in.
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
