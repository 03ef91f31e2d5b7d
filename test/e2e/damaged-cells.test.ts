/** One cell of the file is not what was written: the rest is served, what cannot be read is named, and doctor mends it or sets it aside. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../packages/core/src/adapters/store/sqlite/open-database.js';
import { STORED } from '../../packages/core/src/adapters/store/stored-tables.js';
import {
  pagesOf,
  quote,
  storedTables,
} from '../../packages/core/src/adapters/store/sqlite/tables.js';
import type {
  SqliteDatabase,
  SqliteValue,
} from '../../packages/core/src/adapters/store/sqlite/sqlite-database.js';
import { openMemory, restoreBackup, type Mneme } from '../../packages/mneme/src/index.js';
import { seededRandom, temporaryFile } from '../support/open-test-memory.js';
import { richFile } from '../support/rich-file.js';
import { runProgram } from '../support/run-node.js';

const onFile = <T>(file: string, work: (database: SqliteDatabase) => T): T => {
  const database = openDatabase(file, false);
  try {
    return work(database);
  } finally {
    database.close();
  }
};

interface Cell {
  readonly table: string;
  readonly column: string;
  readonly key: readonly SqliteValue[];
  readonly where: string;
  readonly value: SqliteValue;
}

/** What stands in the place of what was written. */
const DAMAGES: readonly ((value: SqliteValue) => SqliteValue)[] = [
  (value) => (typeof value === 'string' ? value.slice(0, Math.floor(value.length / 2)) : 'x'),
  () => new Uint8Array([7]),
  () => '{"a":',
  () => '{}',
  () => -5e17,
  () => 0.5,
  () => 424242,
  () => 'm_00000000000zz',
  () => '',
  (value) => (value instanceof Uint8Array ? value.slice(0, value.length - 1) : null),
];

function cellsOf(database: SqliteDatabase): Cell[] {
  return storedTables(database).flatMap((table) =>
    table.name.startsWith('memory_text') || table.name === 'sqlite_sequence'
      ? []
      : [...pagesOf(database, table)].flat().flatMap(({ values, key }) =>
          table.columns.map(({ name }) => ({
            table: table.name,
            column: name,
            key,
            where: table.key.map((column) => `${quote(column)} IS ?`).join(' AND '),
            value: values[name] ?? null,
          })),
        ),
  );
}

/** False where the file itself refuses such a value. */
function damage(database: SqliteDatabase, cell: Cell, to: SqliteValue): boolean {
  try {
    database
      .prepare(`UPDATE ${quote(cell.table)} SET ${quote(cell.column)} = ? WHERE ${cell.where}`)
      .run(to, ...cell.key);
    return true;
  } catch {
    return false;
  }
}

async function useAll(memory: Mneme, file: string): Promise<string[]> {
  const recalled = await memory.recall('Where does Tom Okafor work?');
  const listed = await memory.list({ limit: 500, forgotten: true });
  await memory.remember(`Something new was said about ${file.length}.`);
  const lines: string[] = [];
  for await (const piece of memory.care.exportLines()) lines.push(piece);
  await memory.file.backup(`${file}.backup`);
  await restoreBackup(`${file}.backup`, { file: `${file}.again` });
  for (const made of ['.backup', '.again']) rmSync(`${file}${made}`);
  expect(lines.join('').trimEnd().split('\n').length).toBeGreaterThan(20);
  expect(recalled.results.length).toBeGreaterThan(0);
  return [...recalled.notices, ...listed.notices];
}

