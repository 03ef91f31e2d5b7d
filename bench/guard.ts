import { replaceIn } from '../packages/core/src/safety/bank-privacy.js';
import { screen } from '../packages/core/src/safety/injection/screen.js';
import type { PrivacyLevel } from '../packages/core/src/domain/privacy.js';
import type { Benchmark, BenchmarkResult } from './benchmark.js';
import { HARMLESS_DOCUMENTS } from './data/harmless-texts.js';
import { percentile } from './retrieval-metrics.js';
import { slowestShape } from './slowest-shape.js';

const WARM_UP = 300;
const RUNS = 2_000;
const LONG_RUNS = 60;
const LONG = 10_000;

/** What the guard costs a memory that comes in: both halves of it, as `remember` asks them. */
export const guard: Benchmark = {
  name: 'guard',
  summary:
    'Time of taking personal data out and of screening for hidden commands, for 40 words and for 10,000 characters; and of remembering texts of every shape over plain text.',
  options: [{ flag: '--no-shapes', description: 'leave out the shapes, which take minutes' }],
  async run(options, log): Promise<BenchmarkResult> {
    const words = HARMLESS_DOCUMENTS.join(' ').split(/\s+/);
    const short = Array.from({ length: 200 }, (_, at) =>
      words
        .slice((at * 17) % (words.length - 40))
        .slice(0, 40)
        .join(' '),
    );
    const whole = HARMLESS_DOCUMENTS.join('\n\n').repeat(3);
    const long = Array.from({ length: 10 }, (_, at) => whole.slice(at * 700, at * 700 + LONG));
    const times = (texts: readonly string[], runs: number, level: PrivacyLevel): number[] => {
      const all: number[] = [];
      for (let run = 0; run < runs + WARM_UP / 10; run++) {
        const text = texts[run % texts.length] ?? '';
        const start = performance.now();
        admit(text, level);
        all.push(performance.now() - start);
      }
      return all.slice(WARM_UP / 10);
    };
    times(short, WARM_UP, 'strict');
    const results = {
      guard_p95_40w: percentile(times(short, RUNS, 'secrets'), 0.95),
      guard_p95_40w_strict: percentile(times(short, RUNS, 'strict'), 0.95),
      guard_10k: percentile(times(long, LONG_RUNS, 'secrets'), 0.95),
      guard_10k_strict: percentile(times(long, LONG_RUNS, 'strict'), 0.95),
      growth:
        percentile(times([whole.slice(0, LONG * 2)], LONG_RUNS, 'secrets'), 0.5) /
        percentile(times([whole.slice(0, LONG)], LONG_RUNS, 'secrets'), 0.5),
    };
    const shape = options['shapes'] === false ? null : await slowestShape(log);
    const goals: Record<string, string> = {
      guard_p95_40w: '≤ 1 ms',
      guard_10k: '≤ 20 ms',
      growth: 'twice the text, about 2',
    };
    return {
      results: shape === null ? results : { ...results, slowest_shape_ratio: shape.ratio },
      table: [
        ...Object.entries(results).map(([name, value]) => [
          name,
          value.toFixed(3),
          goals[name] ?? 'ms',
        ]),
        ...(shape === null
          ? []
          : [
              [
                'slowest_shape_ratio',
                shape.ratio.toFixed(2),
                `≤ 4: ${shape.name}, of ${shape.shapes}`,
              ],
            ]),
      ],
    };
  },
};

function admit(text: string, level: PrivacyLevel): void {
  const { content } = replaceIn(
    { content: text, tags: ['a', 'b'], who: 'Ana' },
    level,
    ({ kind }) => `[REDACTED:${kind}]`,
  );
  screen({ content, metadata: {}, labels: [], source: 'web', utterance: false }, 'quarantine');
}
