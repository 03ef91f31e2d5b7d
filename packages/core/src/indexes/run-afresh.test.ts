import { expect, it } from 'vitest';
import { RunAfresh } from './caches.js';

/** Runs that read `value` when they begin, and end on command. */
function scene(): {
  readonly afresh: RunAfresh;
  readonly told: string[];
  readonly end: (() => void)[];
  value: string;
} {
  const made = {
    told: [] as string[],
    end: [] as (() => void)[],
    value: 'before',
    afresh: new RunAfresh(async () => {
      const read = made.value;
      await new Promise<void>((resolve) => made.end.push(resolve));
      made.told.push(read);
      if (read === 'fault') throw new Error(read);
    }),
  };
  return made;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('serves who asks during a run by one that begins afterwards, one for all of them', async () => {
  const { afresh, told, end } = scene();
  const first = afresh.run();
  const others = [afresh.run(), afresh.run()];
  end.shift()?.();
  await first;
  await turn();
  expect(told).toEqual(['before']);
  expect(end).toHaveLength(1);
  end.shift()?.();
  await Promise.all(others);
  expect(told).toHaveLength(2);
});

it('reads anew for who asks during a run, and goes on after one that failed', async () => {
  const made = scene();
  made.value = 'fault';
  const first = made.afresh.run();
  made.value = 'after';
  const other = made.afresh.run();
  made.end.shift()?.();
  await expect(first).rejects.toThrow('fault');
  await turn();
  made.end.shift()?.();
  await other;
  expect(made.told).toEqual(['fault', 'after']);
  const last = made.afresh.run();
  made.end.shift()?.();
  await last;
  expect(made.told).toHaveLength(3);
});
