import { MnemeError } from '../domain/errors.js';

/** A model is not called for this long after a failure: otherwise every recall would wait for it again. */
const PAUSE_MS = 10_000;

/** Remembers a model's failure for a while. `ticks` is a monotonic clock in milliseconds. */
export class Rest {
  #failure: { readonly why: string; readonly until: number } | null = null;

  constructor(private readonly ticks: () => number) {}

  fault(): string | null {
    return this.#failure !== null && this.ticks() < this.#failure.until ? this.#failure.why : null;
  }

  note(why: string | null): void {
    this.#failure = why === null ? null : { why, until: this.ticks() + PAUSE_MS };
  }
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T; readonly refused: false }
  | { readonly ok: false; readonly error: string; readonly refused: boolean };

/** Calls a model with a time limit that includes its retries. `refused` says that only this request was at fault. */
export async function within<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Answer<T>> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), milliseconds);
  try {
    return { ok: true, value: await work(stop.signal), refused: false };
  } catch (error) {
    if (stop.signal.aborted)
      return { ok: false, error: `No answer within ${milliseconds} ms.`, refused: false };
    return {
      ok: false,
      error: messageOf(error),
      refused: MnemeError.is(error) && error.code === 'invalid_input',
    };
  } finally {
    clearTimeout(timer);
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
