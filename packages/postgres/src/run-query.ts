import { compiler, type Asked, type Query } from '@mneme/core/adapters/store/sql/query.js';
import type { Database } from '@mneme/core/adapters/store/sql/database.js';
import { cellsOf, type StoredName } from '@mneme/core/adapters/store/stored-tables.js';
import type { Connection } from './connection.js';
import { DIALECT, WORDS } from './dialect.js';
import { statesAt } from './read.js';
import { removedVotes } from './removed.js';
import { parsed, recordOf, type RawRow } from './rows.js';
import type { Session } from './session.js';

const compiled = compiler(WORDS, (number, list) => (list ? `= ANY($${number})` : `$${number}`));

/** Queries on an open server. */
export function databaseOf(connection: Connection): Database {
  return {
    dialect: DIALECT,
    read: (name, query) =>
      connection.readBank(name, (session, bank) => runQuery(session, query(bank))),
    write: (name, query) =>
      connection.writeBank(name, (session, { num }) => runQuery(session, query(num))),
    readFile: (query) => connection.read((session) => runQuery(session, query())),
    writeFile: (query) => connection.write((session) => runQuery(session, query())),
  };
}

/** Runs a query to its end, on the connection and in the transaction at hand. */
export async function runQuery<T>(session: Session, query: Query<T>): Promise<T> {
  let step = query.next([]);
  while (step.done !== true) step = query.next(await answer(session, step.value));
  return step.value;
}

async function answer(session: Session, asked: Asked): Promise<readonly unknown[]> {
  switch (asked.way) {
    case 'run':
      await session.run(compiled(asked.sql), asked.values);
      return [];
    case 'rows': {
      const rows = await session.all<Row>(compiled(asked.sql), asked.values);
      return rows.map((row) => withJson(asked.of, row));
    }
    case 'records': {
      const sql = compiled(`SELECT id, num, record FROM ${asked.sql}`);
      const rows = await session.all<RawRow>(sql, asked.values);
      return rows.map((row) => ({ num: row.num, record: recordOf(asked.kind, row) }));
    }
    case 'removed':
      return removedVotes(session, asked.bank);
    case 'states':
      return statesAt(session, asked.bank, asked.kind, asked.records, asked.at);
  }
}

type Row = Readonly<Record<string, unknown>>;

/** Throws `corrupt` for what is no JSON any more. */
function withJson(table: StoredName, row: Row): Row {
  const cells = cellsOf(table);
  const json = Object.entries(row).filter(
    ([name, value]) => cells[name]?.json === true && typeof value === 'string',
  );
  if (json.length === 0) return row;
  const read = json.map(([name, text]) => [name, parsed(`${name} of a ${table}`, String(text))]);
  return { ...row, ...Object.fromEntries(read) };
}
