import { expect, it } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../test/support/open-test-memory.js';
import type { CapabilityModule } from '../modules/module.js';
import type { BankName } from '../domain/ids.js';
import { OpenBankCache } from './open-bank.js';

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
  // Enough for some five banks with few memories.
  const { memory, clock } = await openTestMemory({
    file: temporaryFile(),
    bankMemory: 4,
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

it.each([
  [null, 1],
  [1e9, 0],
])('with a bound of %s bytes closes %i of 257 banks at rest', (bytes, closed) => {
  let now = 0;
  let settled = 0;
  const settle = async (): Promise<void> => void settled++;
  const cache = new OpenBankCache({ bytes, ticks: () => now, settle });
  const open = (at: number) => cache.open(`b${at}` as BankName, () => new Promise(() => undefined));
  for (let at = 0; at < 256; at++) void open(at);
  now = 61_000;
  void open(256);
  expect(settled).toBe(closed);
});
