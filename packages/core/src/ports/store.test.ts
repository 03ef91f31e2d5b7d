import { afterEach, expect, it } from 'vitest';
import { openSqliteStore } from '../adapters/store/sqlite/sqlite-store.js';
import type { Bank } from '../domain/bank.js';
import type { BankName } from '../domain/ids.js';
import { openMemory } from '@mneme/mneme/open.js';
import { type Store, bindStore } from './store.js';

let store: Store;
afterEach(() => store.close());

it('names what a store lacks when it is opened', async () => {
  store = openSqliteStore({ path: ':memory:' });
  const { since: _since, putApiKey: _put, search, ...rest } = store;
  const broken = { ...rest, search: { ...search, nearest: null } } as unknown as Store;
  await expect(openMemory({ store: broken })).rejects.toMatchObject({
    code: 'invalid_input',
    field: 'store',
    message: 'store: lacks records and journal (since); access (putApiKey); search (nearest).',
  });
  const { search: _search, ...deaf } = store;
  expect(() => bindStore(deaf as Store)).toThrow('lacks search (all of it)');
  expect(() => bindStore(null as unknown as Store)).toThrow('lacks everything');
});

it('takes a store that is a class: its calls keep their object', async () => {
  store = openSqliteStore({ path: ':memory:' });
  const named = { name: 'of-a-class' as BankName } as Bank;
  class Own {
    private readonly kept = [named];
    banks(): Promise<readonly Bank[]> {
      return Promise.resolve(this.kept);
    }
  }
  const own: Store = Object.assign(Object.create(new Own()) as Own, { ...store, banks: undefined });
  expect(() => bindStore(own)).toThrow('lacks records and journal (banks)');
  Reflect.deleteProperty(own, 'banks');
  const { banks } = bindStore(own);
  expect(await banks()).toEqual([named]);
});

it('refuses a file beside a store', async () => {
  store = openSqliteStore({ path: ':memory:' });
  await expect(openMemory({ store, file: 'elsewhere.mneme' })).rejects.toMatchObject({
    code: 'invalid_input',
    field: 'file',
  });
});
