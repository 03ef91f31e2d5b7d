import { matchAll } from '../match-all.js';
import { ReadText } from '../read-text.js';
import { OPENING_LETTERS, outlineOf } from './pattern-outline.js';

/** What must not follow a cue. */
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
   * The first match of a list's patterns in the text, as whole words; at the same position, that of the
   * first pattern.
   */
  first(list: number): string | null;
}

/**
 * Matches many lists of patterns against a text at once. Candidate patterns are preselected by the letters
 * at the beginnings of words and by a text that every match must contain; usually a handful remain. Trying
 * all of them instead would touch a megabyte of compiled patterns that have left the processor's caches
 * since the last question: fifteen times the cost.
 */
export class CueIndex {
  readonly #lists: (readonly string[])[] = [];
  #byOpening: ReadonlyMap<string, readonly Cue[]> | null = null;

  /** Returns the list's number. Patterns are in lower case. */
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
