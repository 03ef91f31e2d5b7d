import { describe, expect, it } from 'vitest';
import { MetricsRegistry } from '@mneme/core/adapters/observers/metrics.js';
import { joinMetrics } from './work-threads.js';

function thread(recalls: number, memories: number, verbs: readonly string[]): string {
  const registry = new MetricsRegistry();
  const operations = registry.counter('operations_total', 'Verbs.');
  const seconds = registry.histogram('seconds', 'Times.');
  for (const operation of verbs) operations({ operation });
  for (let at = 0; at < recalls; at++) seconds({ operation: 'recall' }, 3);
  return registry.text([{ name: 'memories', help: 'Held.', values: [[{}, memories]] }]);
}

describe('the figures of several threads', () => {
  it('add up what is counted, and measure once', () => {
    const joined = joinMetrics([
      thread(2, 7, ['recall', 'remember']),
      thread(5, 6, ['recall', 'a "b" c']),
      thread(1, 6, ['recall']),
    ]);
    const lines = joined.split('\n');
    expect(lines).toContain('operations_total{operation="recall"} 3');
    expect(lines).toContain('operations_total{operation="remember"} 1');
    expect(lines).toContain('operations_total{operation="a \\"b\\" c"} 1');
    expect(lines).toContain('seconds_bucket{operation="recall",le="0.005"} 8');
    expect(lines).toContain('seconds_count{operation="recall"} 8');
    expect(lines).toContain('memories 7');
    // Each family is contiguous, with one header.
    expect(lines.filter((line) => line.startsWith('# TYPE'))).toEqual([
      '# TYPE operations_total counter',
      '# TYPE seconds histogram',
      '# TYPE memories gauge',
    ]);
    expect(joinMetrics([thread(2, 7, ['recall'])])).toBe(thread(2, 7, ['recall']));
  });
});
