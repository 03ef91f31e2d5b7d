import { AsyncLocalStorage } from 'node:async_hooks';
import { MnemeError } from '../domain/errors.js';

/** The parts of reading a text; each may fail independently. */
export type ReadingStep =
  | 'language'
  | 'words'
  | 'names'
  | 'relations'
  | 'dates'
  | 'causes'
  | 'claims'
  | 'manner'
  | 'intentions'
  | 'procedures'
  | 'code'
  | 'metadata'
  | 'personal data'
  | 'commands';

/** A step that threw on a text, with the error message. */
export interface ReadingFault {
  readonly step: ReadingStep;
  readonly why: string;
}

/** Collects the faults of the current run. Per run rather than per reader, because readers are shared. */
const LISTENING = new AsyncLocalStorage<ReadingFault[]>();

/**
 * Wraps a reader so that it never throws: on an error it returns `nothing` and records a fault for {@link
 * listenForFaults}. Rules for arbitrary text are never complete, and a failing one must neither lose the text nor
 * abort a batch over all texts.
 */
export function readingStep<Given extends readonly unknown[], Read>(
  step: ReadingStep,
  nothing: (...given: NoInfer<Given>) => NoInfer<Read>,
  read: (...given: Given) => Read,
): (...given: Given) => Read {
  return (...given) => {
    try {
      return read(...given);
    } catch (error) {
      // A usage error rather than the text's fault: called too early, or after closing.
      if (MnemeError.is(error)) throw error;
      recordFault(step, error);
      return nothing(...given);
    }
  };
}

/** Records a failed step, once per run; for steps not wrapped by {@link readingStep}. */
export function recordFault(step: ReadingStep, error: unknown): void {
  const faults = LISTENING.getStore();
  const why = error instanceof Error ? error.message : String(error);
  if (faults?.some((fault) => fault.step === step && fault.why === why) === false)
    faults.push({ step, why });
}

/** Runs `run` and appends the steps that fail in it to `faults`, in order. */
export function collectFaults<T>(faults: ReadingFault[], run: () => T): T {
  return LISTENING.run(faults, run);
}

/** A message for users: "its dates could not be read (…); the text is kept". */
export const describeFault = ({ step, why }: ReadingFault): string =>
  `its ${step} could not be read (${why}); the text is kept`;
