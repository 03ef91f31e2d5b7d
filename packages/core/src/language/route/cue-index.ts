import { matchAll } from '../pattern-matching.js';
import { ReadText } from '../read-text.js';

/** Number of letters by which pattern openings are indexed. */
const OPENING_LETTERS = 3;

/** Necessary conditions for a pattern to match, cheap to test and usually not met. */
interface PatternOutline {
  /**
   * The possible first letters of a match, up to {@link OPENING_LETTERS}; a shorter opening may be followed by
   * anything, and the empty one stands for any beginning.
   */
  readonly openings: ReadonlySet<string>;
  /** The longest text that every match contains; empty if there is none. */
  readonly literal: string;
}

/** How a match of a part can begin: with these letters, followed by anything (`open`) or by the rest of the pattern. */
interface Opening {
  readonly letters: string;
  readonly open: boolean;
}

interface Part {
  readonly openings: readonly Opening[];
  /** The only text it matches; null if there are several. */
  readonly exact: string | null;
  /** The longest text within every match. */
  readonly literal: string;
}

const part = (
  openings: readonly Opening[],
  exact: string | null = null,
  literal = exact ?? '',
): Part => ({ openings, exact, literal });
const ANYTHING = part([{ letters: '', open: true }]);
const NO_WIDTH = part([{ letters: '', open: false }], '');
const letters = (text: string): Part =>
  part([{ letters: text.slice(0, OPENING_LETTERS), open: false }], text);

/**
 * Derives an outline from a pattern's source. Supports the syntax used in cue tables: letters, groups, alternatives,
 * classes, repetitions, anchors and lookarounds; no back references and no flags.
 */
export function outlineOf(source: string): PatternOutline {
  const { openings, literal } = new PatternReader(source).choice();
  return { openings: new Set(openings.map((opening) => opening.letters)), literal };
}

