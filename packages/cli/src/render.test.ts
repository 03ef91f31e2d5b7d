import { expect, it } from 'vitest';
import { renderAnswer } from './render.js';

const seen = (output: unknown): string[] =>
  renderAnswer({}, output, { width: 80, zone: 'Europe/Lisbon' })
    .replace(/\x1b\[\d+m/g, '')
    .split('\n')
    .map((line) => line.trimEnd());

it('shows a line for each field, moments by the clocks of the bank, and a small record on its line', () => {
  expect(
    seen({
      kept: true,
      share: 0.123_456,
      madeAt: Date.UTC(2025, 6, 6, 16, 10),
      tags: ['kiln', 'clay'],
      nothing: null,
      none: [],
      by: { actor: 'ana', times: 2 },
      goal: { id: 'g_1', description: 'Fire the kiln', weight: 1 },
      deep: { er: { deepest: 1 }, list: [{ at: 1 }] },
    }),
  ).toEqual([
    'kept  yes',
    'share  0.12',
    'made at  2025-07-06 17:10',
    'tags  kiln, clay',
    'by  actor ana, times 2',
    'goal  Fire the kiln g_1',
    'deep',
    '  er  deepest 1',
    '  list',
    '  at',
    '  1',
  ]);
});

it('shows records as a table of what fits into a cell, memories by their text', () => {
  const rows = [
    {
      memory: { id: 'm_1', content: 'The kiln is hot.', confidence: 0.9 },
      score: 1,
      why: { rows: [{ deep: 1 }] },
    },
    { memory: { id: 'm_2', content: 'It fires at noon.' }, note: 'late' },
  ];
  expect(seen({ rows })).toEqual([
    'rows',
    'memory                 score  note',
    'The kiln is hot. m_1   1',
    'It fires at noon. m_2         late',
  ]);
});

it('fits a table to the screen by its widest column, and leaves out what programs need', () => {
  const content = `The kiln ${'fires again '.repeat(12)}`;
  const lines = seen({
    memories: [{ id: 'm_1', content, contentHash: 'x', saidAt: Date.UTC(2025, 6, 6, 16, 10) }],
    sequence: 4,
    notices: ['No memory has the word “going”.'],
  });
  expect(lines[1]).toMatch(/^id +said at +content$/);
  expect(lines.length).toBeGreaterThan(4);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines.at(-1)).toBe('No memory has the word “going”.');
  expect(lines.join(' ')).not.toMatch(/sequence|hash/);
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
