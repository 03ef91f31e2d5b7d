/** Whatever sees foreign text takes time linear in its length: its patterns, one by one. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  attackOn,
  collectPatterns,
  foundLinear,
  hashOf,
  type Pattern,
} from '../scripts/patterns.mjs';
import { BOUNDED, LATE } from './support/bounded-patterns.js';

let patterns: readonly Pattern[] = [];
let late: readonly string[] = [];
beforeAll(async () => {
  ({ patterns, late } = await collectPatterns());
}, 120_000);

/** Whether a pattern stands nowhere but where the entry says. */
const isOf = (entry: (typeof BOUNDED)[number], { source, where }: Pattern): boolean =>
  (entry.pattern === undefined || entry.pattern === source) &&
  where.every((place) => place.startsWith(entry.in));

describe('every pattern of src', () => {
  it('is linear, or sees short texts alone', async () => {
    const known = foundLinear();
    const slow: string[] = [];
    for (const pattern of patterns) {
      if (known.has(hashOf(pattern)) || BOUNDED.some((entry) => isOf(entry, pattern))) continue;
      const attack = await attackOn(pattern);
      if (attack !== null)
        slow.push(`${pattern.where.join(', ')}: /${pattern.source}/${pattern.flags}: ${attack}`);
    }
    // Mend it (scripts/patterns.mjs says how), or let it see short texts alone and say so in bounded-patterns.ts.
    expect(slow).toEqual([]);
  }, 300_000);

  it('that was found linear is there: node scripts/patterns.mjs takes out what is gone', () => {
    const now = new Set(patterns.map(hashOf));
    expect([...foundLinear()].filter((hash) => !now.has(hash))).toEqual([]);
  });

  it('that is excused is there, and not linear', () => {
    const known = foundLinear();
    const left = patterns.filter((pattern) => !known.has(hashOf(pattern)));
    expect(BOUNDED.filter((entry) => !left.some((pattern) => isOf(entry, pattern)))).toEqual([]);
  });

  it('is constructed when its module is loaded, where it can be looked at', () => {
    const files = new Set(late.map((place) => place.replace(/:\d+$/, '')));
    expect([...files].sort()).toEqual(Object.keys(LATE).sort());
  });
});

describe('the search', () => {
  it.each([
    ['\\s+$', ''],
    ['^(a|b|ab)*c$', ''],
    ['^ {0,3}\\|?[ \\t]*:?-+:?[ \\t]*(?:\\|[ \\t]*:?-+:?[ \\t]*)*\\|?[ \\t]*$', ''],
    ['[.!?]+(?=\\s)', 'u'],
    ['^(.+?) for (.+)$', ''],
  ])('finds what is slow: %s', async (source, flags) => {
    expect(await attackOn({ source, flags })).not.toBeNull();
  });

  it.each([
    ['(?<!\\s)\\s+$', ''],
    ['^\\s*-\\s+(\\S.*)$', 's'],
    ['\\p{L}{2} \\p{L}{2}', 'u'],
  ])('lets pass what is not: %s', async (source, flags) => {
    expect(await attackOn({ source, flags })).toBeNull();
  });
});
