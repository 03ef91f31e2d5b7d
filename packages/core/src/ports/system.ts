import type { Instant } from '../domain/time.js';

/** Time as a dependency: tests and replays pass their own. */
export interface Clock {
  now(): Instant;
  /** Milliseconds on a monotonic clock, for measuring durations. */
  ticks(): number;
}

/** Resolves after this many milliseconds, or as soon as the signal is aborted: tests and replays pass their own. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Randomness as a dependency: 32 uniformly distributed bits per call. */
export interface Random {
  uint32(): number;
}

/** One request to an external server. */
export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Time limit in milliseconds, from the DNS look-up to the end of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Its outcome: an HTTP status, or the reason why there is none, which names neither address nor answer. */
export type PostOutcome =
  | { readonly status: number; readonly fault: null }
  | { readonly status: null; readonly fault: string };

/**
 * Posts to an address that a user configured. It checks each address when it connects, and refuses those that the
 * configuration does not allow; follows no redirect; reads at most a limited answer. Never throws.
 */
export type Post = (request: PostRequest) => Promise<PostOutcome>;

/** Addresses that such requests may reach: the internet; also this machine; also private networks. */
const REACHES = ['public', 'loopback', 'private'] as const;
export type Reach = (typeof REACHES)[number];
