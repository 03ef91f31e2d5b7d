import { z } from 'zod';
import type { Outlook } from '@mneme/core/domain/world-model.js';
import { withState } from './simulate.js';
import { Share, type Of, type SchemaOf } from '@mneme/core/domain/schema.js';

/** Possible outcomes of an action under given conditions; the probabilities sum to 1 minus `unseen`. */
export interface Foreseen {
  readonly outlooks: readonly Outlook[];
  /** 0..1: probability of an outcome never observed. */
  readonly unseen: number;
}

/** An action that just changed nothing, and the conditions at the time. */
export interface Tried {
  readonly action: string;
  readonly context: readonly string[];
}

/** Conditions are plain words, normalised by `plainWords`. */
export interface PlanProblem {
  readonly actions: readonly string[];
  /** Current conditions. */
  readonly context: readonly string[];
  /** What must hold in the end, all of it. */
  readonly goal: readonly string[];
  /** What must not happen; any of it ends the plan. */
  readonly avoid: readonly string[];
  /** 0..1: value of such an end, relative to not ending. */
  readonly ended: number;
  readonly tried: readonly Tried[];
  /** Maximum number of actions in a plan. */
  readonly horizon: number;
  /** The cost of an action, where reaching the goal is worth 1. */
  readonly stepCost: number;
  /** 0..1: the assumed value of an unobserved outcome. */
  readonly curiosity: number;
  /** Keys with several values at once; see `listKeys`. */
  readonly lists: ReadonlySet<string>;
  /** Conditions that may decide something; states are distinguished by these alone. */
  readonly deciding: ReadonlySet<string>;
  foresee(action: string, context: readonly string[]): Foreseen;
}

const planOptionShape = z.strictObject({
  action: z.string(),
  /** The value of taking it now and the best from there on, divided by the probability that it changes anything. */
  worth: z.number(),
  /** 0..1: probability of reaching the goal that way. */
  chance: Share,
});
/** An action that can be taken now. */
export interface PlanOption extends Of<typeof planOptionShape> {}
export const PlanOption: SchemaOf<PlanOption, typeof planOptionShape> = planOptionShape;

export interface Plan {
  /** The actions if every outcome is the likeliest one. */
  readonly steps: readonly string[];
  /** 0..1: probability of reaching the goal, replanning after each step. */
  readonly chance: number;
  readonly options: readonly PlanOption[];
}

/**
 * The best plan for a goal by predicted effects of actions: expectimax over possible states. At each state, actions
 * are tried in the optimal order for trials that may fail, by value over the probability of a change; none is tried
 * twice in one state.
 */
export function planActions(problem: PlanProblem): Plan {
  const search = new Search(problem);
  const now = search.stateOf(problem.context);
  const { chance, options } = search.value(now, problem.horizon);
  return {
    steps: search.steps(now),
    chance,
    options: options.map((option) => ({
      action: option.action,
      worth: search.rank(option),
      chance: option.chance,
    })),
  };
}

interface Valued {
  readonly worth: number;
  readonly chance: number;
  readonly options: readonly Weighed[];
}

interface Weighed {
  readonly action: string;
  /** Value and probability given a change, and the probability of none. */
  readonly gain: number;
  readonly chance: number;
  readonly stays: number;
  /** The likeliest changed state. */
  readonly next: readonly string[] | null;
}

const NOTHING: Valued = { worth: 0, chance: 0, options: [] };
/** Maximum number of predictions; beyond that, plans get shorter. */
const MAX_FORESEEN = 20_000;
/** Lower bound in ranking: rare changes must not appear cheap. */
const RARELY = 0.02;

class Search {
  readonly #known = new Map<string, Valued>();
  /** The estimated probability of change of actions that did not change anything. */
  readonly #failed: ReadonlyMap<string, number>;
  #foreseen = 0;

