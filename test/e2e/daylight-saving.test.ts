/** Days of 23 and of 25 hours: what is told and asked beside them is of its own day, by the clock of its own moment. */
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../support/open-test-memory.js';

/** The first and the last minute of the day of the change, and the minutes around it; the day's name. */
const DAYS: readonly (readonly [zone: string, day: string, told: readonly string[]])[] = [
  [
    'Europe/Berlin',
    '29 March 2026',
    ['2026-03-28T22:59Z', '2026-03-28T23:01Z', '2026-03-29T21:59Z', '2026-03-29T22:01Z'],
  ],
  [
    'Europe/Berlin',
    '25 October 2026',
    ['2026-10-24T21:59Z', '2026-10-24T22:01Z', '2026-10-25T22:59Z', '2026-10-25T23:01Z'],
  ],
  [
    'America/New_York',
    '8 March 2026',
    ['2026-03-08T04:59Z', '2026-03-08T05:01Z', '2026-03-09T03:59Z', '2026-03-09T04:01Z'],
  ],
  [
    'America/New_York',
    '1 November 2026',
    ['2026-11-01T03:59Z', '2026-11-01T04:01Z', '2026-11-02T04:59Z', '2026-11-02T05:01Z'],
  ],
];

describe.each(DAYS)('in %s, %s', (zone, day, told) => {
  const [eve, dawn, dusk, next] = told as [string, string, string, string];
  const opened = async () => {
    const { memory } = await openTestMemory();
    await memory.care.configure({ zone });
    return memory;
  };

  it.each([
    ['yesterday', dusk, ['A']],
    ['today', dusk, ['B', 'C']],
    ['yesterday', next, ['B', 'C']],
    [`on ${day}`, next, ['B', 'C']],
    [`on ${day}`, '2026-07-01T12:00Z', ['B', 'C']],
    [`on ${day}`, '2026-12-30T12:00Z', ['B', 'C']],
  ])('what was said %s, asked at %s, leads', async (when, now, expected) => {
    const memory = await opened();
    await memory.rememberAll(
      told.map((saidAt, at) => ({
        saidAt,
        content: `The harbour crane was in state ${'ABCD'[at]}.`,
        distinct: true,
      })),
    );
    const { results } = await memory.recall({
      query: `What state was the harbour crane in ${when}?`,
      now,
    });
    const states = results.map(({ content }) => content.at(-2));
    expect(states.slice(0, expected.length).sort()).toEqual(expected);
  });

  it.each([
    ['today', dawn],
    ['today', dusk],
    ['tomorrow', eve],
    ['yesterday', next],
  ])('“%s”, said at %s, is that day', async (word, saidAt) => {
    const memory = await opened();
    const { dates } = await memory.remember({ saidAt, content: `The dentist’s day: ${word}.` });
    expect(dates).toEqual([`${word} = ${day}`]);
  });
});

/** By a clock that is put forward from 2 to 3 on 29 March, and back from 3 to 2 on 25 October. */
describe('hours that are counted over a change of the clock', () => {
  it.each([
    ['Anna left 3 hours ago.', '2026-03-29T04:30:00+02:00', '29 March 2026 00:00'],
    ['Anna left 4 hours ago.', '2026-10-25T04:30:00+01:00', '25 October 2026 01:00'],
    ['Anna will come in 3 hours.', '2026-03-29T00:30:00+01:00', '29 March 2026 04:00'],
    ['Anna will come in 4 hours.', '2026-10-25T00:30:00+02:00', '25 October 2026 03:00'],
    ['Anna left 3 hours ago.', '2026-03-28T12:30:00+01:00', '28 March 2026 09:00'],
    // Nobody knows of this place when its clock changes.
    ['Anna left 3 hours ago.', '2026-03-29T04:30:00+05:00', '29 March 2026 01:00'],
  ])('“%s”, said at %s, is %s', async (content, saidAt, expected) => {
    const { memory } = await openTestMemory();
    await memory.care.configure({ zone: 'Europe/Berlin' });
    const { dates } = await memory.remember({ saidAt, content });
    expect(dates).toEqual([expect.stringContaining(expected)]);
  });

  it.each([
    ['2026-03-29T04:30:00+02:00', '3 hours ago', '2026-03-28T23:30:00Z', '2026-03-29T00:30:00Z'],
    ['2026-10-25T04:30:00+01:00', '4 hours ago', '2026-10-24T23:30:00Z', '2026-10-24T22:30:00Z'],
  ])('what was said then leads, asked at %s for %s', async (now, when, then, beside) => {
    const { memory } = await openTestMemory();
    await memory.care.configure({ zone: 'Europe/Berlin' });
    await memory.rememberAll([
      { saidAt: beside, content: 'The harbour crane was in state A.', distinct: true },
      { saidAt: then, content: 'The harbour crane was in state B.', distinct: true },
    ]);
    const { results } = await memory.recall({
      query: `What state was the harbour crane in ${when}?`,
      now,
    });
    expect(results[0]?.content).toContain('state B');
  });
});
