import type { ApiKey, Reply } from '../../../domain/access.js';
import type { SealedValue } from '../../../domain/privacy.js';
import type { Instant } from '../../../domain/time.js';
import type { SealedQuery } from '../../../ports/store.js';
import type { Layout } from './dialect.js';
import { rows, run, type Query } from './query.js';

type KeyColumns = Layout<ApiKey>;

export function* readApiKeys({ names, read }: KeyColumns): Query<ApiKey[]> {
  const keys = yield* rows<object>(
    'api_key',
    null,
    `SELECT id, ${names.join(', ')} FROM api_key ORDER BY created_at, id`,
  );
  return keys.map(read);
}

export function* findApiKey(id: string, { names, read }: KeyColumns): Query<ApiKey | null> {
  const [key] = yield* rows<object>(
    'api_key',
    null,
    `SELECT id, ${names.join(', ')} FROM api_key WHERE id = ?`,
    id,
  );
  return key === undefined ? null : read(key);
}

export function* hasApiKeys(): Query<boolean> {
  return (yield* rows('api_key', null, 'SELECT id FROM api_key LIMIT 1')).length > 0;
}

export function* writeApiKey(key: ApiKey, { names, values }: KeyColumns): Query<void> {
  yield* run(
    `INSERT INTO api_key (id, ${names.join(', ')}) VALUES (?${', ?'.repeat(names.length)})
     ON CONFLICT (id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    ...[key.id, ...values(key)],
  );
}

export function* findReply(owner: string, key: string): Query<Reply | null> {
  const [reply] = yield* rows<Reply>(
    'reply',
    null,
    'SELECT owner, key, request, status, body, at FROM reply WHERE owner = ? AND key = ?',
    ...[owner, key],
  );
  return reply ?? null;
}

/** Deletes replies from before `since`. */
export function* writeReply(
  { owner, key, request, status, body, at }: Reply,
  since: Instant,
): Query<void> {
  yield* run('DELETE FROM reply WHERE at < ?', since);
  yield* run(
    `INSERT INTO reply (owner, key, request, status, body, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (owner, key) DO UPDATE SET request = excluded.request, status = excluded.status, body = excluded.body, at = excluded.at`,
    ...[owner, key, request, status, body, at],
  );
}

const SEALED = 'SELECT token, kind, print, sealed FROM vault WHERE bank = ? AND';

/** In the order of the query. */
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

/** The highest token number of each kind; lower ones may have been erased. */
export function* lastSealed(bank: number, kinds: readonly string[]): Query<Map<string, number>> {
  const last = yield* rows<{ kind: string; n: number }>(
    'vault',
    bank,
    'SELECT kind, max({tokenNumber}) AS n FROM vault WHERE bank = ? AND kind IN ? GROUP BY kind',
    ...[bank, kinds],
  );
  return new Map(last.map(({ kind, n }) => [kind, n]));
}
