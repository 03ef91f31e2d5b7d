import { expect, it } from 'vitest';
import { renderAnswer } from './answer.js';

const seen = (output: unknown): string[] =>
  renderAnswer({}, output, { width: 80, zone: 'Europe/Lisbon' })
    .replace(/\x1b\[\d+m/g, '')
    .split('\n')
    .map((line) => line.trimEnd());

it('shows a line for each field, moments by the clocks of the bank, and what is nested below its name', () => {
  expect(
    seen({
      kept: true,
      share: 0.123_456,
      madeAt: Date.UTC(2025, 6, 6, 16, 10),
      tags: ['kiln', 'clay'],
      nothing: null,
      none: [],
      by: { actor: 'ana' },
    }),
  ).toEqual([
    'kept  yes',
    'share  0.123',
    'made at  2025-07-06 17:10',
    'tags  kiln, clay',
    'by',
    '  actor  ana',
  ]);
});

it('shows records as a table of what is single in them', () => {
  expect(
    seen({
      rows: [
        { id: 'a', score: 1, why: { deep: 1 } },
        { id: 'b', note: 'late' },
      ],
    }),
  ).toEqual(['rows', 'id  score  note', 'a   1', 'b          late']);
});

it('tells below it how to undo and how to see more, and says so of nothing', () => {
  expect(seen({ changed: 1, reversal: '7af3', next: 'c_9' })).toEqual([
    'changed  1',
    'Undo it within 30 days: mneme undo 7af3',
    '',
    'More: the same with --cursor c_9',
  ]);
  expect(seen({ rows: [], reversal: null })).toEqual(['Nothing.']);
});
