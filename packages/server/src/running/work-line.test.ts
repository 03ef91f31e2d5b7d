import { expect, it } from 'vitest';
import { WorkQueue } from './scheduling.js';

/** Jobs that run until they are told to end. */
function jobs(line: WorkQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
    begin: (caller: string, bank: string, name: string, signal?: AbortSignal) =>
      line.run(
        { caller, bank },
        () => {
          begun.push(name);
          return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
        },
        signal,
      ),
  };
}

it('leaves a slot to others, whatever one caller or one bank asks for', async () => {
  const { begun, begin, end } = jobs(new WorkQueue({ atOnce: 3, each: 2, waiting: 32 }));
  for (let each = 0; each < 8; each++) void begin('loud', `bank ${each}`, `loud ${each}`);
  void begin('quiet', 'quiet', 'quiet');
  await end('');
  expect(begun).toEqual(['loud 0', 'loud 1', 'quiet']);
  // Two keys of one bank share its limit.
  void begin('second', 'quiet', 'second');
  void begin('third', 'quiet', 'third');
  await end('loud 0');
  expect(begun).toEqual(['loud 0', 'loud 1', 'quiet', 'second']);
  await end('second');
  // The owner served longest ago, or never, comes first.
  expect(begun.at(-1)).toBe('third');
  await end('quiet');
  expect(begun.at(-1)).toBe('loud 2');
});

it('forgets what was taken back, and refuses what is too much', async () => {
  const line = new WorkQueue({ atOnce: 1, each: 1, waiting: 2 });
  const { begun, begin, end } = jobs(line);
  const gone = new AbortController();
  void begin('a', 'a', 'first');
  const back = begin('a', 'a', 'back', gone.signal);
  const last = begin('a', 'a', 'last');
  expect(() => line.assertRoom({ caller: 'a', bank: 'a' })).toThrow(
    expect.objectContaining({ code: 'rate_limited' }),
  );
  line.assertRoom({ caller: 'b', bank: 'a' });
  gone.abort();
  await expect(back).rejects.toMatchObject({ code: 'interrupted' });
  line.assertRoom({ caller: 'a', bank: 'a' });
  await end('first');
  await end('last');
  expect(await last).toBe('last');
  expect(begun).toEqual(['first', 'last']);
});
