import type { ApiKey } from '../../../domain/access.js';
import { DAY, LARGEST_OFFSET } from '../../../domain/time.js';
import type { RecallRecord } from '../../../domain/feedback.js';
import type { MemoryId } from '../../../domain/ids.js';
import type { Columns, Dialect } from '../sql/database.js';
import { OPERATORS, valueTests, type Condition, type FilterDialect } from '../sql/filter-sql.js';
import { rows, type Words } from '../sql/query.js';
import { expiring } from '../sql/read.js';
import type { Connection } from './connection.js';
import { INDEX, soundCode } from './index-rows.js';
import { IS_UNDONE } from './removed.js';

/** SQLite’s JSON functions fail on all rows if one contains invalid JSON. */
const isJson = (column: string): string => `(typeof(${column}) = 'text' AND json_valid(${column}))`;
const listIn = (column: string): string =>
  `CASE WHEN ${isJson(column)} THEN ${column} ELSE '[]' END`;
const METADATA = `(CASE WHEN ${isJson('m.metadata')} THEN m.metadata ELSE '{}' END)`;

export const WORDS: Words = {
  // The plus keeps the planner from sorting a whole bank.
  unindexed: '+',
  byExpiry: `INDEXED BY memory_expiry ${expiring('tags', '["')}`,
  expiry: 'tags',
  expired: `tags < '["' || ? || '~'`,
  tokenNumber: 'CAST(substr(token, length(kind) + 3) AS INTEGER)',
  usageOf: 'u.memory = m.num',
  vectorOf: 'x.memory = m.num',
  usageKey: 'memory',
  usageOwner: 'm.num',
  // Changes have the file's numbers, so that an image needs no bank.
  imageOf: '? IS NOT NULL AND b.type',
  undone: IS_UNDONE,
  bytes: '(SELECT page_size * page_count FROM pragma_page_size, pragma_page_count)',
  held: `m.quarantine IS NOT NULL AND (NOT ${isJson('m.quarantine')} OR json_extract(m.quarantine, '$.status') = 'held')`,
  speaker: 'm.speaker COLLATE NOCASE',
  hasTag: `EXISTS (SELECT 1 FROM json_each(${listIn('m.tags')}) WHERE value = ?)`,
  retold: `(instr(m.provenance, '},{') > 0
    AND m.occurred_to - m.occurred_from <= ${DAY} AND abs(m.occurred_from - m.said_at) <= ${LARGEST_OFFSET}
    AND NOT EXISTS (SELECT 1 FROM json_each(${listIn('m.dates')}) WHERE NOT json_extract(value, '$.recurring'))
    AND EXISTS (SELECT 1 FROM json_each(${listIn('m.provenance')}) WHERE json_extract(value, '$.saidAt') >= ? AND json_extract(value, '$.saidAt') < ?))`,
};

const filters: FilterDialect = {
  folded: (name) => name,
  fieldSql: (condition) => {
    const test =
      condition.test === 'exists' ? { sql: 'true', values: [] } : valueTests(condition, valueSql);
    const found = `EXISTS (SELECT 1 FROM json_each(${METADATA}) WHERE key = ? AND ${test.sql})`;
    const absent = condition.test === 'exists' && !condition.value;
    return { sql: absent ? `NOT ${found}` : found, values: [condition.name, ...test.values] };
  },
};

/** JSON's types are distinct: "1" is not 1, and true is not 1. */
function valueSql(test: keyof typeof OPERATORS, value: string | number | boolean): Condition {
  if (typeof value === 'boolean') return { sql: `type = '${value}'`, values: [] };
  const types = typeof value === 'string' ? `type = 'text'` : `type IN ('integer', 'real')`;
  return { sql: `(${types} AND value ${OPERATORS[test]} ?)`, values: [value] };
}

const recalls: Columns<RecallRecord> = {
  names: ['at', 'need', 'delivered'],
  values: ({ at, need, delivered }) => [at, JSON.stringify(need), JSON.stringify(delivered)],
  read: (row) => row as RecallRecord,
};

const keys: Columns<ApiKey> = {
  names: ['name', 'hash', 'banks', 'scopes', 'created_at', 'revoked_at'],
  values: ({ name, hash, banks, scopes, createdAt, revokedAt }) => [
    ...[name, hash, banks === null ? null : JSON.stringify(banks)],
    ...[JSON.stringify(scopes), createdAt, revokedAt],
  ],
  read: (row) => {
    const { created_at: createdAt, revoked_at: revokedAt, ...key } = row as StoredKey;
    return { ...key, createdAt, revokedAt };
  },
};

interface StoredKey extends Omit<ApiKey, 'createdAt' | 'revokedAt'> {
  readonly created_at: number;
  readonly revoked_at: number | null;
}

/**
 * Where FTS5 may split a word: marks of Indic scripts, points and apostrophes, and letters that its tables
 * may be too old for.
 */
const SPLITS = /[^\p{L}\p{N}\p{Co}_]+|(?=[\u{10000}-\u{10ffff}])|(?<=[\u{10000}-\u{10ffff}])/u;

/**
 * A word that the index holds in pieces is searched by all of them: the index stores no positions, so it
 * supports no phrases.
 */
function termQuery(term: string): string {
  const pieces = term.split(SPLITS).filter((piece) => piece !== '');
  return pieces.length === 0 ? '""' : `(${pieces.map((piece) => `"${piece}"`).join(' AND ')})`;
}

export function sqliteDialect(connection: Connection): Dialect {
  return {
    filters,
    recalls,
    keys,
    index: INDEX,
    search: {
      byWords: function* (bank, query, { sql, values }, limit) {
        const terms = query.split(/\s+/).filter((term) => term !== '');
        if (terms.length === 0) return [];
        return yield* rows<{ id: MemoryId; score: number }>(
          'memory',
          bank,
          `SELECT m.id, -bm25(memory_text) AS score FROM memory_text JOIN memory m ON m.num = memory_text.rowid
           WHERE memory_text MATCH ? AND ${sql} ORDER BY score DESC, m.num LIMIT ?`,
          ...[terms.map(termQuery).join(' OR '), ...values, limit],
        );
      },
      codeOf: (bank, memory, made, stored) => soundCode(connection, bank, memory, made, stored),
    },
  };
}
