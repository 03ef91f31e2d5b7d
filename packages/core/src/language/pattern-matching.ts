/**
 * All matches of a global pattern, in order: like `text.matchAll(pattern)`, without its copy of the pattern. That
 * copy reparses the pattern's whole source for every text, which for the long patterns of a language costs more than
 * matching. The pattern's `lastIndex` is left at 0. Throws a TypeError for a pattern that is not global: it would
 * match the same place forever.
 */
export function matchAll(text: string, pattern: RegExp): RegExpExecArray[] {
  if (!pattern.global) throw new TypeError(`${String(pattern)} is not global`);
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === '') pattern.lastIndex += pattern.unicode && isPair(text, match.index) ? 2 : 1;
  }
  return found;
}

const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff;

/** Stands in a literal for the pattern's `\b`. */
const EDGE = '\u0001';
/** Marks a place in a literal with no adjacent letter: an edge of the text, or a lookaround that excludes letters. */
const NO_LETTER = '\u0003';
/** Classes in place of a literal: any digit, any capital from A to Z, any non-ASCII character. */
export const DIGIT = '\u0002';
export const CAPITAL = '\u0004';
export const BEYOND_ASCII = '\u0005';
/** At the edge of a literal: anything but a letter from a to z, or the edge of the text. */
export const GAP = ' ';
/** Maximum number of spellings that a part of a pattern is expanded to. */
const MOST_SPELLINGS = 48;
const MOST_CHOICES = 600;
/** Maximum number of choices tested per pattern, the most selective ones. */
const MOST_CONDITIONS = 3;

/** Every matching text contains one of these literals, folded by {@link foldLetter}, with {@link GAP} at word edges. */
type Choice = readonly string[];

interface Part {
  /** All texts that it matches, if they can be enumerated. */
  readonly spellings: readonly string[] | null;
  readonly needs: readonly Choice[];
}

const UNKNOWN: Part = { spellings: null, needs: [] };
const NO_WIDTH: Part = { spellings: [''], needs: [] };
const ASCII = String.fromCharCode(...Array(128).keys());

/** Case-folds a code unit: equal for all units that a pattern with flag `i` treats as equal. */
export function foldLetter(unit: number): number {
  if (unit < 128) return unit >= 65 && unit <= 90 ? unit + 32 : unit;
  const sign = String.fromCharCode(unit).normalize();
  const upper = sign.toUpperCase();
  const lower = (upper.length === 1 ? upper : sign).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}

/**
 * Literals required by a pattern: a matching text contains one of each choice. Derived from the pattern's source;
 * empty if nothing can be derived. Necessary for a match, not sufficient.
 */
export function requiredLiterals({ source, ignoreCase }: RegExp): readonly Choice[] {
  const { needs } = finished(new PatternReader(source, ignoreCase).choice());
  return needs
    .toSorted((a, b) => chance(a) - chance(b))
    .slice(0, MOST_CONDITIONS)
    .map(shortest);
}

/** Without literals that contain another one of the choice. */
const shortest = (choice: Choice): Choice =>
  choice.filter(
    (literal) => !choice.some((other) => other.length < literal.length && literal.includes(other)),
  );

/** Estimated probability of meeting the choice by chance. */
const chance = (choice: Choice): number =>
  choice.reduce(
    (sum, literal) => sum + (literal === BEYOND_ASCII ? 0.05 : 0.1 ** literal.length),
    0,
  );

const REPEATED = /(?:([?*+])|\{(\d+)(?:,(\d*))?\})\??/y;
/** Literal letters, except the last if it is repeated or optional. */
const PLAIN = /[A-Za-z0-9 ',;:!_/-]+(?![?*+{])/y;
const NAMED = /\{[^}]*\}|<[^>]*>|[0-9a-fA-F]{2,4}/y;
const GROUP = /\?(?:(<?[=!])|:|<[A-Za-z]\w*>)/y;
/** A lookaround's first alternative, if that is a single class. */
const FIRST_EXCLUDED = /^(?:\[(?!\^)[^\]]*\]|\\p\{L\}|\\w)(?=\||$)/;
const MOST_LISTED = 16;

