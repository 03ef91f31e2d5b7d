import { countBits, hammingDistance, Hypervectors } from '../language/string-similarity.js';
import { foldAccents } from '../language/names/name-spelling.js';
import { bytes, int32s } from './index-columns.js';

const BITS = 512;
/** Markers before and after a word. */
const START = 1;
const END = 2;
/** An ending that stemming removed: its maximum length, and how many of its letters may not be in the stem. */
const LONGEST_ENDING = 5;
const NEW_LETTERS_OF_ENDING = 3;
/** Number of lists that letter pairs are hashed into. */
const LISTS = 1 << 13;
/** The maximum number of letter pairs that one edit changes: a transposition within a word. */
const PAIRS_AN_EDIT = 3;

/** Maximum number of words scanned per search, after {@link MIN_PAIRS} pairs: the commonest pairs say little. */
const MAX_SCANNED = 8_000;
const MIN_PAIRS = 3;
/** At least this many of the words that share the most pairs are compared by their codes. */
const COMPARED = 160;
/** Resolution of the share of common pairs. */
const STEPS = 32;

/** A word of the vocabulary similar to the one searched for. */
export interface Lookalike {
  /** Its number, in order of adding. */
  readonly number: number;
  /** 1 for the same letters, about 0 for none in common. */
  readonly similarity: number;
}

/** A search for similar words. */
export interface WordQuery {
  /** The word as typed, in lower case. */
  readonly word: string;
  /** Other forms to search by, above all its stem. */
  readonly forms: readonly string[];
  /** Maximum number of letters inserted, deleted, replaced or transposed. */
  readonly edits: number;
}

/**
 * A bank's words as hyperdimensional codes of 512 bits (see {@link Hypervectors}), by which a misspelt word finds the
 * intended one: trigrams and letter pairs, with and without a gap of one, so that transposed letters still match.
 * Words may be stems: a typed word may have an additional ending. An inverted index of letter pairs selects the
 * candidates; only these are compared, and a word is encoded when it is first compared.
 */
export class Vocabulary {
  readonly #vectors = new Hypervectors(BITS);
  readonly #width = this.#vectors.width;
  readonly #folded: string[] = [];
  /** The letters of each word as a 32-bit set: its code units modulo 32. */
  readonly #letters = int32s();
  readonly #lengths = bytes();
  /** Numbers of the words that contain a letter pair, by the pair's hash. */
  readonly #having: (number[] | undefined)[] = new Array<number[] | undefined>(LISTS);
  /** 0 until the word is encoded. */
  readonly #encoded = bytes();
  readonly #codes = int32s();
  /** Number of pairs each word shares with the searched one; all 0 between searches. */
  #shared = new Uint8Array(0);
  /** The words that share any pair, in no order. */
  #touched = new Int32Array(0);
  #touchedCount = 0;

  get size(): number {
    return this.#folded.length;
  }

  /** Adds the new words of a growing list. */
  follow(words: readonly string[]): this {
    for (let number = this.size; number < words.length; number++) this.add(words[number] ?? '');
    return this;
  }

  add(word: string): void {
    const number = this.#folded.length;
    const letters = foldAccents(word);
    this.#folded.push(letters);
    this.#letters.set(number, letterSet(letters));
    this.#lengths.set(number, Math.min(255, letters.length));
    for (const pair of pairsOf(letters)) {
      const list = this.#having[pair];
      if (list === undefined) this.#having[pair] = [number];
      else if (list[list.length - 1] !== number) list.push(number);
    }
  }

  /** The word without accents, as compared. */
  folded(number: number): string {
    return this.#folded[number] ?? '';
  }

