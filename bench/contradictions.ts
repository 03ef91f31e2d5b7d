import type { Benchmark, BenchmarkResult } from './benchmark.js';
import { OPEN_PAIRS, type LabelledPair, type PairLabel } from './data/contradictions.js';
import { UNSEEN_PAIRS } from './data/contradictions-unseen.js';
import { openStepped, spoken, type SteppedMemory } from './stepped-memory.js';

const START = Date.UTC(2025, 1, 3, 12);
const DAY = 86_400_000;

interface Judged {
  readonly label: PairLabel;
  readonly found: PairLabel;
  readonly pair: LabelledPair;
}

/** Which of labelled pairs are recorded as contradictions that cannot both hold. */
export const contradictions: Benchmark = {
  name: 'contradictions',
  summary:
    'Labelled pairs of statements: which contradict, which differ by their context, which go together.',
  options: [{ flag: '--show', description: 'print the pairs of the open half that went wrong' }],
  run: async (options, log) => {
    const open = await judgeAll(OPEN_PAIRS);
    const unseen = await judgeAll(UNSEEN_PAIRS);
    if (options['show'] === true) {
      for (const { label, found, pair } of open)
        if (label !== found) log(`${label}, found ${found}: ${pair[1]} | ${pair[2]}`);
    }
    return asResult(open, unseen);
  },
};

async function judgeAll(pairs: readonly LabelledPair[]): Promise<Judged[]> {
  const stepped = await openStepped();
  try {
    const judged: Judged[] = [];
    for (const [at, pair] of pairs.entries())
      judged.push({ label: pair[0], found: await judge(stepped, pair, `pair-${at}`), pair });
    return judged;
  } finally {
    await stepped.memory.close();
  }
}

async function judge(
  { memory, set }: SteppedMemory,
  [, first, second]: LabelledPair,
  name: string,
): Promise<PairLabel> {
  const bank = memory.bank(name);
  for (const [day, line] of [first, second].entries()) {
    set(START + day * DAY);
    await bank.remember(spoken(line));
  }
  const verdicts = (await bank.validity.conflicts()).conflicts.map(({ verdict }) => verdict);
  return verdicts.includes('actual')
    ? 'contradicting'
    : verdicts.includes('contextual')
      ? 'contextual'
      : 'compatible';
}

function figures(judged: readonly Judged[], suffix = ''): Record<string, number> {
  const actual = (each: Judged): boolean => each.found === 'contradicting';
  const wanted = judged.filter(({ label }) => label === 'contradicting');
  const others = judged.filter(({ label }) => label !== 'contradicting');
  const hits = wanted.filter(actual).length;
  const alarms = others.filter(actual).length;
  const three = judged.filter(({ label, found }) => label === found).length;
  return {
    [`f1${suffix}`]: (2 * hits) / (2 * hits + alarms + (wanted.length - hits)),
    [`precision${suffix}`]: hits / Math.max(1, hits + alarms),
    [`recall${suffix}`]: hits / wanted.length,
    [`false_alarm${suffix}`]: alarms / others.length,
    [`three_way${suffix}`]: three / judged.length,
    [`pairs${suffix}`]: judged.length,
  };
}

function asResult(open: readonly Judged[], unseen: readonly Judged[]): BenchmarkResult {
  const results = {
    ...figures([...open, ...unseen]),
    ...figures(open, '_open'),
    ...figures(unseen, '_unseen'),
  };
  const targets: Readonly<Record<string, string>> = { f1: '≥ 0.80', false_alarm: '≤ 0.05' };
  const rows = Object.entries(results).map(([name, value]) => [
    name,
    name.startsWith('pairs') ? String(value) : value.toFixed(3),
    targets[name.replace(/_(?:open|unseen)$/, '')] ?? '',
  ]);
  return { results, table: [['contradictions', '', 'target'], ...rows] };
}
