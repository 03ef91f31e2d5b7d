/** The whole library over the store in memory. */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../packages/core/src/adapters/store/sqlite/sqlite-store.js';
import type { BankName } from '../../packages/core/src/domain/ids.js';
import { HOUR } from '../../packages/core/src/domain/time.js';
import { toldBy } from '../contracts/told-by.js';
import {
  openTestMemory,
  temporaryFile,
  type TestMemory,
  type TestOptions,
} from '../support/open-test-memory.js';
import { found, storeOf } from '../support/same-bank.js';

const inMemory = (options: TestOptions = {}): Promise<TestMemory> =>
  openTestMemory({ store: openMemoryStore(), ...options });
describe('a memory over the store in memory', () => {
  it('remembers, recalls, forgets, and undoes', async () => {
    const { memory, clock } = await inMemory();
    const { id } = await memory.remember('Tom Okafor lives in Leeds.');
    await memory.remember('The kiln fires at 1,240 degrees.');
    expect((await found(memory, 'Where does Tom live?'))[0]).toBe('Tom Okafor lives in Leeds.');
    clock.advance(HOUR);
    const { reversal } = await memory.forget([id], 'he asked');
    expect(await found(memory, 'Where does Tom live?')).not.toContain('Tom Okafor lives in Leeds.');
    expect(await found(memory.bank('test'), 'kiln')).toHaveLength(1);
    const before = await memory.recall({
      query: 'Where does Tom live?',
      asOf: new Date(clock.now() - HOUR / 2).toISOString(),
    });
    expect(before.results[0]?.content).toBe('Tom Okafor lives in Leeds.');
    await memory.undo(reversal ?? '');
    expect((await found(memory, 'Where does Tom live?'))[0]).toBe('Tom Okafor lives in Leeds.');
    expect(await memory.care.doctor()).toMatchObject({
      healthy: true,
      parts: { file: 'memory', store: 'memory' },
    });
  });

  it('keeps two banks apart, and shows one handle what another wrote', async () => {
    // A memory closes its store; here both go on with it.
    const store = { ...openMemoryStore(), close: () => Promise.resolve() };
    const [first, second] = [await inMemory({ store }), await inMemory({ store })];
    await first.memory.remember('The heron nests by the weir.');
    await first.memory.bank('work').remember('The pool size in staging is 20.');
    expect(await found(second.memory, 'heron')).toEqual(['The heron nests by the weir.']);
    expect(await found(second.memory, 'pool size')).toEqual([]);
    expect(await found(second.memory.bank('work'), 'pool size')).toHaveLength(1);
    await second.memory.remember('The grebe dives.');
    expect((await found(first.memory, 'grebe'))[0]).toBe('The grebe dives.');
  });

  it('erases a person, and hands a bank over to a file', async () => {
    const { memory } = await inMemory();
    await memory.remember('Maria Lopez works at Acme Rail.');
    await memory.remember('The train was late.');
    await memory.privacy.erase({ subject: 'Maria Lopez', yes: true });
    expect((await toldBy(storeOf(memory), 'test' as BankName)).join()).not.toMatch(/Maria|Lopez/);
    const copy = temporaryFile('copy.mneme');
    await memory.file.backup(copy);
    const { memory: copied } = await openTestMemory({ file: copy, readOnly: true });
    expect(await found(copied, 'train')).toEqual(['The train was late.']);
    const path = temporaryFile('bank.jsonl');
    await memory.care.export(path);
    const { memory: other } = await openTestMemory({ file: temporaryFile() });
    await other.import(path);
    expect(await found(other, 'train')).toEqual(['The train was late.']);
    const { memory: again } = await inMemory();
    await again.import(path);
    expect(await toldBy(storeOf(again), 'test' as BankName)).toEqual(
      await toldBy(storeOf(other), 'test' as BankName),
    );
  });
});
