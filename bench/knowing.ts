import { parseInput } from '../src/domain/parse-input.js';
import { RecallProfile } from '../src/domain/profile.js';
import {
  FEELING_EVIDENCE,
  readFeelingEvidence,
  type FeelingEvidence,
  type FeelingModel,
} from '../src/recall/confidence/feeling-evidence.js';
import { chance } from '../src/recall/confidence/logistic.js';
import { SHIPPED_FEELING } from '../src/recall/confidence/shipped-feeling.js';
import { understand } from '../src/recall/understand.js';
import type { Benchmark, BenchmarkResult } from './benchmark.js';
import { auroc, brier, calibrationError, type Told } from './calibration-metrics.js';
import { ADVERSARIAL, answerable, foreignTo, type KnownRow } from './certainty-data.js';
import { fitDense } from './fit-dense.js';
import { LoadedBank } from './loaded-bank.js';
import { readLocomo, type LocomoConversation } from './locomo-data.js';
import { percentile } from './retrieval-metrics.js';

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
    const conversations = readLocomo(String(options['file']));
    const shipped = options['shipped'] === true || conversations.length < 2;
    const rows: Row[][] = [];
    for (const [at, conversation] of conversations.entries()) {
      log(`asking about ${conversation.id}`);
      rows.push(await rowsOf(conversation, conversations, at));
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

async function rowsOf(
  conversation: LocomoConversation,
  all: readonly LocomoConversation[],
  at: number,
): Promise<Row[]> {
  const bank = LoadedBank.open();
  try {
    await bank.fill(conversation.turns);
    const { state, recall } = await bank.bank();
    await state.follow();
    const ask = (text: string, kind: Row['kind']): Row => {
      const start = performance.now();
      const evidence = readFeelingEvidence(
        understand(
          parseInput(RecallProfile, { query: text, forgiveTypos: false }, 'profile'),
          conversation.askedAt,
          state,
          recall,
        ),
        state.index,
      );
      chance(SHIPPED_FEELING, evidence);
      return { kind, evidence, ms: performance.now() - start };
    };
    return [
      ...answerable(conversation.questions).map(({ text }) => ask(text, 'answerable')),
      ...conversation.questions
        .filter(({ category }) => category === ADVERSARIAL)
        .map(({ text }) => ask(text, 'adversarial')),
      ...foreignTo(all, at).map(({ text }) => ask(text, 'elsewhere')),
    ];
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
