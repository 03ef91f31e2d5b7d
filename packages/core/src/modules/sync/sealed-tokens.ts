import type { BankName } from '../../domain/ids.js';
import type { Store } from '../../ports/store.js';
import type { RecordChange } from './segment.js';

const TOKEN = /\[([a-z_]{2,20})_(\d{1,7})\]/g;
const ELSEWHERE = /\[([a-z_]{2,20}) (\d{1,7}) of (\w{8})\]/g;

/**
 * Values that were sealed stay on their machine. `[card_1]` may be another card elsewhere, so it goes there as
 * `[card 1 of DEVICE]`, which reveals nothing.
 */
export async function elsewhere(
  changes: readonly RecordChange[],
  device: string,
  bank: BankName,
  store: Pick<Store, 'sealed'>,
): Promise<readonly RecordChange[]> {
  const text = JSON.stringify(changes);
  const named = new Set(text.match(TOKEN));
  const sealed = named.size === 0 ? [] : await store.sealed(bank, { tokens: [...named] });
  if (sealed.length === 0) return changes;
  const own = new Set(sealed.map(({ token }) => token));
  return JSON.parse(
    text.replace(TOKEN, (token, kind: string, number: string) =>
      own.has(token) ? `[${kind} ${number} of ${device}]` : token,
    ),
  ) as RecordChange[];
}

/** The same of what comes back. */
export function atHome(changes: readonly RecordChange[], device: string): readonly RecordChange[] {
  const text = JSON.stringify(changes);
  if (!text.includes(` of ${device}]`)) return changes;
  return JSON.parse(
    text.replace(ELSEWHERE, (told, kind: string, number: string, of: string) =>
      of === device ? `[${kind}_${number}]` : told,
    ),
  ) as RecordChange[];
}
