import { openMemory, type Mneme, type TrajectoryInput } from '../../src/index.js';
import { seededRandom } from '../loaded-bank.js';
import { Case, type Draw, type Rules, type WorldSpec } from './world.js';

/** What memory says of the actions that can be taken: added to what the policy thinks of each, which is a random number. */
type Advice = (task: string, context: readonly string[], actions: readonly string[], done: readonly string[]) => Promise<ReadonlyMap<string, number>>;

export interface Acted {
  readonly success: boolean;
  readonly steps: number;
  readonly trajectory: TrajectoryInput;
  readonly seen: readonly { readonly action: string; readonly context: readonly string[]; readonly state: readonly string[] }[];
}

/**
 * A simple policy: of what it has not done it takes what looks best, and ends the case as soon as it can. Without memory all looks
 * alike to it.
 */
export async function actOut(spec: WorldSpec, rules: Rules, task: string, draw: Draw, advice: Advice | null): Promise<Acted> {
  const work = new Case(spec, rules, draw);
  const seen: { action: string; context: readonly string[]; state: readonly string[] }[] = [];
  const steps: { action: { name: string; arguments: Record<string, unknown> }; observation: string }[] = [];
  const done: string[] = [];
  const refused = new Map<string, number>();
  const times = new Map<string, number>();
  while (work.ended === null) {
    const context = work.context();
    const actions = work.actions();
    const said = advice === null ? NOTHING : await advice(task, context, actions, done);
    // Whoever was refused does something else before trying again.
    const worth = (action: string): number => draw() + (said.get(action) ?? 0) - (refused.get(action) === done.length ? 5 : 0) - (action === spec.final ? 0 : (times.get(action) ?? 0));
    const [action = spec.final] = actions.map((each) => ({ each, worth: worth(each) })).sort((a, b) => b.worth - a.worth).map(({ each }) => each);
    const { observation, state } = work.act(action);
    seen.push({ action, context, state });
    steps.push({ action: { name: action, arguments: {} }, observation });
    if (state.includes(`done: ${action}`)) done.push(action);
    else if (state.includes('refused')) {
      refused.set(action, done.length);
      times.set(action, (times.get(action) ?? 0) + 1);
    }
  }
  const success = work.ended === 'success';
  return { success, steps: work.steps, seen, trajectory: { task, query: `I want to ${task}.`, domain: spec.name, steps, outcome: success ? 'success' : 'failure' } };
}

const NOTHING: ReadonlyMap<string, number> = new Map();

/** A memory of its own for each agent, in the process alone. */
export function openAgent(seed: number): Promise<Mneme> {
  return openMemory({ file: ':memory:', random: seededRandom(seed) });
}

const STRATEGIES = 6;

/** What the bank's strategies and its model of the world say of each action. */
export function adviceOf(memory: Mneme, spec: WorldSpec): Advice {
  return async (task, context, actions, done) => {
    const worth = new Map<string, number>();
    const add = (action: string, value: number): void => void worth.set(action, (worth.get(action) ?? 0) + value);
    const { strategies } = await memory.strategies({ task: `${task} ${spec.final.replaceAll('_', ' ')}`, domain: spec.name, limit: STRATEGIES });
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
    const foreseen = async (plan: readonly string[]): Promise<(of: string) => number> => {
      const { known, steps } = await memory.simulate({ actions: [...plan], context: [...context], domain: spec.name });
      const [last, before] = [steps.at(-1), steps.slice(0, -1).reduce((product, { confidence }) => product * confidence, 1)];
      if (!known || last === undefined) return () => 0;
      return (of) => before * ((last.state.includes(of) ? last.confidence : 0) + last.alternatives.filter(({ state }) => state.includes(of)).reduce((sum, { probability }) => sum + probability, 0));
    };
    const worthOf = (end: (of: string) => number): number => 0.6 * end(`done: ${spec.final}`) + end('reached the goal') - end('sent back');
    const ending = await foreseen([spec.final]);
    for (const action of actions) {
      const now = action === spec.final ? ending : await foreseen([action]);
      // A refusal costs a step; only one that is nearly sure is worth going out of the way of.
      add(action, -2 * Math.max(0, now('refused') - 0.5));
      // The case is ended as soon as it can be; anything else is worth what it would make of the ending.
      add(action, action === spec.final ? 1.2 * ending(`done: ${spec.final}`) + 2 * ending('reached the goal') - 0.8 * ending('sent back') : 2 * (worthOf(await foreseen([action, spec.final])) - worthOf(ending)));
    }
    return worth;
  };
}

/** What was done is taken in: every step as a sighting, the run as a whole for its strategies. */
export async function takeIn(memory: Mneme, spec: WorldSpec, acted: Acted, at: number): Promise<void> {
  for (const { action, context, state } of acted.seen) await memory.observe({ transition: { action, context: [...context], state: [...state], domain: spec.name } });
  await memory.learn([{ ...acted.trajectory, startedAt: at }]);
}

export function drawFrom(seed: number): Draw {
  const random = seededRandom(seed);
  return () => random.uint32() / 2 ** 32;
}

