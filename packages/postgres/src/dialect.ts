import { retoldOf } from '@mneme/core/domain/memory-times.js';
import {
  type Condition,
  type Dialect,
  type FilterDialect,
  type IndexDialect,
  type Layout,
  OPERATORS,
  valueTests,
} from '@mneme/core/adapters/store/sql/dialect.js';
import { raw, records, rows, type SqlFragments } from '@mneme/core/adapters/store/sql/query.js';
import { expiring } from '@mneme/core/adapters/store/sql/read.js';
import type { ApiKey } from '@mneme/core/domain/access.js';
import type { RecallRecord } from '@mneme/core/domain/feedback.js';
import type { MemoryId } from '@mneme/core/domain/ids.js';
import { SOURCES } from '@mneme/core/domain/memory.js';
import { DAY, LARGEST_OFFSET } from '@mneme/core/domain/time.js';
import type { FitsSpace } from '@mneme/core/ports/store.js';
import { digestOf, keyOf, leadOf, parsed, PAST, recordOf } from './layout.js';
import { BANK_TABLES } from './migrations.js';
import { withoutNul } from './session.js';

/** The expiry tag is the first tag of its memory. */
const FIRST_TAG = '(tags->>0) COLLATE "C"';
/** The time of evidence in a record's JSON; within a text, the quotation marks would be escaped. */
const SAID_AT = '"saidAt":(-{0,1}[0-9]{1,16})';

export const WORDS: SqlFragments = {
  unindexed: '',
  byExpiry: expiring(FIRST_TAG),
  expiry: FIRST_TAG,
  expired: `${FIRST_TAG} <= ?`,
  tokenNumber: `CAST(coalesce(substring(substr(token, length(kind) + 3) FROM '^[0-9]{1,15}'), '0') AS bigint)`,
  usageOf: 'u.bank = m.bank AND u.memory = m.num',
  vectorOf: 'x.bank = m.bank AND x.memory = m.num',
  usageKey: 'bank, memory',
  usageOwner: 'm.bank, m.num',
  kind: 'kind',
  ofBank: 'b.bank = ?',
  ofChanges: 'b.bank = ?',
  lineOf: 'j.bank = b.bank AND j.sequence = b.sequence',
  edgeName: 'id',
  locked: 'FOR NO KEY UPDATE',
  undone:
    '(m.undone AND EXISTS (SELECT 1 FROM journal j WHERE j.bank = m.bank AND j.reverts = m.created))',
  bytes: `(SELECT CAST(coalesce(sum(pg_total_relation_size(oid)), 0) AS bigint) FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r')`,
  held: "m.quarantine = 'held'",
  speaker: 'lower(m.speaker)',
  hasTag: 'jsonb_exists(m.tags, CAST(? AS text))',
  retold: `(m.record LIKE '%},{%' AND m.record NOT LIKE '%"recurring":false%'
    AND m.occurred_to - m.occurred_from <= ${DAY}
    AND abs(m.occurred_from - substring(m.record from '${SAID_AT}')::bigint) <= ${LARGEST_OFFSET}
    AND EXISTS (SELECT 1 FROM regexp_matches(m.record, '${SAID_AT}', 'g') AS told
      WHERE told[1]::bigint >= CAST(? AS bigint) AND told[1]::bigint < CAST(? AS bigint)))`,
};

const filters: FilterDialect = {
  folded: (name) => name.toLowerCase(),
  fieldSql: (condition) => {
    if (condition.test === 'exists')
      return {
        sql: `${condition.value ? '' : 'NOT '}jsonb_exists(m.metadata, CAST(? AS text))`,
        values: [condition.name],
      };
    const { sql, values } = valueTests(condition, valueSql);
    // A missing field does not compare with any value.
    return {
      sql: `EXISTS (SELECT 1 FROM jsonb_each(m.metadata) WHERE key = ? AND ${sql})`,
      values: [condition.name, ...values],
    };
  },
};

