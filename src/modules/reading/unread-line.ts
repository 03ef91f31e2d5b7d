import { waitingLine } from '../../domain/recalled-text.js';
import { HOUR, type Instant } from '../../domain/time.js';

/** So many that wait are counted; of more it is told that there are more. */
export const MAX_COUNTED = 100;
const MAX_CONVERSATIONS = 1_000;

/** Which conversations were told what waits. One that is named is told once; where none is, somebody is told once an hour. */
export class ConversationsTold {
  readonly #told = new Map<string, Instant>();

  /** Whether it is to be told now; notes that it was. */
  take(conversation: string | null, now: Instant): boolean {
    const key = conversation ?? '';
    const before = this.#told.get(key);
    if (before !== undefined && (conversation !== null || now - before < HOUR)) return false;
    this.#told.set(key, now);
    const [oldest] = this.#told.keys();
    if (this.#told.size > MAX_CONVERSATIONS && oldest !== undefined) this.#told.delete(oldest);
    return true;
  }
}

/** What waits and why nobody reads it, for an agent that could; null for nothing. */
export function unreadLine(waiting: number, failed: string | null): string | null {
  if (waiting === 0) return null;
  const turns =
    waiting === 1
      ? '1 turn waits'
      : `${waiting > MAX_COUNTED ? `more than ${MAX_COUNTED}` : waiting} turns wait`;
  return waitingLine(
    turns,
    failed === null ? 'no reader is configured' : `the reader failed (${failed})`,
  );
}
