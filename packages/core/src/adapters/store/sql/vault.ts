import type { SealedValue } from '../../../domain/privacy.js';
import type { SealedQuery } from '../../../ports/store.js';
import { rows, type Query } from './query.js';

const SEALED = 'SELECT token, kind, print, sealed FROM vault WHERE bank = ? AND';

/** In the order of what is asked. */
export function* findSealed(bank: number, query: SealedQuery): Query<SealedValue[]> {
  const found: SealedValue[] = [];
  for (const [column, asked = []] of [
    ['token', query.tokens],
    ['print', query.prints],
    ['kind', query.kinds],
  ] as const) {
    if (asked.length === 0) continue;
    const values = yield* rows<SealedValue>(
      'vault',
      bank,
      `${SEALED} ${column} IN ? ORDER BY token`,
      ...[bank, asked],
    );
    for (const each of asked) found.push(...values.filter((value) => value[column] === each));
  }
  return found;
}

/** The highest token number of each kind: some below it may have been erased. */
export function* lastSealed(bank: number, kinds: readonly string[]): Query<Map<string, number>> {
  const last = yield* rows<{ kind: string; n: number }>(
    'vault',
    bank,
    'SELECT kind, max({tokenNumber}) AS n FROM vault WHERE bank = ? AND kind IN ? GROUP BY kind',
    ...[bank, kinds],
  );
  return new Map(last.map(({ kind, n }) => [kind, n]));
}