/** JSON's types are distinct: "1" is not 1, and true is not 1. */
function valueSql(test: keyof typeof OPERATORS, value: string | number | boolean): Condition {
  if (typeof value === 'boolean') return { sql: `value = '${value}'::jsonb`, values: [] };
  const [type, compared] =
    typeof value === 'string'
      ? ['string', `(value #>> '{}') COLLATE "C" ${OPERATORS[test]} CAST(? AS text)`]
      : [
          'number',
          `(value #>> '{}')::double precision ${OPERATORS[test]} CAST(? AS double precision)`,
        ];
  // CASE guarantees the order of evaluation: only numbers are cast to numbers.
  return {
    sql: `CASE WHEN jsonb_typeof(value) = '${type}' THEN ${compared} ELSE false END`,
    values: [value],
  };
}

const recalls: Layout<RecallRecord> = {
  names: ['record'],
  values: (recall) => [JSON.stringify(recall)],
  read: (row) => recordIn('recall', row) as RecallRecord,
};

export const KEYS: Layout<ApiKey> = {
  names: ['created_at', 'record'],
  values: (key) => [key.createdAt, JSON.stringify(key)],
  read: (row) => recordIn('key', row) as ApiKey,
};

function recordIn(what: string, row: object): unknown {
  const { id, record } = row as { readonly id: string; readonly record: string };
  return parsed(`${what} ${id}`, record);
}

const index: IndexDialect = {
  columns: 'm.record',
  memory: (row) => {
    const memory = recordOf(
      'memory',
      row as unknown as { readonly id: string; readonly record: string },
    );
    const sources = new Set(memory.provenance.map(({ source }) => source));
    return {
      ...memory,
      trust: SOURCES.find((source) => sources.has(source)) ?? 'web',
      ...retoldOf(memory),
    };
  },
};

/**
 * BM25 with saturation and length normalisation (Robertson and Zaragoza, "The Probabilistic Relevance Framework",
 * 2009, section 3.4).
 */
const BM25 = `
  WITH found AS MATERIALIZED (
    SELECT m.num, m.length, w.lexeme, cardinality(w.positions) AS often
    FROM memory m CROSS JOIN LATERAL unnest(m.words) AS w
    WHERE m.bank = ? AND m.words @@ CAST(? AS tsquery) AND w.lexeme IN ?
  ), bearers AS (SELECT lexeme, count(*) AS n FROM found GROUP BY lexeme),
  total AS (SELECT count(*) AS n, greatest(avg(length), 1) AS mean FROM memory WHERE bank = ? AND words IS NOT NULL)
  SELECT num, sum(ln(1 + (t.n - b.n + 0.5) / (b.n + 0.5)) * f.often * 2.2 / (f.often + 1.2 * (0.25 + 0.75 * f.length / t.mean)))::double precision AS score
  FROM found f JOIN bearers b USING (lexeme) CROSS JOIN total t GROUP BY num`;

const GONE =
  'EXISTS (SELECT 1 FROM memory m WHERE m.bank = e.bank AND m.retracted_at IS NOT NULL AND m.id IN (e.evidence, e.source, e.target))';

const sideSql = (column: 'source' | 'target', ofFamily: string): string =>
  `SELECT s.* FROM unnest(CAST(? AS text[])) AS w (node) CROSS JOIN LATERAL (
     SELECT e.id, e.num, e.created, e.record FROM edge e WHERE e.bank = ? AND e.${column} = w.node ${ofFamily}
       AND NOT ${GONE} ORDER BY e.weight DESC, e.num DESC LIMIT ?) AS s`;

/** `channel` is where commits are announced to other processes. */
export function postgresDialect(channel: string, fitsSpace: FitsSpace): Dialect {
  return { ...COMMON, fitsSpace, line: lineOf(channel) };
}

