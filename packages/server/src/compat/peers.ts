import { hindsight } from './hindsight/routes.js';
import { letta } from './letta/routes.js';
import { mem0 } from './mem0/routes.js';
import type { Mneme } from '@mneme/core/mneme.js';
import type { Peer } from './foreign-call.js';

/** The memory servers whose clients are served. */
export const PEERS: readonly Peer[] = [mem0, letta, hindsight];

/** A request to a peer's route, as it can be posted to a thread. */
export interface ForeignRequest {
  readonly peer: string;
  /** Index of the route among the peer's. */
  readonly route: number;
  readonly path: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly url: string;
}

/** The JSON answer; an empty string for an empty one. */
export async function answerForeign(
  { peer, route, path, body, url }: ForeignRequest,
  memory: Mneme,
): Promise<string> {
  const place = PEERS.find(({ name }) => name === peer)?.routes[route];
  if (place === undefined) throw new TypeError('A peer has no such place.');
  const asked = new URL(url);
  const answer = await place.run({ memory, path, query: asked.searchParams, body, url: asked });
  return answer === undefined ? '' : JSON.stringify(answer);
}
