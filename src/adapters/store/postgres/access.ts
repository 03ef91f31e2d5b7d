import type { ApiKey, Reply } from '../../../domain/access.js';
import type { Instant } from '../../../domain/time.js';
import { parsed } from './rows.js';
import type { Session } from './session.js';

interface KeyRow {
  readonly id: string;
  readonly record: string;
}

const keyFromRow = ({ id, record }: KeyRow): ApiKey => parsed(`key ${id}`, record) as ApiKey;

export async function readApiKeys(session: Session): Promise<ApiKey[]> {
  const rows = await session.all<KeyRow>('SELECT id, record FROM api_key ORDER BY created_at, id');
  return rows.map(keyFromRow);
}

export async function findApiKey(session: Session, id: string): Promise<ApiKey | null> {
  const row = await session.first<KeyRow>('SELECT id, record FROM api_key WHERE id = $1', [id]);
  return row === undefined ? null : keyFromRow(row);
}

export async function hasApiKeys(session: Session): Promise<boolean> {
  return (await session.first('SELECT 1 FROM api_key LIMIT 1')) !== undefined;
}

export async function writeApiKey(session: Session, key: ApiKey): Promise<void> {
  await session.run(
    `INSERT INTO api_key (id, created_at, record) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at, record = excluded.record`,
    [key.id, key.createdAt, JSON.stringify(key)],
  );
}

export async function findReply(
  session: Session,
  owner: string,
  key: string,
): Promise<Reply | null> {
  const row = await session.first<Reply>(
    'SELECT owner, key, request, status, body, at FROM reply WHERE owner = $1 AND key = $2',
    [owner, key],
  );
  return row ?? null;
}

export async function writeReply(
  session: Session,
  { owner, key, request, status, body, at }: Reply,
  since: Instant,
): Promise<void> {
  await session.run('DELETE FROM reply WHERE at < $1', [since]);
  await session.run(
    `INSERT INTO reply (owner, key, request, status, body, at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (owner, key) DO UPDATE SET request = excluded.request, status = excluded.status, body = excluded.body, at = excluded.at`,
    [owner, key, request, status, body, at],
  );
}
