import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault, parseJson } from './parse-json.js';

describe('findJsonFault', () => {
  it.each([
    ['{"a": 1,}', 8, 'expected a key in double quotes, got "}"'],
    ['{"a" 1}', 5, 'expected ":", got "1"'],
    ["{'a': 1}", 1, 'expected a key in double quotes or "}", got "\'"'],
    ['[1 2]', 3, 'expected "," or "]", got "2"'],
    ['[1, 2', 5, 'the text ends where "," or "]" should follow'],
    ['{"a": "open', 6, 'the quoted text that begins here is never closed'],
    ['{"a": "\\x"}', 7, '"\\\\x" is no escape that JSON knows'],
    ['{} {}', 3, 'expected the end, got "{"'],
    ['[01]', 1, 'expected a value or "]", got "0"'],
    ['[😀]', 1, 'expected a value or "]", got "😀"'],
    ['', 0, 'the text ends where a value should follow'],
  ])('%s', (text, at, reason) => {
    expect(findJsonFault(text)).toEqual({ at, reason });
  });

  it('finds none in JSON, and one in whatever the engine refuses', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(findJsonFault(json)).toBeNull();
      }),
    );
    const scrap = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ':',
        ',',
        '"a"',
        '"',
        '1',
        '-',
        '0',
        'e5',
        'true',
        '\\n',
        ' ',
        '\n',
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(scrap, (parts) => {
        expect(findJsonFault(parts.join('')) === null).toBe(parseJson(parts.join('')).ok);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('parseJson', () => {
  it('names line and column', () => {
    expect(parseJson('{\n  "a": 1\n  "b": 2\n}')).toEqual({
      ok: false,
      line: 3,
      column: 3,
      reason: 'expected "," or "}", got "\\""',
    });
  });

  it('refuses deep nesting where it becomes too deep', () => {
    expect(parseJson(`\n${'['.repeat(200_000)}`)).toMatchObject({
      ok: false,
      line: 2,
      column: 101,
    });
    expect(parseJson(`{"a": ${'['.repeat(99)}1${']'.repeat(99)}}`)).toMatchObject({ ok: true });
  });
});
