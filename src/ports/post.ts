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
export const REACHES = ['public', 'loopback', 'private'] as const;
export type Reach = (typeof REACHES)[number];
