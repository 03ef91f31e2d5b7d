import type { ReflectReport } from '../packages/core/src/domain/reflection.js';
import { SHIPPED_MODEL } from '../packages/core/src/recall/ranking/fusion-model.js';
import { givenFile, wholeNumber, type Benchmark } from './benchmark.js';
import { LoadedBank } from './loaded-bank.js';
import { readLocomo, type LocomoConversation } from './locomo-data.js';
import { mean, percentile, retrieval } from './retrieval-metrics.js';

/** As many turns as judging looks at. */
const DEEP = 20;

interface Asked {
  readonly r10: number;
  readonly beside: number;
  readonly ms: readonly number[];
}

/** What reflecting on a conversation costs, and whether what it writes gets in the way of the evidence. */
export const reflect: Benchmark = {
  name: 'reflect',
  summary:
    'Reflect on LoCoMo conversations: how long it takes, and evidence found before and after.',
  options: [
    { flag: '--file <path>', description: 'LoCoMo JSON' },
    {
      flag: '--conversations <n>',
      description: 'Of the first so many conversations.',
      preset: '1',
    },
  ],
  run: async (options, log) => {
    const conversations = readLocomo(givenFile(options, 'file')).slice(
      0,
      wholeNumber(options, 'conversations', 1),
    );
    const runs: Measured[] = [];
    for (const conversation of conversations) {
      log(`reflecting on ${conversation.id}`);
      runs.push(await measure(conversation));
    }
    const average = (of: (run: Measured) => number): number => mean(runs.map(of));
    const results = {
      r10_before: average(({ before }) => before.r10),
      r10_after: average(({ after }) => after.r10),
      r10_change: average(({ before, after }) => after.r10 - before.r10),
      beside_share: average(({ after }) => after.beside),
      recall_p95_before: percentile(
        runs.flatMap(({ before }) => before.ms),
        0.95,
      ),
      recall_p95_after: percentile(
        runs.flatMap(({ after }) => after.ms),
        0.95,
      ),
      turns: average(({ turns }) => turns),
      observations: average(({ counts }) => counts.observation.made),
      opinions: average(({ counts }) => counts.opinion.made),
      principles: average(({ counts }) => counts.principle.made),
      first_ms: average(({ first }) => first),
      again_ms: average(({ again }) => again),
      again_changes: average(({ changedAgain }) => changedAgain),
    };
    const targets: Readonly<Record<string, string>> = { r10_change: '≥ -0.01', again_changes: '0' };
    return {
      results,
      table: [
        ['reflect', '', 'target'],
        ...Object.entries(results).map(([name, value]) => [
          name,
          value.toFixed(3),
          targets[name] ?? '',
        ]),
      ],
    };
  },
};

interface Measured {
  readonly before: Asked;
  readonly after: Asked;
  readonly counts: ReflectReport['kinds'];
  readonly first: number;
  readonly again: number;
  readonly changedAgain: number;
  readonly turns: number;
}

async function measure(conversation: LocomoConversation): Promise<Measured> {
  const bank = LoadedBank.open(':memory:', SHIPPED_MODEL);
  try {
    await bank.fill(conversation.turns);
    await ask(bank, conversation, 0);
    const before = await ask(bank, conversation, 1);
    const start = performance.now();
    const { kinds: counts } = await bank.memory.reflect();
    const first = performance.now() - start;
    const { changed } = await bank.memory.reflect();
    const again = performance.now() - start - first;
    return {
      before,
      after: await ask(bank, conversation, 2),
      counts,
      first,
      again,
      changedAgain: changed.length,
      turns: conversation.turns.length,
    };
  } finally {
    await bank.close();
  }
}

async function ask(
  bank: LoadedBank,
  { questions, askedAt }: LocomoConversation,
  round: number,
): Promise<Asked> {
  const r10: number[] = [];
  const ms: number[] = [];
  let beside = 0;
  const judged = questions.filter(
    ({ evidence, category }) => evidence.length > 0 && category !== 5,
  );
  // A minute later in each round, so that no answer comes out of the cache.
  const now = askedAt + round * 60_000;
  for (const { text, evidence } of judged) {
    const start = performance.now();
    const { results, beside: near } = await bank.memory.recall({ query: text, now, limit: DEEP });
    ms.push(performance.now() - start);
    r10.push(
      retrieval(
        results.flatMap(({ turn }) => turn ?? []),
        new Set(evidence),
      ).r10,
    );
    beside += Number(near.length > 0);
  }
  return { r10: mean(r10), beside: beside / Math.max(1, judged.length), ms };
}
