import { expect, it } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../test/support/open-test-memory.js';
import type { CapabilityModule } from '../modules/module.js';
import type { BankName } from '../domain/ids.js';

const watching = (closed: string[]): CapabilityModule => ({
  name: 'watch',
  openBank: ({ bank }) => ({ close: () => Promise.resolve(void closed.push(bank)) }),
});

it('closes banks that nobody has asked for in a while, and opens them again as they were', async () => {
  const closed: string[] = [];
  const { memory, clock } = await openTestMemory({ modules: [watching(closed)] });
  const first = memory.scope({ userId: 'u0' });
  await first.accept('Tom lives in Porto.');
  for (let at = 1; at < 256; at++) await memory.list({ userId: `u${at}` });
  await memory.list({ userId: 'late' });
  // All of them were used just now.
  expect(closed).toEqual([]);
  clock.advance(61_000);
  await memory.list({ userId: 'u1' });
  await memory.list({ userId: 'later' });
  expect((await first.list()).memories.map(({ content }) => content)).toEqual([
    'Tom lives in Porto.',
  ]);
  await memory.close();
  expect(closed.filter((bank) => bank === 'test@u0')).toHaveLength(2);
  // Each used again, plus the shared bank.
  expect(new Set(closed).size).toBe(259);
});

it('keeps within the memory that banks may take, and loses nothing of those that it lets go', async () => {
  const closed: string[] = [];
  // One megabyte is enough for some five banks with few memories.
  const { memory, clock } = await openTestMemory({
    file: temporaryFile(),
    bankMemory: 1,
    modules: [watching(closed)],
  });
  const names = Array.from({ length: 12 }, (_, at) => `tenant-${at}` as BankName);
  for (const name of names) {
    await memory.bank(name).accept(`${name} keeps a heron.`);
    await memory.bank(name).recall('Who keeps a heron?');
    clock.advance(6_000);
  }
  // Least recently used first; the one used just now stays.
  await expect.poll(() => closed.slice(0, 7)).toEqual(['test', ...names.slice(0, 6)]);
  expect(closed).not.toContain('tenant-11');
  for (const name of names) {
    const { results } = await memory.bank(name).recall('Who keeps a heron?');
    expect(results.map(({ content }) => content)).toEqual([`${name} keeps a heron.`]);
  }
});
