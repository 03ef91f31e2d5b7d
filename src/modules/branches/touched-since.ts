import type { BankName } from '../../domain/ids.js';
import type { JournaledKind, Touched } from '../../domain/reversal.js';
import type { Store } from '../../ports/store.js';
import { KEY } from './branch-record.js';

/** A record that changed since two banks parted: as it was then, and as it is now. */
export interface Moved {
  readonly kind: JournaledKind;
  readonly id: string;
  readonly base: Touched['before'];
  readonly now: Touched['now'];
}

const PAGE = 200;

export const keyOf = ({ kind, id }: Pick<Moved, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Every record that changes after this one touched, by kind and id. What a branch says of its own origin is no part of it. */
export async function touchedSince(
  bank: BankName,
  sequence: number,
  store: Pick<Store, 'since' | 'changeRecord'>,
): Promise<ReadonlyMap<string, Moved>> {
  const moved = new Map<string, Moved>();
  for (let after = sequence; ;) {
    const entries = await store.since(bank, after, PAGE);
    for (const { sequence: number } of entries) {
      const record = await store.changeRecord(bank, number);
      for (const { kind, id, before, now } of record?.touched ?? []) {
        if (kind === 'learned' && (now ?? before)?.key === KEY) continue;
        const key = keyOf({ kind, id });
        const known = moved.get(key);
        moved.set(key, { kind, id, base: known === undefined ? before : known.base, now });
      }
    }
    const last = entries.at(-1);
    if (last === undefined) return moved;
    after = last.sequence;
  }
}
