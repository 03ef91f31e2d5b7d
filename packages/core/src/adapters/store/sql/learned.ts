import type { LearnedKind, LearnedRecord } from '../../../domain/learned/record.js';
import type { LearnedQuery } from '../../../ports/store.js';
import { Conditions, records, statesAt, type Query } from './query.js';

export function* findLearned<Kind extends LearnedKind>(
  bank: number,
  { kinds, keys, ids, changedAfter, asOf }: LearnedQuery<Kind>,
  leadOf?: (key: string) => string,
): Query<{ readonly [K in Kind]: LearnedRecord<K> }[Kind][]> {
  const asked = new Conditions()
    .require('bank = ?', bank)
    .require('kind IN ?', kinds)
    .require('lead IN ?', leadOf === undefined ? undefined : keys?.map(leadOf))
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
          'learned',
          bank,
          found.filter(({ createdAt }) => createdAt <= asOf),
          asOf,
        );
  return there as { readonly [K in Kind]: LearnedRecord<K> }[Kind][];
}
