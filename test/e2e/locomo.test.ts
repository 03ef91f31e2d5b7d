/** Retrieval by the shipped fusion on LoCoMo (Maharana et al. 2024), whose data are not ours to ship: without them this is passed over. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LoadedBank } from '../../bench/loaded-bank.js';
import { readLocomo } from '../../bench/locomo-data.js';
import { mean, retrieval } from '../../bench/retrieval-metrics.js';
import { ROOT } from '../support/run-node.js';

const DATA = join(ROOT, '..', 'shared', 'data', 'locomo', 'locomo-dev.json');

describe('LoCoMo', () => {
  it(
    'the shipped fusion finds the evidence of the first conversation’s questions',
    { timeout: 120_000 },
    async ({ skip }) => {
      skip(!existsSync(DATA), 'the LoCoMo data are not at ../shared/data/locomo/locomo-dev.json');
      const [conversation] = readLocomo(DATA);
      if (conversation === undefined) throw new Error('the LoCoMo file holds no conversation');
      const bank = LoadedBank.open();
      try {
        await bank.fill(conversation.turns);
        const found: number[] = [];
        for (const { text, evidence } of conversation.questions.filter(
          (question) => question.evidence.length > 0,
        )) {
          const { results } = await bank.memory.recall({
            query: text,
            now: conversation.askedAt,
            limit: 20,
            expand: false,
            fields: ['provenance'],
          });
          const ranked = results.flatMap((result) =>
            (result.evidence ?? []).flatMap(({ turn }) => turn ?? []),
          );
          found.push(retrieval(ranked, new Set(evidence)).r10);
        }
        expect(found.length).toBeGreaterThan(100);
        process.stdout.write(
          `LoCoMo ${conversation.id}: recall@10 ${mean(found).toFixed(3)} over ${found.length} questions\n`,
        );
        expect(mean(found)).toBeGreaterThanOrEqual(0.75);
      } finally {
        await bank.close();
      }
    },
  );
});
