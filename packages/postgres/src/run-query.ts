import { idOf } from '@mneme/core/adapters/store/sql/commit.js';
import {
  compiler,
  RECORD_KINDS,
  type QueryRequest,
  type Columns,
  type FoundRow,
  type Keys,
  type Query,
  type RecordKind,
} from '@mneme/core/adapters/store/sql/query.js';
import { cellsOf, type StoredName } from '@mneme/core/adapters/store/stored-tables.js';
import type { Embedding, StoredTerms } from '@mneme/core/domain/change.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { MemoryId } from '@mneme/core/domain/ids.js';
import { countWords, WORDS, wordVector } from './dialect.js';
import { columnsOf, keyOf, parsed, recordOf } from './layout.js';
import type { PgValue } from './driver.js';
import type { Session } from './session.js';
import { sweep } from './sweep.js';

const compiled = compiler(WORDS, (number, list) => (list ? `= ANY($${number})` : `$${number}`));

/** Runs a query to its end, on the current connection and transaction. */
export async function runQuery<T>(session: Session, query: Query<T>): Promise<T> {
  let step = query.next([]);
  while (step.done !== true) step = query.next(await answer(session, step.value));
  return step.value;
}

/** A row of a table of records. */
interface RawRow {
  readonly id: string;
  readonly num: number;
  readonly created: number;
  readonly record: string;
}

const ROW = 'id, num, created, record';

async function answer(session: Session, asked: QueryRequest): Promise<readonly unknown[]> {
  switch (asked.way) {
    case 'run':
      return [await session.run(compiled(asked.sql), asked.values)];
    case 'raw':
      return session.all(compiled(asked.sql), asked.values);
    case 'rows': {
      const rows = await session.all<Row>(compiled(asked.sql), asked.values);
      return rows.map((row) => withJson(asked.of, row));
    }
    case 'sound':
      return asked.rows.map((row) => withJson(asked.of, row));
    case 'records': {
      const rows = await session.all<RawRow>(
        compiled(`SELECT ${ROW} FROM ${asked.sql}`),
        asked.values,
      );
      return rows.map((row) => ({
        ...{ num: row.num, created: row.created },
        record: recordOf(asked.kind, row),
      }));
    }
    case 'find':
      return found(session, asked.bank, asked.keys);
    case 'put':
      await putRows(session, asked);
      return [];
    case 'drop':
      await session.run(`DELETE FROM ${asked.kind} WHERE bank = $1 AND id = ANY($2::text[])`, [
        asked.bank,
        asked.rows.map(({ id }) => id),
      ]);
      return [];
    case 'insert':
      return [await insertRows(session, asked.into, asked.rows)];
    case 'delete':
      return [await deleteRows(session, asked.from, asked.rows)];
    case 'derived':
      if (asked.readings.length > 0) await putReadings(session, asked.bank, asked.readings);
      if (asked.embeddings.length > 0) await putEmbeddings(session, asked.bank, asked.embeddings);
      return [];
    case 'sweep':
      await runQuery(session, sweep(asked.bank, asked.erasure));
      return [];
    case 'enter':
      await session.enter(asked.bank);
      return [];
  }
}

type Row = Readonly<Record<string, unknown>>;

/** Throws `corrupt` for invalid JSON. */
function withJson(table: StoredName, row: Row): Row {
  const cells = cellsOf(table);
  const json = Object.entries(row).filter(
    ([name, value]) => cells[name]?.json === true && typeof value === 'string',
  );
  if (json.length === 0) return row;
  const read = json.map(([name, text]) => [name, parsed(`${name} of a ${table}`, String(text))]);
  return { ...row, ...Object.fromEntries(read) };
}