describe('a damaged cell', () => {
  let sound: Buffer | undefined;

  /** A copy of one file that has rows of every kind. */
  async function soundFile(): Promise<string> {
    sound ??= readFileSync((await richFile()).file);
    const file = temporaryFile();
    writeFileSync(file, sound, { mode: 0o600 });
    return file;
  }

  async function damagedBy(sql: string): Promise<string> {
    const file = await soundFile();
    onFile(file, (database) => database.exec(sql));
    return file;
  }

  it('is not found in a sound file', async () => {
    const file = await soundFile();
    const memory = await openMemory({ file });
    expect((await memory.care.doctor()).problems).toEqual([]);
    expect(await useAll(memory, file)).toEqual([]);
    await memory.close();
    const unknown = onFile(file, (database) =>
      storedTables(database)
        .map(({ name }) => name)
        .filter((name) => !(name in STORED) && !name.startsWith('memory_text')),
    );
    expect(unknown).toEqual(['set_aside']);
  });

  it('anywhere leaves the rest in use, and doctor finds it and mends it', async () => {
    const random = seededRandom(Number(process.env['MNEME_PROPERTY_SEED'] ?? 16));
    const pick = <T>(list: readonly T[]): T => list[random.uint32() % list.length] as T;
    const cells = onFile(await soundFile(), cellsOf);
    const tables = [...new Set(cells.map(({ table }) => table))];
    const faults: string[] = [];
    let runs = 0;
    while (runs < 30) {
      const table = pick(tables);
      const column = pick([
        ...new Set(cells.filter((each) => each.table === table).map((each) => each.column)),
      ]);
      const cell = pick(cells.filter((each) => each.table === table && each.column === column));
      const to = pick(DAMAGES)(cell.value);
      // Another name is another bank, and another encoder one that is not configured.
      if (table === 'bank' && ['name', 'encoder'].includes(column) && !(to instanceof Uint8Array))
        continue;
      const file = await soundFile();
      if (!onFile(file, (database) => damage(database, cell, to))) continue;
      runs++;
      await probe(file).catch((error: unknown) =>
        faults.push(
          `${table}.${column} ${JSON.stringify(cell.key)} = ${JSON.stringify(to)}: ${error instanceof Error ? (error.stack ?? '').slice(0, 600) : String(error)}`,
        ),
      );
    }
    expect(faults).toEqual([]);
  }, 120_000);

  async function probe(file: string): Promise<void> {
    const memory = await openMemory({ file });
    try {
      await useAll(memory, file);
      await memory.care.doctor();
      await memory.care.doctor({ rebuild: true });
      expect((await memory.care.doctor()).problems).toEqual([]);
      expect(await useAll(memory, file)).toEqual([]);
    } finally {
      await memory.close();
    }
  }

  it('of a memory’s tags takes the tags alone, is named, and is set aside', async () => {
    const file = await damagedBy(
      `UPDATE memory SET tags = '["har' WHERE kind = 'experience' AND content LIKE '%Vestra because%'`,
    );
    const memory = await openMemory({ file });
    const { results, notices } = await memory.recall('Why does Tom Okafor work for Vestra?');
    const hit = results.find(({ content }) => content.includes('Vestra because'));
    expect(hit).toBeDefined();
    expect(notices.join(' ')).toContain(`tags of memory ${hit?.id} cannot be read`);
    const before = await memory.care.doctor();
    expect(before.healthy).toBe(false);
    expect(before.problems.map(({ what }) => what)).toContainEqual(
      expect.stringContaining(`memory ${hit?.id} (bank default): tags cannot be read`),
    );
    expect((await memory.care.doctor({ rebuild: true })).mended.join(' ')).toMatch(/set aside/);
    expect((await memory.care.doctor()).healthy).toBe(true);
    await memory.close();
    const kept = onFile(file, (database) =>
      database.prepare('SELECT place, name, cells, row FROM set_aside').all(),
    ) as { cells: string; row: string }[];
    expect(kept).toEqual([
      expect.objectContaining({ place: 'memory', name: hit?.id, cells: 'tags' }),
    ]);
    expect(JSON.parse(kept[0]?.row ?? '')).toMatchObject({ tags: '["har' });
  });

  it('that is a memory’s text leaves it out, and doctor keeps the row', async () => {
    const file = await damagedBy(`UPDATE memory SET content = x'00ff' WHERE content LIKE '%pnpm%'`);
    const memory = await openMemory({ file });
    const listed = await memory.list({ limit: 500 });
    expect(listed.memories.length).toBeGreaterThan(5);
    expect(listed.notices.join(' ')).toMatch(
      /content of memory m_\w+ cannot be read, so it is left out/,
    );
    await memory.care.doctor({ rebuild: true });
    expect((await memory.care.doctor()).problems).toEqual([]);
    expect((await memory.list({ limit: 500 })).notices).toEqual([]);
    await memory.close();
  });

  it('that is a vector of one byte is told, passed over, and made anew', async () => {
    const file = await damagedBy(
      "UPDATE embedding SET vector = x'07' WHERE rowid = (SELECT min(rowid) FROM embedding WHERE space = 'semantic')",
    );
    const memory = await openMemory({ file });
    expect((await memory.recall('Where does Tom live?')).notices.join(' ')).toMatch(
      /semantic vector of embedding m_\w+ cannot be read/,
    );
    expect((await memory.care.doctor()).problems.map(({ what }) => what).join(' ')).toMatch(
      /embedding m_\w+ \(bank default\): vector cannot be read/,
    );
    await memory.care.doctor({ rebuild: true });
    expect((await memory.care.doctor()).problems).toEqual([]);
    expect((await memory.recall('Where does Tom live?')).notices.join(' ')).not.toMatch(/damaged/);
    await memory.close();
  });

  it('makes the command line neither fail nor print a stack trace', async () => {
    const file = await damagedBy(
      "UPDATE bank SET settings = '{\"privacy\":'; UPDATE entity SET aliases = '['",
    );
    for (const words of [
      ['recall', 'Where does Tom live?'],
      ['doctor'],
      ['doctor', '--rebuild'],
      ['list'],
    ]) {
      const { out, err } = await runProgram([...words, '--file', file]);
      expect(`${out}${err}`).not.toMatch(/SyntaxError|\n\s+at /);
      expect(out).not.toBe('');
    }
  });
});
