import { context, trace, SpanStatusCode, type Context, type Span } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import type { FlowTaken } from '../../ports/observer.js';
import { createLogLines, createTraces, loadOpenTelemetry } from './logs-and-traces.js';
import { MetricsRegistry } from './metrics.js';

const RECALL: FlowTaken = {
  flow: 'recall',
  steps: { parse: 1, follow: 2.004, rank: 400 },
  cacheHit: false,
  queryHash: () => 'abc123',
  outcomes: [],
  rewards: [],
};

describe('the registry', () => {
  it('writes counts, distributions and gauges as Prometheus reads them', () => {
    const registry = new MetricsRegistry();
    const calls = registry.counter('calls_total', 'Calls.');
    const seconds = registry.histogram('call_seconds', 'Time of a call.');
    calls({ verb: 'recall' });
    calls({ verb: 'recall' }, 2);
    calls({ verb: 'a "b"\\\n' });
    seconds({ verb: 'recall' }, 0.5);
    seconds({ verb: 'recall' }, 30);
    seconds({ verb: 'recall' }, 99_000);
    const text = registry.text([
      {
        name: 'size',
        help: 'Size.',
        values: [
          [{}, 7],
          [{ kind: 'x' }, 8],
        ],
      },
    ]);
    expect(text.split('\n').slice(0, 8)).toEqual([
      '# HELP calls_total Calls.',
      '# TYPE calls_total counter',
      'calls_total{verb="recall"} 3',
      String.raw`calls_total{verb="a \"b\"\\\n"} 1`,
      '# HELP call_seconds Time of a call.',
      '# TYPE call_seconds histogram',
      'call_seconds_bucket{verb="recall",le="0.0005"} 1',
      'call_seconds_bucket{verb="recall",le="0.001"} 1',
    ]);
    expect(text).toContain(
      'call_seconds_bucket{verb="recall",le="0.025"} 1\ncall_seconds_bucket{verb="recall",le="0.05"} 2\n',
    );
    expect(text).toMatch(
      /call_seconds_bucket\{verb="recall",le="\+Inf"\} 3\ncall_seconds_sum\{verb="recall"\} 99\.0305\ncall_seconds_count\{verb="recall"\} 3\n/,
    );
    expect(text).toMatch(/# TYPE size gauge\nsize 7\nsize\{kind="x"\} 8\n$/);
  });
});

describe('the log', () => {
  function logged(level: 'debug' | 'info' | 'warn' | 'error') {
    const lines: Record<string, unknown>[] = [];
    const observer = createLogLines({
      level,
      slowMs: 250,
      now: () => 0,
      write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    });
    observer.begin('recall').end({ tookMs: 1.23456, error: null, field: null });
    observer.begin('recall').end({ tookMs: 2, error: 'invalid_input', field: 'profile.limit' });
    observer.begin('remember').end({ tookMs: 3, error: 'disk_full', field: null });
    observer.flow(RECALL);
    observer.flow({ ...RECALL, steps: { parse: 250 } });
    observer.flow({
      flow: 'remember',
      steps: {},
      cacheHit: null,
      queryHash: null,
      outcomes: ['remembered', 'quarantined'],
      rewards: [0.4, -1],
    });
    return lines;
  }

  it('has levels', () => {
    expect(
      (['debug', 'info', 'warn', 'error'] as const).map((level) =>
        logged(level).map(({ event }) => event),
      ),
    ).toEqual([
      ['operation', 'operation_failed', 'operation_failed', 'slow_recall', 'quarantined'],
      ['operation_failed', 'operation_failed', 'slow_recall', 'quarantined'],
      ['operation_failed', 'slow_recall', 'quarantined'],
      ['operation_failed'],
    ]);
  });

  it('tells moments, names, figures and codes; of a slow recall its steps and a hash', () => {
    const [done, refused, , slow] = logged('debug');
    expect(done).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'debug',
      event: 'operation',
      operation: 'recall',
      ms: 1.23,
    });
    expect(refused).toMatchObject({
      level: 'info',
      code: 'invalid_input',
      field: 'profile.limit',
    });
    expect(slow).toMatchObject({
      level: 'warn',
      ms: 403,
      steps: { parse: 1, follow: 2, rank: 400 },
      cacheHit: false,
      query: 'abc123',
    });
  });

  it('that cannot be written stops nothing', () => {
    const observer = createLogLines({
      level: 'debug',
      slowMs: 0,
      now: () => 0,
      write: () => {
        throw new Error('full');
      },
    });
    expect(() => observer.flow(RECALL)).not.toThrow();
  });
});

describe('traces', () => {
  it('are spans of OpenTelemetry: a verb around its flow, a flow around its steps, in order', async () => {
    interface Told {
      name: string;
      parent: string | null;
      start: number | undefined;
      end: number | undefined;
      error: boolean;
    }
    const told: Told[] = [];
    const names = new Map<Span, string>();
    let active: Context = context.active();
    const api = {
      SpanStatusCode,
      context: {
        active: () => active,
        with: <T>(next: unknown, work: () => T): T => {
          const before = active;
          active = next as Context;
          try {
            return work();
          } finally {
            active = before;
          }
        },
      },
      trace: {
        setSpan: (around: unknown, span: never) => trace.setSpan(around as Context, span),
        getTracer: () => ({
          startSpan(name: string, options?: { startTime?: number }, around?: unknown) {
            const parent = trace.getSpan(around as Context);
            const record: Told = {
              name,
              parent: parent === undefined ? null : (names.get(parent) ?? '?'),
              start: options?.startTime,
              end: undefined,
              error: false,
            };
            told.push(record);
            const span = {
              setAttribute: () => span,
              setStatus: () => {
                record.error = true;
                return span;
              },
              end: (at?: number) => {
                record.end = at;
              },
            } as never;
            names.set(span, name);
            return span;
          },
        }),
      },
    };
    const observer = createTraces(api as never, () => 1_000);
    const run = observer.begin('recall');
    run.within(() => observer.flow({ ...RECALL, steps: { parse: 10, rank: 20 } }));
    run.end({ tookMs: 30, error: 'unavailable', field: null });
    expect(told).toEqual([
      { name: 'mneme.recall', parent: null, start: undefined, end: undefined, error: true },
      { name: 'mneme.recall.steps', parent: 'mneme.recall', start: 970, end: 1_000, error: false },
      {
        name: 'mneme.recall.parse',
        parent: 'mneme.recall.steps',
        start: 970,
        end: 980,
        error: false,
      },
      {
        name: 'mneme.recall.rank',
        parent: 'mneme.recall.steps',
        start: 980,
        end: 1_000,
        error: false,
      },
    ]);
  });

  it('use the real package where it is, and are none where it is not', async () => {
    const telemetry = await loadOpenTelemetry();
    // Without a provider the spans do nothing; this checks that the package has the API we use.
    const run = createTraces(telemetry!, () => 0).begin('recall');
    expect(run.within(() => 7)).toBe(7);
    run.end({ tookMs: 1, error: 'unavailable', field: null });
    expect(await loadOpenTelemetry('@opentelemetry/no-such-package')).toBeNull();
  });
});
