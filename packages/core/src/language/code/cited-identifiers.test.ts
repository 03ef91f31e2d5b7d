import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citedIdentifiers } from './code-reader.js';

describe('identifiers that a text cites', () => {
  it.each([
    ['As sameWords settles it; throws `not_found`.', ['not_found', 'sameWords']],
    ['The first `length` numbers of `#data`.', ['length', 'data']],
    [
      'Like MAX_SIZE and parseHTTPHeader, then parseHTTPHeader again.',
      ['MAX_SIZE', 'parseHTTPHeader'],
    ],
    ['Plain prose, with a CAPITAL word and e.g. a well-known one.', []],
  ])('%s', (text, cited) => {
    expect(citedIdentifiers(text)).toEqual(cited);
  });

  it('are few, and stand in the text, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('`', '#', 'a', 'B', '_', '1', ' ', '$', 'ß') }),
        (text) => {
          const cited = citedIdentifiers(text);
          expect(cited.length).toBeLessThanOrEqual(20);
          for (const name of cited) expect(text).toContain(name);
        },
      ),
    );
  });
});
