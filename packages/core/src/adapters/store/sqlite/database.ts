import type { Database } from '../sql/database.js';
import type { Connection } from './connection.js';
import { sqliteDialect } from './dialect.js';
import { readingBanks, writingBanks } from './parts/bank-of.js';
import { runQuery } from './run-query.js';

/** Queries on an open file. */
export function databaseOf(connection: Connection): Database {
  const reading = readingBanks(connection);
  const writing = writingBanks(connection);
  return {
    dialect: sqliteDialect(connection),
    read: (bank, query) => reading(bank, (num) => runQuery(connection, query(num))),
    write: (bank, query) => writing(bank, (num) => runQuery(connection, query(num))),
    readFile: async (query) => connection.read(() => runQuery(connection, query())),
    writeFile: (query) => connection.write(() => runQuery(connection, query())),
  };
}
