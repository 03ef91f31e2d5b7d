import { AsyncLocalStorage } from 'node:async_hooks';
import { MnemeError } from '../domain/errors.js';

/** The parts of what is read off a text; each may fail without the others. */
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

/** A step that threw on a text, and the message of what it threw. */
export interface ReadingFault {
  readonly step: ReadingStep;
  readonly why: string;
}

/** Where the faults of a run are put down; they belong to the run and not to the reader, which is shared. */
const LISTENING = new AsyncLocalStorage<ReadingFault[]>();

/**
 * A reader of text that never throws: where `read` throws, `nothing` is what was read, and whoever listens
 * by {@link listenForFaults} is told. Rules for foreign text are never complete, and what one of them stumbles
 * over must not cost the text, nor a night over all texts.
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
      // Not the text's fault: somebody called it too early, or after the end.
      if (MnemeError.is(error)) throw error;
      noteFault(step, error);
      return nothing(...given);
    }
  };
}

/** Puts down a step that failed, once a run; for a step that is no plain function. */
export function noteFault(step: ReadingStep, error: unknown): void {
  const faults = LISTENING.getStore();
  const why = error instanceof Error ? error.message : String(error);
  if (faults?.some((fault) => fault.step === step && fault.why === why) === false)
    faults.push({ step, why });
}

/** Runs `run` and adds to `faults`, in order, the steps that fail in it. */
export function listenForFaults<T>(faults: ReadingFault[], run: () => T): T {
  return LISTENING.run(faults, run);
}

/** In words, for people: "its dates were not read (…); the text is kept". */
export const toldOfFault = ({ step, why }: ReadingFault): string =>
  `its ${step} could not be read (${why}); the text is kept`;
