/** Length up to which beginnings are distinguished. */
export const OPENING_LETTERS = 3;

/** Necessary conditions for a pattern to match a text: cheap to test, and usually not met. */
export interface PatternOutline {
  /**
   * Letters that a match can begin with, up to {@link OPENING_LETTERS}; shorter ones may be followed by
   * anything, and the empty one means any beginning.
   */
  readonly openings: ReadonlySet<string>;
  /** The longest text that every match contains; empty if there is none. */
  readonly literal: string;
}

/** How a match of a part can begin: these letters, and after them anything (`open`) or whatever follows in the pattern. */
interface Opening {
  readonly letters: string;
  readonly open: boolean;
}

interface Part {
  readonly openings: readonly Opening[];
  /** The text it matches, if that is always the same. */
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
 * Derives an outline from a pattern's source. Supports the syntax used in cue tables: letters, groups,
 * alternatives, classes, repetitions, anchors and lookarounds; no back references and no flags.
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
