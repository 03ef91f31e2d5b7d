import { wholeNumber, type Benchmark } from './benchmark.js';
import { measureCopies } from './dream/measure-copies.js';
import { measureKills } from './dream/measure-kills.js';
import { measureDeltas } from './dream/measure-deltas.js';
import { measureGain } from './dream/measure-gain.js';
import { measureNotes } from './dream/measure-notes.js';
import { READING_OPTIONS } from './lives/live-reader.js';
import { measureMonth } from './dream/measure-month.js';
import { fitSteering, measureSteering, readStores } from './dream/measure-steering.js';
import { measureWake } from './dream/measure-wake.js';
import { KEEP_OPTION } from './talk/read-corpora.js';

const TARGETS: Readonly<Record<string, string>> = {
  shrink: '>= 0.25',
  r10_change: '>= -0.005',
  undone: '1',
  gain: '>= 0.01',
  worst: '>= -0.003',
  notes_gain: '>= 0.01',
  notes_worst: '>= -0.003',
  named_day: '>= 0.90',
  named_alias: '>= 0.90',
  delta_tokens_near_high_400: '<= 0.65',
  delta_evidence_near_high_400: '>= 0.98',
  delta_tokens_near_normal_400: '<= 0.65',
  delta_evidence_near_normal_400: '>= 0.98',
  delta_tokens_near_high_2048: '<= 0.65',
  delta_evidence_near_high_2048: '>= 0.98',
  delta_tokens_near_normal_2048: '<= 0.65',
  delta_evidence_near_normal_2048: '>= 0.98',
  steering_auroc: '>= 0.80',
  month_reward_change: '> 0',
  month_r10_change: '>= 0',
  lost: '0',
  doubled: '0',
  half_done: '0',
  not_undone: '0',
  wake_p99: '<= 100 ms',
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
      description:
        'copies, gain, notes, kills, wake, deltas, month or steering, all when left out; fit-steering prints weights',
    },
    { flag: '--memories <n>', description: 'memories of the bank with copies', preset: '20000' },
    {
      flag: '--kills <n>',
      description: 'processes that are killed while they dream',
      preset: '1000',
    },
    {
      flag: '--wake-memories <n>',
      description: 'memories of the bank that is woken',
      preset: '100000',
    },
    {
      flag: '--corpora <names>',
      description: 'gain: only these folders, with commas between',
    },
    { flag: '--limit <n>', description: 'gain, notes: only so many of each corpus' },
    ...READING_OPTIONS,
    KEEP_OPTION,
    { flag: '--talks <n>', description: 'talks that are lived through as a month', preset: '4' },
    { flag: '--seed <n>', description: 'seed of what is drawn', preset: '1' },
  ],
  run: async (options, log) => {
    const { dir, part } = options;
    const folder = typeof dir === 'string' ? dir : '../shared/data';
    const seed = wholeNumber(options, 'seed', 1);
    const wants = (name: string): boolean => part === undefined || part === name;
    if (part === 'fit-steering') {
      const fitted = fitSteering(await readStores(folder, log));
      return { results: {}, table: [[fitted]] };
    }
    const results: Record<string, number> = {
      ...(wants('copies')
        ? await measureCopies(folder, wholeNumber(options, 'memories', 20_000), 0.3, seed, log)
        : {}),
      ...(wants('gain') ? await measureGain({ ...options, dir: folder }, log) : {}),
      ...(wants('notes') ? await measureNotes(options, log) : {}),
      ...(wants('kills')
        ? await measureKills(wholeNumber(options, 'kills', 1_000), seed, log)
        : {}),
      ...(wants('wake')
        ? await measureWake(wholeNumber(options, 'wakeMemories', 100_000), seed, log)
        : {}),
      ...(wants('deltas') ? await measureDeltas(folder, log) : {}),
      ...(wants('month')
        ? await measureMonth(folder, wholeNumber(options, 'talks', 4), seed, log)
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
