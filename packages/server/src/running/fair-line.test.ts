import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FairQueue } from './scheduling.js';

const emptied = (line: FairQueue<string>): string[] => {
  const order: string[] = [];
  for (let next = line.next(); next !== null; next = line.next()) order.push(next[1]);
  return order;
};

it('lets banks take turns, however many questions one has', () => {
  const line = new FairQueue<string>();
  for (let at = 0; at < 100; at++) line.add('loud', `l${at}`, `loud ${at}`);
  line.add('quiet', 'q', 'quiet');
  expect(emptied(line).slice(0, 3)).toEqual(['loud 0', 'quiet', 'loud 1']);
  expect(line.isEmpty).toBe(true);
});

it('gives out everything once, and what a bank asked first before what it asked next', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { maxLength: 60 }), (banks) => {
      const line = new FairQueue<string>();
      banks.forEach((bank, at) => line.add(String(bank), String(at), `${bank} ${at}`));
      const order = emptied(line);
      const given = banks.map((bank, at) => `${bank} ${at}`);
      expect([...order].sort()).toEqual([...given].sort());
      for (const bank of new Set(banks)) {
        const of = (list: readonly string[]): string[] =>
          list.filter((each) => each.startsWith(`${bank} `));
        expect(of(order)).toEqual(of(given));
        // Between two jobs of a bank there is at most one of each other bank.
        const mine = order.flatMap((each, at) => (each.startsWith(`${bank} `) ? [at] : []));
        mine.forEach((place, at) =>
          expect(place - (mine[at - 1] ?? -1)).toBeLessThanOrEqual(new Set(banks).size),
        );
      }
    }),
  );
});

it('passes over a bank that may not go on, and comes back to it first', () => {
  const line = new FairQueue<string>();
  for (const each of ['1', '2']) line.add('loud', each, `loud ${each}`);
  line.add('quiet', '1', 'quiet');
  expect(line.next((bank) => bank !== 'loud')).toEqual(['1', 'quiet']);
  expect(line.next((bank) => bank !== 'loud')).toBeNull();
  expect(line.isEmpty).toBe(false);
  expect(line.next()).toEqual(['1', 'loud 1']);
});
