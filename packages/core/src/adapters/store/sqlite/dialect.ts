import type { ApiKey } from '../../../domain/access.js';
import { withDefaults, type BankSettings } from '../../../domain/bank.js';
import type { RecallRecord } from '../../../domain/feedback.js';
import type { Edge } from '../../../domain/graph.js';
import type { MemoryId } from '../../../domain/ids.js';
import { UNDONE, type JournaledKind, type JournaledRecords } from '../../../domain/reversal.js';
import { DAY, LARGEST_OFFSET } from '../../../domain/time.js';
import type { Removable } from '../record-keys.js';
import type { Dialect, Layout, PastDialect } from '../sql/dialect.js';
import { OPERATORS, valueTests, type Condition, type FilterDialect } from '../sql/filter-sql.js';
import { raw, records, rows, run, type Query, type Words } from '../sql/query.js';
import { expiring } from '../sql/read.js';
import type { Raw } from '../stored-cells.js';
import { damagedCells } from '../stored-tables.js';
import type { Connection } from './connection.js';
import { INDEX, soundCode } from './index-rows.js';
import { fromJournaled, rowOfRecord } from './records.js';
import { setAside, soundRow } from './sound-rows.js';

/** SQLite’s JSON functions fail on all rows if one contains invalid JSON. */
const isJson = (column: string): string => `(typeof(${column}) = 'text' AND json_valid(${column}))`;
const listIn = (column: string): string =>
  `CASE WHEN ${isJson(column)} THEN ${column} ELSE '[]' END`;
const METADATA = `(CASE WHEN ${isJson('m.metadata')} THEN m.metadata ELSE '{}' END)`;

