import type { ApiKey } from '@mneme/core/domain/access.js';
import type { RecallRecord } from '@mneme/core/domain/feedback.js';
import type { MemoryId } from '@mneme/core/domain/ids.js';
import { SOURCES } from '@mneme/core/domain/memory.js';
import { retoldOf } from '@mneme/core/domain/occurrence.js';
import { DAY, LARGEST_OFFSET } from '@mneme/core/domain/time.js';
import type { Columns, Dialect, IndexDialect } from '@mneme/core/adapters/store/sql/database.js';
import {
  OPERATORS,
  valueTests,
  type Condition,
  type FilterDialect,
} from '@mneme/core/adapters/store/sql/filter-sql.js';
import { rows, type Words } from '@mneme/core/adapters/store/sql/query.js';
import { expiring } from '@mneme/core/adapters/store/sql/read.js';
import { codeFrom } from './derived-rows.js';
import { IS_UNDONE } from './removed.js';
import { parsed, recordOf, type RawRow } from './rows.js';
import { leadOf } from './stored-tables.js';
import { anyOf, wordsOf } from './text-vector.js';

/** The tag that says when a memory ends is its first. */
const FIRST_TAG = '(tags->>0) COLLATE "C"';
/** A moment of telling as a record has it; within a text, the quotation marks would be escaped. */
const SAID_AT = '"saidAt":(-{0,1}[0-9]{1,16})';

export const WORDS: Words = {
  unindexed: '',
  byExpiry: expiring(FIRST_TAG),
  expiry: FIRST_TAG,
  expired: `${FIRST_TAG} <= ?`,
  tokenNumber: `CAST(coalesce(substring(substr(token, length(kind) + 3) FROM '^[0-9]{1,15}'), '0') AS bigint)`,
  usageOf: 'u.bank = m.bank AND u.memory = m.num',
  vectorOf: 'x.bank = m.bank AND x.memory = m.num',
  usageKey: 'bank, memory',
  usageOwner: 'm.bank, m.num',
  imageOf: 'b.bank = ? AND b.kind',
  undone: IS_UNDONE,
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
    // What is missing is nothing that a value can be compared with.
    return {
      sql: `EXISTS (SELECT 1 FROM jsonb_each(m.metadata) WHERE key = ? AND ${sql})`,
      values: [condition.name, ...values],
    };
  },
};

/** JSON's types stay apart: "1" is not 1, and true is not 1. */
function valueSql(test: keyof typeof OPERATORS, value: string | number | boolean): Condition {
  if (typeof value === 'boolean') return { sql: `value = '${value}'::jsonb`, values: [] };
  const [type, compared] =
    typeof value === 'string'
      ? ['string', `(value #>> '{}') COLLATE "C" ${OPERATORS[test]} CAST(? AS text)`]
      : [
          'number',
          `(value #>> '{}')::double precision ${OPERATORS[test]} CAST(? AS double precision)`,
        ];
  // In the order of the cases: what is no number is not read as one.
  return {
    sql: `CASE WHEN jsonb_typeof(value) = '${type}' THEN ${compared} ELSE false END`,
    values: [value],
  };
}

export const RECALLS: Columns<RecallRecord> = {
  names: ['record'],
  values: (recall) => [JSON.stringify(recall)],
  read: (row) => recordIn('recall', row) as RecallRecord,
};

const keys: Columns<ApiKey> = {
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
    const memory = recordOf('memory', row as unknown as RawRow);
    const sources = new Set(memory.provenance.map(({ source }) => source));
    return {
      ...memory,
      trust: SOURCES.find((source) => sources.has(source)) ?? 'web',
      ...retoldOf(memory),
    };
  },
};

/** Saturation and length, as in Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009), section 3.4. */
const BM25 = `
  WITH found AS MATERIALIZED (
    SELECT m.num, m.length, w.lexeme, cardinality(w.positions) AS often
    FROM memory m CROSS JOIN LATERAL unnest(m.words) AS w
    WHERE m.bank = ? AND m.words @@ CAST(? AS tsquery) AND w.lexeme IN ?
  ), bearers AS (SELECT lexeme, count(*) AS n FROM found GROUP BY lexeme),
  total AS (SELECT count(*) AS n, greatest(avg(length), 1) AS mean FROM memory WHERE bank = ? AND words IS NOT NULL)
  SELECT num, sum(ln(1 + (t.n - b.n + 0.5) / (b.n + 0.5)) * f.often * 2.2 / (f.often + 1.2 * (0.25 + 0.75 * f.length / t.mean)))::double precision AS score
  FROM found f JOIN bearers b USING (lexeme) CROSS JOIN total t GROUP BY num`;

export const DIALECT: Dialect = {
  filters,
  recalls: RECALLS,
  keys,
  index,
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
    codeOf: (_bank, _memory, _made, stored) => codeFrom(stored),
  },
};
