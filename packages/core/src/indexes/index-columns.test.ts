import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../domain/time.js';
import { float64s, TimeOrder } from './index-columns.js';

const MEMORIES = 25_000;

/** Park and Miller's generator: tests draw the same numbers on every machine. */
function drawing(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => (state = (state * 48_271) % 2_147_483_647) % limit;
}

function bank() {
  const draw = drawing(7);
  const index = {
    size: 0,
    retold: new Map<number, number[]>(),
    saidAt: float64s(),
    occurredFrom: float64s(),
    occurredTo: float64s(),
  };
  const order = new TimeOrder(index);
  const setTimes = (slot: number, occurredFrom: number, occurredTo: number): void => {
    order.note(slot, { occurredFrom, occurredTo });
    index.occurredFrom.set(slot, occurredFrom);
    index.occurredTo.set(slot, occurredTo);
  };
  const add = (): void => {
    const slot = index.size++;
    const said = draw(3_000) * DAY;
    index.saidAt.set(slot, said);
    const from = draw(3) === 0 ? said - draw(400) * DAY : said;
    setTimes(slot, from, from + ([1, HOUR, DAY, 31 * DAY, 366 * DAY][draw(5)] ?? 1));
  };
  return { draw, index, order, setTimes, add };
}

type Bank = ReturnType<typeof bank>;

/** The slots that a scan of the bank finds for the periods, and which of them the order lacks. */
function missing(
  { index, order }: Bank,
  periods: readonly { readonly from: number; readonly to: number }[],
): { readonly found: Int32Array; readonly lacking: readonly number[]; readonly walked: number } {
  const found = order.within(periods) ?? new Int32Array(0);
  const there = new Set(found);
  const walked = Array.from({ length: index.size }, (_, slot) => slot).filter((slot) =>
    periods.some(({ from, to }) => {
      const said = index.saidAt.get(slot);
      const overlaps = index.occurredFrom.get(slot) < to && index.occurredTo.get(slot) > from;
      return overlaps || (said >= from && said < to);
    }),
  );
  return { found, lacking: walked.filter((slot) => !there.has(slot)), walked: walked.length };
}

describe('TimeOrder', () => {
  it('leaves a small bank to a walk', () => {
    const small = bank();
    for (let at = 0; at < 100; at++) small.add();
    expect(small.order.within([{ from: 0, to: DAY }])).toBeNull();
  });

  it('finds all that a walk finds, looking at few, also after memories came and changed', () => {
    const large = bank();
    for (let at = 0; at < MEMORIES; at++) large.add();
    for (let round = 0; round < 12; round++) {
      const from = large.draw(2_800) * DAY;
      const periods = [
        { from, to: from + DAY },
        { from: from + 60 * DAY, to: from + 61 * DAY },
      ];
      const { found, lacking, walked } = missing(large, periods);
      expect(lacking).toEqual([]);
      expect(walked).toBeGreaterThan(0);
      expect([...found]).toEqual([...new Set(found)].sort((a, b) => a - b));
      expect(found.length).toBeLessThan(large.index.size);
      for (let more = 0; more < 200; more++) large.add();
      for (let change = 0; change < 50; change++)
        large.setTimes(large.draw(large.index.size), from + 60 * DAY, from + 62 * DAY);
    }
  });
});