/** Literal letters, except the last if it is repeated or optional. */
const PLAIN = /[a-z0-9 ',;:!_/-]+(?![?*+{])/y;
const REPEATED = /(?:[?*+]|\{\d+(?:,\d*)?\})\??/y;
const KIND = /\?(?:<?[=!]|:)/y;

class PatternReader {
  #at = 0;

  constructor(private readonly source: string) {}

  /** `a|b|c`, up to the end or the closing bracket. */
  choice(): Part {
    const first = this.#sequence();
    if (this.source[this.#at] !== '|') return first;
    const openings = [...first.openings];
    while (this.source[this.#at] === '|') {
      this.#at++;
      openings.push(...this.#sequence().openings);
    }
    return part(openings);
  }

  #sequence(): Part {
    let openings = NO_WIDTH.openings;
    let [run, longest]: [string, string] = ['', ''];
    let exact: string | null = '';
    while (
      this.#at < this.source.length &&
      this.source[this.#at] !== '|' &&
      this.source[this.#at] !== ')'
    ) {
      const plain = this.#take(PLAIN);
      const next = plain === '' ? this.#repeated(this.#atom()) : letters(plain);
      openings = followedBy(openings, next.openings);
      exact = exact === null || next.exact === null ? null : exact + next.exact;
      run = next.exact === null ? '' : run + next.exact;
      longest = longer(longest, longer(run, next.literal));
    }
    return part(openings, exact, longest);
  }

  #atom(): Part {
    const letter = this.source[this.#at++] ?? '';
    switch (letter) {
      case '(':
        return this.#group();
      case '[':
        while (this.source[this.#at] !== ']') this.#at += this.source[this.#at] === '\\' ? 2 : 1;
        this.#at++;
        return ANYTHING;
      case '.':
        return ANYTHING;
      case '^':
      case '$':
        return NO_WIDTH;
      case '\\': {
        const escaped = this.source[this.#at++] ?? '';
        if (escaped === 'b') return NO_WIDTH;
        return /\w/.test(escaped) ? ANYTHING : letters(escaped);
      }
      default:
        return letters(letter);
    }
  }

  #group(): Part {
    const kind = this.#take(KIND);
    const inside = this.choice();
    this.#at++;
    return kind === '' || kind === '?:' ? inside : NO_WIDTH;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.source)?.[0] ?? '';
    this.#at += taken.length;
    return taken;
  }

  #repeated(atom: Part): Part {
    const mark = this.#take(REPEATED);
    if (mark === '') return atom;
    // A repeated part may follow itself.
    const once = mark.startsWith('?')
      ? atom.openings
      : atom.openings.map((opening) => ({ ...opening, open: true }));
    const optional = mark.startsWith('?') || mark.startsWith('*') || mark.startsWith('{0');
    return optional ? part([...once, ...NO_WIDTH.openings]) : part(once, null, atom.literal);
  }
}

const longer = (a: string, b: string): string => (b.length > a.length ? b : a);

function followedBy(openings: readonly Opening[], next: readonly Opening[]): readonly Opening[] {
  if (openings.every(isFull)) return openings;
  const all = new Map<string, Opening>();
  const keep = (opening: Opening): void =>
    void all.set(`${opening.letters}${opening.open ? '*' : ''}`, opening);
  for (const opening of openings) {
    if (isFull(opening)) keep(opening);
    else
      for (const { letters: more, open } of next)
        keep({ letters: (opening.letters + more).slice(0, OPENING_LETTERS), open });
  }
  return [...all.values()];
}

const isFull = ({ letters: known, open }: Opening): boolean =>
  open || known.length >= OPENING_LETTERS;

/** Lookahead: what must not follow a cue. */
const ENDS = "(?![\\w-]|'(?!s\\b))";
const BEGINS = "(?<![\\w'-])";
/** Where a cue may begin: not within a word. */
const PLACE = /(?<![\w'-])/g;

/** One pattern of a list. */
class Cue {
  #pattern: RegExp | null = null;

  constructor(
    readonly list: number,
    /** Its index in the list. */
    readonly order: number,
    private readonly source: string,
    /** A text that every match contains. */
    readonly literal: string,
  ) {}

  find(text: ReadText): RegExpExecArray | null {
    this.#pattern ??= new RegExp(`${BEGINS}(?:${this.source})${ENDS}`);
    return text.exec(this.#pattern);
  }
}

/** A question and the patterns that could match in it. */
export interface CuesIn {
  /**
   * The first match of a list's patterns in the text, as whole words; at the same position, that of the first
   * pattern.
   */
  first(list: number): string | null;
}

/**
 * Matches many lists of patterns against a text at once. Candidates are preselected by the letters at word starts and
 * by a literal that every match contains; usually a handful remain. Trying all patterns instead costs fifteen times
 * as much, because a megabyte of compiled patterns falls out of the CPU caches between questions.
 */
export class CueIndex {
  readonly #lists: (readonly string[])[] = [];
  #byOpening: ReadonlyMap<string, readonly Cue[]> | null = null;

  /** Adds a list of lower-case patterns and returns its number. */
  add(patterns: readonly string[]): number {
    this.#byOpening = null;
    return this.#lists.push(patterns) - 1;
  }

  read(text: string): CuesIn {
    this.#byOpening ??= byOpenings(this.#lists);
    const possible: Cue[][] = [];
    const met = new Set<Cue>();
    for (const opening of this.#openings(text)) {
      for (const cue of this.#byOpening.get(opening) ?? []) {
        if (met.has(cue)) continue;
        met.add(cue);
        if (text.includes(cue.literal)) (possible[cue.list] ??= []).push(cue);
      }
    }
    const reading = new ReadText(text);
    return { first: (list) => firstOf(possible[list] ?? [], reading) };
  }

  /** The prefixes of the words at which a cue may begin. */
  #openings(text: string): readonly string[] {
    const openings = [''];
    for (const { index } of matchAll(text, PLACE))
      for (let length = 1; length <= OPENING_LETTERS; length++)
        openings.push(text.slice(index, index + length));
    return openings;
  }
}

function byOpenings(lists: readonly (readonly string[])[]): Map<string, Cue[]> {
  const byOpening = new Map<string, Cue[]>();
  for (const [list, patterns] of lists.entries()) {
    for (const [order, source] of patterns.entries()) {
      const { openings, literal } = outlineOf(source);
      const cue = new Cue(list, order, source, literal);
      for (const opening of openings) {
        const known = byOpening.get(opening);
        if (known === undefined) byOpening.set(opening, [cue]);
        else known.push(cue);
      }
    }
  }
  return byOpening;
}

function firstOf(cues: readonly Cue[], text: ReadText): string | null {
  let best: { readonly found: RegExpExecArray; readonly order: number } | null = null;
  for (const { order, found } of cues.map((cue) => ({ order: cue.order, found: cue.find(text) }))) {
    if (found === null) continue;
    if (
      best === null ||
      found.index < best.found.index ||
      (found.index === best.found.index && order < best.order)
    )
      best = { found, order };
  }
  return best === null ? null : best.found[0];
}