/** Rows of several kinds by id, in one query; each by its key, also while the server has no statistics of a new bank. */
async function found(session: Session, bank: number, keys: Keys): Promise<FoundRow[]> {
  const asked = RECORD_KINDS.filter((kind) => (keys.get(kind)?.size ?? 0) > 0);
  const rows = await session.all<RawRow & { readonly kind: RecordKind }>(
    asked
      .map(
        (kind, at) =>
          `SELECT '${kind}' AS kind, r.* FROM unnest($${at + 2}::text[]) AS k (id)
             CROSS JOIN LATERAL (SELECT ${ROW} FROM ${kind} WHERE bank = $1 AND id = k.id LIMIT 1) AS r`,
      )
      .join(' UNION ALL '),
    [bank, ...asked.map((kind) => [...(keys.get(kind) ?? [])])],
  );
  return rows.map((row) => ({ ...row, record: recordOf(row.kind, row) }));
}

/** What was derived from the text of a memory, in the row of the memory. */
const DERIVED: readonly {
  readonly name: string;
  readonly type: string;
  readonly of: (reading: StoredTerms) => string | number;
}[] = [
  { name: 'terms', type: 'text', of: ({ terms }) => terms },
  { name: 'traits', type: 'integer', of: ({ traits }) => traits },
  { name: 'words', type: 'tsvector', of: ({ terms }) => wordVector(terms) },
  { name: 'length', type: 'integer', of: ({ terms }) => countWords(terms) },
];

const derivedColumns = (kind: RecordKind): typeof DERIVED => (kind === 'memory' ? DERIVED : []);

/** Types that are sent as text. */
const PARSED: ReadonlySet<string> = new Set(['jsonb', 'tsvector']);

const PUTS = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, putSql(kind)])) as Readonly<
  Record<RecordKind, string>
>;

function putSql(kind: RecordKind): string {
  const columns = [
    { name: 'num', type: 'bigint' },
    { name: 'id', type: 'text' },
    { name: 'created', type: 'bigint' },
    ...columnsOf(kind),
    { name: 'record', type: 'text' },
    ...derivedColumns(kind),
  ];
  const given = columns.map(({ type }, at) => `$${at + 2}::${PARSED.has(type) ? 'text' : type}[]`);
  const read = columns.map(({ name, type }) =>
    type === 'integer'
      ? `coalesce(t.${name}, 0)`
      : PARSED.has(type)
        ? `t.${name}::${type}`
        : `t.${name}`,
  );
  const replaced = [...columnsOf(kind).map(({ name }) => name), 'record'].map(
    (name) => `${name} = excluded.${name}`,
  );
  // A memory put without a reading keeps the one that it has.
  for (const { name } of derivedColumns(kind))
    replaced.push(
      `${name} = CASE WHEN excluded.terms IS NULL THEN ${kind}.${name} ELSE excluded.${name} END`,
    );
  const names = columns.map(({ name }) => name).join(', ');
  return `INSERT INTO ${kind} (bank, ${names}) SELECT $1::integer, ${read.join(', ')} FROM unnest(${given.join(', ')}) AS t (${names})
    ON CONFLICT (bank, id) DO UPDATE SET ${replaced.join(', ')}`;
}

async function putRows(
  session: Session,
  { bank, kind, rows, sequence }: Extract<QueryRequest, { readonly way: 'put' }>,
): Promise<void> {
  const columns: PgValue[] = [
    rows.map(({ num }) => num),
    rows.map(({ record }) => idOf({ keyOf }, kind, record)),
    rows.map(({ created }) => created),
    ...columnsOf(kind).map(({ of }) =>
      rows.map(({ record, changed }) => of(record, changed ?? sequence)),
    ),
    rows.map(({ record }) => JSON.stringify(record)),
    ...derivedColumns(kind).map(({ of }) =>
      rows.map(({ reading }) => (reading === undefined ? null : of(reading))),
    ),
  ];
  await session.run(PUTS[kind], [bank, ...columns]);
}

/** Types of the columns that are not text. */
const TYPES: Readonly<Record<string, string>> = {
  bank: 'integer',
  ...Object.fromEntries(
    ['sequence', 'at', 'reverts', 'taken', 'num', 'created', 'changed_at'].map((name) => [
      name,
      'bigint',
    ]),
  ),
};

