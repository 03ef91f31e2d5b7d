/** Keys in many spellings. The keys are made up and open nothing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from './redact.js';

const KEY = 'mnk_yw3x6k2adq5b_v1JxT-8fQw2Lr7Zc_Mn4Kp9HsEa3Gd6Yb0UtRiVo5Xe';
const OTHERS = [
  'sk-ant-api03-Zq8vN2mK4pL7wX9yB3cD5fG6hJ1kT0rS-uAVeQiOzPlM',
  'ghp_Zq8vN2mK4pL7wX9yB3cD5fG6hJ1kT0rSuAVe',
  'AKIAZQ7VN2MK4PL7WX5Y',
];

const each = (text: string, how: (sign: string) => string): string => [...text].map(how).join('');
const hex = (sign: string, digits = 2): string =>
  (sign.codePointAt(0) ?? 0).toString(16).padStart(digits, '0');
const signs = (text: string, how: (sign: string) => string): string =>
  text.replace(/[_-]/g, (sign) => how(sign));
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** For any key: its spelling, and what is left of the sentence after redaction. */
const WAYS: readonly (readonly [string, (key: string) => string])[] = [
  ['as it is', (key) => key],
  ['with entities of pages', (key) => signs(key, (sign) => `&#${sign.charCodeAt(0)};`)],
  ['with entities in base 16', (key) => signs(key, (sign) => `&#x${hex(sign)};`)],
  ['with entities that have zeros', (key) => signs(key, (sign) => `&#x000${hex(sign)};`)],
  ['all in entities', (key) => each(key, (sign) => `&#${sign.charCodeAt(0)};`)],
  ['with named entities', (key) => key.replaceAll('_', '&lowbar;').replaceAll('-', '&hyphen;')],
  ['with per cent signs', (key) => signs(key, (sign) => `%${hex(sign).toUpperCase()}`)],
  ['with per cent signs twice', (key) => signs(key, (sign) => `%25${hex(sign)}`)],
  ['with per cent signs three times', (key) => signs(key, (sign) => `%2525${hex(sign)}`)],
  ['all in per cent signs', (key) => each(key, (sign) => `%${hex(sign)}`)],
  ['with escaped entities', (key) => signs(key, (sign) => `&amp;#${sign.charCodeAt(0)};`)],
  ['as JSON escapes it', (key) => signs(key, (sign) => `\\u${hex(sign, 4)}`)],
  ['all as JSON escapes it', (key) => each(key, (sign) => `\\u${hex(sign, 4)}`)],
  ['as JSON within JSON', (key) => signs(key, (sign) => `\\\\u${hex(sign, 4)}`)],
  ['by points in braces', (key) => signs(key, (sign) => `\\u{${hex(sign)}}`)],
  ['by bytes', (key) => each(key, (sign) => `\\x${hex(sign)}`)],
  [
    'by octal numbers',
    (key) => each(key, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`),
  ],
  ['as style sheets escape it', (key) => signs(key, (sign) => `\\${hex(sign)} `)],
  ['as Markdown escapes it', (key) => signs(key, (sign) => `\\${sign}`)],
  ['as mail escapes it', (key) => signs(key, (sign) => `=${hex(sign).toUpperCase()}`)],
  ['as mail wraps it', (key) => `${key.slice(0, 20)}=\r\n${key.slice(20)}`],
  ['with letters apart', (key) => [...key].join(' ')],
  ['with letters two blanks apart', (key) => [...key].join('  ')],
  ['with letters in lines', (key) => [...key].join('\n')],
  ['with dots between', (key) => [...key].join('.')],
  ['with dashes between', (key) => [...key].join('|')],
  ['with zero-width spaces', (key) => [...key].join('\u200b')],
  ['with one zero-width space', (key) => `${key.slice(0, 3)}\u200b${key.slice(3)}`],
  ['with a soft hyphen', (key) => `${key.slice(0, 9)}\u00ad${key.slice(9)}`],
  ['with joiners and marks of direction', (key) => `\u202e${[...key].join('\u2060\u200d')}\u202c`],
  [
    'in wide letters',
    (key) => each(key, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  ],
  ['with a wide underscore', (key) => key.replaceAll('_', '\uff3f').replaceAll('-', '\uff0d')],
  ['in base64', base64],
  ['in base64 for addresses', (key) => Buffer.from(key).toString('base64url')],
  ['in base64 twice', (key) => base64(base64(key))],
  ['in base64 with words around it', (key) => base64(`{"authorization":"Bearer ${key}","n":1}`)],
  ['in base64 of per cent signs', (key) => base64(signs(key, (sign) => `%${hex(sign)}`))],
  [
    'in base64 that is wrapped',
    (key) => base64(`key ${key} of ${'x'.repeat(90)}`).replace(/(.{64})/g, '$1\r\n'),
  ],
  ['in hexadecimal', (key) => Buffer.from(key).toString('hex')],
  ['in hexadecimal with blanks', (key) => each(key, (sign) => `${hex(sign)} `).trim()],
  ['in numbers', (key) => [...key].map((sign) => sign.charCodeAt(0)).join(', ')],
];

/** For our own keys only: no other format is as specific. */
const OWN_WAYS: readonly (readonly [string, (key: string) => string])[] = [
  ['in capitals', (key) => key.toUpperCase()],
  ['with its name in capitals', (key) => key.replace('mnk', 'MNK')],
  ['in groups of four', (key) => key.replace(/(.{4})/g, '$1 ')],
  ['in two lines', (key) => `${key.slice(0, 30)}\n    ${key.slice(30)}`],
  ['in quoted lines', (key) => `> ${key.slice(0, 30)}\n> ${key.slice(30)}`],
  ['as a sum of texts', (key) => `"${key.slice(0, 17)}" +\n  "${key.slice(17)}"`],
  ['in tags', (key) => `mnk<!-- x -->_`.replace(/<.*>/, '*') + key.slice(4)],
  ['in letters of another script', (key) => key.replace('k', 'к')],
  ['within a longer word', (key) => `KEY_${key}`],
  ['backwards', (key) => [...key].reverse().join('')],
  ['cut off', (key) => key.slice(0, 40)],
];

/** The longest part of a key that a text contains, however it is spelt. */
function longestPart(key: string, text: string): number {
  const plain = text.replace(/[\s.|\u200b-\u2060\u00ad]/g, '');
  let longest = 0;
  for (let from = 0; from < key.length; from++)
    for (let to = from + longest + 1; to <= key.length && plain.includes(key.slice(from, to)); to++)
      longest = to - from;
  return longest;
}

describe('a key', () => {
  const cases = [
    ...WAYS.flatMap(([way, write]) =>
      [KEY, ...OTHERS].map((key) => [way, key, write(key)] as const),
    ),
    ...OWN_WAYS.map(([way, write]) => [way, KEY, write(KEY)] as const),
  ];

  it.each(cases)('%s is taken out: %s', (_way, key, written) => {
    for (const [before, after] of [
      ['Use ', ' for the server.'],
      ['{"a":"', '"}'],
      ['', ''],
      ['Es ist »', '«, und niemand soll es wissen.'],
    ] as const) {
      const { text, counts } = redact(`${before}${written}${after}`, 'secrets');
      expect(Object.keys(counts).length).toBeGreaterThan(0);
      expect(longestPart(key, text)).toBeLessThan(9);
      if (written.length > 12) expect(text).not.toContain(written.slice(4, -4));
      expect(text.startsWith(before)).toBe(true);
      expect(text.endsWith(after)).toBe(true);
      expect(redact(text, 'secrets').text).toBe(text);
    }
  });

  it.each([
    'A key of the server begins with mnk_ and is shown once.',
    'Its id is mnk_yw3x6k2adq5b, the rest is secret.',
    'mnk_ is no word: m n k.',
    'I. A. B. C. D. E. F. G. H. I. J. K. L. M. N. O. P. Q. R. S. T. are the letters.',
    'a b c d e f g h i j k l m n o p q r s t u v w x y z',
    'The sum is 3f786850e387550fdab836ed7e6dc881de23001b for the commit.',
    `A picture: data:image/png;base64,${base64('\x89PNG\r\n\x1a\n'.repeat(40))}`,
    base64('This is only a sentence that somebody encoded, with nothing in it.'),
    '50%25 of a=b&amp;c, \\d{2} and \\_ in Markdown, 10 = 5 + 5.',
    'Τα κλειδιά είναι στο τραπέζι. Ключи на столе, пароль никто не знает.',
    'می‌خواهم · नमस्ते · 👩‍👩‍👧 · co\u00adop',
    '12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54',
  ])('is not seen where there is none: %s', (text) => {
    expect(redact(text, 'secrets').text).toBe(text);
  });

  it('is found in no ordinary text by being read otherwise, and reading takes linear time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { text: once } = redact(text, 'secrets');
        expect(redact(once, 'secrets').text).toBe(once);
      }),
    );
  });
});
