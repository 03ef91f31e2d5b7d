import type { Mneme } from '../../mneme.js';

/** A request in another memory's words, with what of its path, address and body was read. */
export interface ForeignCall {
  readonly memory: Mneme;
  /** Parts of the path by name, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  /** As it was asked for, with the address. */
  readonly url: URL;
}

/** One place that another memory serves, answered by this one. */
export interface ForeignRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the peer's own root, as in `/v1/memories/:id`; a slash at its end makes no difference. */
  readonly path: string;
  /** What a key must allow. */
  readonly effect: 'read' | 'write';
  /** Gives what is sent as JSON; undefined sends nothing. */
  readonly run: (call: ForeignCall) => Promise<unknown>;
}

/** Another memory whose clients are served. */
export interface Peer {
  /** In the address: `/compat/NAME`. */
  readonly name: string;
  readonly routes: readonly ForeignRoute[];
}
