import { wholeNumber, type Benchmark } from './benchmark.js';
import { measureCopies } from './dream/measure-copies.js';
import { fitSteering, measureSteering, readStores } from './dream/measure-steering.js';

const TARGETS: Readonly<Record<string, string>> = {
  shrink: '>= 0.25',
  r10_change: '>= -0.005',
  undone: '1',
  steering_auroc: '>= 0.80',
};

/** What a bank does while nobody asks. */
export const dream: Benchmark = {
  name: 'dream',
  summary:
    'What nights do to a bank: copies joined, links drawn, what it costs, what a kill leaves.',
  options: [
    { flag: '--dir <path>', description: 'the corpora of `bench talk`', preset: '../shared/data' },
    {
      flag: '--part <name>',
      description: 'copies or steering, all when left out; fit-steering prints weights',
    },
    { flag: '--memories <n>', description: 'memories of the bank with copies', preset: '20000' },
    { flag: '--seed <n>', description: 'seed of what is drawn', preset: '1' },
  ],
  run: async (options, log) => {
    const { dir, part } = options;
    const folder = typeof dir === 'string' ? dir : '../shared/data';
    const wants = (name: string): boolean => part === undefined || part === name;
    if (part === 'fit-steering') {
      const fitted = fitSteering(await readStores(folder, log));
      return { results: {}, table: [[fitted]] };
    }
    const results: Record<string, number> = {
      ...(wants('copies')
        ? await measureCopies(
            folder,
            wholeNumber(options, 'memories', 20_000),
            0.3,
            wholeNumber(options, 'seed', 1),
            log,
          )
        : {}),
      ...(wants('steering') ? measureSteering(await readStores(folder, log)) : {}),
    };
    return {
      results,
      table: Object.entries(results).map(([name, value]) => [
        name,
        Number.isInteger(value) ? String(value) : value.toFixed(4),
        TARGETS[name] ?? '',
      ]),
    };
  },
};
