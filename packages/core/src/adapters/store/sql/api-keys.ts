import type { ApiKey } from '../../../domain/access.js';
import type { Columns } from './database.js';
import { rows, run, type Query } from './query.js';

type KeyColumns = Columns<ApiKey>;

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
