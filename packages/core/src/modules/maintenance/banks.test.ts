import { expect, describe, it } from 'vitest';
import { openDatabase } from '../../adapters/store/sqlite/open-database.js';
import { openTestMemory, temporaryFile } from '../../../../../test/support/open-test-memory.js';

const DAY = 86_400_000;

async function told() {
  const file = temporaryFile();
  const { memory, clock } = await openTestMemory({ file });
  await memory.remember('The pool size is 40.');
  await memory.bank('work').remember('The heron stands by the weir.');
  await memory.bank('work').scope({ userId: 'ann' }).remember('Ann grows quinces.');
  return { memory, clock, file };
}

const namesOf = (banks: readonly { readonly name: string }[]): string[] =>
  banks.map(({ name }) => name);

/** Row counts of every table with a bank column, by table. */
function rowsOfBanks(file: string): Record<string, number> {
  const database = openDatabase(file, true);
  const tables = database
    .prepare(
      "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'bank' WHERE m.type = 'table'",
    )
    .all() as { name: string }[];
  const rows = Object.fromEntries(
    tables.map(({ name }) => [
      name,
      (
        database
          .prepare(
            `SELECT count(*) AS n FROM ${name} WHERE bank NOT IN (SELECT num FROM bank WHERE name = 'test')`,
          )
          .get() as { n: number }
      ).n,
    ]),
  );
  database.close();
  return rows;
}

describe('a deleted bank', () => {
  it('is hidden with its users, and restored as it was', async () => {
    const { memory } = await told();
    const work = memory.bank('work');
    const before = await work.recall('Where is the heron?');
    const receipt = await memory.file.deleteBank({ name: 'work', reason: 'the job ended' });
    expect(receipt).toMatchObject({ bank: 'work', memories: 2, users: 1 });
    expect(namesOf(await memory.file.banks())).toEqual(['test']);
    for (const asked of [
      work.recall('heron'),
      work.list(),
      work.remember('Late.'),
      work.scope({ userId: 'ann' }).list(),
      work.care.info(),
    ])
      await expect(asked).rejects.toMatchObject({
        code: 'not_found',
        hint: expect.stringContaining('mneme bank delete work --restore') as string,
      });
    await expect(memory.file.deleteBank({ name: 'work' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await memory.file.deleteBank({ name: 'work', restore: true })).toMatchObject({
      bank: 'work',
      memories: 2,
      restored: true,
    });
    const after = await work.recall('Where is the heron?');
    expect(after.results.map(({ id }) => id)).toEqual(before.results.map(({ id }) => id));
    const [restored, deleted] = (await work.curation.log()).changes;
    expect([restored?.verb, deleted?.verb, deleted?.reason]).toEqual([
      'restore_bank',
      'delete_bank',
      'the job ended',
    ]);
    await expect(memory.file.deleteBank({ name: 'work', restore: true })).rejects.toThrow(
      /is not deleted/,
    );
  });

  it('is refused in a process that has it open', async () => {
    const { memory, clock, file } = await told();
    const { memory: other } = await openTestMemory({ file, clock, bank: 'work' });
    expect((await other.recall('heron')).results).toHaveLength(1);
    await memory.file.deleteBank({ name: 'work' });
    await expect(other.recall('heron')).rejects.toThrow(/was deleted on/);
    await memory.file.deleteBank({ name: 'work', restore: true });
    expect((await other.recall('heron')).results).toHaveLength(1);
  });

  it('is gone for good after 30 days, and its name is free', async () => {
    const { memory, clock, file } = await told();
    const { banks } = await memory.file.keys.create({
      name: 'one',
      banks: ['work'],
      scopes: ['read'],
    });
    expect(banks).toEqual(['work']);
    await memory.file.keys.create({ name: 'two', banks: ['work', 'test'], scopes: ['read'] });
    await memory.file.deleteBank({ name: 'work' });
    clock.advance(30 * DAY - 1);
    expect(await memory.file.dropDue()).toEqual([]);
    clock.advance(1);
    expect([...(await memory.file.dropDue())].sort()).toEqual(['work', 'work@ann']);
    await expect(memory.file.deleteBank({ name: 'work', restore: true })).rejects.toThrow(
      /no bank named work/,
    );
    expect(
      new Map(
        (await memory.file.keys.list()).map(({ name, banks: open, revokedAt }) => [
          name,
          [open, revokedAt !== null],
        ]),
      ),
    ).toEqual(
      new Map([
        ['one', [['work'], true]],
        ['two', [['test'], false]],
      ]),
    );
    expect(Object.values(rowsOfBanks(file)).every((rows) => rows === 0)).toBe(true);
    expect((await memory.bank('work').list()).memories).toEqual([]);
    expect((await memory.list()).memories).toHaveLength(1);
  });

  it('is out of the file at once where that is meant, for whoever has it open, too', async () => {
    const { memory, clock, file } = await told();
    const { memory: other } = await openTestMemory({ file, clock, bank: 'work' });
    expect((await other.recall('heron')).results).toHaveLength(1);
    await expect(memory.file.deleteBank({ name: 'work', now: true })).rejects.toThrow(/say yes/);
    const receipt = await memory.file.deleteBank({ name: 'work', now: true, yes: true });
    expect(receipt).toMatchObject({ memories: 2, restorableUntil: null });
    clock.advance(1_000);
    await memory.bank('work').remember('A new beginning.');
    expect(
      (await other.recall('heron, a new beginning')).results.map(({ content }) => content),
    ).toEqual(['A new beginning.']);
  });

  it('refuses what is no bank, a user’s memory, and who may not', async () => {
    const { memory } = await told();
    await expect(memory.file.deleteBank({ name: 'wrok' })).rejects.toMatchObject({
      code: 'not_found',
      hint: expect.stringContaining('work') as string,
    });
    await expect(memory.file.deleteBank({ name: 'work@ann' })).rejects.toThrow(/a user's memory/);
    const guest = memory.as({ standing: 'guest' });
    await expect(guest.file.deleteBank({ name: 'work' })).rejects.toMatchObject({ code: 'denied' });
    const within = memory.as({ within: ['test'] });
    await expect(within.file.deleteBank({ name: 'work' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await within.file.describe()).deleted).toEqual([]);
    await memory.file.deleteBank({ name: 'work' });
    expect((await within.file.describe()).deleted).toEqual([]);
    expect(namesOf((await memory.file.describe()).deleted)).toEqual(['work']);
  });
});
