import type { Instant } from '../domain/time.js';

/** Time as a value: tests and replays pass their own. */
export interface Clock {
  now(): Instant;
  /** Milliseconds on a monotonic clock, for measuring durations. */
  ticks(): number;
}

/** Resolves after this many milliseconds, or as soon as the signal is aborted: tests and replays pass their own. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Randomness as a value: 32 uniformly distributed bits per call. */
export interface Random {
  uint32(): number;
}

/** One request to somebody else's server. */
export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** From the look-up of the name to the end of the answer, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** What became of it: an HTTP status, or why there is none. The reason names neither the address nor what was answered. */
export type PostOutcome =
  | { readonly status: number; readonly fault: null }
  | { readonly status: null; readonly fault: string };

/**
 * Posts to an address that somebody gave. It connects to no address that the configuration does not allow, judged when
 * it connects; follows no redirect; reads an answer up to a bound. Never throws.
 */
export type Post = (request: PostRequest) => Promise<PostOutcome>;

/** How far requests to somebody else's server may go: beyond this machine and its networks, to this machine, too, or into its networks, too. */
const REACHES = ['public', 'loopback', 'private'] as const;
export type Reach = (typeof REACHES)[number];