/** The names of the columns, and each column's values as one list. */
function unnested(rows: readonly Columns[]): {
  readonly names: readonly string[];
  readonly lists: string;
  readonly values: readonly PgValue[];
} {
  const names = Object.keys(rows[0] ?? {});
  return {
    names,
    lists: `unnest(${names.map((name, at) => `$${at + 1}::${TYPES[name] ?? 'text'}[]`).join(', ')})`,
    values: names.map((name) => rows.map((row) => row[name] ?? null)),
  };
}

function insertRows(session: Session, into: string, rows: readonly Columns[]): Promise<number> {
  const { names, lists, values } = unnested(rows);
  return session.run(
    `INSERT INTO ${into} (${names.join(', ')}) SELECT * FROM ${lists} AS t ON CONFLICT DO NOTHING`,
    values,
  );
}

function deleteRows(session: Session, from: string, rows: readonly Columns[]): Promise<number> {
  const { names, lists, values } = unnested(rows);
  return session.run(
    `DELETE FROM ${from} AS d USING ${lists} AS t (${names.join(', ')}) WHERE ${names.map((name) => `d.${name} = t.${name}`).join(' AND ')}`,
    values,
  );
}

/** Throws `not_found` for the first missing memory. */
async function assertThere(
  session: Session,
  bank: number,
  memories: readonly MemoryId[],
): Promise<void> {
  const rows = await session.all<{ id: string }>(
    'SELECT id FROM memory WHERE bank = $1 AND id = ANY($2::text[])',
    [bank, [...new Set(memories)]],
  );
  const there = new Set(rows.map(({ id }) => id));
  const missing = memories.find((id) => !there.has(id));
  if (missing !== undefined)
    throw new MnemeError('not_found', `There is no memory ${missing}.`, {
      field: 'memory',
      value: missing,
    });
}

export async function putReadings(
  session: Session,
  bank: number,
  readings: readonly StoredTerms[],
): Promise<void> {
  if (readings.length === 0) return;
  const last = [...new Map(readings.map((reading) => [reading.memory, reading])).values()];
  const ids = last.map(({ memory }) => memory);
  const put = await session.run(
    `UPDATE memory m SET terms = t.terms, traits = t.traits, words = t.words::tsvector, length = t.length
     FROM unnest($2::text[], $3::text[], $4::integer[], $5::text[], $6::integer[]) AS t (id, terms, traits, words, length)
     WHERE m.bank = $1 AND m.id = t.id`,
    [bank, ids, ...DERIVED.map(({ of }) => last.map(of))],
  );
  if (put < last.length) await assertThere(session, bank, ids);
}

async function putEmbeddings(
  session: Session,
  bank: number,
  embeddings: readonly Embedding[],
): Promise<void> {
  if (embeddings.length === 0) return;
  const keyed = new Map(
    embeddings.map((each) => [`${each.memory} ${each.space} ${each.encoder}`, each]),
  );
  const last = [...keyed.values()];
  const ids = last.map(({ memory }) => memory);
  const put = await session.run(
    `INSERT INTO embedding (bank, memory, space, encoder, vector)
     SELECT $1::integer, m.num, t.space, t.encoder, t.vector
     FROM unnest($2::text[], $3::text[], $4::text[], $5::bytea[]) AS t (id, space, encoder, vector)
     CROSS JOIN LATERAL (SELECT num FROM memory WHERE bank = $1::integer AND id = t.id LIMIT 1) AS m
     ON CONFLICT (bank, memory, space, encoder) DO UPDATE SET vector = excluded.vector`,
    [
      bank,
      ids,
      last.map(({ space }) => space),
      last.map(({ encoder }) => encoder),
      last.map(
        ({ vector: { buffer, byteOffset, byteLength } }) =>
          new Uint8Array(buffer, byteOffset, byteLength),
      ),
    ],
  );
  if (put < last.length) await assertThere(session, bank, ids);
}
