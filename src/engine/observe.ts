import { MnemeError } from '../domain/errors.js';
import type { FlowTaken, Observer, OperationDone, OperationRun } from '../ports/observer.js';

/** Tells several observers; the first stands outermost. */
export function observeBy(observers: readonly Observer[]): Observer {
  return {
    begin(operation: string): OperationRun {
      const runs = observers.map((observer) => observer.begin(operation));
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
  /** Reads a steady clock in milliseconds. */
  readonly ticks: () => number;
}

/** The same object, each of whose verbs is told to the observer; what is of the same class and comes out of it, too. */
export function observed<T extends object>(subject: T, watched: Watched): T {
  return new Proxy(subject, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function' || typeof name !== 'string' || name === 'constructor')
        return value;
      return (...args: unknown[]) =>
        watch(name, () => Reflect.apply(value, target, args) as unknown, target, watched);
    },
  });
}

function watch(operation: string, work: () => unknown, subject: object, watched: Watched): unknown {
  const { observer, ticks } = watched;
  const run = observer.begin(operation);
  const startedAt = ticks();
  const end = (error: unknown): void => run.end({ tookMs: ticks() - startedAt, ...faultOf(error) });
  const result = run.within(work);
  // What answers at once is a part of the memory, not a verb: another bank, a session.
  if (!(result instanceof Promise))
    return result instanceof subject.constructor ? observed(result as object, watched) : result;
  return result.then(
    (value: unknown) => {
      end(null);
      return value;
    },
    (error: unknown) => {
      end(error);
      throw error;
    },
  );
}

/** Codes and fields are a closed set of words; messages may hold what somebody wrote. */
function faultOf(error: unknown): Pick<OperationDone, 'error' | 'field'> {
  if (error === null) return { error: null, field: null };
  return MnemeError.is(error)
    ? { error: error.code, field: error.field ?? null }
    : { error: 'fault', field: null };
}
