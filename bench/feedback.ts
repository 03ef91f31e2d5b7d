import type { Verdict } from '../packages/core/src/domain/feedback.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { locomoCases, sampleCase, type FeedbackCase } from './feedback-data.js';
import { LoadedBank, seededRandom } from './loaded-bank.js';
import { mean, percentile } from './retrieval-metrics.js';

const LIMIT = 10;

/** Votes on the answers to questions, some of them false, and what they do to the same needs in other words and to other questions. */
export const feedback: Benchmark = {
  name: 'feedback',
  summary:
    'Vote on answers, also wrongly, and ask again in other words: what is gained, and what other questions lose.',
  options: [
    { flag: '--file <path>', description: 'LoCoMo JSON, in place of the sample' },
    {
      flag: '--half <half>',
      description: 'seen, unseen or both halves of the needs written for the sample',
      preset: 'both',
    },
    { flag: '--noise <percent>', description: 'votes that say the opposite', preset: '20' },
    { flag: '--seeds <n>', description: 'runs with other false votes', preset: '5' },
  ],
  run: async (options, log) => {
    const seeds = wholeNumber(options, 'seeds', 5);
    const noise = wholeNumber(options, 'noise', 20, 0) / 100;
    const random = seededRandom(7);
    const file = options['file'];
    const halves = { seen: [false], unseen: [true], both: [false, true] }[
      String(options['half'] ?? 'both')
    ];
    if (halves === undefined) throw new RangeError('--half: expected seen, unseen or both');
    const cases =
      typeof file === 'string'
        ? locomoCases(file, (limit) => random.uint32() % limit)
        : halves.map(sampleCase);
    const runs: Run[] = [];
    for (const each of cases) {
      log(`${each.name}: ${each.needs.length} needs, ${each.others.length} other questions`);
      runs.push(await simulate(each, 0, 1));
      for (let seed = 1; seed <= seeds; seed++) runs.push(await simulate(each, noise, seed));
    }
    return asResult(runs);
  },
};

interface Found {
  readonly first: number;
  readonly ten: number;
  readonly ms: number;
}

interface Asked {
  /** With most of the words of the voted question. */
  readonly repeats: readonly Found[];
  /** In words of their own. */
  readonly far: readonly Found[];
  readonly others: readonly Found[];
}

interface Run {
  readonly noisy: boolean;
  readonly before: Asked;
  readonly after: Asked;
  readonly votes: number;
  readonly falseVotes: number;
}

/** Everything is asked, the first wordings are voted on, and everything is asked again. */
async function simulate(
  { turns, askedAt, needs, others }: FeedbackCase,
  noise: number,
  seed: number,
): Promise<Run> {
  const bank = LoadedBank.open();
  try {
    await bank.fill(turns);
    const names = await namesById(bank);
    const look = async (query: string, gold: ReadonlySet<string>): Promise<Found> => {
      const start = performance.now();
      const { delivered } = await bank.memory.recall({
        query,
        now: askedAt,
        limit: LIMIT,
        expand: false,
      });
      const ms = performance.now() - start;
      const hits = delivered.map((id) => (names.get(id) ?? []).some((name) => gold.has(name)));
      return { first: Number(hits[0] === true), ten: Number(hits.includes(true)), ms };
    };
    const askAll = async (): Promise<Asked> => {
      const repeats: Found[] = [];
      for (const { gold, near } of needs)
        for (const query of near) repeats.push(await look(query, gold));
      const far: Found[] = [];
      for (const { gold, far: again } of needs)
        for (const query of again) far.push(await look(query, gold));
      const unrelated: Found[] = [];
      for (const { gold, question } of others) unrelated.push(await look(question, gold));
      return { repeats, far, others: unrelated };
    };
    const before = await askAll();
    const random = seededRandom(seed);
    let votes = 0;
    let falseVotes = 0;
    for (const { gold, first } of needs) {
      const { delivered, resultIds } = await bank.memory.recall({
        query: first,
        now: askedAt,
        limit: LIMIT,
        expand: false,
      });
      const right = delivered.findIndex((id) =>
        (names.get(id) ?? []).some((name) => gold.has(name)),
      );
      // People look at the first result, and at the one that helped.
      for (const at of new Set([0, right])) {
        const result = resultIds[at];
        if (result === undefined) continue;
        const lies = random.uint32() / 2 ** 32 < noise;
        const verdict: Verdict = (at === right) === lies ? 'irrelevant' : 'useful';
        await bank.memory.feedback({ result, verdict });
        votes++;
        falseVotes += Number(lies);
      }
    }
    return { noisy: noise > 0, before, after: await askAll(), votes, falseVotes };
  } finally {
    await bank.close();
  }
}

