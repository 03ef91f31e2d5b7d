import type { FlowTaken, Observer, OperationRun } from '../../ports/observer.js';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogSettings {
  /** Lines below this level are not written. */
  readonly level: LogLevel;
  /** A recall that takes longer is logged as slow, in milliseconds. */
  readonly slowMs: number;
  readonly write: (line: string) => void;
  readonly now: () => number;
}

/** Errors caused by the caller, which say nothing about the service. */
const CALLERS: ReadonlySet<string> = new Set([
  'invalid_input',
  'not_found',
  'malformed_import',
  'conflict',
  'read_only',
  'interrupted',
]);

/** Writes events as lines of JSON: times, names, figures and codes; never content, keys or paths. */
export function createLogLines({ level, slowMs, write, now }: LogSettings): Observer {
  const least = LOG_LEVELS.indexOf(level);
  const log = (at: LogLevel, event: string, fields: Readonly<Record<string, unknown>>): void => {
    if (LOG_LEVELS.indexOf(at) < least) return;
    try {
      write(JSON.stringify({ time: new Date(now()).toISOString(), level: at, event, ...fields }));
    } catch {
      // Logging must never stop the work that it reports on.
    }
  };
  return {
    begin: (operation): OperationRun => ({
      within: (work) => work(),
      end({ tookMs, error, field }) {
        const told = { operation, ms: rounded(tookMs) };
        if (error === null) log('debug', 'operation', told);
        else
          log(CALLERS.has(error) ? 'info' : 'error', 'operation_failed', {
            ...told,
            code: error,
            ...(field === null ? {} : { field }),
          });
      },
    }),
    flow({ flow, steps, cacheHit, queryHash, outcomes }: FlowTaken) {
      const took = Object.values(steps).reduce((sum, each) => sum + each, 0);
      if (flow === 'recall' && took > slowMs)
        log('warn', 'slow_recall', {
          ms: rounded(took),
          steps: Object.fromEntries(
            Object.entries(steps).map(([step, each]) => [step, rounded(each)]),
          ),
          cacheHit,
          query: queryHash?.() ?? null,
        });
      const held = outcomes.filter((outcome) => outcome === 'quarantined').length;
      if (held > 0) log('warn', 'quarantined', { inputs: held });
    },
  };
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;
