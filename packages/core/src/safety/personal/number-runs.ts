/** One group of digits within a run. */
interface DigitGroup {
  readonly digits: string;
  readonly from: number;
  readonly to: number;
  /** The characters between the previous group and this one. */
  readonly gap: string;
  readonly bracketed: boolean;
}

/** Digits with single separators, as numbers are written for people: `+46 (0)8 928 571 38`. */
export interface NumberRun {
  readonly from: number;
  readonly to: number;
  readonly plus: boolean;
  readonly groups: readonly DigitGroup[];
  readonly digits: string;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** Scripts without a space between a word and a number: 電話は090-1234-5678です. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]/u;
const isWord = (sign: string | undefined): boolean =>
  sign !== undefined && /[\p{L}\p{N}_]/u.test(sign) && !UNSPACED.test(sign);
/** Longer runs are tables or code, not a person's number; they are cut here. */
const MAX_GROUPS = 8;
/** Digits of the shortest telephone number. */
const MIN_WHOLE = 7;

const digitsOf = (groups: readonly DigitGroup[]): number =>
  groups.reduce((total, { digits }) => total + digits.length, 0);

/**
 * The run that begins at a position, if any; `skip` finds dates and times, which are not such numbers. `apart`: the
 * preceding characters were taken as a number of their own, so none of them continues into this one.
 */
export function numberRunAt(
  text: string,
  at: number,
  apart: boolean,
  skip: (at: number) => number,
): NumberRun | null {
  return begins(text, at, apart) ? readRun(text, at, skip) : null;
}

function begins(text: string, at: number, apart: boolean): boolean {
  const code = text.charCodeAt(at);
  const before = apart ? undefined : text[at - 1];
  if (isDigit(code))
    return !isWord(before) && before !== '.' && before !== '+'
      ? true
      : before === '.' && !isDigit(text.charCodeAt(at - 2));
  if (code === 43) return isDigit(text.charCodeAt(at + 1)) && !isWord(before);
  return code === 40 && isDigit(text.charCodeAt(at + 1)) && !isWord(before);
}

function readRun(text: string, start: number, skip: (at: number) => number): NumberRun | null {
  const plus = text[start] === '+';
  const groups: DigitGroup[] = [];
  let i = plus ? start + 1 : start;
  let gap = '';
  let end = start;
  while (groups.length < MAX_GROUPS) {
    const bracketed = text[i] === '(';
    let from = bracketed ? i + 1 : i;
    const first = from;
    while (isDigit(text.charCodeAt(from))) from++;
    if (from === first || skip(first) > first) break;
    if (bracketed && text[from] !== ')') break;
    const to = bracketed ? from + 1 : from;
    groups.push({ digits: text.slice(first, from), from: i, to, gap, bracketed });
    end = to;
    gap = /^(?:\s?[-./]\s?| | |‑|–)?(?=[\d(])/.exec(text.slice(to, to + 4))?.[0] ?? 'x';
    if (gap === 'x' || /\n/.test(gap)) break;
    // A bracket begins a number: after as many digits as a complete one has, the next begins.
    if (text[to + gap.length] === '(' && digitsOf(groups) >= MIN_WHOLE) break;
    i = to + gap.length;
  }
  if (groups.length === 0) return null;
  // A letter directly after it makes it part of a word or a code, not a number.
  if (isWord(text[end]) && !/^(?:x|ext)\s?\d/i.test(text.slice(end, end + 6))) groups.pop();
  const last = groups.at(-1);
  if (last === undefined) return null;
  return {
    from: start,
    to: last.to,
    plus,
    groups,
    digits: groups.map(({ digits }) => digits).join(''),
  };
}
