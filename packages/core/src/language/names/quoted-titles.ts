import { WORK_CUES } from './cues.js';

/** A quoted or italic run that looks like a title; `start` and `end` exclude the quotation marks. */
export interface QuotedTitle {
  readonly start: number;
  readonly end: number;
  /** A word such as "read" or "movie" precedes it. */
  readonly cued: boolean;
}

const CLOSING: Readonly<Record<string, string>> = Object.freeze({
  '"': '"',
  '“': '”',
  '„': '“',
  '«': '»',
  '‘': '’',
  "'": "'",
  '*': '*',
  _: '_',
});
const LONGEST = 80;
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'a an the of and or in on at to for from by with as but nor de la le les el und der die das is vs x'.split(
    ' ',
  ),
);

/** Titles in quotation marks, `*asterisks*` or `_underscores_`, in order. Each mark looks ahead at most 80 characters. */
export function quotedTitles(text: string): QuotedTitle[] {
  const titles: QuotedTitle[] = [];
  for (let index = 0; index < text.length; index++) {
    const closing = CLOSING[text[index] as string];
    if (closing === undefined || isInWord(text, index)) continue;
    const end = closingIndex(text, index + 1, closing);
    if (end === -1) continue;
    const cued =
      hasCueBefore(text, index) ||
      / by \p{Lu}/u.test(text.slice(end + 1, end + 6)) ||
      /['’]s $/.test(text.slice(Math.max(0, index - 3), index));
    const inner = text.slice(index + 1, end);
    if (isTitle(inner, cued)) {
      titles.push({ start: index + 1, end: index + 1 + inner.replace(/[,.]$/, '').length, cued });
      index = end;
    } else if (text[index] === '"') index = end;
  }
  return titles;
}

function isInWord(text: string, index: number): boolean {
  const before = text[index - 1];
  return before !== undefined && !/[\s(\[—–-]/.test(before);
}

function closingIndex(text: string, from: number, closing: string): number {
  const limit = Math.min(text.length, from + LONGEST);
  for (let index = from; index < limit; index++) {
    if (text[index] === '\n') return -1;
    if (text[index] !== closing && !(closing === '”' && text[index] === '"')) continue;
    if (!/[\p{L}\p{N}]/u.test(text[index + 1] ?? '')) return index;
  }
  return -1;
}

function hasCueBefore(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 40), index).toLowerCase();
  const words = before.split(/[^\p{L}-]+/u).filter((word) => word !== '');
  return words.slice(-4).some((word) => WORK_CUES.has(word)) && !/[.!?]\s*$/.test(before);
}

function isTitle(inner: string, cued: boolean): boolean {
  const words = inner.trim().replace(/[,.]$/, '').split(/\s+/);
  const first = words[0] ?? '';
  if (words.length > 10 || !/^[\p{Lu}\p{N}]/u.test(first) || inner.length < 2) return false;
  const weighty = words.filter((word) => !SMALL_WORDS.has(word.toLowerCase()));
  const capital = weighty.filter((word) => /^[\p{Lu}\p{N}&]/u.test(word)).length;
  if (cued) return !/[.!?]["”]?\s/.test(inner) && (capital === weighty.length || words.length <= 7);
  return (
    weighty.length >= 2 &&
    capital === weighty.length &&
    !/[.!?,;:]$/.test(inner) &&
    inner !== inner.toUpperCase()
  );
}
