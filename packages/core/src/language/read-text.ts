import { AsyncLocalStorage } from 'node:async_hooks';
import { MnemeError } from '../domain/errors.js';
import {
  BEYOND_ASCII,
  CAPITAL,
  DIGIT,
  foldLetter,
  GAP,
  matchAll,
  requiredLiterals,
} from './pattern-matching.js';
import { type Sentence, sentences, type Word, words } from './segmentation.js';

const BEYOND = /[^\u0000-\u007f]/;

/** A text, possibly wrapped for shared reading. */
export type Readable = string | ReadText;

/** A sentence of a text, wrapped for further reading. */
export interface ReadSentence extends Sentence {
  readonly reading: ReadText;
}

/**
 * A text with its derived readings, created once on input and passed on. Readings are computed on first use and
 * cached. It indexes the letter trigrams of the text, so that patterns that cannot match are skipped.
 */
export class ReadText {
  readonly #read = new Map<unknown, unknown>();
  #letters: LetterRuns | null = null;
  #words: readonly Word[] | null = null;
  #sentences: readonly ReadSentence[] | null = null;

  constructor(readonly text: string) {}

  static of(text: Readable): ReadText {
    return typeof text === 'string' ? new ReadText(text) : text;
  }

  get words(): readonly Word[] {
    return (this.#words ??= words(this.text));
  }

  get sentences(): readonly ReadSentence[] {
    return (this.#sentences ??= sentences(this.text).map((sentence) => ({
      ...sentence,
      reading: this.part(sentence.start, sentence.end),
    })));
  }

  /** The result of a reader, computed once per text. */
  once<T>(read: (text: ReadText) => T): T {
    if (!this.#read.has(read)) this.#read.set(read, read(this));
    return this.#read.get(read) as T;
  }

  /** A range of the text as a text of its own. */
  part(start: number, end: number): ReadText {
    return start === 0 && end === this.text.length
      ? this
      : new ReadText(this.text.slice(start, end));
  }

  /** Whether the pattern may match; false only if it cannot. */
  may(pattern: RegExp): boolean {
    const needs = needed(pattern);
    return needs.length === 0 || (this.#letters ??= new LetterRuns(this.text)).meet(needs);
  }

  /** The entries of a constant list whose patterns may match, in order. */
  among<T extends Patterned>(list: readonly T[]): readonly T[] {
    let together = PATTERN_LISTS.get(list);
    if (together === undefined) PATTERN_LISTS.set(list, (together = new PatternList(list)));
    return together
      .possible((this.#letters ??= new LetterRuns(this.text)))
      .map((at) => list[at] as T);
  }

  /** Whether all characters of the text are ASCII. */
  get isAscii(): boolean {
    return !this.may(BEYOND);
  }

  test(pattern: RegExp): boolean {
    return this.may(pattern) && pattern.test(this.text);
  }

  exec(pattern: RegExp): RegExpExecArray | null {
    return this.may(pattern) ? pattern.exec(this.text) : null;
  }

  /** All matches of a global pattern, in order. */
  all(pattern: RegExp): RegExpExecArray[] {
    return this.may(pattern) ? matchAll(this.text, pattern) : [];
  }

  /** The text with all matches of the pattern replaced. */
  replaced(pattern: RegExp, by: (match: string) => string): string {
    return this.may(pattern) ? this.text.replace(pattern, by) : this.text;
  }
}

interface Patterned {
  readonly pattern: RegExp;
}

/** A cache, by list of patterns. */
const PATTERN_LISTS = new WeakMap<readonly Patterned[], PatternList>();

/** Patterns tested as a set: literals that several of them need are looked up once. */
class PatternList {
  readonly #needs: readonly Needs[];
  readonly #unneeding: readonly number[];
  /** The literals of each pattern's most selective choice, and the patterns that need each literal. */
  readonly #literals: Int32Array;
  readonly #users: readonly (readonly number[])[];

  constructor(list: readonly Patterned[]) {
    this.#needs = list.map(({ pattern }) => needed(pattern));
    this.#unneeding = list.flatMap((_, at) => (this.#needs[at]?.length === 0 ? [at] : []));
    const users = new Map<string, number[]>();
    for (const [at, { pattern }] of list.entries())
      for (const literal of requiredLiterals(pattern)[0] ?? []) {
        const known = users.get(literal);
        if (known === undefined) users.set(literal, [at]);
        else known.push(at);
      }
    this.#literals = Int32Array.from([...users.keys()].flatMap(runsOf));
    this.#users = [...users.values()];
  }

  possible(letters: LetterRuns): readonly number[] {
    const met = letters.met(this.#literals);
    if (met.length === 0) return this.#unneeding;
    const found = new Set(this.#unneeding);
    for (const literal of met)
      for (const at of this.#users[literal] ?? [])
        if (letters.meet(this.#needs[at] ?? [])) found.add(at);
    return [...found].sort((a, b) => a - b);
  }
}

/** One array per choice; for each literal, the number of its letter runs and their hashes. */
type Needs = readonly Int32Array[];

/** A cache: a pattern's needs depend on the pattern alone. */
const NEEDS = new WeakMap<RegExp, Needs>();

function needed(pattern: RegExp): Needs {
  let needs = NEEDS.get(pattern);
  if (needs === undefined) {
    needs = requiredLiterals(pattern).map((choice) => Int32Array.from(choice.flatMap(runsOf)));
    NEEDS.set(pattern, needs);
  }
  return needs;
}

const LONGEST_RUN = 3;
/** Low bits of a run's hash to drop: the higher ones are mixed best. */
const HIGH = 8;
const ASCII_FOLDED = Uint8Array.from({ length: 128 }, (_, unit) => foldLetter(unit));
const GAP_UNIT = GAP.charCodeAt(0);

/** Multipliers for the positions of a run; its hash is the XOR of the products. */
const FIRST = 0x9e3779b1;
const SECOND = 0x85ebca77;
const THIRD = 0xc2b2ae3d;
const [GAP_FIRST, GAP_SECOND, GAP_THIRD] = [FIRST, SECOND, THIRD].map((place) =>
  Math.imul(GAP.charCodeAt(0), place),
) as [number, number, number];

function runsOf(literal: string): number[] {
  const length = Math.min(literal.length, LONGEST_RUN);
  const runs = Array.from({ length: literal.length - length + 1 }, (_, at) =>
    [FIRST, SECOND, THIRD]
      .slice(0, length)
      .reduce((run, place, next) => run ^ Math.imul(literal.charCodeAt(at + next), place), 0),
  );
  const needed = literal.charCodeAt(0) > 127 ? [BEYOND_RUN, ...runs] : runs;
  return [needed.length, ...needed];
}

const [DIGIT_RUN, CAPITAL_RUN, BEYOND_RUN] = [DIGIT, CAPITAL, BEYOND_ASCII].map((sign) =>
  Math.imul(sign.charCodeAt(0), FIRST),
) as [number, number, number];

/** Filter bits per code unit of the text: sparse enough that false positives are rare. */
const BITS_A_UNIT = 64;
const FEWEST_BITS = 1 << 12;
const MOST_BITS = 1 << 20;

/** Allocating an array outside the heap costs more than filling a sentence's part of it. */
const SHARED_UNITS = 1 << 13;
const shared = { units: new Uint32Array(SHARED_UNITS), used: 0 };

/** Zeroed units, at an index of an array that may hold those of other texts, too. */
function unitsFor(count: number): { readonly units: Uint32Array; readonly from: number } {
  if (count > SHARED_UNITS / 8) return { units: new Uint32Array(count), from: 0 };
  if (shared.used + count > SHARED_UNITS) {
    shared.units = new Uint32Array(SHARED_UNITS);
    shared.used = 0;
  }
  const from = shared.used;
  shared.used += count;
  return { units: shared.units, from };
}

/** A Bloom filter of the runs of up to three letters in a text: no false negatives. */
class LetterRuns {
  readonly #bits: Uint32Array;
  readonly #mask: number;
  /** Index of its first unit in the array, which several texts share. */
  readonly #from: number;

  constructor(text: string) {
    let size = FEWEST_BITS;
    while (size < text.length * BITS_A_UNIT && size < MOST_BITS) size *= 2;
    const { units: bits, from } = unitsFor(size / 32);
    const mask = size - 1;
    const add = (run: number): void => {
      const bit = (run >>> HIGH) & mask;
      const at = from + (bit >>> 5);
      bits[at] = (bits[at] as number) | (1 << (bit & 31));
    };
    // Hash contributions of the previous two letters, as themselves and with a gap in their place.
    let before = GAP_FIRST;
    let beforeEdge = GAP_FIRST;
    let last = GAP_FIRST;
    let lastEdge = GAP_FIRST;
    let lastSecond = GAP_SECOND;
    for (let at = 0; at <= text.length; at++) {
      const raw = at < text.length ? text.charCodeAt(at) : GAP_UNIT;
      const unit = raw < 128 ? (ASCII_FOLDED[raw] as number) : foldLetter(raw);
      const isLetter = raw < 128 && unit >= 97 && unit <= 122;
      const first = Math.imul(unit, FIRST);
      const second = Math.imul(unit, SECOND);
      const third = Math.imul(unit, THIRD);
      add(first);
      add(last ^ second);
      add(before ^ lastSecond ^ third);
      if (raw < 97) {
        if (raw >= 48 && raw <= 57) add(DIGIT_RUN);
        else if (raw >= 65 && raw <= 90) add(CAPITAL_RUN);
      } else if (raw > 127) add(BEYOND_RUN);
      if (!isLetter && unit !== GAP_UNIT) {
        add(last ^ GAP_SECOND);
        add(lastEdge ^ GAP_SECOND);
        add(before ^ lastSecond ^ GAP_THIRD);
        add(beforeEdge ^ lastSecond ^ GAP_THIRD);
      }
      if (lastEdge !== last) add(lastEdge ^ second);
      if (beforeEdge !== before) add(beforeEdge ^ lastSecond ^ third);
      before = last;
      beforeEdge = lastEdge;
      last = first;
      lastEdge = isLetter ? first : GAP_FIRST;
      lastSecond = second;
    }
    this.#bits = bits;
    this.#mask = mask;
    this.#from = from;
  }

  meet(needs: Needs): boolean {
    for (const choice of needs) if (!this.#offers(choice)) return false;
    return true;
  }

  /** Indexes of the literals that may occur in the text. */
  met(literals: Int32Array): number[] {
    const found: number[] = [];
    for (let at = 0, index = 0; at < literals.length; index++) {
      const next = at + (literals[at] as number) + 1;
      if (this.#holds(literals, at)) found.push(index);
      at = next;
    }
    return found;
  }

  #offers(choice: Int32Array): boolean {
    for (let at = 0; at < choice.length; at += (choice[at] as number) + 1)
      if (this.#holds(choice, at)) return true;
    return false;
  }

  /** Whether the text may contain all runs of the literal at an index. */
  #holds(literals: Int32Array, from: number): boolean {
    const bits = this.#bits;
    const mask = this.#mask;
    const first = this.#from;
    const last = from + (literals[from] as number);
    for (let at = from + 1; at <= last; at++) {
      const bit = ((literals[at] as number) >>> HIGH) & mask;
      if (((bits[first + (bit >>> 5)] as number) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

/** The parts of reading a text; each may fail independently. */
type ReadingStep =
  | 'language'
  | 'words'
  | 'names'
  | 'relations'
  | 'dates'
  | 'causes'
  | 'claims'
  | 'manner'
  | 'intentions'
  | 'procedures'
  | 'code'
  | 'metadata'
  | 'personal data'
  | 'commands';

/** A step that threw on a text, with the error message. */
export interface ReadingFault {
  readonly step: ReadingStep;
  readonly why: string;
}

/**
 * Collects the faults of the current run. Per run rather than per reader, because readers are shared. Following a flow
 * through its waits costs every promise of the process, so it is switched off whenever no such flow is under way.
 */
class FaultListeners {
  readonly #flows = new AsyncLocalStorage<ReadingFault[]>();
  #under = 0;
  #now: ReadingFault[] | null = null;

  get current(): ReadingFault[] | undefined {
    return this.#now ?? this.#flows.getStore();
  }

  during<T>(faults: ReadingFault[], run: () => T): T {
    const before = this.#now;
    this.#now = faults;
    try {
      return run();
    } finally {
      this.#now = before;
    }
  }

  async along<T>(faults: ReadingFault[], run: () => Promise<T>): Promise<T> {
    this.#under++;
    try {
      return await this.#flows.run(faults, run);
    } finally {
      this.#under--;
      if (this.#under === 0) this.#flows.disable();
    }
  }
}

const LISTENING = new FaultListeners();

/**
 * Wraps a reader so that it never throws: on an error it returns `nothing` and records a fault for {@link
 * listenForFaults}. Rules for arbitrary text are never complete, and a failing one must neither lose the text nor
 * abort a batch over all texts.
 */
export function readingStep<Given extends readonly unknown[], Read>(
  step: ReadingStep,
  nothing: (...given: NoInfer<Given>) => NoInfer<Read>,
  read: (...given: Given) => Read,
): (...given: Given) => Read {
  return (...given) => {
    try {
      return read(...given);
    } catch (error) {
      // A usage error rather than the text's fault: called too early, or after closing.
      if (MnemeError.is(error)) throw error;
      recordFault(step, error);
      return nothing(...given);
    }
  };
}

/** Records a failed step, once per run; for steps not wrapped by {@link readingStep}. */
export function recordFault(step: ReadingStep, error: unknown): void {
  const faults = LISTENING.current;
  const why = error instanceof Error ? error.message : String(error);
  if (faults?.some((fault) => fault.step === step && fault.why === why) === false)
    faults.push({ step, why });
}

/** Runs `run`, which does not wait, and appends the steps that fail in it to `faults`, in order. */
export const collectFaults = <T>(faults: ReadingFault[], run: () => T): T =>
  LISTENING.during(faults, run);

/** The same for work that waits, until it ends. */
export const collectFaultsOf = <T>(faults: ReadingFault[], run: () => Promise<T>): Promise<T> =>
  LISTENING.along(faults, run);

/** A message for users: "its dates could not be read (…); the text is kept". */
export const describeFault = ({ step, why }: ReadingFault): string =>
  `its ${step} could not be read (${why}); the text is kept`;
