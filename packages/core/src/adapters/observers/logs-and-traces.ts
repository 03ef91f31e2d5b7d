import type {
  FlowTaken,
  MemoryCall,
  Observer,
  OperationDone,
  OperationRun,
} from '../../ports/observer.js';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

interface LogSettings {
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

/** The parts of @opentelemetry/api that we use. */
interface OpenTelemetry {
  readonly trace: {
    getTracer(name: string): Tracer;
    setSpan(context: unknown, span: Span): unknown;
  };
  readonly context: { active(): unknown; with<T>(context: unknown, work: () => T): T };
  readonly SpanStatusCode: { readonly ERROR: number };
}
interface Tracer {
  startSpan(
    name: string,
    options?: {
      readonly startTime?: number;
      readonly attributes?: Readonly<Record<string, string | number | boolean>>;
    },
    context?: unknown,
  ): Span;
}
interface Span {
  setAttribute(name: string, value: string | number | boolean): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  end(time?: number): void;
}

/** The package's API; null if it is not installed. */
export async function loadOpenTelemetry(
  name = '@opentelemetry/api',
): Promise<OpenTelemetry | null> {
  try {
    // The name is a variable, so that neither compiler nor bundler requires a package that most users do not need.
    return (await import(name)) as OpenTelemetry;
  } catch {
    return null;
  }
}

type Attributes = Readonly<Record<string, string | number>>;

/** Known before the work, so that a sampler can decide by them. */
const attributesOf = (verb: string, { name, store, query }: MemoryCall): Attributes => ({
  'gen_ai.operation.name': name,
  'gen_ai.memory.store.id': store,
  'mneme.verb': verb,
  ...(query === null ? {} : { 'gen_ai.memory.query.text': query }),
});

function attributesAfter(touched: OperationDone['touched']): Attributes {
  if (touched === undefined) return {};
  const { count, id, records } = touched;
  const told = records?.map(({ id: record, content, score }) => ({
    content,
    ...(record === null ? {} : { id: record }),
    ...(score === null ? {} : { score }),
  }));
  return {
    'gen_ai.memory.record.count': count,
    ...(id === null ? {} : { 'gen_ai.memory.record.id': id }),
    ...(told === undefined ? {} : { 'gen_ai.memory.records': JSON.stringify(told) }),
  };
}

/**
 * A span for each verb, within the caller's, named by OpenTelemetry's conventions for generative AI where the verb is
 * an operation on memories; and one for each step of a recall or remember. Steps are reported after
 * the flow has ended: their spans are laid end to end, each as long as all passes through the step.
 */
export function createTraces(
  { trace, context, SpanStatusCode }: OpenTelemetry,
  now: () => number,
): Observer {
  const tracer = trace.getTracer('mneme');
  return {
    begin(operation, call): OperationRun {
      const verb = `mneme.${operation}`;
      const attributes = call === undefined ? {} : attributesOf(verb, call);
      const span = tracer.startSpan(call?.name ?? verb, { attributes }, context.active());
      return {
        within: (work) => context.with(trace.setSpan(context.active(), span), work),
        end({ error, touched }) {
          for (const [name, value] of Object.entries(attributesAfter(touched)))
            span.setAttribute(name, value);
          if (error !== null) {
            span.setAttribute('error.type', error === 'fault' ? '_OTHER' : error);
            span.setStatus({ code: SpanStatusCode.ERROR, message: error });
          }
          span.end();
        },
      };
    },
    flow({ flow, steps, cacheHit, outcomes }: FlowTaken) {
      const parent = context.active();
      const took = Object.values(steps).reduce((sum, each) => sum + each, 0);
      let at = now() - took;
      const attributes = {
        ...(cacheHit === null ? {} : { 'mneme.cache_hit': cacheHit }),
        ...(outcomes.length === 0 ? {} : { 'mneme.inputs': outcomes.length }),
      };
      const whole = tracer.startSpan(`mneme.${flow}.steps`, { startTime: at, attributes }, parent);
      const within = trace.setSpan(parent, whole);
      for (const [step, milliseconds] of Object.entries(steps)) {
        tracer.startSpan(`mneme.${flow}.${step}`, { startTime: at }, within).end(at + milliseconds);
        at += milliseconds;
      }
      whole.end(at);
    },
  };
}
