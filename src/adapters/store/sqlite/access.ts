import type { ApiKey } from '../../../domain/access.js';
import type { Connection } from './connection.js';
import { soundRow, soundRows } from './sound-rows.js';

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly hash: string;
  readonly banks: ApiKey['banks'];
  readonly scopes: ApiKey['scopes'];
  readonly created_at: number;
  readonly revoked_at: number | null;
}

export function readApiKeys(connection: Connection): ApiKey[] {
  const rows = connection.statement('SELECT * FROM api_key ORDER BY created_at, id').all();
  return soundRows<KeyRow>(connection, 'api_key', null, rows).map(keyFromRow);
}

export function findApiKey(connection: Connection, id: string): ApiKey | null {
  const found = connection.statement('SELECT * FROM api_key WHERE id = ?').get(id);
  const row = soundRow<KeyRow>(connection, 'api_key', null, found);
  return row === undefined ? null : keyFromRow(row);
}

export function hasApiKeys(connection: Connection): boolean {
  return connection.statement('SELECT 1 FROM api_key LIMIT 1').get() !== undefined;
}

export function writeApiKey(
  connection: Connection,
  { id, name, hash, banks, scopes, createdAt, revokedAt }: ApiKey,
): void {
  connection
    .statement(
      'INSERT OR REPLACE INTO api_key (id, name, hash, banks, scopes, created_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(
      id,
      name,
      hash,
      banks === null ? null : JSON.stringify(banks),
      JSON.stringify(scopes),
      createdAt,
      revokedAt,
    );
}

function keyFromRow({ id, name, hash, banks, scopes, created_at, revoked_at }: KeyRow): ApiKey {
  return {
    id,
    name,
    hash,
    banks,
    scopes,
    createdAt: created_at,
    revokedAt: revoked_at,
  };
}
