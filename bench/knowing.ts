import { profileOf } from '../src/recall/read-profile.js';
import {
  FEELING_EVIDENCE,
  readFeelingEvidence,
  type FeelingEvidence,
  type FeelingModel,
} from '../src/recall/confidence/feeling-evidence.js';
import { chance } from '../src/recall/confidence/logistic.js';
import { SHIPPED_FEELING } from '../src/recall/confidence/shipped-feeling.js';
import { understand } from '../src/recall/understand.js';
import { givenFile } from './benchmark.js';
import type { Benchmark, BenchmarkResult } from './benchmark.js';
import { auroc, brier, calibrationError, type Told } from './calibration-metrics.js';
import { kindOf, type KnownRow } from './certainty-data.js';
import { fitDense } from './fit-dense.js';
import { LoadedBank } from './loaded-bank.js';
import { readLocomo, talkOf } from './locomo-data.js';
import { percentile } from './retrieval-metrics.js';
import { withForeign } from './talk/replay.js';
import { askingOf, type Talk, type TalkQuestion } from './talk/talk.js';

interface Row {
  readonly kind: KnownRow['kind'];
  readonly evidence: FeelingEvidence;
  readonly ms: number;
}

/** Does memory know before it recalls whether it will have an answer? The questions of `known`, judged by their words alone. */
export const knowing: Benchmark = {
  name: 'knowing',
  summary: 'Tell before recall whether the bank will have an answer, five-fold by conversation.',
  options: [
    { flag: '--file <path>', description: 'LoCoMo JSON' },
    {
      flag: '--shipped',
      description: 'judge the shipped figures instead of fitting them on the other conversations',
    },
    { flag: '--fit', description: 'print the figures fitted on all conversations' },
  ],
  run: async (options, log) => {
    const talks = readLocomo(givenFile(options, 'file')).map(talkOf);
    const shipped = options['shipped'] === true || talks.length < 2;
    const rows: Row[][] = [];
    for (const [at, talk] of talks.entries()) {
      log(`asking about ${talk.id}`);
      rows.push(await rowsOf(talk, withForeign(talks, at)));
    }
    if (options['fit'] === true) log(JSON.stringify(fitOn(rows.flat())));
    const told = rows.map((own, at) => {
      const model = shipped
        ? SHIPPED_FEELING
        : fitOn(rows.filter((_, other) => other !== at).flat());
      return own.map(({ kind, evidence, ms }) => ({
        kind,
        ms,
        came: kind === 'answerable',
        chance: chance(model, evidence),
      }));
    });
    return asResult(told.flat(), shipped);
  },
};

function fitOn(rows: readonly Row[]): FeelingModel {
  return fitDense(
    FEELING_EVIDENCE,
    rows.map(({ evidence }) => evidence),
    rows.map(({ kind }) => kind === 'answerable'),
  );
}

async function rowsOf(talk: Talk, questions: readonly TalkQuestion[]): Promise<Row[]> {
  const bank = LoadedBank.open();
  try {
    await bank.fill(talk.turns);
    const { state, recall } = await bank.bank();
    await state.follow();
    const ask = (question: TalkQuestion): Row => {
      const { now, ...asking } = askingOf(question);
      const start = performance.now();
      const evidence = readFeelingEvidence(
        understand(
          profileOf({ ...asking, forgiveTypos: false }, 'profile'),
          { now: new Date(now).getTime() },
          state,
          recall,
        ),
        state.index,
      );
      chance(SHIPPED_FEELING, evidence);
      return { kind: kindOf(question), evidence, ms: performance.now() - start };
    };
    // An open-domain question may have no evidence at all: it tells neither way.
    return questions
      .filter((question) => kindOf(question) !== 'unanswerable')
      .map((question) => ask(question));
  } finally {
    await bank.close();
  }
}

function asResult(
  rows: readonly (Told & Pick<Row, 'kind' | 'ms'>)[],
  shipped: boolean,
): BenchmarkResult {
  const against = (kind: Row['kind']): number =>
    auroc(rows.filter((row) => row.kind === 'answerable' || row.kind === kind));
  const times = rows.map(({ ms }) => ms);
  const results: Record<string, number> = {
    auroc: auroc(rows),
    auroc_adversarial: against('adversarial'),
    auroc_elsewhere: against('elsewhere'),
    brier: brier(rows),
    ece: calibrationError(rows),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    questions: rows.length,
  };
  const targets: Readonly<Record<string, string>> = { auroc: '≥ 0.75', p95: '≤ 2 ms' };
  const table = Object.entries(results).map(([name, value]) => [
    name,
    name === 'questions' ? String(value) : value.toFixed(4),
    targets[name] ?? '',
  ]);
  return {
    results,
    table: [
      ['knowing', shipped ? 'the shipped figures' : 'five-fold by conversation', 'target'],
      ...table,
    ],
  };
}
