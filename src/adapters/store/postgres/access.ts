import type { ApiKey } from '../../../domain/access.js';
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