/** Adds the choice of its spellings to its needs. */
function finished(part: Part): Part {
  if (part.spellings === null) return part;
  const literals = [...new Set(part.spellings.map(literalOf))];
  return literals.includes('') ? part : { ...part, needs: [...part.needs, literals] };
}

/** Strips place marks: at an edge they become a gap, inside they carry no information. */
function literalOf(spelling: string): string {
  const [, before = '', letters = '', after = ''] = MARKED.exec(spelling) ?? [];
  const edge = (marks: string, beside: string): string =>
    marks.includes(NO_LETTER) || (marks.includes(EDGE) && /[a-z0-9_]/.test(beside)) ? GAP : '';
  const bare = letters.replace(/[\u0001\u0003]/g, '');
  return bare === '' ? '' : edge(before, bare[0] ?? '') + bare + edge(after, bare.at(-1) ?? '');
}
const MARKED = /^([\u0001\u0003]*)(.*?)([\u0001\u0003]*)$/s;

function join(before: readonly string[], after: readonly string[] | null): string[] | null {
  if (after === null || before.length * after.length > MOST_SPELLINGS) return null;
  if (after.length === 1) return before.map((one) => one + (after[0] as string));
  return before.flatMap((one) => after.map((other) => one + other));
}

const mostTelling = (needs: readonly Choice[]): Choice | undefined =>
  needs.toSorted((a, b) => chance(a) - chance(b))[0];

/** A cache: most patterns use the same few classes. */
const CLASSES = new Map<string, Part>();

function classPart(source: string, ignoreCase: boolean): Part {
  const tried = ASCII.match(new RegExp(source, ignoreCase ? 'giu' : 'gu')) ?? [];
  const listed = tried
    .filter((letter) => !/[0-9A-Z]/.test(letter))
    .map((letter) => letter.toLowerCase());
  if (listed.length > MOST_LISTED) return UNKNOWN;
  const figure = tried.some((letter) => /\d/.test(letter)) ? [DIGIT] : [];
  const capital = tried.some((letter) => /[A-Z]/.test(letter)) ? [CAPITAL] : [];
  return { spellings: null, needs: [[...listed, ...figure, ...capital, BEYOND_ASCII]] };
}

class PatternReader {
  #at = 0;

  constructor(
    private readonly source: string,
    private readonly ignoreCase: boolean,
  ) {}

