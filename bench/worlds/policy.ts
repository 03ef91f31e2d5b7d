import { openMemory, type Mneme } from '../../packages/mneme/src/index.js';
import type { TrajectoryInput } from '../../packages/mneme/src/public-types.js';
import { seededRandom } from '../loaded-bank.js';
import { Case, MAX_STEPS, type Draw, type Rules, type WorldSpec } from './world.js';

/** What memory says of the actions that can be taken: added to what the policy thinks of each, which is a random number below 1. */
type Advice = (task: string, now: Situation) => Promise<ReadonlyMap<string, number>>;

interface Situation {
  readonly context: readonly string[];
  readonly actions: readonly string[];
  readonly done: readonly string[];
  /** What was refused in this case, with what held then. */
  readonly refusals: readonly { readonly action: string; readonly context: string[] }[];
  readonly stepsLeft: number;
}

export interface Acted {
  readonly success: boolean;
  readonly steps: number;
  readonly trajectory: TrajectoryInput;
  readonly seen: readonly {
    readonly action: string;
    readonly context: readonly string[];
    readonly state: readonly string[];
  }[];
}

/**
 * A simple policy: of what it has not done it takes what looks best, and ends the case as soon as it can. Without
 * memory all looks alike to it.
 */
export async function actOut(
  spec: WorldSpec,
  rules: Rules,
  task: string,
  draw: Draw,
  advice: Advice | null,
): Promise<Acted> {
  const work = new Case(spec, rules, draw);
  const seen: { action: string; context: readonly string[]; state: readonly string[] }[] = [];
  const steps: {
    action: { name: string; arguments: Record<string, unknown> };
    observation: string;
  }[] = [];
  const done: string[] = [];
  const refusals: { action: string; context: string[] }[] = [];
  const refused = new Map<string, number>();
  const times = new Map<string, number>();
  while (work.ended === null) {
    const context = work.context();
    const actions = work.actions();
    const said =
      advice === null
        ? NOTHING
        : await advice(task, {
            context,
            actions,
            done,
            refusals,
            stepsLeft: MAX_STEPS - work.steps,
          });
    // Whoever was refused does something else before trying again.
    const worth = (action: string): number =>
      draw() +
      (said.get(action) ?? 0) -
      (refused.get(action) === done.length ? 5 : 0) -
      (action === spec.final ? 0 : (times.get(action) ?? 0));
    const [action = spec.final] = actions
      .map((each) => ({ each, worth: worth(each) }))
      .sort((a, b) => b.worth - a.worth)
      .map(({ each }) => each);
    const { observation, state } = work.act(action);
    seen.push({ action, context, state });
    steps.push({ action: { name: action, arguments: {} }, observation });
    if (state.includes(`done: ${action}`)) done.push(action);
    else if (state.includes('refused')) {
      refusals.push({ action, context });
      refused.set(action, done.length);
      times.set(action, (times.get(action) ?? 0) + 1);
    }
  }
  const success = work.ended === 'success';
  return {
    success,
    steps: work.steps,
    seen,
    trajectory: {
      task,
      query: `I want to ${task}.`,
      domain: spec.name,
      steps,
      outcome: success ? 'success' : 'failure',
    },
  };
}

const NOTHING: ReadonlyMap<string, number> = new Map();

/** A memory of its own for each agent, in the process alone. */
export function openAgent(seed: number): Promise<Mneme> {
  return openMemory({ file: ':memory:', random: seededRandom(seed) });
}

const STRATEGIES = 6;

/** What the bank's strategies say of each action. */
export function strategyAdvice(memory: Mneme, spec: WorldSpec): Advice {
  return async (task, { actions, done }) => {
    const worth = new Map<string, number>();
    const add = (action: string, value: number): void =>
      void worth.set(action, (worth.get(action) ?? 0) + value);
    const { strategies } = await memory.strategies.find({
      task: `${task} ${spec.final.replaceAll('_', ' ')}`,
      domain: spec.name,
      limit: STRATEGIES,
    });
    for (const { actions: steps, fromSuccess, promise, failureModes } of strategies) {
      if (!fromSuccess) {
        // What is refused now and then is told by the model of the world, case by case.
        if (Object.keys(failureModes).length > 0) continue;
        const last = steps.at(-1);
        if (last !== undefined && last !== spec.final) add(last, -1.2 * promise);
        continue;
      }
      const next = steps.find((step) => !done.includes(step));
      if (next !== undefined && actions.includes(next)) add(next, 0.7 * promise);
    }
    return worth;
  };
}

/** The policy's own mood, a number below 1, decides between actions whose worth differs by less than a twentieth of the goal's. */
const PLAN_WEIGHT = 20;
const HINT_WEIGHT = 0.1;

/** The plan that the bank's model of the world makes, and where that is indifferent, its strategies. */
export function fullAdvice(memory: Mneme, spec: WorldSpec): Advice {
  const ofStrategies = strategyAdvice(memory, spec);
  return async (task, now) => {
    const { way } = await memory.foresight.world({
      goal: ['reached the goal'],
      avoid: ['sent back'],
      actions: [...now.actions],
      context: [...now.context],
      domain: spec.name,
      tried: [...now.refusals],
      horizon: Math.min(5, now.stepsLeft),
      // A case that is open at the end of the day is worse than one that was sent back: nothing is learned from it.
      ended: 0.3,
      curiosity: 0.1,
    });
    const said = await ofStrategies(task, now);
    return new Map(
      (way?.options ?? []).map(({ action, worth }) => [
        action,
        PLAN_WEIGHT * worth + HINT_WEIGHT * (said.get(action) ?? 0),
      ]),
    );
  };
}

/** What was done is taken in: every step as a sighting, the run as a whole for its strategies. */
export async function takeIn(
  memory: Mneme,
  spec: WorldSpec,
  acted: Acted,
  at: number,
): Promise<void> {
  for (const { action, context, state } of acted.seen)
    await memory.foresight.observe({
      transition: { action, context: [...context], state: [...state], domain: spec.name },
    });
  await memory.strategies.learn([{ ...acted.trajectory, startedAt: at }]);
}

export function drawFrom(seed: number): Draw {
  const random = seededRandom(seed);
  return () => random.uint32() / 2 ** 32;
}