  /** The `most` words most similar to the search, best first; ties in order of adding. */
  nearest(sought: WordQuery, most: number): Lookalike[] {
    const typed = foldAccents(sought.word);
    const forms = [...new Set([typed, ...sought.forms.map(foldAccents)])];
    const codes = forms.map((form) => this.#encode(form));
    const found: { number: number; differing: number }[] = [];
    let worst = BITS;
    for (const number of this.#possible(typed, forms, sought.edits)) {
      const differing = this.#distance(codes, number);
      if (found.length === most && differing > worst) continue;
      insert(found, { number, differing });
      if (found.length > most) found.pop();
      worst = found[found.length - 1]?.differing ?? BITS;
    }
    return found.map(({ number, differing }) => ({
      number,
      similarity: 1 - (2 * differing) / BITS,
    }));
  }

  /** Numbers of the words from which this many edits and an ending can produce the typed one. */
  #possible(typed: string, forms: readonly string[], edits: number): number[] {
    const skipped = this.#countShared(forms);
    const shared = this.#shared;
    const typedLetters = letterSet(typed);
    const letters = this.#letters.data;
    const lengths = this.#lengths.data;
    const possible: number[] = [];
    const alike: number[] = [];
    const counts = new Int32Array(STEPS + 1);
    for (let at = 0; at < this.#touchedCount; at++) {
      const number = this.#touched[at] ?? 0;
      const pairs = shared[number] ?? 0;
      shared[number] = 0;
      const length = lengths[number] ?? 0;
      if (length < typed.length - edits - LONGEST_ENDING || length > typed.length + edits) continue;
      // The pair at a stem's end may differ because of the ending, not of a typing error.
      if (pairs + skipped < length - PAIRS_AN_EDIT * edits) continue;
      const own = letters[number] ?? 0;
      // One edit adds at most one letter.
      if (
        countBits(own & ~typedLetters) > edits ||
        countBits(typedLetters & ~own) > edits + NEW_LETTERS_OF_ENDING
      )
        continue;
      // Dice's coefficient of the pairs.
      const step = Math.min(STEPS, Math.floor((2 * STEPS * pairs) / (length + typed.length + 2)));
      possible.push(number);
      alike.push(step);
      counts[step] = (counts[step] ?? 0) + 1;
    }
    let least = STEPS;
    for (
      let compared = counts[least] ?? 0;
      least > 0 && compared < COMPARED;
      compared += counts[least] ?? 0
    )
      least--;
    return possible.filter((_, at) => (alike[at] ?? 0) >= least);
  }

  /**
   * Counts for every word the pairs that it shares, rarest pairs first; returns how many pairs were too common to
   * scan.
   */
  #countShared(forms: readonly string[]): number {
    if (this.#shared.length < this.size) {
      this.#shared = new Uint8Array(2 * this.size);
      this.#touched = new Int32Array(2 * this.size);
    }
    const shared = this.#shared;
    const touched = this.#touched;
    let count = 0;
    const lists = [...new Set(forms.flatMap(pairsOf))]
      .map((pair) => this.#having[pair] ?? [])
      .sort((a, b) => a.length - b.length);
    let looked = 0;
    let scanned = 0;
    for (const list of lists) {
      scanned += list.length;
      if (looked >= MIN_PAIRS && scanned > MAX_SCANNED) break;
      looked++;
      for (const number of list) {
        const before = shared[number] ?? 0;
        shared[number] = before + 1;
        if (before === 0) touched[count++] = number;
      }
    }
    this.#touchedCount = count;
    return lists.length - looked;
  }

  #distance(codes: readonly Int32Array[], number: number): number {
    const start = number * this.#width;
    if (this.#encoded.get(number) === 0) {
      const code = this.#encode(this.folded(number));
      for (let word = code.length - 1; word >= 0; word--)
        this.#codes.set(start + word, code[word] ?? 0);
      this.#encoded.set(number, 1);
    }
    let least = BITS;
    for (const code of codes)
      least = Math.min(least, hammingDistance(code, this.#codes.data, start));
    return least;
  }

  #encode(word: string): Int32Array {
    const vectors = this.#vectors;
    let before = END;
    let last = START;
    for (let at = 0; at <= word.length; at++) {
      const next = at < word.length ? word.charCodeAt(at) : END;
      vectors.addPair(last, next);
      if (at > 0) {
        vectors.add(before, last, next);
        vectors.addPair(before, next);
      }
      before = last;
      last = next;
    }
    return vectors.majority();
  }
}

function insert(
  found: { number: number; differing: number }[],
  one: { number: number; differing: number },
): void {
  let at = found.length;
  for (let before = found[at - 1]; before !== undefined; before = found[--at - 1]) {
    if (
      before.differing < one.differing ||
      (before.differing === one.differing && before.number < one.number)
    )
      break;
  }
  found.splice(at, 0, one);
}

/** Hashes of a word's letter pairs, including its beginning and its end. */
function pairsOf(word: string): number[] {
  const pairs: number[] = [];
  let last = START;
  for (let at = 0; at <= word.length; at++) {
    const next = at < word.length ? word.charCodeAt(at) : END;
    pairs.push((Math.imul(last, 0x9e3b) + next) & (LISTS - 1));
    last = next;
  }
  return pairs;
}

function letterSet(word: string): number {
  let set = 0;
  for (let at = 0; at < word.length; at++) set |= 1 << (word.charCodeAt(at) & 31);
  return set;
}