  /** `a|b|c`, up to the end or the closing bracket. */
  choice(): Part {
    const parts = [this.#sequence()];
    while (this.source[this.#at] === '|') {
      this.#at++;
      parts.push(this.#sequence());
    }
    if (parts.length === 1) return parts[0] as Part;
    const spellings = parts.flatMap((part) => part.spellings ?? []);
    if (parts.every((part) => part.spellings !== null) && spellings.length <= MOST_SPELLINGS)
      return { spellings: [...new Set(spellings)], needs: [] };
    const told = parts.map((part) => mostTelling(finished(part).needs));
    const all = told.flatMap((choice) => choice ?? []);
    return told.includes(undefined) || all.length > MOST_CHOICES
      ? UNKNOWN
      : { spellings: null, needs: [all] };
  }

  #sequence(): Part {
    let run: Part = NO_WIDTH;
    const needs: Choice[] = [];
    let whole = true;
    for (;;) {
      const letter = this.source[this.#at];
      if (letter === undefined || letter === '|' || letter === ')') break;
      const plain = this.#take(PLAIN)?.[0];
      const next = plain === undefined ? this.#repeated(this.#atom()) : this.#letters(plain);
      needs.push(...next.needs);
      const joined = join(run.spellings ?? [], next.spellings);
      if (joined !== null) {
        run = { spellings: joined, needs: [] };
        continue;
      }
      whole = false;
      needs.push(...finished(run).needs);
      run = next.spellings === null ? NO_WIDTH : { ...next, needs: [] };
    }
    if (whole) return { ...run, needs };
    return { spellings: null, needs: [...needs, ...finished(run).needs] };
  }

  #atom(): Part {
    const letter = this.source[this.#at++] as string;
    if (letter === '(') return this.#group();
    if (letter === '[') return this.#class();
    if (letter === '.') return UNKNOWN;
    if (letter === '^' || letter === '$') return { spellings: [NO_LETTER], needs: [] };
    return letter === '\\' ? this.#escape() : this.#letters(letter);
  }

  #letters(letters: string): Part {
    const units = Array.from({ length: letters.length }, (_, at) =>
      foldLetter(letters.charCodeAt(at)),
    );
    return { spellings: [String.fromCharCode(...units)], needs: [] };
  }

  #escape(): Part {
    const from = this.#at - 1;
    const letter = this.source[this.#at++] as string;
    if (letter === 'b') return { spellings: [EDGE], needs: [] };
    if (letter === 'B') return NO_WIDTH;
    if (letter === 'n') return this.#letters('\n');
    if (letter === 't') return this.#letters('\t');
    if (!/\w/.test(letter)) return this.#letters(letter);
    const named = /[pPuxk]/.test(letter) ? (this.#take(NAMED)?.[0] ?? '') : '';
    if (letter === 'u' || letter === 'x')
      return this.#letters(String.fromCodePoint(parseInt(named.replace('{', ''), 16)));
    return /[dwsDWSpP]/.test(letter) ? this.#anyOf(this.source.slice(from, this.#at)) : UNKNOWN;
  }

  #class(): Part {
    const from = this.#at - 1;
    while (this.source[this.#at] !== ']') this.#at += this.source[this.#at] === '\\' ? 2 : 1;
    const whole = this.source.slice(from, ++this.#at);
    const inside = whole.slice(1, -1);
    if (inside.length > MOST_LISTED || /^\^|\\\w|.-.|[\ud800-\udfff]/s.test(inside))
      return this.#anyOf(whole);
    const listed = [...inside.replace(/\\(.)/g, '$1')];
    return {
      spellings: listed.flatMap((letter) => this.#letters(letter).spellings ?? []),
      needs: [],
    };
  }

  /** One character of a class; its need is found by matching the class against all of ASCII. */
  #anyOf(source: string): Part {
    const key = `${source}${this.ignoreCase}`;
    const known = CLASSES.get(key) ?? classPart(source, this.ignoreCase);
    CLASSES.set(key, known);
    return known;
  }

  #group(): Part {
    const look = this.#take(GROUP)?.[1];
    const from = this.#at;
    const inside = this.choice();
    const body = this.source.slice(from, this.#at++);
    if (look === undefined) return inside;
    if (look.endsWith('=')) return { ...NO_WIDTH, needs: finished(inside).needs };
    return this.#excludesLetters(body) ? { spellings: [NO_LETTER], needs: [] } : NO_WIDTH;
  }

  #excludesLetters(body: string): boolean {
    const excluded = FIRST_EXCLUDED.exec(body)?.[0] ?? '';
    return /\\p\{L\}|\\w|A-Za-z/.test(excluded) || (this.ignoreCase && excluded.includes('a-z'));
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.source);
    this.#at += taken?.[0].length ?? 0;
    return taken;
  }

  #repeated(atom: Part): Part {
    const mark = this.#take(REPEATED);
    if (mark === null) return atom;
    const least = mark[1] === undefined ? Number(mark[2]) : mark[1] === '+' ? 1 : 0;
    const most = mark[1] === '?' ? 1 : mark[2] !== undefined && mark[3] === undefined ? least : 2;
    if (least === 1 && most === 1) return atom;
    if (least === 0)
      return most === 1 && atom.spellings !== null && atom.needs.length === 0
        ? { spellings: [...atom.spellings, ''], needs: [] }
        : UNKNOWN;
    return { ...finished(atom), spellings: null };
  }
}
