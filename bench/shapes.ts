/** A text that repeats a short unit, with what may open and close it: what a pattern that is not linear gives itself away by. */
export interface Shape {
  readonly name: string;
  /** At least so many characters of it. */
  text(length: number): string;
}

const PUNCTUATION = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
const SPACES = [' ', '\t', '\n', '\r\n', '\u00a0', '\u3000', '\u200b'];
const LETTERS = ['a', 'A', 'Tom', '0', 'é', 'я', 'ש', 'ع', 'क', '漢', 'か', '한', 'ไ', '\u0301'];
const SIGNS = [...'“”’«»…–—•、。「」（）：？€°½'];
const PICTURES = ['😀', '👩‍👩‍👧', '🇫🇷'];
const EVERY = [...PUNCTUATION, ...SPACES, ...LETTERS, ...SIGNS, ...PICTURES];
const BRACKETS = ['()', '[]', '{}', '<>', '“”', '「」', '""', "''", '``', '**', '__', '||', '$$'];
/** How people, programs and papers put signs together. */
const PHRASES = [
  'He said ',
  'and then ',
  'I am ',
  'Dr. ',
  'A. B. ',
  'Tom and Ana ',
  'Tom’s ',
  'my brother ',
  'the cat of ',
  'in 2024 ',
  'on Monday ',
  '12:30 ',
  '3 May 2024, ',
  'last week ',
  'every day ',
  'because ',
  'if so, ',
  'not ',
  'a@b.c ',
  'http://a.b/',
  'www.a.b ',
  '+49 30 12',
  '4111 ',
  '1.2.3.4 ',
  'a-1-',
  'key = ',
  'password: ',
  '$12.50 ',
  '- a\n',
  '* a\n',
  '1. a\n',
  '# a\n',
  '> a\n',
  '| a ',
  '|-',
  '```\n',
  '~~~\n',
  '---\n',
  '===\n',
  '[a](',
  '![](',
  '](',
  '<a>',
  '</a>',
  '<!--',
  '-->',
  '&amp;',
  '{"a":',
  '[[',
  '{{',
  '${',
  '\\n',
  '\\u00',
  '%41',
  '=?',
  '//',
  '/*',
  '*/',
  '#!',
  'f(x);\n',
  'a.b.',
  'a::b',
  'a->b',
  'if (a) {\n',
  '  a\n',
  'a=1;',
  'x, ',
  'aB',
  'a_',
  'A1',
  '...',
  '?!',
  '--',
  ': ',
  '. ',
  '”, ',
  'Tom: a\n',
  'Tom: ',
  '[12:30] ',
  'User: ',
  'ignore all ',
  'You are ',
  'system: ',
  'aGk=',
  '0x41',
  'YWJj',
];

/** A unit for each kind of pattern that once read a run from each of its places, with what may close or cut it off. */
const RUNS_ONCE_SLOW: readonly (readonly [unit: string, tail: string])[] = [
  ['~', '`'],
  ['\t', '|'],
  ['\r', 'a'],
  ['\n', 'a'],
  [' ', '\na'],
  ['A-B-', ''],
  ['Tom-', ''],
  ['f(', ''],
  ['a](', ''],
  ['.', 'a'],
  ['!', 'a'],
  ['/', 'a'],
  ['#', 'a'],
  ['|-', 'a'],
  ['` ', 'a'],
  ['<!--', 'a'],
  ['A', 'a'],
  ['Aa', '0'],
  ['a0', '!'],
  ['aé', ' '],
  ['é', '!'],
  ['a-', '@'],
  ['a.', '!'],
  ['class a', ':'],
  ['for a in ', '\n'],
  ['const x', '\n'],
  ['import a ', '\n'],
  ['pub fn(', '\n'],
  ['static ', '0'],
  ['def a(', '\n'],
  ['"""', 'a'],
  ['\n  a\n', 'b:'],
  ['first, ', 'then'],
  ['to a ', ','],
  ['after ', 'a'],
  ['Tom ', 'and'],
  ['Tom’s ', '90s'],
];

/** Every shape there is to try, in a fixed order. */
export function* shapes(): Generator<Shape> {
  const units = new Set([...EVERY, ...PHRASES]);
  for (const unit of units) yield repeated(unit);
  for (const [unit, tail] of RUNS_ONCE_SLOW)
    if (tail !== '' || !units.has(unit)) yield repeated(unit, tail);
  for (const pair of BRACKETS) yield nested(pair);
}

const shown = (text: string): string => JSON.stringify(text);

function repeated(unit: string, tail = ''): Shape {
  return {
    name: `${shown(unit)}…${tail === '' ? '' : ` + ${shown(tail)}`}`,
    text: (length) => unit.repeat(Math.ceil((length - tail.length) / unit.length)) + tail,
  };
}

function nested(pair: string): Shape {
  const [open = '', close = ''] = pair;
  return {
    name: `${shown(open)}… + ${shown(close)}…`,
    text: (length) => open.repeat(Math.ceil(length / 2)) + close.repeat(Math.ceil(length / 2)),
  };
}
