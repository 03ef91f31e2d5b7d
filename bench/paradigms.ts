import { openMemory, type Mneme } from '../packages/mneme/src/index.js';
import type { TrajectoryInput } from '../packages/mneme/src/public-types.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { percentile } from './retrieval-metrics.js';
import { seeded, syntheticTurns } from './synthetic-text.js';

/** Of a hundred items ninety-eight are memories, one is a strategy, one a sighting of the world. */
const ONE_IN = 100;
const BATCH = 128;
const ASKED = 120;
const WARM_UP = 15;
const FIELDS = 40;
/** Sightings of one action, so that its conditions can be told. */
const SIGHTINGS = 8;
const RUNS_AT_ONCE = 50;

/** Each part, with how many milliseconds it may take. */
const BUDGETS = {
  declarative: 50,
  procedural: 30,
  simulate: 100,
  synthesis: 250,
} as const;
type Part = keyof typeof BUDGETS;

/** How long each paradigm takes to answer, and all of them together, in a bank of so many items. */
export const paradigms: Benchmark = {
  name: 'paradigms',
  summary: 'Time to answer from facts, strategies and forecasts, and to put all together.',
  options: [
    {
      flag: '--items <n>',
      description: 'memories, strategies and sightings in the bank',
      preset: '10000',
    },
    { flag: '--seed <n>', description: 'seed of the texts', preset: '1' },
  ],
  run: async (options, log) => {
    const items = wholeNumber(options, 'items', 10_000, 1_000);
    const seed = wholeNumber(options, 'seed', 1, 0);
    const memory = await openMemory({ file: ':memory:' });
    try {
      const { questions, words } = await fill(memory, items, seed, log);
      const times = await ask(memory, questions, words, log);
      return asResult(items, times);
    } finally {
      await memory.close();
    }
  },
};

interface Filled {
  readonly questions: readonly string[];
  /** Words of the texts, from which tasks and actions are made. */
  readonly words: readonly string[];
}

async function fill(
  memory: Mneme,
  items: number,
  seed: number,
  log: (line: string) => void,
): Promise<Filled> {
  const turns = syntheticTurns(seed);
  const random = seeded(seed);
  const questions: string[] = [];
  const words = new Set<string>();
  const few = Math.floor(items / ONE_IN);
  for (let left = items - 2 * few; left > 0; left -= BATCH) {
    const taken = Array.from({ length: Math.min(BATCH, left) }, () => turns.next().value);
    for (const { input, question } of taken) {
      if (question !== null && questions.length < 4 * ASKED) questions.push(question);
      if (words.size < 600)
        for (const word of input.content.toLowerCase().match(/[a-z]{5,}/gu) ?? []) words.add(word);
    }
    await memory.rememberAll(taken.map(({ input }) => input));
    if (Math.floor(left / 20_000) > Math.floor((left - BATCH) / 20_000))
      log(`${left} memories are left to take in`);
  }
  const known = [...words];
  const pick = (): string => known[Math.floor(random() * known.length)] ?? 'letter';
  const runs = Array.from({ length: few }, (_, at): TrajectoryInput => ({
    task: `task ${at}`,
    query: `${pick()} the ${pick()} for the ${pick()} ${at}`,
    domain: `field ${at % FIELDS}`,
    steps: [
      { action: `find_${pick()}` },
      { action: `check_${pick()}` },
      { action: `send_${pick()}` },
    ],
    outcome: 'success',
  }));
  for (let at = 0; at < runs.length; at += RUNS_AT_ONCE)
    await memory.strategies.learn(runs.slice(at, at + RUNS_AT_ONCE));
  for (let at = 0; at < few; at++)
    await memory.foresight.observe({
      transition: {
        action: known[Math.floor(at / SIGHTINGS) % known.length] ?? 'send',
        context: random() < 0.5 ? [`${pick()} is ready`] : [],
        state: [random() < 0.8 ? 'done' : 'refused'],
        domain: `field ${at % FIELDS}`,
      },
    });
  log(`${items} items are in`);
  return { questions, words: known };
}

async function ask(
  memory: Mneme,
  questions: readonly string[],
  words: readonly string[],
  log: (line: string) => void,
): Promise<Readonly<Record<Part, number[]>>> {
  const times: Record<Part, number[]> = {
    declarative: [],
    procedural: [],
    simulate: [],
    synthesis: [],
  };
  for (let at = 0; at < ASKED + WARM_UP; at++) {
    const question = questions[at % questions.length] ?? 'What is known?';
    const word = words[(7 * at) % words.length] ?? 'letter';
    const other = words[(11 * at + 5) % words.length] ?? 'parcel';
    const tries: Readonly<Record<Part, () => Promise<unknown>>> = {
      declarative: () =>
        memory.paradigms.synthesise({ query: `${question} ${at}`, paradigms: ['declarative'] }),
      procedural: () => memory.strategies.find({ task: `${word} the ${other} ${at}`, limit: 5 }),
      simulate: () =>
        memory.foresight.foretell({
          actions: [words[at % 12] ?? 'send'],
          context: [`${other} is ready`],
          domain: `field ${at % FIELDS}`,
        }),
      synthesis: () =>
        memory.paradigms.synthesise({
          query: `How should I ${word} the ${other}, and will it work? ${at}`,
          paradigms: ['declarative', 'procedural', 'predictive'],
        }),
    };
    for (const [part, work] of Object.entries(tries) as [Part, () => Promise<unknown>][]) {
      const start = performance.now();
      await work();
      if (at >= WARM_UP) times[part].push(performance.now() - start);
    }
    if (at === WARM_UP) log('warmed up');
  }
  return times;
}

function asResult(items: number, times: Readonly<Record<Part, number[]>>): BenchmarkResult {
  const parts = Object.keys(BUDGETS) as Part[];
  const p95 = Object.fromEntries(
    parts.map((part) => [part, percentile(times[part], 0.95)]),
  ) as Record<Part, number>;
  return {
    results: { items, ...p95 },
    table: [
      ['paradigms', `${items} items`, 'p50', 'target of p95'],
      ...parts.map((part) => [
        part,
        `${p95[part].toFixed(1)} ms`,
        `${percentile(times[part], 0.5).toFixed(1)} ms`,
        `≤ ${BUDGETS[part]} ms`,
      ]),
    ],
  };
}