async function namesById(bank: LoadedBank): Promise<ReadonlyMap<string, readonly string[]>> {
  const { state } = await bank.bank();
  const bySlot = await bank.turnsBySlot();
  return new Map([...bySlot].map(([slot, names]) => [state.index.id(slot), names]));
}

function asResult(runs: readonly Run[]): BenchmarkResult {
  const clean = runs.filter(({ noisy }) => !noisy);
  const noisy = runs.filter((run) => run.noisy);
  const share = (
    some: readonly Run[],
    when: 'before' | 'after',
    which: keyof Asked,
    rank: 'first' | 'ten',
  ): number => mean(some.flatMap((run) => run[when][which].map((found) => found[rank])));
  const gain = (some: readonly Run[], which: keyof Asked, rank: 'first' | 'ten'): number =>
    share(some, 'after', which, rank) - share(some, 'before', which, rank);
  const times = (when: 'before' | 'after'): number[] =>
    clean.flatMap((run) => [...run[when].repeats, ...run[when].others].map(({ ms }) => ms));
  const results = {
    repeats: clean.reduce((sum, run) => sum + run.before.repeats.length, 0),
    others: clean.reduce((sum, run) => sum + run.before.others.length, 0),
    votes: clean.reduce((sum, run) => sum + run.votes, 0),
    repeat_r1_before: share(clean, 'before', 'repeats', 'first'),
    repeat_r1_after: share(clean, 'after', 'repeats', 'first'),
    repeat_gain: gain(clean, 'repeats', 'first'),
    repeat_r10_before: share(clean, 'before', 'repeats', 'ten'),
    repeat_gain_10: gain(clean, 'repeats', 'ten'),
    far_repeats: clean.reduce((sum, run) => sum + run.before.far.length, 0),
    ...(clean.some((run) => run.before.far.length > 0)
      ? {
          far_r1_before: share(clean, 'before', 'far', 'first'),
          far_gain: gain(clean, 'far', 'first'),
          far_gain_10: gain(clean, 'far', 'ten'),
        }
      : {}),
    unrelated_r1_before: share(clean, 'before', 'others', 'first'),
    unrelated_loss: -gain(clean, 'others', 'first'),
    unrelated_loss_10: -gain(clean, 'others', 'ten'),
    false_votes: mean(noisy.map((run) => run.falseVotes / Math.max(1, run.votes))),
    noise_gain: gain(noisy, 'repeats', 'first'),
    noise_gain_10: gain(noisy, 'repeats', 'ten'),
    noise_unrelated_loss: -gain(noisy, 'others', 'first'),
    recall_p50_before: percentile(times('before'), 0.5),
    recall_p50_after: percentile(times('after'), 0.5),
  };
  const targets: Readonly<Record<string, string>> = {
    repeat_gain: '> 0',
    unrelated_loss: '≤ 0',
    unrelated_loss_10: '≤ 0',
    noise_gain: '> 0',
    recall_p50_before: 'ms',
    recall_p50_after: 'ms',
  };
  const rows = Object.entries(results).map(([name, value]) => [
    name,
    Number.isInteger(value) ? String(value) : value.toFixed(3),
    targets[name] ?? '',
  ]);
  return { results, table: [['feedback', 'figure', 'target'], ...rows] };
}
