import { countBits, hammingDistance, Hypervectors } from '../language/hypervectors.js';
import { foldAccents } from '../language/names/normalise-name.js';
import { bytes, int32s } from './growing-array.js';

const BITS = 512;
/** Stand before and after a word. */
const START = 1;
const END = 2;
/** An ending that a stem has lost: so many letters at most, so many of them not in the stem. */
const LONGEST_ENDING = 5;
const NEW_LETTERS_OF_ENDING = 3;
/** Pairs of letters fall into so many lists. */
const LISTS = 1 << 13;
/** An edit touches so many of a word's pairs of letters at most: a transposition within a word does. */
const PAIRS_AN_EDIT = 3;

/** So many words are looked through for a pair of letters they share; the commonest pairs, beyond, tell little. */
const MAX_SCANNED = 8_000;
const MIN_PAIRS = 3;
/** So many at least of the words that share the most pairs are compared by their codes. */
const COMPARED = 160;
/** Steps in which the share of common pairs is told apart. */
const STEPS = 32;

/** A word of the vocabulary that looks like the one sought. */
export interface Lookalike {
  /** Its number, in order of adding. */
  readonly number: number;
  /** 1 for the same letters, about 0 for none in common. */
  readonly similarity: number;
}

/** What to look for. */
export interface Sought {
  /** The word as it was typed, in lower case. */
  readonly word: string;
  /** Other forms under which it may be near, its stem above all. */
  readonly forms: readonly string[];
  /** Letters inserted, left out, exchanged or transposed at most. */
  readonly edits: number;
}

/**
 * A bank's words as hyperdimensional codes of 512 bits (see {@link Hypervectors}), by which a misspelt word finds what it was
 * meant to be: trigrams and pairs of letters, with and without one between them, so that transposed letters still meet.
 * Words may be stems: a typed word may have an ending more. An inverted index of neighbouring letters tells which words
 * could be meant at all; only these are compared, and a word is encoded when it is first compared.
 */
export class Vocabulary {
  readonly #vectors = new Hypervectors(BITS);
  readonly #width = this.#vectors.width;
  readonly #folded: string[] = [];
  /** The letters of each word as a set of 32: its code units modulo 32. */
  readonly #letters = int32s();
  readonly #lengths = bytes();
  /** Numbers of the words that have a pair of neighbouring letters, by the pair's hash. */
  readonly #having: (number[] | undefined)[] = new Array<number[] | undefined>(LISTS);
  /** 0 until the word is encoded. */
  readonly #encoded = bytes();
  readonly #codes = int32s();
  /** How many pairs each word shares with the one sought; all 0 between two searches. */
  #shared = new Uint8Array(0);
  /** The words that share any, in no order. */
  #touched = new Int32Array(0);
  #touchedCount = 0;

  get size(): number {
    return this.#folded.length;
  }

  /** Adds what a growing list of words has more than at the last call. */
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

  /** The word without accents, as it is compared. */
  folded(number: number): string {
    return this.#folded[number] ?? '';
  }

  /** The `most` words nearest to what is sought, most alike first; equals in order of adding. */
  nearest(sought: Sought, most: number): Lookalike[] {
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

  /** Numbers of the words that so many edits and an ending may have made the typed one of. */
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
      // The pair at a stem's end is the ending's, not the typing's.
      if (pairs + skipped < length - PAIRS_AN_EDIT * edits) continue;
      const own = letters[number] ?? 0;
      // One edit brings in one letter at most.
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

  /** Counts for every word the pairs that it shares, the rarest pairs first; gives how many pairs were too common to look at. */
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

/** Hashes of a word's neighbouring letters, its beginning and its end with them. */
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
