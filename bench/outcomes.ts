import type { MemoryId } from '../packages/core/src/domain/ids.js';
import { openMemory, type Mneme } from '../packages/mneme/src/index.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { auroc } from './calibration-metrics.js';
import { seededRandom } from './loaded-bank.js';
import { spearman } from './rank-correlation.js';
import { mean } from './retrieval-metrics.js';

/** Things to be done, each by ways that are told alike: words alone do not tell which of them works. */
const THINGS =
  'kettle boiler ladder engine printer router oven bicycle clock pump cellar fence roof lamp drain hinge heater kiln mower saw'.split(
    ' ',
  );
const WAYS = 'vinegar wax a brush warm water a new seal an hour of rest two turns of the key'
  .split(/ (?=wax|a |warm|an |two )/)
  .slice(0, 6);
/** What the ways add to the log-odds of a good end: two help, two harm, the others do nothing. */
const EFFECTS = [1.5, 1.5, 0, 0, -1.5, -1.5];
const MAX_LIMIT = 5;

/** Outcomes of contexts with planted causes: who is credited, what later contexts gain, what lies do. */
export const outcomes: Benchmark = {
  name: 'outcomes',
  summary:
    'Plant memories that help and that harm, tell how contexts end, and see who is credited and what it brings.',
  options: [
    { flag: '--rounds <n>', description: 'contexts whose end is told', preset: '600' },
    {
      flag: '--lies <percent>',
      description: 'ends that are told the other way round',
      preset: '10',
    },
    { flag: '--seeds <n>', description: 'worlds', preset: '3' },
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const rounds = wholeNumber(options, 'rounds', 600);
    const lies = wholeNumber(options, 'lies', 10, 0) / 100;
    const worlds: World[] = [];
    for (let seed = 1; seed <= wholeNumber(options, 'seeds', 3); seed++) {
      worlds.push(await live(seed, rounds, lies));
      log(`world ${seed}`);
    }
    const of = (figure: (world: World) => number): number => mean(worlds.map(figure));
    const results = {
      good_auroc: of(({ good }) => good.credit),
      bad_auroc: of(({ bad }) => bad.credit),
      counted_good_auroc: of(({ good }) => good.counted),
      counted_bad_auroc: of(({ bad }) => bad.counted),
      credit_rho: of(({ rho }) => rho),
      good_ends_silent: of(({ silent }) => silent),
      good_ends_early: of(({ early }) => early),
      good_ends_late: of(({ late }) => late),
      largest_gain: Math.max(...worlds.map(({ largest }) => largest)),
      milliseconds_told: of(({ told }) => told),
    };
    return {
      results,
      table: [
        [
          'helping told from idle, by credit (by counting)',
          two(results.good_auroc),
          two(results.counted_good_auroc),
        ],
        [
          'harming told from idle, by credit (by counting)',
          two(results.bad_auroc),
          two(results.counted_bad_auroc),
        ],
        ['credit beside planted effect, Spearman', two(results.credit_rho), ''],
        ['good ends: nobody tells', two(results.good_ends_silent), ''],
        [
          'good ends: first fifth, last fifth',
          two(results.good_ends_early),
          two(results.good_ends_late),
        ],
        ['most that a memory gained or lost, logits', two(results.largest_gain), 'at most 0.40'],
        ['an end is told in, ms', two(results.milliseconds_told), ''],
      ],
    };
  },
};

const two = (value: number): string => value.toFixed(2);

interface Planted {
  readonly id: MemoryId;
  readonly effect: number;
}

interface World {
  readonly good: { readonly credit: number; readonly counted: number };
  readonly bad: { readonly credit: number; readonly counted: number };
  readonly rho: number;
  readonly silent: number;
  readonly early: number;
  readonly late: number;
  readonly largest: number;
  readonly told: number;
}

