import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { mean } from './retrieval-metrics.js';
import { actOut, fullAdvice, drawFrom, openAgent, takeIn } from './worlds/policy.js';
import { recovery, scorePredictions, type PredictionScores } from './worlds/predictions.js';
import { changeRules, drawRules, WORLDS, type WorldSpec } from './worlds/world.js';

/** Cases an agent works on in one world; from {@link CHANGED} on the rules are others. */
const CASES = 40;
const CHANGED = 26;

/** What an agent takes in: nothing, all of its runs, or those alone that went well. */
const DIETS = ['nothing', 'all', 'successes'] as const;
type Diet = (typeof DIETS)[number];

interface Lived {
  readonly success: number;
  readonly steps: number;
}

/** Does memory make an agent better? Small seeded worlds with hidden rules, noise and a change of the rules; a simple policy acts in them. */
export const worlds: Benchmark = {
  name: 'worlds',
  summary: 'Act in small worlds with hidden rules, noise and drift, with and without memory.',
  options: [
    { flag: '--seeds <n>', description: 'worlds of each family', preset: '20' },
    { flag: '--first-seed <n>', description: 'seed of the first world', preset: '1' },
  ],
  run: async (options, log) => {
    const seeds = wholeNumber(options, 'seeds', 20);
    const first = wholeNumber(options, 'firstSeed', 1);
    const lived: { family: string; diet: Diet; life: Lived }[] = [];
    const scores: PredictionScores[] = [];
    for (const spec of WORLDS) {
      for (let seed = first; seed < first + seeds; seed++) {
        for (const diet of DIETS)
          lived.push({ family: spec.name, diet, life: await live(spec, seed, diet) });
        scores.push(await scorePredictions(spec, 10_000 + seed));
      }
      log(`${spec.name}: ${seeds} worlds`);
    }
    return asResult(lived, scores);
  },
};

/** The same cases and the same luck for each diet. */
async function live(spec: WorldSpec, seed: number, diet: Diet): Promise<Lived> {
  const rules = drawRules(spec, drawFrom(seed));
  const later = changeRules(rules, spec, drawFrom(seed + 500));
  const memory = diet === 'nothing' ? null : await openAgent(seed);
  const ends: { success: boolean; steps: number }[] = [];
  try {
    for (let at = 0; at < CASES; at++) {
      const draw = drawFrom(seed * 1_000 + at);
      const task = spec.tasks[at % spec.tasks.length] ?? '';
      const acted = await actOut(
        spec,
        at < CHANGED ? rules : later,
        task,
        draw,
        memory === null ? null : fullAdvice(memory, spec),
      );
      ends.push(acted);
      if (memory !== null && (diet === 'all' || acted.success))
        await takeIn(memory, spec, acted, at);
    }
  } finally {
    await memory?.close();
  }
  return {
    success: mean(ends.map(({ success }) => Number(success))),
    steps: mean(ends.map(({ steps }) => steps)),
  };
}

function asResult(
  lived: readonly { readonly family: string; readonly diet: Diet; readonly life: Lived }[],
  scores: readonly PredictionScores[],
): BenchmarkResult {
  const of = (diet: Diet, read: (life: Lived) => number, family?: string): number =>
    mean(
      lived
        .filter((each) => each.diet === diet && (family === undefined || each.family === family))
        .map(({ life }) => read(life)),
    );
  const success = ({ success: share }: Lived): number => share;
  const steps = ({ steps: count }: Lived): number => count;
  const gain = (family?: string): number =>
    of('all', success, family) - of('nothing', success, family);
  const before = scores.flatMap((each) => each.before);
  const results: Record<string, number> = {
    success_without: of('nothing', success),
    success_with: of('all', success),
    success_gain: gain(),
    step_saving: 1 - of('all', steps) / of('nothing', steps),
    failure_learning_gain: of('all', success) - of('successes', success),
    worst_family: Math.min(...WORLDS.map(({ name }) => gain(name))),
    brier: mean(before.map(({ brier }) => brier)),
    brier_over_oracle: mean(before.map(({ brier, oracle }) => brier - oracle)),
    recovery_observations: recovery(scores),
  };
  const targets: Readonly<Record<string, string>> = {
    success_gain: '≥ 0.20',
    step_saving: '≥ 0.15',
    failure_learning_gain: '> 0',
    worst_family: '≥ -0.02',
    brier: '≤ 0.10',
    brier_over_oracle: '≤ 0.03',
    recovery_observations: '≤ 60',
  };
  const families = WORLDS.map(({ name }): [string, string, string] => [
    `  ${name}`,
    `${of('nothing', success, name).toFixed(3)} → ${of('all', success, name).toFixed(3)}`,
    '',
  ]);
  return {
    results,
    table: [
      ['worlds', `${lived.length / DIETS.length} worlds, ${CASES} cases each`, 'target'],
      ...Object.entries(results).map(([name, value]) => [
        name,
        value.toFixed(4),
        targets[name] ?? '',
      ]),
      ...families,
    ],
  };
}
