import type { LearnedKind, LearnedRecord } from '../../../domain/learned/record.js';
import type { LearnedQuery } from '../../../ports/store.js';
import type { Dialect } from './dialect.js';
import { statesAt } from './journal.js';
import { Conditions, records, type Query } from './query.js';

export function* findLearned<Kind extends LearnedKind>(
  dialect: Dialect,
  bank: number,
  { kinds, keys, ids, changedAfter, asOf }: LearnedQuery<Kind>,
): Query<{ readonly [K in Kind]: LearnedRecord<K> }[Kind][]> {
  const asked = new Conditions()
    .require('bank = ?', bank)
    .require('kind IN ?', kinds)
    .require('lead IN ?', dialect.leadOf === undefined ? undefined : keys?.map(dialect.leadOf))
    .require('key IN ?', keys)
    .require('id IN ?', ids)
    .require('changed > ?', changedAfter);
  const found = yield* records(
    'learned',
    bank,
    `learned WHERE ${asked.sql} ORDER BY num`,
    ...asked.values,
  );
  const there =
    asOf === undefined
      ? found
      : yield* statesAt(
          dialect,
          'learned',
          bank,
          found.filter(({ createdAt }) => createdAt <= asOf),
          asOf,
        );
  return there as { readonly [K in Kind]: LearnedRecord<K> }[Kind][];
}
