import { ERASED, type ErasedName, type NameForm } from './forgetting-and-merging.js';
import { foldedForms } from './folded-text.js';

/** Scripts without spaces between words: a name may occur anywhere, and spaces within it are ignored. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{Nd}\p{M}]+/gu;
const LETTERS_ALONE = /^[\p{L}\p{M}]+$/u;
/** Separators between the words of one name: in texts, addresses, tags, file names, quoted lines. */
const BETWEEN = String.raw` '"_.·・•*+~=|/\\<>#()[\]“”„«»\-‐-―−`;
const ONLY_BETWEEN = new RegExp(`^[${BETWEEN},]*$`, 'u');
/** Maximum number of separators between two words of a name, counting a run of white space once. */
const WIDEST = 8;
/** Maximum number of words of a name that is also matched with the last words first. */
const MAX_TURNED = 5;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds names in text as whole words, in any form: in any case, with or without accents, with invisible characters
 * inside, as a handle, last name first, across lines, in the genitive. Compares the same normalised forms of text and
 * names.
 */
export class NameMatcher {
  readonly #names: RegExp | null;
  readonly #commonNames: RegExp | null;

  constructor(names: readonly ErasedName[]) {
    this.#names = oneOf(names.filter(({ common }) => !common));
    this.#commonNames = oneOf(names.filter(({ common }) => common));
  }

  test(text: string): boolean {
    return this.#spans(text).length > 0;
  }

  /** Whether the whole text is such a name. */
  is(text: string): boolean {
    const spans = this.#spans(text);
    return spans.length > 0 && !/[\p{L}\p{Nd}]/u.test(replaced(text, spans, ''));
  }

  redact(text: string): string {
    return replaced(text, this.#spans(text), ERASED);
  }

  /**
   * The same structure with the names removed from every text in it, and from every field name; the same object if
   * there are none.
   */
  redactAll<T>(value: T): T {
    if (typeof value === 'string') return this.#redactText(value) as T;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const kept = value.map((each: unknown) => this.redactAll(each));
      return kept.every((each, at) => each === value[at]) ? value : (kept as T);
    }
    const before = Object.entries(value) as [string, unknown][];
    const kept = before.map(([name, each]) => [this.redact(name), this.redactAll(each)] as const);
    return kept.every(([name, each], at) => name === before[at]?.[0] && each === before[at][1])
      ? value
      : (Object.fromEntries(kept) as T);
  }

