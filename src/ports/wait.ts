/** Resolves after so many milliseconds, or as soon as the signal is aborted: tests and replays hand in their own. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;
