import { AsyncLocalStorage } from 'node:async_hooks';
import type { Reply } from '../domain/access.js';
import type { Instant } from '../domain/time.js';

/** The status under which a store notes that a request was carried out, until its answer is stored. */
export const CARRIED_OUT = 409;

/** A note that a request is carried out, for the first change that it commits to write with itself. */
export interface RequestClaim extends Reply {
  /** Notes and answers from before are void. */
  readonly since: Instant;
}

const claims = new AsyncLocalStorage<RequestClaim | null>();

/** Runs `work` on behalf of a request: each change it commits is refused if another run has committed one. */
export const underClaim = <T>(claim: RequestClaim | null, work: () => Promise<T>): Promise<T> =>
  claims.run(claim, work);

/** The claim of the request that this code runs for; null for none. */
export const currentClaim = (): RequestClaim | null => claims.getStore() ?? null;
