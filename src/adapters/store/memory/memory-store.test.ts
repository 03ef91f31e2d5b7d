import { expect, it } from 'vitest';
import { change, codeOf, memory } from '../../../../test/contracts/store-changes.js';
import { describeStore } from '../../../../test/contracts/store-contract.js';
import type { BankName } from '../../../domain/ids.js';
import { openMemoryStore } from './memory-store.js';

describeStore('memory', () => Promise.resolve(openMemoryStore()));

it('has no file to copy, and says what to do instead', async () => {
  const store = openMemoryStore();
  await expect(store.copyTo('copy.mneme', 1)).rejects.toMatchObject({
    code: 'unavailable',
    hint: expect.stringContaining('memory.care.export') as string,
  });
  expect(await store.findBytes([])).toEqual({ searched: 0, found: 0, partsOfOthers: 0 });
});

it('refuses a vector that an import brings and no encoder can have made', async () => {
  const from = openMemoryStore();
  const bank = 'first' as BankName;
  await from.ensureBank(bank, 'test-encoder', 1);
  await from.commit(change([memory(1)]));
  const told = await from.exportBank(bank);
  const to = openMemoryStore({ fitsSpace: () => false });
  const loader = await to.loadBank(bank, told.bank);
  const refused: unknown[] = [];
  for await (const page of told.records)
    refused.push(...(await loader.put(page)).map(({ message }) => message));
  expect(refused).toEqual(['vectors: 4 bytes are nothing that test-encoder makes for semantic']);
  expect(await codeOf(to.get(bank, []))).toBe('not_found');
});
