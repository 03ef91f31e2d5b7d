import { SHIPPED_CERTAINTY } from '../packages/core/src/recall/confidence/judgement.js';
import {
  type FusionModel,
  SHIPPED_MODEL,
} from '../packages/core/src/recall/ranking/fusion-model.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { evenly, fitOn } from './five-fold.js';
import {
  ask,
  halvesOf,
  judge,
  tell,
  type Answered,
  type Judged,
  type Told,
} from './halves/asked-half.js';
import { WAYS, type Way } from './halves/ways.js';
import { seededRandom } from './loaded-bank.js';
import { mean } from './retrieval-metrics.js';
import { withFiles, type BankFiles } from './talk/bank-files.js';
import { banksOf, gatherTraining, perCorpus } from './talk/banks.js';
import type { Bank } from './talk/bank.js';
import { corporaFrom, CORPORA_OPTIONS } from './talk/read-corpora.js';

type Log = (line: string) => void;

/** What telling which results were useful does to questions that nobody told of, by several ways of learning from it. */
export const halves: Benchmark = {
  name: 'halves',
  summary:
    'Tell what was useful on one half of the questions, and ask the other half: what each way of learning gains.',
  options: [
    ...CORPORA_OPTIONS,
    { flag: '--ways <names>', description: `with commas between: ${Object.keys(WAYS).join(', ')}` },
    { flag: '--judge <names>', description: 'only these of the corpora, the others are fitted on' },
    { flag: '--lies <percent>', description: 'what is told the other way round', preset: '20' },
    { flag: '--seeds <n>', description: 'runs with other lies', preset: '1' },
    {
      flag: '--leave-out',
      description: 'begin with weights that were fitted on the other corpora alone',
    },
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const { corpora } = corporaFrom(options, log);
    const banks = banksOf(corpora);
    const { ways: wanted } = options;
    const names = typeof wanted === 'string' ? wanted.split(',') : Object.keys(WAYS);
    const lies = wholeNumber(options, 'lies', 20, 0) / 100;
    const runs = [0, ...Array.from({ length: wholeNumber(options, 'seeds', 1, 0) }, () => lies)];
    const figures: Record<string, number> = {};
    const table: string[][] = [['way', 'r10', 'top1', 'gain of r10', '±', 'gain of top1', '±']];
    await withFiles(options, async (files) => {
      const models =
        options['leaveOut'] === true
          ? await modelsWithout(banks, files, log)
          : new Map<string, FusionModel>();
      for (const { name } of corpora) {
        if (typeof options['judge'] === 'string' && !options['judge'].split(',').includes(name))
          continue;
        const model = models.get(name) ?? SHIPPED_MODEL;
        const taught: Taught[] = [];
        for (const bank of banks.filter(({ corpus }) => corpus === name)) {
          log(`${name} ${bank.talk.id}`);
          taught.push(await teach(bank, model, files, names, runs));
        }
        for (const [way, { before, after }] of together(taught)) {
          const [r10, top1] = (['r10', 'top1'] as const).map((figure) =>
            spread(before.map((each, at) => (after[at]?.[figure] ?? 0) - each[figure])),
          ) as [Spread, Spread];
          const row = {
            r10: mean(after.map((each) => each.r10)),
            top1: mean(after.map((each) => each.top1)),
            r10_gain: r10.mean,
            r10_error: r10.error,
            top1_gain: top1.mean,
            top1_error: top1.error,
          };
          for (const [figure, value] of Object.entries(row))
            figures[`${name}_${way}_${figure}`] = value;
          table.push([`${name} ${way}`, ...Object.values(row).map((value) => value.toFixed(4))]);
          log(table.at(-1)?.join('  ') ?? '');
        }
      }
    });
    return { results: figures, table };
  },
};

interface Pairs {
  readonly before: readonly Judged[];
  readonly after: readonly Judged[];
}
type Taught = ReadonlyMap<string, Pairs>;

/** Each half is told of once, and the other asked. */
async function teach(
  bank: Bank,
  model: FusionModel,
  files: BankFiles,
  names: readonly string[],
  runs: readonly number[],
): Promise<Taught> {
  const made = new Map<string, Pairs>();
  const sides = halvesOf(bank.talk.questions);
  const before: Answered[][] = await files.use(
    bank,
    model,
    SHIPPED_CERTAINTY,
    async ({ memory }) => [await ask(memory, sides[0]), await ask(memory, sides[1])],
  );
  for (const [seed, lies] of runs.entries())
    for (const name of names)
      for (const side of [0, 1] as const) {
        const random = seededRandom(seed + 1);
        const chance = (): number => random.uint32() / 2 ** 32;
        const told = (before[side] ?? []).map((answer): { answer: Answered; told: Told[] } => ({
          answer,
          told: tell(answer, lies, chance),
        }));
        const unseen = sides[1 - side] ?? [];
        const way: Way | undefined = WAYS[name];
        if (way === undefined) throw new RangeError(`--ways: ${name} is none of them`);
        const answers = await way(told, unseen, (other = model) => ({
          use: (run) => files.use(bank, other, SHIPPED_CERTAINTY, ({ memory }) => run(memory)),
          model: other,
        }));
        const key = `${name}${lies > 0 ? ` lies ${seed}` : ''}`;
        const { before: earlier = [], after = [] } = made.get(key) ?? {};
        made.set(key, {
          before: [...earlier, ...(before[1 - side] ?? []).map(judge)],
          after: [...after, ...answers.map(judge)],
        });
      }
  return made;
}

function together(all: readonly Taught[]): Map<string, Pairs> {
  const joined = new Map<string, Pairs>();
  for (const each of all)
    for (const [key, { before, after }] of each) {
      const known = joined.get(key) ?? { before: [], after: [] };
      joined.set(key, {
        before: [...known.before, ...before],
        after: [...known.after, ...after],
      });
    }
  return joined;
}

interface Spread {
  readonly mean: number;
  /** Of the mean, as a standard error over questions. */
  readonly error: number;
}

function spread(differences: readonly number[]): Spread {
  const middle = mean(differences);
  const variance = mean(differences.map((each) => (each - middle) ** 2));
  return { mean: middle, error: Math.sqrt(variance / Math.max(1, differences.length - 1)) };
}

/** For each corpus weights that saw nothing of it. */
async function modelsWithout(
  banks: readonly Bank[],
  files: BankFiles,
  log: Log,
): Promise<Map<string, FusionModel>> {
  const training = await gatherTraining(banks, files, log);
  return new Map(
    [...new Set(banks.map(({ corpus }) => corpus))].map((name) => [
      name,
      fitOn(
        evenly(
          perCorpus(banks, training, (at) => banks[at]?.corpus !== name).map((own) => own.flat()),
        ),
        'the others',
      ),
    ]),
  );
}
