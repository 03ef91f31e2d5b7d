import { resolve } from 'node:path';
import { findPersonal } from '../packages/core/src/safety/personal/redact.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { cleanLines } from './clean-lines.js';
import { plantSecrets, type PlantedSecret } from './synthetic-secrets.js';

/** Made-up keys, tokens and passwords of many services, and lines of code without any. */
export const secrets: Benchmark = {
  name: 'secrets',
  summary:
    'Secrets of 50 kinds in prose, code, JSON and logs that are found, and clean lines that are not.',
  options: [
    { flag: '--secrets <n>', description: 'Secrets planted.', preset: '1000' },
    { flag: '--lines <n>', description: 'Clean lines.', preset: '20000' },
    { flag: '--seed <n>', description: 'Seed of both.', preset: '1' },
    { flag: '--misses', description: 'Print what was missed or wrongly flagged.' },
  ],
  run(options, log): Promise<BenchmarkResult> {
    const show = options['misses'] === true ? log : (): void => undefined;
    const seed = wholeNumber(options, 'seed', 1);
    const planted = plantSecrets(wholeNumber(options, 'secrets', 1_000), seed);
    const lines = cleanLines(resolve('.'), wholeNumber(options, 'lines', 20_000), seed);
    const found = planted.filter(
      (secret) =>
        isGone(secret) ||
        (show(`missed ${secret.service}: ${JSON.stringify(secret.text.slice(0, 200))}`), false),
    ).length;
    const flagged = lines.filter((line) =>
      findPersonal(line, 'secrets').some(
        (finding) => (
          show(
            `wrongly ${finding.kind}: ${JSON.stringify(line.slice(Math.max(0, finding.from - 60), finding.to + 20))}`,
          ),
          true
        ),
      ),
    ).length;
    const results = {
      recall: found / planted.length,
      clean_flagged: flagged / lines.length,
      services: new Set(planted.map(({ service }) => service)).size,
      lines: lines.length,
    };
    return Promise.resolve({
      results,
      table: [
        ['recall', results.recall.toFixed(4), '≥ 0.98'],
        ['clean_flagged', results.clean_flagged.toFixed(5), '≤ 0.005'],
        ['services', String(results.services), '≥ 30'],
        ['lines', String(results.lines), ''],
      ],
    });
  },
};

/** Nothing of the secret but a few signs at its ends is left. */
function isGone({ text, from, to }: PlantedSecret): boolean {
  const gone = findPersonal(text, 'secrets').reduce(
    (sum, finding) => sum + Math.max(0, Math.min(finding.to, to) - Math.max(finding.from, from)),
    0,
  );
  return gone >= (to - from) * 0.95;
}
