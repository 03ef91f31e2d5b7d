import type { Mneme } from '../../packages/mneme/src/index.js';
import { mean } from '../retrieval-metrics.js';
import { openAgent, drawFrom } from './policy.js';
import { Case, changeRules, drawRules, type Rules, type WorldSpec } from './world.js';

const LEARNED_BY = 200;
const JUDGED = 120;
/** Observations after the rules changed. */
const FOLLOWED = 150;
const WINDOW = 10;

interface Scored {
  readonly brier: number;
  readonly oracle: number;
}

export interface PredictionScores {
  readonly before: readonly Scored[];
  /** One after the other since the rules changed. */
  readonly after: readonly Scored[];
}

/** Acts at random, asks memory before each step whether it will go through, and tells it what came. */
export async function scorePredictions(spec: WorldSpec, seed: number): Promise<PredictionScores> {
  const draw = drawFrom(seed);
  const memory = await openAgent(seed);
  try {
    const rules = drawRules(spec, draw);
    const steps = stepper(memory, spec, draw);
    await steps(rules, LEARNED_BY);
    const before = await steps(rules, JUDGED);
    return { before, after: await steps(changeRules(rules, spec, draw), FOLLOWED) };
  } finally {
    await memory.close();
  }
}

function stepper(
  memory: Mneme,
  spec: WorldSpec,
  draw: () => number,
): (rules: Rules, count: number) => Promise<Scored[]> {
  return async (rules, count) => {
    const scored: Scored[] = [];
    let work = new Case(spec, rules, draw);
    while (scored.length < count) {
      if (work.ended !== null) work = new Case(spec, rules, draw);
      const actions = work.actions();
      const action = actions[Math.floor(draw() * actions.length)] ?? spec.final;
      const context = work.context();
      const { steps, known } = await memory.foresight.foretell({
        actions: [action],
        context,
        domain: spec.name,
      });
      const [step] = steps;
      const through = (state: readonly string[]): boolean => state.includes(`done: ${action}`);
      const told =
        !known || step === undefined
          ? 0.5
          : (through(step.state) ? step.confidence : 0) +
            step.alternatives
              .filter(({ state }) => through(state))
              .reduce((sum, { probability }) => sum + probability, 0);
      const truth = work.chance(action);
      const { state } = work.act(action);
      const came = Number(through(state));
      scored.push({ brier: (told - came) ** 2, oracle: (truth - came) ** 2 });
      await memory.foresight.observe({
        transition: { action, context, state: [...state], domain: spec.name },
      });
    }
    return scored;
  };
}

/** Observations after a change until the Brier score, over ten observations and all worlds, is within 0.05 of what it was before. */
export function recovery(scores: readonly PredictionScores[]): number {
  const usual = mean(scores.flatMap(({ before }) => before.map(({ brier }) => brier)));
  const curve = Array.from({ length: FOLLOWED }, (_, at) =>
    mean(scores.map(({ after }) => after[at]?.brier ?? 0)),
  );
  for (let at = 0; at + WINDOW <= FOLLOWED; at++)
    if (mean(curve.slice(at, at + WINDOW)) <= usual + 0.05) return at + WINDOW;
  return FOLLOWED;
}