/** Writes the journal row and the bank's sequence, and notifies other processes, in one statement at the end. */
const lineOf = (channel: string): Dialect['line'] => ({
  begin: function* ({ sequence }) {
    return sequence + 1;
  },
  reserve: function* () {
    return 0;
  },
  end: function* ({ num }, { at, verb, actor, reason, reverts, encoder }, done) {
    const { sequence, nums, settings, token } = done;
    yield* raw(
      `WITH line AS (
         INSERT INTO journal (bank, sequence, at, verb, actor, reason, reverts, token) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       )
       UPDATE bank SET sequence = ?, nums = coalesce(?, nums), encoder = coalesce(?, encoder), settings = coalesce(?, settings)
       WHERE num = ? RETURNING pg_notify(?, ?)`,
      ...[num, sequence, at, verb, actor, reason, reverts, token],
      ...[sequence, nums, encoder, settings, num, channel, `${num} ${sequence}`],
    );
  },
});

export const CLAIMS: Pick<Dialect, 'claim' | 'claimKey'> = {
  claim: (bank, { key, memory, claim }) => ({
    ...{ bank, memory, lead: leadOf(key), key, claim },
    digest: digestOf(key, claim),
  }),
  claimKey: (bank, { key, memory, claim }) => ({ bank, memory, digest: digestOf(key, claim) }),
};

const COMMON: Omit<Dialect, 'line' | 'fitsSpace'> = {
  filters,
  recalls,
  keys: KEYS,
  index,
  past: PAST,
  neighbours: (bank, ids, families, limit) => {
    const ofFamily = families === null ? '' : 'AND e.family IN ?';
    const values = [ids, bank, ...(families === null ? [] : [families]), limit];
    return records(
      'edge',
      bank,
      `(${sideSql('source', ofFamily)} UNION ALL ${sideSql('target', ofFamily)}) AS e`,
      ...[...values, ...values],
    );
  },
  tables: [...BANK_TABLES, 'unfinished_erasure'].map((table) => [table, 'bank = ?'] as const),
  ...CLAIMS,
  claimOrder: ['memory', 'digest'],
  termsInRow: true,
  keyOf,
  leadOf,
  search: {
    byWords: function* (bank, query, { sql, values }, limit) {
      const words = [...new Set(wordsOf(query))];
      if (words.length === 0) return [];
      return yield* rows<{ id: MemoryId; score: number }>(
        'memory',
        bank,
        `SELECT m.id, s.score FROM (${BM25}) AS s JOIN memory m ON m.bank = ? AND m.num = s.num
         WHERE ${sql} ORDER BY s.score DESC, m.num LIMIT ?`,
        ...[bank, anyOf(words), words, bank, bank, ...values, limit],
      );
    },
    codeOf: (_bank, _memory, _made, { buffer, byteOffset, byteLength }) =>
      new Int8Array(buffer, byteOffset, byteLength),
  },
};

/**
 * The server's limits: bytes of a word, positions of a word, bytes of a tsvector (PostgreSQL's documentation,
 * textsearch-limitations).
 */
const MAX_WORD_BYTES = 2_000;
const MAX_PLACES = 255;
const MAX_LIST_BYTES = 900_000;

export function wordsOf(text: string): string[] {
  return withoutNul(text)
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

export const countWords = (terms: string): number => wordsOf(terms).length;

/** The words of a text with their counts, as a tsvector literal; the server's own parser would split stems again. */
export function wordVector(terms: string): string {
  const often = new Map<string, number>();
  for (const word of wordsOf(terms)) often.set(word, (often.get(word) ?? 0) + 1);
  const parts: string[] = [];
  let bytes = 0;
  for (const [word, count] of often) {
    const length = Buffer.byteLength(word);
    if (length > MAX_WORD_BYTES) continue;
    bytes += length + 2 * Math.min(count, MAX_PLACES) + 8;
    if (bytes > MAX_LIST_BYTES) break;
    parts.push(`${quoted(word)}:${places(count)}`);
  }
  return parts.join(' ');
}

function places(count: number): string {
  return Array.from({ length: Math.min(count, MAX_PLACES) }, (_, at) => at + 1).join(',');
}

/** A tsquery that matches any of the words. */
export function anyOf(words: readonly string[]): string {
  return words.map(quoted).join(' | ');
}

function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
