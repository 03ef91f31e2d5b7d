import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCode, withoutCode } from './find-code.js';

describe('code in a text', () => {
  it.each([
    'We went to the lake; Anna brought the boat.',
    'She said: "come in (if you like)", and left.',
    'Return it to me for the weekend, please.',
    'I have three things to do:\n- buy milk\n- call the landlord\n- import the photos from the camera',
    'Meet at 5:30 (the old mill) – bring 2 = two tickets!',
    '',
  ])('is not seen in prose: %j', (text) => {
    expect(findCode(text)).toEqual([]);
  });

  it('is what stands between fences, with the language that the fence names', () => {
    const text = 'Try this:\n```rust\nfn main() {}\n```\nor this:\n~~~\nx = compute(1)\n~~~\n';
    expect(findCode(text)).toMatchObject([
      { kind: 'block', language: 'rust', code: 'fn main() {}\n' },
      { kind: 'block', language: null, foreign: false, code: 'x = compute(1)\n' },
    ]);
  });

  it('is not a fence of plain text; a fence of a language without a grammar is code all the same', () => {
    expect(findCode('```text\nhello there\n```')).toEqual([]);
    expect(findCode('```sql\nSELECT name FROM users\n```')).toMatchObject([
      { foreign: true, language: null },
    ]);
  });

  it('is the names in ticks inside a sentence', () => {
    expect(findCode('Call `getUserName(id)` before `close`.')).toMatchObject([
      { kind: 'inline', code: 'getUserName(id)' },
      { kind: 'inline', code: 'close' },
    ]);
  });

  it('is a whole text that is code, docstring and all', () => {
    const code =
      'def area(side):\n    """\n    Area of a square.\n\n    Told in square metres, or whatever unit the side\n    was given in, squared.\n    """\n    return side ** 2';
    expect(findCode(code)).toMatchObject([{ kind: 'block', start: 0, end: code.length }]);
  });

  it('is the lines of code between paragraphs without fences', () => {
    const found = findCode(
      'The trick is to sort first:\n\n    const sorted = [...list].sort();\n    return sorted[0];\n\nThen all is well.',
    );
    expect(found).toHaveLength(1);
    expect(found[0]?.code).toContain('const sorted');
    expect(found[0]?.code).not.toContain('Then');
  });

  it('always lies within the text, in order, without overlap', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '```',
        '```py\n',
        '\n',
        '`x`',
        'def f():\n',
        '"""',
        '/*',
        '*/',
        '{;}\n',
        '~~~\n',
        'return x;\n',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const spans = findCode(text);
        let last = 0;
        for (const { start, end, code } of spans) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(text.slice(start, end)).toBe(code);
          last = end;
        }
        expect(withoutCode(text, spans)).toHaveLength(text.length);
      }),
    );
  });
});
