import {
  type CertaintyModel,
  SHIPPED_CERTAINTY,
} from '../packages/core/src/recall/confidence/judgement.js';
import { SHIPPED_CODE_MODEL } from '../packages/core/src/recall/ranking/code/code-ranking.js';
import {
  type FusionModel,
  SHIPPED_MODEL,
} from '../packages/core/src/recall/ranking/fusion-model.js';
import { givenFile, wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { certaintyRows, fitCertaintyWithout, fusionsFor } from './certainty-data.js';
import { LoadedBank } from './loaded-bank.js';
import { readLocomo, talkOf, type LocomoConversation } from './locomo-data.js';
import { mean } from './retrieval-metrics.js';

const SHOWN = 10;
const WARM_UP = 30;

/** One question without and with the cascade. */
interface Asked {
  /** Probability of the best result without it. */
  readonly sureness: number;
  readonly plain10: number;
  readonly wide10: number;
  /** Share of the evidence in the whole widened answer, and among as many results of a plain recall. */
  readonly wide: number;
  readonly deeper: number;
  readonly results: number;
  readonly stages: number;
  readonly plainMs: number;
  readonly wideMs: number;
}

/**
 * What widening an unsure recall finds and costs, five-fold by conversation, on LoCoMo's questions but for the
 * adversarial ones. `r10_gain` is recall at 10 with less without it, over the third of the questions whose best
 * result is least sure; `answer_gain` the share of evidence in the whole answer less recall at 10 without it,
 * `deeper_gain` the same for a plain recall asked for as many results; `latency_ratio` the mean time with over the
 * mean time without, over all questions.
 */
export const cascade: Benchmark = {
  name: 'cascade',
  summary: 'Widen recall where it is not sure: what that finds, and what it costs.',
  options: [
    { flag: '--file <path>', description: 'LoCoMo JSON' },
    {
      flag: '--shipped',
      description: 'judge the shipped figures instead of fitting them on the other conversations',
    },
    {
      flag: '--fusions <path>',
      description: 'keep the fusions fitted without each conversation here, or read them',
    },
    { flag: '--stages <n>', description: 'stages after the recall itself, 1 to 3', preset: '2' },
    {
      flag: '--below <percent>',
      description: 'widen while the best result is less sure than this',
      preset: '50',
    },
    { flag: '--breadth <n>', description: 'results that each stage may add', preset: '5' },
  ],
  run: async (options, log) => {
    const conversations = readLocomo(givenFile(options, 'file'));
    const talks = conversations.map(talkOf);
    const { fusions, shipped } = await fusionsFor(talks, options, log);
    const rows = shipped ? [] : await certaintyRows(talks, fusions, log);
    const profile = {
      cascade: wholeNumber(options, 'stages', 2),
      cascadeBelow: wholeNumber(options, 'below', 50) / 100,
      cascadeBreadth: wholeNumber(options, 'breadth', 5, 0),
      cascadeMs: 1_000,
    };
    const asked: Asked[] = [];
    for (const [at, conversation] of conversations.entries()) {
      log(`widening the answers about ${conversation.id}`);
      asked.push(
        ...(await ask(
          conversation,
          fusions[at] ?? SHIPPED_MODEL,
          shipped ? SHIPPED_CERTAINTY : fitCertaintyWithout(rows, at),
          profile,
        )),
      );
    }
    return asResult(asked, shipped);
  },
};

interface CascadeProfile {
  readonly cascade: number;
  readonly cascadeBelow: number;
  readonly cascadeBreadth: number;
  readonly cascadeMs: number;
}

async function ask(
  conversation: LocomoConversation,
  fusion: FusionModel,
  certainty: CertaintyModel,
  widened: CascadeProfile,
): Promise<Asked[]> {
  const bank = LoadedBank.open(':memory:', fusion, SHIPPED_CODE_MODEL, certainty);
  try {
    await bank.fill(conversation.turns);
    const questions = conversation.questions.filter(
      ({ category, evidence }) => category !== 5 && evidence.length > 0,
    );
    const plain = (query: string, limit = SHOWN) => ({
      query,
      now: conversation.askedAt,
      limit,
    });
    for (const { text } of questions.slice(0, WARM_UP)) {
      await bank.memory.recall(plain(text, SHOWN + 1));
      await bank.memory.recall({ ...plain(text, SHOWN + 1), ...widened });
    }
    const asked: Asked[] = [];
    for (const { text, evidence } of questions) {
      const wanted = new Set(evidence);
      const held = (
        results: readonly { readonly evidence?: readonly { readonly turn: string | null }[] }[],
      ): number =>
        new Set(
          results.flatMap((result) =>
            (result.evidence ?? []).flatMap(({ turn }) =>
              turn !== null && wanted.has(turn) ? [turn] : [],
            ),
          ),
        ).size / wanted.size;
      const [first, plainMs] = await timed(() => bank.memory.recall(plain(text)));
      const [wide, wideMs] = await timed(() => bank.memory.recall({ ...plain(text), ...widened }));
      const deeper = await bank.memory.recall({
        ...plain(text, Math.max(SHOWN, wide.results.length)),
        expand: false,
      });
      asked.push({
        sureness: first.results[0]?.probability ?? 0,
        plain10: held(first.results),
        wide10: held(wide.results.slice(0, SHOWN)),
        wide: held(wide.results),
        deeper: held(deeper.results),
        results: wide.results.length,
        stages: wide.cascade?.stages.length ?? 1,
        plainMs,
        wideMs,
      });
    }
    return asked;
  } finally {
    await bank.close();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const start = performance.now();
  const made = await work();
  return [made, performance.now() - start];
}

function asResult(asked: readonly Asked[], shipped: boolean): BenchmarkResult {
  const unsure = [...asked]
    .sort((a, b) => a.sureness - b.sureness)
    .slice(0, Math.floor(asked.length / 3));
  const of = (some: readonly Asked[], read: (each: Asked) => number): number =>
    mean(some.map(read));
  const results = {
    r10_gain: of(unsure, ({ wide10, plain10 }) => wide10 - plain10),
    answer_gain: of(unsure, ({ wide, plain10 }) => wide - plain10),
    deeper_gain: of(unsure, ({ deeper, plain10 }) => deeper - plain10),
    latency_ratio: of(asked, ({ wideMs }) => wideMs) / of(asked, ({ plainMs }) => plainMs),
    r10_unsure: of(unsure, ({ plain10 }) => plain10),
    r10_gain_all: of(asked, ({ wide10, plain10 }) => wide10 - plain10),
    answer_gain_all: of(asked, ({ wide, plain10 }) => wide - plain10),
    widened: of(asked, ({ stages }) => Number(stages > 1)),
    stages_widened: of(
      asked.filter(({ stages }) => stages > 1),
      ({ stages }) => stages,
    ),
    results_widened: of(
      asked.filter(({ stages }) => stages > 1),
      (each) => each.results,
    ),
    plain_ms: of(asked, ({ plainMs }) => plainMs),
    wide_ms: of(asked, ({ wideMs }) => wideMs),
    questions: asked.length,
  };
  const targets: Readonly<Record<string, string>> = { r10_gain: '≥ 0.03', latency_ratio: '≤ 2' };
  return {
    results,
    table: [
      ['cascade', shipped ? 'the shipped figures' : 'five-fold by conversation', 'target'],
      ...Object.entries(results).map(([name, value]) => [
        name,
        name === 'questions' ? String(value) : value.toFixed(4),
        targets[name] ?? '',
      ]),
    ],
  };
}
