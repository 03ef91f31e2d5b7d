import type { OutOfSubset } from '../read/program.js';
import type { FaultKind, Script } from './script.js';
import type { Value } from './value.js';

export interface State {
  /** Bool: the walk comes here. */
  readonly guard: string;
  readonly variables: ReadonlyMap<string, Value>;
}

/** What operators need of the evaluation of the expression that they stand in. */
export interface Evaluating {
  readonly script: Script;
  readonly python: boolean;
  /** Notes a fault that happens where both the state and `when` hold. */
  forbid(kind: FaultKind, state: State, when: string, what: string): void;
  /** Notes a fault where the value may be null or undefined. */
  there(of: Value, state: State, what: string): void;
  outside(what: string): OutOfSubset;
}