async function live(seed: number, rounds: number, lies: number): Promise<World> {
  const random = seededRandom(seed);
  const chance = (): number => random.uint32() / 2 ** 32;
  const silent = await play(await plant(chance), rounds, null, chance);
  const bank = await plant(chance);
  const heard = await play(bank, rounds, lies, chance);
  const { memories } = (await bank.memory.metamemory.report({ limit: 200 })).credit;
  const known = new Map(memories.map((each) => [each.memory, each]));
  const seen = bank.planted.flatMap(({ id, effect }) => {
    const credit = known.get(id);
    return credit === undefined
      ? []
      : [
          {
            effect,
            credit: credit.credit,
            counted: (credit.good - credit.bad) / credit.contexts,
          },
        ];
  });
  const apart = (sign: 1 | -1, of: (each: (typeof seen)[number]) => number): number =>
    auroc(
      seen
        .filter(({ effect }) => effect === 0 || Math.sign(effect) === sign)
        .map((each) => ({ chance: sign * of(each), came: each.effect !== 0 })),
    );
  const fifth = Math.floor(rounds / 5);
  await bank.memory.close();
  return {
    good: { credit: apart(1, (each) => each.credit), counted: apart(1, (each) => each.counted) },
    bad: { credit: apart(-1, (each) => each.credit), counted: apart(-1, (each) => each.counted) },
    rho: spearman(
      seen.map(({ effect }) => effect),
      seen.map(({ credit }) => credit),
    ),
    silent: mean(silent.ends),
    early: mean(heard.ends.slice(0, fifth)),
    late: mean(heard.ends.slice(-fifth)),
    largest: Math.max(...memories.map(({ gain }) => Math.abs(gain))),
    told: heard.told,
  };
}

interface Bank {
  readonly memory: Mneme;
  readonly planted: readonly Planted[];
  readonly tick: () => void;
}

async function plant(chance: () => number): Promise<Bank> {
  let now = Date.UTC(2026, 0, 1);
  const memory = await openMemory({
    file: ':memory:',
    clock: { now: () => now, ticks: () => performance.now() },
  });
  const inputs = THINGS.flatMap((thing) => {
    // Which of the ways works is drawn anew for each thing.
    const effects = [...EFFECTS].sort(() => chance() - 0.5);
    return WAYS.map((way, at) => ({
      content: `To mend the ${thing}, use ${way}.`,
      effect: effects[at] ?? 0,
    }));
  });
  const { receipts } = await memory.rememberAll(inputs.map(({ content }) => ({ content })));
  return {
    memory,
    planted: receipts.map(({ id }, at) => ({
      id: id as MemoryId,
      effect: inputs[at]?.effect ?? 0,
    })),
    tick: () => {
      now += 3_600_000;
    },
  };
}

/** Works a while: a thing breaks, what is recalled is done, it ends; nobody tells of it where `lies` is null. */
async function play(
  { memory, planted, tick }: Bank,
  rounds: number,
  lies: number | null,
  chance: () => number,
): Promise<{ readonly ends: readonly number[]; readonly told: number }> {
  const effects = new Map(planted.map(({ id, effect }) => [id, effect]));
  const ends: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    tick();
    const thing = THINGS[Math.floor(chance() * THINGS.length)] ?? '';
    const { id, results } = await memory.recall({
      query: `How do I mend the ${thing}?`,
      // Contexts differ in room: what stands alone at times is told from its company.
      limit: 1 + Math.floor(chance() * MAX_LIMIT),
      strategy: 'plain',
    });
    const odds = results.reduce(
      (sum, { id: used }) => sum + (effects.get(used as MemoryId) ?? 0),
      0,
    );
    const good = chance() < 1 / (1 + Math.exp(-odds));
    ends.push(Number(good));
    if (lies === null) continue;
    const said = chance() < lies ? !good : good;
    const started = performance.now();
    await memory.feedback({
      recollection: id,
      ...(said ? { verdict: 'good' } : { verdict: 'bad' }),
    });
    times.push(performance.now() - started);
  }
  return { ends, told: times.length === 0 ? 0 : mean(times) };
}
