import { expect, it } from 'vitest';
import { casesOf } from './similar-cases.js';

const told = (went: 'good' | 'bad' | 'mixed', under: string | null) =>
  casesOf({ of: 'deploying', went, under }).map(({ went, text }) => `${went}: ${text}`);

it.each([
  ['mixed', 'bad after 15:00, good in the morning or within one bank'],
  ['mixed', 'good in the morning or within one bank; bad after 15:00'],
] as const)('takes circumstances apart that went differently', (went, under) => {
  expect(told(went, under).toSorted()).toEqual([
    'badly: deploying, bad after 15:00',
    'well: deploying, good in the morning or within one bank',
  ]);
});

it('keeps what nobody tells apart', () => {
  expect(told('good', null)).toEqual(['well: deploying']);
  expect(told('mixed', 'late, but tight')).toEqual(['mixed: deploying, late, but tight']);
  expect(told('bad', 'pumps on; node 7 dead, 9 others fine')).toEqual([
    'badly: deploying, pumps on, node 7 dead, 9 others fine',
  ]);
});

it('hears the contrary case, without what was tried', () => {
  expect(told('good', 'with a demo, a post alone went badly twice')).toEqual([
    'well: deploying, with a demo',
    'badly: a post alone went badly twice',
  ]);
  expect(told('good', 'without one it went badly')).toEqual([
    'well: deploying',
    'badly: without one it went badly',
  ]);
});
