import { expect, it } from 'vitest';
import { readClaims } from './claims/read-claims.js';
import { readDiscourse, readIntention } from './speech.js';

/**
 * Removed code leaves blanks, and a log may be mostly line ends: a pattern that rescans the run from each position
 * takes minutes.
 */
const LONG = 400_000;

it.each([
  ['blanks', ' '],
  ['tabs', '\t'],
  ['line ends', '\n'],
  ['indented lines', '\n    '],
])('%s between two statements cost no more than their length', (_, sign) => {
  const text = `pool_size = 20\n${sign.repeat(LONG / sign.length)}\nFirst stop the workers, then restart. TODO: call Tom.`;
  expect(readClaims(text)[0]).toMatchObject({ subject: { kind: 'thing', name: 'pool size' } });
  expect(readDiscourse(text).procedure).toBe(true);
  expect(readIntention(text)).toMatchObject({ type: 'task' });
});

it('a setting may stand in a list and be indented', () => {
  for (const line of [
    '   - pool_size = 20',
    '\t* pool_size: 20;',
    '-pool_size=20',
    '  export pool_size=20  ',
  ])
    expect([line, readClaims(line)[0]?.value]).toMatchObject([line, { key: '20' }]);
});
