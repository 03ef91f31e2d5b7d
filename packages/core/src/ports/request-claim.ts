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

/** What is carried out now; over, while what it left to be done later goes on. */
interface CarryingOut {
  readonly claim: RequestClaim | null;
  over: boolean;
}

const carryingOut = new AsyncLocalStorage<CarryingOut>();

/**
 * Runs `work` on behalf of a request: each change that it commits is refused if another run of the request has
 * committed one. Null for work that no request asked for.
 */
export async function underClaim<T>(
  claim: RequestClaim | null,
  work: () => Promise<T>,
): Promise<T> {
  const now = { claim, over: false };
  try {
    return await carryingOut.run(now, work);
  } finally {
    now.over = true;
  }
}

/** The claim of the request that this code runs for; null for none. */
export function currentClaim(): RequestClaim | null {
  const now = carryingOut.getStore();
  return now === undefined || now.over ? null : now.claim;
}
