import { MnemeError } from '../domain/errors.js';
import { memoryCall, touchedMemories } from './memory-operations.js';
import type {
  FlowTaken,
  MemoryCall,
  Observer,
  OperationDone,
  OperationRun,
} from '../ports/observer.js';

/** Notifies several observers; the first is outermost. */
export function observeBy(observers: readonly Observer[]): Observer {
  return {
    begin(operation: string, call?: MemoryCall): OperationRun {
      const runs = observers.map((observer) => observer.begin(operation, call));
      return {
        within: (work) => runs.reduceRight((inner, run) => () => run.within(inner), work)(),
        end: (done) => {
          for (const run of runs) run.end(done);
        },
      };
    },
    flow(taken: FlowTaken): void {
      for (const observer of observers) observer.flow(taken);
    },
  };
}

interface Watched {
  readonly observer: Observer;
  /** A monotonic clock in milliseconds. */
  readonly ticks: () => number;
  /** Whether observers are told questions, texts and names of banks. */
  readonly traceContent?: boolean | undefined;
}

/**
 * The same memory with each verb reported to the observer: `recall`, and under its module's name `goals.set`. Objects
 * of the same class that it returns, such as another bank, are observed too.
 */
export function observed<T extends { readonly bankName: string }>(memory: T, watched: Watched): T {
  const capabilities = new Map<object, object>();
  const isMemory = (value: unknown): value is T => value instanceof memory.constructor;
  const watching = <S extends object>(subject: S, path: string): S =>
    new Proxy(subject, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof name !== 'string' || name === 'constructor') return value;
        if (typeof value === 'function')
          return (...args: unknown[]) => {
            const work = (): unknown => Reflect.apply(value, target, args);
            const call = { verb: `${path}${name}`, bank: memory.bankName, args };
            const result = watch(call, work, watched);
            return isMemory(result) ? observed(result, watched) : result;
          };
        // Nested objects, such as the keys of a file, have no verbs.
        if (path !== '' || typeof value !== 'object' || value === null) return value;
        const known = capabilities.get(value) ?? watching(value, `${name}.`);
        capabilities.set(value, known);
        return known;
      },
    });
  return watching(memory, '');
}

interface Call {
  readonly verb: string;
  readonly bank: string;
  readonly args: readonly unknown[];
}

/** Runs a verb's work, and reports it. */
export function watch({ verb, bank, args }: Call, work: () => unknown, watched: Watched): unknown {
  const { observer, ticks, traceContent: content = false } = watched;
  const run = observer.begin(verb, memoryCall(verb, bank, args, content));
  const startedAt = ticks();
  const end = (error: unknown, given?: unknown): void => {
    const touched = error === null ? touchedMemories(verb, args, given, content) : undefined;
    run.end({
      tookMs: ticks() - startedAt,
      ...faultOf(error),
      ...(touched === undefined ? {} : { touched }),
    });
  };
  const result = synchronously(() => run.within(work), end);
  if (!(result instanceof Promise)) {
    end(null, result);
    return result;
  }
  return result.then(
    (value: unknown) => {
      end(null, value);
      return value;
    },
    (error: unknown) => {
      end(error);
      throw error;
    },
  );
}

/** What it throws at once ends the run, too. */
function synchronously(work: () => unknown, end: (error: unknown) => void): unknown {
  try {
    return work();
  } catch (error) {
    end(error);
    throw error;
  }
}

/** Codes and fields are a closed set; messages may contain user text. */
function faultOf(error: unknown): Pick<OperationDone, 'error' | 'field'> {
  if (error === null) return { error: null, field: null };
  return MnemeError.is(error)
    ? { error: error.code, field: error.field ?? null }
    : { error: 'fault', field: null };
}