  constructor(private readonly problem: PlanProblem) {
    this.#failed = new Map(
      problem.tried.map(({ action, context }) => [
        action,
        this.#moves(action, this.stateOf(context)),
      ]),
    );
  }

  stateOf(conditions: readonly string[]): readonly string[] {
    const { deciding, goal, avoid } = this.problem;
    return conditions
      .filter((each) => deciding.has(each) || goal.includes(each) || avoid.includes(each))
      .sort();
  }

  value(state: readonly string[], left: number): Valued {
    const { goal, avoid, ended, actions, stepCost } = this.problem;
    if (avoid.some((each) => state.includes(each))) return { worth: ended, chance: 0, options: [] };
    if (goal.every((each) => state.includes(each))) return { worth: 1, chance: 1, options: [] };
    if (left === 0 || this.#foreseen > MAX_FORESEEN) return NOTHING;
    const key = keyOf(state, left);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const options = actions
      .map((action) => this.#weigh(action, state, left))
      .sort((a, b) => this.rank(b) - this.rank(a) || (a.action < b.action ? -1 : 1));
    let [worth, chance, reached] = [0, 0, 1];
    for (const option of options) {
      if (option.gain <= stepCost) break;
      worth += reached * (option.gain - stepCost);
      chance += reached * option.chance;
      reached *= option.stays;
    }
    const valued = { worth, chance, options };
    this.#known.set(key, valued);
    return valued;
  }

  rank({ gain, stays }: Weighed): number {
    return (gain - this.problem.stepCost) / Math.max(1 - stays, RARELY);
  }

  /** Follows the likeliest outcomes from an evaluated state. */
  steps(state: readonly string[]): string[] {
    const steps: string[] = [];
    for (
      let [at, left] = [state as readonly string[] | null, this.problem.horizon];
      at !== null;
      left--
    ) {
      const [first] = this.#known.get(keyOf(at, left))?.options ?? [];
      if (first === undefined || first.gain <= this.problem.stepCost) break;
      steps.push(first.action);
      at = first.next;
    }
    return steps;
  }

  #weigh(action: string, state: readonly string[], left: number): Weighed {
    const { outlooks, unseen } = this.#foretold(action, state);
    let [gain, chance, stays, likeliest] = [unseen * this.problem.curiosity, 0, 0, 0];
    let next: readonly string[] | null = null;
    for (const { state: then, probability } of outlooks) {
      const after = this.#after(state, then);
      if (after === null) {
        stays += probability;
        continue;
      }
      const value = this.value(after, left - 1);
      gain += probability * value.worth;
      chance += probability * value.chance;
      if (probability > likeliest) [likeliest, next] = [probability, after];
    }
    const still = this.#stillLikely(action, 1 - stays);
    return {
      action,
      gain: gain * still,
      chance: chance * still,
      stays: 1 - (1 - stays) * still,
      next,
    };
  }

  /** An action that just failed can succeed now only because of conditions added since. */
  #stillLikely(action: string, moves: number): number {
    const before = this.#failed.get(action);
    return before === undefined || moves <= 0
      ? 1
      : Math.max(0, moves - before) / Math.max(1 - before, 1e-6) / moves;
  }

  #moves(action: string, state: readonly string[]): number {
    const { outlooks, unseen } = this.#foretold(action, state);
    return outlooks.reduce(
      (sum, { state: then, probability }) =>
        sum + (this.#after(state, then) === null ? 0 : probability),
      unseen,
    );
  }

  #foretold(action: string, state: readonly string[]): Foreseen {
    this.#foreseen++;
    return this.problem.foresee(action, state);
  }

  /** The state after an outcome; null if nothing decisive has changed. */
  #after(state: readonly string[], outcome: readonly string[]): readonly string[] | null {
    const after = this.stateOf(withState(state, outcome, this.problem.lists));
    return after.length === state.length && after.every((each, at) => each === state[at])
      ? null
      : after;
  }
}

function keyOf(state: readonly string[], left: number): string {
  return `${left}\n${state.join('\n')}`;
}
