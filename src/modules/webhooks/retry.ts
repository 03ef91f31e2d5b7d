import { DAY, HOUR, MINUTE, type Instant } from '../../domain/time.js';
import type { Random } from '../../ports/random.js';

/** Pauses between tries, before jitter: what Standard Webhooks recommends, for some 28 hours. */
const PAUSES = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;
/** One that nothing has reached for so long is switched off. */
export const OFF_AFTER = 5 * DAY;

/** When it is tried next after so many tries; null where it is given up. Each pause is longer by up to a quarter, so that what failed together is not tried together. */
export function nextTry(attempts: number, now: Instant, random: Random): Instant | null {
  const pause = PAUSES[attempts - 1];
  if (pause === undefined) return null;
  return Math.round(now + pause * (1 + (0.25 * random.uint32()) / 2 ** 32));
}
