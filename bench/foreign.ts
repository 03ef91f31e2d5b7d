import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RememberInput } from '../packages/core/src/domain/input.js';
import type { Receipt } from '../packages/core/src/domain/receipt.js';
import { openMemory } from '../packages/mneme/src/open.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { FOREIGN_TEXTS } from './data/foreign-texts.js';
import { readLocomo } from './locomo-data.js';
import { percentile } from './retrieval-metrics.js';

/** What the guard of a bank holds back by comparing with what it has: outliers, floods. How often it does so wrongly. */
export const foreign: Benchmark = {
  name: 'foreign',
  summary:
    'Ordinary conversations brought as if from the web: how much of them is held back wrongly; and foreign texts among them that are.',
  options: [
    {
      flag: '--data <path>',
      description: 'LoCoMo in its own format.',
      preset: '../shared/data/locomo/locomo-dev.json',
    },
    { flag: '--conversations <n>', description: 'So many of them.', preset: '5' },
    { flag: '--misses', description: 'Print what was held wrongly.' },
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const path = resolve(String(options['data']));
    const conversations = existsSync(path)
      ? readLocomo(path).slice(0, wholeNumber(options, 'conversations', 5))
      : [];
    const seen = { turns: 0, held: 0, outliers: 0, crowds: 0, commands: 0, planted: 0, found: 0 };
    const times: number[] = [];
    for (const [at, { turns }] of conversations.entries()) {
      const memory = await openMemory({ file: ':memory:', bank: 'foreign' as never });
      try {
        for (const turn of turns) {
          const start = performance.now();
          const receipt = await memory.remember({
            ...turn,
            source: 'web',
            origin: `https://chats.example/${at}`,
          });
          times.push(performance.now() - start);
          seen.turns++;
          if (receipt.outcome !== 'quarantined') continue;
          tally(receipt, seen);
          if (options['misses'] === true)
            log(`${receipt.notes.join('; ')}: ${(turn.content ?? '').slice(0, 120)}`);
        }
        const planted = FOREIGN_TEXTS.map((content, row): RememberInput => ({
          content,
          source: 'web',
          origin: `https://elsewhere${row}.example`,
        }));
        for (const input of planted) {
          const { outcome, notes } = await memory.remember(input);
          seen.planted++;
          if (outcome === 'quarantined') seen.found++;
          else if (options['misses'] === true)
            log(`let in: ${(input.content ?? '').slice(0, 80)} ${notes.join('; ')}`);
        }
      } finally {
        await memory.close();
      }
    }
    const results = {
      false_alarm: seen.held / Math.max(1, seen.turns),
      outlier_false_alarm: seen.outliers / Math.max(1, seen.turns),
      crowd_false_alarm: seen.crowds / Math.max(1, seen.turns),
      foreign_held: seen.found / Math.max(1, seen.planted),
      turns: seen.turns,
      remember_p95: percentile(times, 0.95),
    };
    const goals: Record<string, string> = { false_alarm: '< 0.02', remember_p95: '≤ 15 ms' };
    return {
      results,
      table: Object.entries(results).map(([name, value]) => [
        name,
        value.toFixed(4),
        goals[name] ?? '',
      ]),
    };
  },
};

function tally(
  { notes }: Receipt,
  seen: { held: number; outliers: number; crowds: number; commands: number },
): void {
  seen.held++;
  const reason = notes.join(' ');
  if (reason.includes('standard deviations')) seen.outliers++;
  else if (reason.includes('near-copy')) seen.crowds++;
  else seen.commands++;
}
