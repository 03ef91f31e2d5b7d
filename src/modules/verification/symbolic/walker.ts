import type { Statement } from '../read/program.js';
import type { Evaluation } from './evaluate.js';
import type { State } from './evaluating.js';
import type { Script } from './script.js';
import type { Value } from './value.js';

/** Ways out of a loop's round. */
export interface Ways {
  readonly breaks: State[];
  readonly continues: State[];
}

export interface WalkMode {
  /** Rounds of an outer loop and of one within a loop; null: each loop once, from any state that its invariants allow. */
  readonly rounds: readonly [number, number] | null;
  /** Loops of which a proof has shown that they never end from states of this template on. */
  readonly endless: ReadonlyMap<number, readonly number[]>;
}

/** A walk as its loops see it. */
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
