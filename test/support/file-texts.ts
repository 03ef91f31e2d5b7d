import { openDatabase } from '../../packages/core/src/adapters/store/sqlite/open-database.js';

/** Every text of every table of a file, the words of the full-text index too, read beside the engine. */
export function textsIn(path: string): string[] {
  const database = openDatabase(path, true);
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'memory_text%'")
    .all() as { name: string }[];
  const texts = tables.flatMap(({ name }) =>
    (database.prepare(`SELECT * FROM "${name}"`).all() as Record<string, unknown>[]).flatMap(
      (row) => Object.values(row).filter((value) => typeof value === 'string'),
    ),
  );
  database.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'memory_text', 'row')");
  const words = database.prepare('SELECT term FROM temp.words').all() as { term: string }[];
  database.close();
  return [...texts, ...words.map(({ term }) => term)];
}
