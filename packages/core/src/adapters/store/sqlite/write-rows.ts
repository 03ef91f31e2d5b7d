import { MnemeError } from '../../../domain/errors.js';
import type { Steps } from '../../../domain/pace.js';
import type { Asked, Columns, RecordKind } from '../sql/query.js';
import type { Connection } from './connection.js';
import { BY_ID, edgeKey, valuesOf } from './records.js';
import { setAside } from './sound-rows.js';
import type { SqliteValue } from './sqlite-database.js';

type Of<Way extends Asked['way']> = Extract<Asked, { readonly way: Way }>;

/** Maximum number of rows per INSERT statement. */
const AT_ONCE = 32;
/** Up to this many rows, one statement of exactly that many is used. */
const FEW = 8;

/** Inserts rows of values, several per statement, and returns the number inserted. */
function* insertAll(
  connection: Connection,
  head: string,
  rows: readonly (readonly SqliteValue[])[],
  tail = '',
): Steps<number> {
  let inserted = 0;
  for (let at = 0; at < rows.length;) {
    const left = Math.min(AT_ONCE, rows.length - at);
    // Use few different statement sizes, so that few prepared statements are cached.
    const size = left <= FEW ? left : 2 ** Math.floor(Math.log2(left));
    const some = rows.slice(at, at + size);
    const marks = `(?${', ?'.repeat((some[0]?.length ?? 1) - 1)})`;
    const sql = `${head} VALUES ${marks}${`, ${marks}`.repeat(size - 1)} ${tail}`;
    const { changes } = connection.statement(sql).run(...some.flat()) as { changes: number };
    inserted += changes;
    at += size;
    yield;
  }
  return inserted;
}

/** Contexts and sessions have no number, and are only replaced when renamed. */
const NO_PLACE: ReadonlySet<RecordKind> = new Set<RecordKind>(['context', 'session']);

export function* putRows(
  connection: Connection,
  { bank, kind, rows, sequence }: Of<'put'>,
): Steps<readonly unknown[]> {
  const { names, of } = valuesOf(kind);
  const columns = ['bank', 'created', ...names];
  const fresh: SqliteValue[][] = [];
  for (const { num, created, record, damaged, back, changed } of rows) {
    const values = of(record as object, changed ?? sequence);
    if (damaged !== undefined) setAside(connection, bank, kind, damaged);
    if (num === null || NO_PLACE.has(kind)) fresh.push([bank, created, ...values]);
    else if (back === true) {
      const taken = connection.statement(`SELECT 1 FROM ${kind} WHERE num = ?`).get(num);
      const place = taken === undefined ? num : null;
      yield* insertAll(connection, `INSERT INTO ${kind} (num, ${columns.join(', ')})`, [
        [place, bank, created, ...values],
      ]);
    } else
      connection
        .statement(
          `UPDATE ${kind} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE num = ?`,
        )
        .run(...values, num);
    yield;
  }
  const tail = NO_PLACE.has(kind)
    ? `ON CONFLICT (bank, id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`
    : '';
  yield* insertAll(connection, `INSERT INTO ${kind} (${columns.join(', ')})`, fresh, tail);
  return [];
}

export function* dropRows(
  connection: Connection,
  { bank, kind, rows }: Of<'drop'>,
): Steps<readonly unknown[]> {
  for (const { id, damaged } of rows) {
    if (damaged !== undefined) setAside(connection, bank, kind, damaged);
    if (kind === 'edge')
      connection
        .statement(
          'DELETE FROM edge WHERE bank = ? AND source = ? AND role = ? AND target = ? AND label = ?',
        )
        .run(bank, ...edgeKey(id));
    else connection.statement(`DELETE FROM ${kind} WHERE bank = ? AND id = ?`).run(bank, id);
    yield;
  }
  return [];
}

export function* insertRows(
  connection: Connection,
  into: string,
  rows: readonly Columns[],
): Steps<readonly unknown[]> {
  const names = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => names.map((name) => row[name] ?? null));
  const head = `INSERT OR IGNORE INTO ${into} (${names.join(', ')})`;
  return [yield* insertAll(connection, head, values)];
}

export function* deleteRows(
  connection: Connection,
  from: string,
  rows: readonly Columns[],
): Steps<readonly unknown[]> {
  const names = Object.keys(rows[0] ?? {});
  const where = names.map((name) => `${name} = ?`).join(' AND ');
  const statement = connection.statement(`DELETE FROM ${from} WHERE ${where}`);
  for (const row of rows) {
    statement.run(...names.map((name) => row[name] ?? null));
    yield;
  }
  return [];
}

interface Numbered {
  readonly id: string;
  readonly num: number;
  readonly terms: string | null;
}

/** The row numbers of memories by id. Throws `not_found` for a missing one. */
function numbersOf(
  connection: Connection,
  bank: number,
  memories: readonly { readonly memory: string }[],
): (id: string) => Numbered {
  const ids = new Set(memories.map(({ memory }) => memory));
  const rows = connection
    .statement(`SELECT id, num, terms FROM memory WHERE bank = ? AND id ${BY_ID}`)
    .all(bank, JSON.stringify([...ids])) as Numbered[];
  const known = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    const row = known.get(id);
    if (row !== undefined) return row;
    throw new MnemeError('not_found', `There is no memory ${id}.`, { field: 'memory', value: id });
  };
}

export function* putDerived(
  connection: Connection,
  { bank, readings, embeddings }: Of<'derived'>,
): Steps<readonly unknown[]> {
  const numberOf = numbersOf(connection, bank, [...readings, ...embeddings]);
  const words: SqliteValue[][] = [];
  for (const { memory, terms, traits } of new Map(
    readings.map((each) => [each.memory, each]),
  ).values()) {
    const { num, terms: old } = numberOf(memory);
    // An external-content FTS5 table needs the previous content for a deletion.
    if (old !== null)
      connection
        .statement("INSERT INTO memory_text (memory_text, rowid, terms) VALUES ('delete', ?, ?)")
        .run(num, old);
    connection
      .statement('UPDATE memory SET terms = ?, traits = ? WHERE num = ?')
      .run(terms, traits, num);
    words.push([num, terms]);
    yield;
  }
  yield* insertAll(connection, 'INSERT INTO memory_text (rowid, terms)', words);
  yield* insertAll(
    connection,
    'INSERT INTO embedding (memory, space, encoder, vector)',
    embeddings.map(({ memory, space, encoder, vector }) => {
      const { buffer, byteOffset, byteLength } = vector;
      return [numberOf(memory).num, space, encoder, new Uint8Array(buffer, byteOffset, byteLength)];
    }),
    'ON CONFLICT (memory, space, encoder) DO UPDATE SET vector = excluded.vector',
  );
  return [];
}