  /** JSON inside a text is parsed: otherwise the `n` of an escaped line break would touch the name after it. */
  #redactText(text: string): string {
    if (!/^[[{]/.test(text)) return this.redact(text);
    try {
      const value = JSON.parse(text) as unknown;
      const kept = this.redactAll(value);
      return kept === value ? text : JSON.stringify(kept);
    } catch {
      return this.redact(text);
    }
  }

  #spans(text: string): Span[] {
    const spans = foldedForms(text).flatMap(({ text: folded, place }) => {
      const found = (names: RegExp | null): Span[] =>
        names === null
          ? []
          : Array.from(folded.matchAll(names), ({ 0: { length }, index }) => ({
              start: place(index),
              end: place(index + length),
            }));
      const named = found(this.#commonNames).filter(({ start }) => isCapital(text, start));
      return [...found(this.#names), ...named];
    });
    return joined(spans);
  }
}

/** The words of a name, normalised for comparison. */
export function nameWords(name: string): readonly string[] {
  return (foldedForms(name)[0]?.text ?? '').match(WORD) ?? [];
}

/** A name that is also a common word counts only if capitalised, or as a handle after `@`. */
function isCapital(text: string, at: number): boolean {
  const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return letter === letter.toUpperCase() || text[at - 1] === '@';
}

function joined(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { start: last.start, end: span.end };
  }
  return merged;
}

function replaced(text: string, spans: readonly Span[], by: string): string {
  let kept = '';
  let from = 0;
  for (const { start, end } of spans) {
    kept += text.slice(from, start) + by;
    from = end;
  }
  return from === 0 ? text : kept + text.slice(from);
}

function oneOf(names: readonly ErasedName[]): RegExp | null {
  // Grouped by look-around: compiling a character class per name would be slow.
  const groups = new Map<string, Set<string>>();
  for (const name of names) {
    for (const { text } of foldedForms(name.text)) {
      for (const { body, before, after } of bodiesOf(text, name)) {
        const key = JSON.stringify([before, after]);
        groups.set(key, (groups.get(key) ?? new Set()).add(body));
      }
    }
  }
  const patterns = [...groups].map(([key, bodies]) => {
    const [before, after] = JSON.parse(key) as [string, string];
    return `${before}(?:${[...bodies].join('|')})${after}`;
  });
  return patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'gu');
}

interface Body {
  readonly body: string;
  readonly before: string;
  readonly after: string;
}

/** Patterns of the name as spoken, and with its last words first. */
function bodiesOf(folded: string, { writing }: ErasedName): Body[] {
  const words = folded.match(WORD) ?? [];
  // A handle of several words is a name; one of a single word must not match everybody with that name.
  const gaps = (words.length > 1 ? folded.replace(/^\s*@/u, '') : folded).split(WORD);
  if (folded.trim() === '') return [];
  if (!writing.includes('spaced') || !gaps.every((gap) => ONLY_BETWEEN.test(gap)))
    return [bounded(escaped(folded.trim()), folded.trim(), false)];
  const joins = writing.includes('joined');
  const alone = words.length === 1 || !words.every((word) => LETTERS_ALONE.test(word));
  const orders = ordersOf(words, gaps, alone ? [] : writing);
  return orders.map(({ order, turn }) => {
    const body = order.reduce((sofar, word, at) => {
      const before = order[at - 1];
      if (before === undefined) return inLetters(word);
      const elided = turn === 0 && (gaps[at] ?? '').includes("'");
      const least = mayTouch(before, word, joins, elided) ? 0 : 1;
      if (at !== turn) return `${sofar}[${BETWEEN}]{${least},${WIDEST}}${inLetters(word)}`;
      return writing.includes('turned')
        ? `${sofar}[${BETWEEN},]{${least},${WIDEST}}${inLetters(word)}`
        : `${sofar}[${BETWEEN}]{0,2},[${BETWEEN}]{0,2}${inLetters(word)}`;
    }, '');
    return bounded(body, order.join(' '), !alone);
  });
}

/** The words as spoken and, if allowed, with the last ones first; `turn` is then the position of the first one. */
function ordersOf(
  words: readonly string[],
  gaps: readonly string[],
  writing: readonly NameForm[],
): { readonly order: readonly string[]; readonly turn: number }[] {
  const turned = (list: readonly string[], by: number): string[] => [
    ...list.slice(by),
    ...list.slice(0, by),
  ];
  // Given as "Dupont, Rene", the part before the comma is spoken last.
  const comma = Math.max(0, writing.length === 0 ? 0 : gaps.findIndex((gap) => gap.includes(',')));
  const spoken = turned(words, comma);
  const all =
    words.length <= MAX_TURNED && (writing.includes('turned') || writing.includes('listed'));
  return words
    .map((_, by) => by)
    .filter((by) => by === 0 || by === words.length - comma || all)
    .map((by) => ({ order: turned(spoken, by), turn: by === 0 ? 0 : words.length - by }));
}

/** Whether two words may be written without a separator: not after an initial, which would form another word. */
function mayTouch(before: string, word: string, joins: boolean, elided: boolean): boolean {
  if (UNSPACED.test(before) && UNSPACED.test(word)) return true;
  return joins && (elided || (before.length > 1 && word.length > 1));
}

function inLetters(word: string): string {
  return UNSPACED.test(word) ? [...word].map(escaped).join('[ ・]?') : escaped(word);
}

/** Matches whole words only; a name of several words may touch digits, as in account names. */
function bounded(body: string, text: string, several: boolean): Body {
  const first = [...text][0] ?? '';
  const last = [...text].at(-1) ?? '';
  const letter = (sign: string): string =>
    several && /\p{L}/u.test(sign) ? '[\\p{L}\\p{M}]' : '[\\p{L}\\p{Nd}\\p{M}]';
  const isEdge = (sign: string): boolean =>
    /[\p{L}\p{Nd}\p{M}]/u.test(sign) && !UNSPACED.test(sign);
  const before = isEdge(first) ? `(?<!${letter(first)})` : '';
  const after = isEdge(last) ? `(?:'?s)?(?!${letter(last)})` : '';
  return { body, before, after };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
