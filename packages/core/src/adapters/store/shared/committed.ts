import type { Change } from '../../../domain/change.js';
import type { LoggedChange } from '../../../domain/reversal.js';
import type { Reached } from './kept-elsewhere.js';

/** Changes of one millisecond that are looked through. */
const AT_ONCE = 100;

/**
 * The number of a change that a keeper may have written before it ended; null if it did not. A change is known again by what it put: the ids
 * of records are drawn by chance.
 */
export async function committed(change: Change, reached: Reached): Promise<number | null> {
  const logged = (await reached.answer('journal', [
    change.bank,
    { from: change.at, to: change.at + 1 },
    AT_ONCE,
  ])) as readonly LoggedChange[];
  return logged.find((each) => isSame(each, change))?.sequence ?? null;
}

function isSame(logged: LoggedChange, change: Change): boolean {
  const { verb, actor, reason, reverts } = change;
  return (
    logged.verb === verb &&
    logged.actor === actor &&
    logged.reason === reason &&
    logged.reverts === reverts &&
    sameIds(logged.memories, change.memories) &&
    sameIds(logged.entities, change.entities) &&
    sameIds(logged.votes, change.votes)
  );
}

function sameIds(logged: readonly string[], put: readonly { readonly id: string }[]): boolean {
  const ids = new Set(logged);
  return new Set(put.map(({ id }) => id)).size === ids.size && put.every(({ id }) => ids.has(id));
}
