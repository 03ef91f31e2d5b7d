import {
  type Condition,
  type Dialect,
  type FilterDialect,
  type IndexDialect,
  type Layout,
  OPERATORS,
  type PastDialect,
  valueTests,
} from '../sql/dialect.js';
import {
  type Query,
  raw,
  records,
  type Removable,
  rows,
  run,
  type SqlFragments,
} from '../sql/query.js';
import { expiring } from '../sql/read.js';
import type { Connection } from './connection.js';
import { fromJournaled, rowOfRecord, setAside, soundRow } from './records.js';
import type { Raw } from '../stored-cells.js';
import { damagedCells } from '../stored-tables.js';
import type { ApiKey } from '../../../domain/access.js';
import { type BankSettings, withDefaults } from '../../../domain/bank.js';
import { type JournaledKind, type JournaledRecords, UNDONE } from '../../../domain/change.js';
import type { RecallRecord } from '../../../domain/feedback.js';
import type { Edge } from '../../../domain/graph.js';
import type { ContextId, MemoryId, SessionId } from '../../../domain/ids.js';
import { retoldOf } from '../../../domain/memory-times.js';
import {
  type MemoryKind,
  type MentionedDate,
  type Provenance,
  SOURCES,
} from '../../../domain/memory.js';
import { DAY, LARGEST_OFFSET } from '../../../domain/time.js';

interface Source {
  readonly id: MemoryId;
  readonly kind: MemoryKind;
  readonly speaker: string | null;
  readonly session: SessionId | null;
  readonly context: ContextId | null;
  readonly position: number;
  readonly said_at: number;
  readonly occurred_from: number;
  readonly occurred_to: number;
  readonly recorded_at: number;
  readonly retracted_at: number | null;
  readonly superseded_by: MemoryId | null;
  readonly confidence: number;
  readonly importance: number;
  readonly trust: number;
  readonly told_again: string | null;
  readonly tags: readonly string[];
}

/**
 * The most trusted source of the evidence, as its position in the list of sources. Unescaped, such a pair of quotes
 * cannot occur within a JSON string.
 */
const TRUST = `CASE ${SOURCES.slice(0, -1)
  .map((source, at) => `WHEN instr(m.provenance, '"source":"${source}"') > 0 THEN ${at}`)
  .join(' ')} ELSE ${SOURCES.length - 1} END`;

/** Evidence and dates, only for memories with more than one piece of evidence. */
const REPEATED_EVIDENCE = `CASE WHEN instr(m.provenance, '},{') > 0 THEN '[' || m.provenance || ',' || m.dates || ']' END`;

/** The code of one encoder for one memory; null if there is none, or none that the encoder could have produced. */
function soundCode(
  { damage, fitsSpace }: Connection,
  bank: number,
  memory: string,
  [space, encoder]: readonly [string, string],
  stored: unknown,
): Int8Array | null {
  if (stored === null) return null;
  if (stored instanceof Uint8Array) {
    const code = new Int8Array(stored.buffer, stored.byteOffset, stored.byteLength);
    if (fitsSpace(space, encoder, code)) return code;
  }
  damage.note({ table: 'embedding', bank, row: memory, cell: `${space} vector`, left: true });
  return null;
}

/** Parses no JSON except rare tags and repeated evidence. */
const INDEX: IndexDialect = {
  columns: `m.kind, m.speaker, m.session, m.context, m.position, m.said_at, m.occurred_from,
    m.occurred_to, m.recorded_at, m.retracted_at, m.superseded_by, m.confidence, m.importance, ${TRUST} AS trust, ${REPEATED_EVIDENCE} AS told_again, m.tags`,
  memory: (source) => {
    const row = source as unknown as Source;
    return {
      id: row.id,
      kind: row.kind,
      speaker: row.speaker,
      session: row.session,
      context: row.context,
      position: row.position,
      saidAt: row.said_at,
      occurredFrom: row.occurred_from,
      occurredTo: row.occurred_to,
      recordedAt: row.recorded_at,
      retractedAt: row.retracted_at,
      supersededBy: row.superseded_by,
      confidence: row.confidence,
      importance: row.importance,
      trust: SOURCES[row.trust] ?? 'web',
      tags: row.tags,
      ...retellings(row),
    };
  },
};

/** Unreadable cells give no retellings; they are reported when the memory itself is read. */
function retellings({ told_again, said_at, occurred_from, occurred_to }: Source) {
  if (told_again === null) return {};
  try {
    const [provenance, dates] = JSON.parse(told_again) as [Provenance[], MentionedDate[]];
    return retoldOf({
      saidAt: said_at,
      occurredFrom: occurred_from,
      occurredTo: occurred_to,
      provenance,
      dates,
    });
  } catch {
    return {};
  }
}

/** SQLite’s JSON functions fail on all rows if one contains invalid JSON. */
const isJson = (column: string): string => `(typeof(${column}) = 'text' AND json_valid(${column}))`;
const listIn = (column: string): string =>
  `CASE WHEN ${isJson(column)} THEN ${column} ELSE '[]' END`;
const METADATA = `(CASE WHEN ${isJson('m.metadata')} THEN m.metadata ELSE '{}' END)`;

export const WORDS: SqlFragments = {
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
  names: ['name', 'hash', 'banks', 'scopes', 'recipient', 'created_at', 'revoked_at'],
  values: ({ name, hash, banks, scopes, recipient, createdAt, revokedAt }) => [
    ...[name, hash, banks === null ? null : JSON.stringify(banks)],
    ...[JSON.stringify(scopes), recipient, createdAt, revokedAt],
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
const NOT_RETRACTED =
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
  const more = `${families === null ? '' : 'AND s.family IN ?'} ${gone ? NOT_RETRACTED : ''}`;
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
