/** Resolves after this many milliseconds, or as soon as the signal is aborted: tests and replays pass their own. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;
