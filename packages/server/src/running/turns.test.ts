import { expect, it } from 'vitest';
import { Turns } from './scheduling.js';

it('gives one turn at a time, callers in turn, and lets what comes in between go first', async () => {
  const turns = new Turns();
  const told: string[] = [];
  const ask = async (whose: string, name: string): Promise<void> => {
    await turns.take(whose);
    told.push(name);
    // Takes as long as the handling of another request.
    setImmediate(() => told.push(`after ${name}`));
  };
  await Promise.all([
    ...Array.from({ length: 3 }, (_, at) => ask('loud', `loud ${at}`)),
    ask('quiet', 'quiet'),
  ]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(told.filter((each) => !each.startsWith('after'))).toEqual([
    'loud 0',
    'quiet',
    'loud 1',
    'loud 2',
  ]);
  expect(told.indexOf('after loud 0')).toBeLessThan(told.indexOf('loud 1'));
});