export const WORDS: Words = {
  // The unary plus keeps the planner from sorting a whole bank.
  unindexed: '+',
  byExpiry: `INDEXED BY memory_expiry ${expiring('tags', '["')}`,
  expiry: 'tags',
  expired: `tags < '["' || ? || '~'`,
  tokenNumber: 'CAST(substr(token, length(kind) + 3) AS INTEGER)',
  usageOf: 'u.memory = m.num',
  vectorOf: 'x.memory = m.num',
  usageKey: 'memory',
  usageOwner: 'm.num',
  kind: 'type',
  // Change numbers are unique in the file.
  ofBank: 'EXISTS (SELECT 1 FROM journal o WHERE o.sequence = b.sequence AND o.bank = ?)',
  ofChanges: 'b.sequence IN (SELECT sequence FROM journal WHERE bank = ?)',
  lineOf: 'j.sequence = b.sequence',
  edgeName: "source || '|' || role || '|' || target || '|' || label",
  locked: '',
  // The reason of the retraction marks undone ones.
  undone: `(m.retracted_at IS NOT NULL AND substr(m.retraction, 1, ${UNDONE.length}) = '${UNDONE}' AND EXISTS (SELECT 1 FROM journal j WHERE j.reverts = m.created))`,
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

const recalls: Layout<RecallRecord> = {
  names: ['at', 'need', 'delivered'],
  values: ({ at, need, delivered }) => [at, JSON.stringify(need), JSON.stringify(delivered)],
  read: (row) => row as RecallRecord,
};

const keys: Layout<ApiKey> = {
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
 * Characters at which FTS5 may split a word: marks of Indic scripts, points and apostrophes, and letters that its
 * tables may be too old for.
 */
const SPLITS = /[^\p{L}\p{N}\p{Co}_]+|(?=[\u{10000}-\u{10ffff}])|(?<=[\u{10000}-\u{10ffff}])/u;

/**
 * A word that the index splits into pieces is searched by all of them: the index stores no positions, so it supports
 * no phrases.
 */
function termQuery(term: string): string {
  const pieces = term.split(SPLITS).filter((piece) => piece !== '');
  return pieces.length === 0 ? '""' : `(${pieces.map((piece) => `"${piece}"`).join(' AND ')})`;
}

/** For entities and edges the journal stores the row, for other kinds the record. */
const AS_ROWS: ReadonlySet<JournaledKind> = new Set<JournaledKind>(['entity', 'edge']);

/** Fields missing from images of memories stored before pictures and quarantine existed. */
const LATER_FIELDS = Object.freeze({ quarantine: null, images: [] });

function recordOfImage(kind: JournaledKind, image: object): unknown {
  if (kind === 'bank') return withDefaults(image as Partial<BankSettings>);
  if (kind === 'memory') return { ...LATER_FIELDS, ...image };
  return AS_ROWS.has(kind) ? fromJournaled(kind, image) : image;
}

function pastOf(connection: Connection): PastDialect {
  return {
    image: (_, sequence, [kind, id, record]) => {
      const image =
        record !== null && kind !== 'bank' && AS_ROWS.has(kind)
          ? rowOfRecord(kind, record as object)
          : record;
      return { sequence, type: kind, id, image: JSON.stringify(image) };
    },
    ofImage: (bank, kind, { id, image }) => {
      const row = soundRow<{ image: object | null }>(connection, 'journal_before', bank, {
        id,
        image,
        type: kind,
      });
      if (row === undefined) return undefined;
      return row.image === null
        ? null
        : (recordOfImage(kind, row.image) as JournaledRecords[typeof kind]);
    },
    removed: (bank, { kind, id, taken, num, created, record }) => ({
      ...{ bank, type: kind, id, taken, created },
      row: JSON.stringify({
        ...(num === null ? {} : { num }),
        ...{ bank, created },
        ...rowOfRecord(kind, record as object),
      }),
    }),
    removedColumns: 'r.type, r.id, r.taken, r.created, r.row',
    ofRemoved: (found) => {
      const { type: kind, id, taken, created, row } = found as unknown as TakenRow;
      const { num = null } = row;
      return { kind, id, taken, created, num, record: fromJournaled(kind, row) };
    },
  };
}

interface TakenRow {
  readonly type: Removable;
  readonly id: string;
  readonly taken: number;
  readonly created: number;
  readonly row: { readonly num?: number };
}

const MEMORIES_OF_BANK = 'memory IN (SELECT num FROM memory WHERE bank = ?)';
/** Dependent tables first. */
const TABLES: Dialect['tables'] = [
  ['embedding', MEMORIES_OF_BANK],
  ['usage', MEMORIES_OF_BANK],
  ['journal_before', 'sequence IN (SELECT sequence FROM journal WHERE bank = ?)'],
  ...(
    [
      ...['recall_log', 'vault', 'working_memory', 'removed', 'learned', 'vote', 'conflict'],
      ...['edge', 'claim', 'memory', 'goal', 'entity', 'context', 'session', 'journal', 'job'],
      ...['snapshot', 'snapshot_part', 'unfinished_erasure', 'set_aside'],
    ] as const
  ).map((table) => [table, 'bank = ?'] as const),
];

const SIDES = ['source', 'target'] as const;
/** The strongest edges of each node on one side, by the index of that side. */
const sideSql = (side: (typeof SIDES)[number], more: string): string =>
  `SELECT e.* FROM json_each(?) w CROSS JOIN edge e WHERE e.num IN (
     SELECT s.num FROM edge s WHERE s.bank = ? AND s.${side} = w.value ${more} ORDER BY s.weight DESC, s.num DESC LIMIT ?)`;
const STANDING =
  'AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.bank = s.bank AND m.retracted_at IS NOT NULL AND m.id IN (s.evidence, s.source, s.target))';

function* neighbours(
  bank: number,
  ids: readonly string[],
  families: readonly string[] | null,
  limit: number,
): Query<Edge[]> {
  // Most banks have no retracted memory; then edges need no second check.
  const retracted = 'SELECT 1 FROM memory WHERE bank = ? AND retracted_at IS NOT NULL LIMIT 1';
  const gone = (yield* raw(retracted, bank)).length > 0;
  const more = `${families === null ? '' : 'AND s.family IN ?'} ${gone ? STANDING : ''}`;
  const values = [ids, bank, ...(families === null ? [] : [families]), limit];
  return yield* records(
    'edge',
    bank,
    `(${SIDES.map((side) => sideSql(side, more)).join(' UNION ALL ')}) AS e`,
    ...[...values, ...values],
  );
}

export function sqliteDialect(connection: Connection): Dialect {
  return {
    filters,
    recalls,
    keys,
    index: INDEX,
    past: pastOf(connection),
    fitsSpace: connection.fitsSpace,
    neighbours,
    tables: TABLES,
    forgetWords:
      "INSERT INTO memory_text (memory_text, rowid, terms) SELECT 'delete', num, terms FROM memory WHERE terms IS NOT NULL AND",
    claim: (bank, { key, memory, claim }) => ({ bank, key, memory, claim }),
    claimKey: (bank, { key, memory, claim }) => ({ bank, key, memory, claim }),
    claimOrder: ['key', 'memory', 'claim'],
    keyOf: (id) => id,
    line: {
      begin: function* ({ num }, { at, verb, actor, reason, reverts }) {
        const [line] = yield* raw<{ sequence: number }>(
          'INSERT INTO journal (bank, at, verb, actor, reason, reverts) VALUES (?, ?, ?, ?, ?, ?) RETURNING sequence',
          ...[num, at, verb, actor, reason, reverts],
        );
        return line?.sequence ?? 0;
      },
      // In an empty file, keep the export's own numbers.
      reserve: function* (count) {
        const [used] = yield* raw<{ seq: number }>(
          "SELECT seq FROM sqlite_sequence WHERE name = 'journal'",
        );
        yield* run(
          used === undefined
            ? "INSERT INTO sqlite_sequence (seq, name) VALUES (?, 'journal')"
            : "UPDATE sqlite_sequence SET seq = ? WHERE name = 'journal'",
          (used?.seq ?? 0) + count,
        );
        return used?.seq ?? 0;
      },
      end: function* ({ num }, { encoder }, { sequence, settings }) {
        if (settings !== null) {
          const [row] = yield* raw<Raw>('SELECT * FROM bank WHERE num = ?', num);
          if (row !== undefined && damagedCells('bank', row).length > 0)
            setAside(connection, num, 'bank', row);
        }
        yield* run(
          'UPDATE bank SET sequence = ?, encoder = coalesce(?, encoder), settings = coalesce(?, settings) WHERE num = ?',
          ...[sequence, encoder, settings, num],
        );
      },
    },
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
