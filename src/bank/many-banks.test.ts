import { expect, it } from 'vitest';
import { openTestMemory } from '../../test/support/open-test-memory.js';

it('closes banks that nobody has asked for in a while, and opens them again as they were', async () => {
  const closed: string[] = [];
  const { memory, clock } = await openTestMemory({
    modules: [
      {
        name: 'watch',
        openBank: ({ bank }) => ({ close: () => Promise.resolve(void closed.push(bank)) }),
      },
    ],
  });
  const first = memory.scope({ userId: 'u0' });
  await first.accept('Tom lives in Porto.');
  for (let at = 1; at < 256; at++) await memory.list({ userId: `u${at}` });
  await memory.list({ userId: 'late' });
  // All of them were asked for just now.
  expect(closed).toEqual([]);
  clock.advance(61_000);
  await memory.list({ userId: 'u1' });
  await memory.list({ userId: 'later' });
  expect((await first.list()).memories.map(({ content }) => content)).toEqual([
    'Tom lives in Porto.',
  ]);
  await memory.close();
  expect(closed.filter((bank) => bank === 'test@u0')).toHaveLength(2);
  // Each once more at the end, and the bank that no user has.
  expect(new Set(closed).size).toBe(259);
});
