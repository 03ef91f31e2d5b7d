import type { Memory } from '@mneme/core/domain/memory.js';
import type { Validity } from '@mneme/core/domain/validity.js';
import type { KnownNote, NoteIndex } from '@mneme/core/indexes/note-index.js';
import { numberOfWord, spelledNumbers } from '@mneme/core/language/lexicon.js';
import { matchAll } from '@mneme/core/language/pattern-matching.js';
import { words } from '@mneme/core/language/segmentation.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { type Moment, validityOfNote } from '@mneme/core/modules/notes/index.js';

/** The content of a sentence, for comparison word by word. */
export interface SentenceContent {
  /** Distinct stems of its content words, and its numbers as `#8`. */
  readonly terms: ReadonlySet<string>;
  /** Those of the terms that it denies. */
  readonly denied: ReadonlySet<string>;
  /** Those of the terms that it names as former or rejected values. */
  readonly aside: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  /** What its figures must find in a note, each by any of its values: a time of day has two. */
  readonly figures: readonly (readonly number[])[];
  /** Limits that it names: "less than 7000". */
  readonly limits: readonly Limit[];
  /** Stems of capitalised words. */
  readonly names: ReadonlySet<string>;
  /** Whether it contains any denial. */
  readonly isDenial: boolean;
}

/** A number that a value stays above or below. */
interface Limit {
  readonly number: number;
  readonly isUpper: boolean;
}

/** Words that negate what follows. */
const DENIES =
  /\b(?:no|not|never|none|nobody|nothing|neither|nor|without|cannot|nowhere)(?!\p{L})|\Bn['’]t(?!\p{L})/giu;
/** Words that deny by themselves, and that a preceding negation reverses: "not allergic to egg". */
const REFUSES =
  /\b(?:allerg(?:ic|y)|intoleran(?:t|ce)|avoid(?:s|ed|ing)?|refuses?|refused|forbids?|forbidden|banned|quit|g[ai]ve(?:s|n)? up)(?!\p{L})/giu;
/** Words that introduce a former or rejected value. */
const PUTS_ASIDE =
  /\b(?:instead of|rather than|in place of|formerly|previously|used to|before it was)(?!\p{L})|(?<!\p{L})(?:old|former|previous|earlier)(?=\s\p{Sc}?\d)|\((?:was|were|before|until)(?!\p{L})/giu;
/** Phrases that look like negations and are not: "not only", "no later than". */
const HARMLESS =
  /\b(?:not (?:only|just|even|merely)|(?:no|not) (?:later|less|fewer|more|longer) than)\b/giu;
/** End of the scope of a negation. */
const CLAUSE_END =
  /[,;:.](?!\d)|[()–—]|\b(?:and|but|because|since|so|which|who|while|although|though|if|when|until)(?!\p{L})/giu;

/** Reads the content of a sentence, in linear time. */
export function readSentenceContent(text: string, stemmer: Stemmer): SentenceContent {
  const plain = withDaysSpelt(text);
  const bare = plain.replaceAll(HARMLESS, ' ');
  const denials = withoutDoubles(matchAll(bare, DENIES), matchAll(bare, REFUSES), bare);
  const aside = matchAll(bare, PUTS_ASIDE);
  const termsOf = (found: readonly RegExpExecArray[]): ReadonlySet<string> =>
    new Set(partsAfter(found, bare).flatMap((part) => termsWithNumbers(part, stemmer)));
  return {
    terms: new Set(termsWithNumbers(plain, stemmer)),
    denied: termsOf(denials),
    aside: termsOf(aside),
    numbers: numbersIn(plain),
    figures: figuresIn(plain),
    limits: limitsIn(plain),
    names: new Set(termsIn(matchAll(plain, CAPITALISED).join(' '), stemmer)),
    isDenial: denials.length > 0,
  };
}

/** Words that say when or that something changed, not what. */
const FRAME: ReadonlySet<string> = new Set(
  'now currently present presently nowadays still anymore already longer instead formerly previously any moment'.split(
    ' ',
  ),
);

function termsWithNumbers(text: string, stemmer: Stemmer): string[] {
  return [...termsIn(text, stemmer), ...[...numbersIn(text)].map((each) => `#${each}`)];
}

/** Stems of its words; numbers are read separately. */
function termsIn(text: string, stemmer: Stemmer): string[] {
  const bare = words(text)
    .map((word) => word.text)
    .filter((word) => !FRAME.has(word) && !IS_FIGURE.test(word) && numberOfWord(word) === null);
  return contentTerms(bare.join(' '), 'en', stemmer);
}

const IS_FIGURE = /^[\d.,:]+$/;

const CAPITALISED = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}]+/gu;

/** Drops double negations. */
function withoutDoubles(
  denials: readonly RegExpExecArray[],
  refusals: readonly RegExpExecArray[],
  text: string,
): RegExpExecArray[] {
  const all = [...denials, ...refusals].sort((a, b) => a.index - b.index);
  const refused = new Set(refusals);
  const reach = partsAfter(all, text).map((part, at) => startOf(all[at]) + part.length);
  const doubled = all.map(
    (each, at) =>
      at > 0 &&
      refused.has(each) &&
      !refused.has(all[at - 1] ?? each) &&
      each.index < (reach[at - 1] ?? 0),
  );
  return all.filter((_, at) => doubled[at] !== true && doubled[at + 1] !== true);
}

const startOf = (word: RegExpExecArray | undefined): number =>
  word === undefined ? 0 : word.index + word[0].length;

/** From each match to the end of its clause. */
function partsAfter(found: readonly RegExpExecArray[], text: string): string[] {
  const ends = matchAll(text, CLAUSE_END).map(({ index }) => index);
  let next = 0;
  return found.map(({ index, 0: word }) => {
    const from = index + word.length;
    while (next < ends.length && (ends[next] ?? 0) < from) next++;
    return text.slice(from, ends[next]);
  });
}

const ISO_DAY = /\b(\d{4})-(\d{2})-(\d{2})\b/g;
const DAY_WORDS = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
});

/** Spells out "2026-06-15", with its weekday. */
function withDaysSpelt(text: string): string {
  return text.replaceAll(ISO_DAY, (day) => {
    const at = Date.parse(day);
    return Number.isNaN(at) ? day : DAY_WORDS.format(at);
  });
}

const FIGURE = /\d{1,12}(?:,\d{3}(?!\d)){0,4}(?:[.:]\d{1,6})?/g;
const CLOCK = /^(\d{1,2})[.:](\d{2})$/;

/** The numbers of a text, in figures and words; a time of day as its hour (12- and 24-hour) and its minutes. */
function numbersIn(text: string): Set<number> {
  return new Set([
    ...spelledNumbers(text, 'whole'),
    ...figuresIn(text).flat(),
    ...matchAll(text, FIGURE).map(([figure]) => numberOf(figure)),
  ]);
}

/** Each figure of a text with the values that it may have; a time of day as its hour, and its minutes if there are any. */
function figuresIn(text: string): number[][] {
  return matchAll(text, FIGURE).flatMap(([figure]) => {
    const clock = CLOCK.exec(figure);
    if (clock === null) return [[numberOf(figure)]];
    const [hour, minutes] = [Number(clock[1]), Number(clock[2])];
    const hours = hour > 12 && hour < 24 ? [hour, hour - 12] : [hour];
    return minutes > 0 ? [hours, [minutes]] : [hours];
  });
}

const numberOf = (figure: string): number => Number(figure.replaceAll(',', '').replace(':', '.'));

const BELOW = /\b(?:less|fewer|lower|under|below|at most|up to|no more|not more)\b/giu;
const ABOVE = /\b(?:more|over|above|at least|no less|not less|no fewer)\b/giu;
/** How far behind its word a limit stands, in UTF-16 units: "less than about 7000". */
const LIMIT_WITHIN = 24;

function limitsIn(text: string): Limit[] {
  const below = matchAll(text, BELOW);
  const ends = new Set(below.map(({ index, 0: word }) => index + word.length));
  const above = matchAll(text, ABOVE).filter(
    ({ index, 0: word }) => !ends.has(index + word.length),
  );
  return [
    ...below.map((found) => ({ found, isUpper: true })),
    ...above.map((found) => ({ found, isUpper: false })),
  ].flatMap(({ found: { index, 0: word }, isUpper }) => {
    const from = index + word.length;
    const [number] = numbersIn(text.slice(from, from + LIMIT_WITHIN));
    return number === undefined ? [] : [{ number, isUpper }];
  });
}

/** Whether one of the values keeps to the limit. */
const keeps = (values: ReadonlySet<number>, { number, isUpper }: Limit): boolean =>
  [...values].some((value) => (isUpper ? value <= number : value >= number));

/**
 * Whether a note has the numbers of a sentence: each figure, or a value within the limit that it is, and of numbers in
 * words one (a 1 does not count: "one" is a pronoun, too).
 */
export function hasNumbers(
  { numbers, figures, limits }: SentenceContent,
  { text, value }: Pick<CheckedNote, 'text' | 'value'>,
): boolean {
  const held = new Set([...text.numbers, ...value.numbers]);
  const kept = new Set(
    limits.filter((limit) => keeps(value.numbers, limit)).map((each) => each.number),
  );
  const isMet = (number: number): boolean => held.has(number) || kept.has(number);
  const named = [...numbers].filter((each) => each !== 1);
  return (named.length === 0 || named.some(isMet)) && figures.every((figure) => figure.some(isMet));
}

/** A note, prepared for comparison with sentences. */
export interface CheckedNote {
  readonly known: KnownNote;
  readonly memory: Memory;
  readonly validity: Validity;
  readonly text: SentenceContent;
  readonly value: SentenceContent;
  /** Terms of its value, without those of its subject and former values. */
  readonly values: ReadonlySet<string>;
  /** Terms that it denies of its subject, or names as former values. */
  readonly denied: ReadonlySet<string>;
  /** Terms of its subject, its aspect, and the questions that it answers: the topic, regardless of what is said. */
  readonly topic: ReadonlySet<string>;
  /** Terms of its subject, its sentence and its value. */
  readonly told: ReadonlySet<string>;
  /** All its terms. */
  readonly all: ReadonlySet<string>;
}

type ReadWords = Pick<
  CheckedNote,
  'text' | 'value' | 'values' | 'denied' | 'topic' | 'told' | 'all'
>;

/** Cached as long as the memory is: consecutive sentences meet the same notes. */
const READ = new WeakMap<Memory, ReadWords>();

export function checkedNote(
  known: KnownNote,
  memory: Memory,
  { notes, moment, stemmer }: { notes: NoteIndex; moment: Moment; stemmer: Stemmer },
): CheckedNote {
  let words = READ.get(memory);
  if (words === undefined) READ.set(memory, (words = wordsOf(known, memory, stemmer)));
  return { known, memory, validity: validityOfNote(known, notes, moment), ...words };
}

function wordsOf({ note }: KnownNote, { content }: Memory, stemmer: Stemmer): ReadWords {
  const { about, is, aspect, asks } = note;
  const text = readSentenceContent(content, stemmer);
  const value = withoutAside(readSentenceContent(note.value, stemmer));
  const subject = readSentenceContent(about, stemmer).terms;
  const named = readSentenceContent(`${about}. ${is ?? ''}`, stemmer).terms;
  const topic = readSentenceContent([about, aspect, is ?? '', ...asks].join('. '), stemmer).terms;
  const values = new Set(
    [...value.terms].filter((term) => !subject.has(term) && !value.aside.has(term)),
  );
  const told = new Set([...text.terms, ...value.terms, ...subject]);
  return {
    ...{ text, value, topic, told },
    values,
    denied: new Set([
      ...[...text.denied].filter((term) => !named.has(term)),
      ...value.denied,
      // "18 January instead of 5 January" puts aside no January.
      ...[...text.aside, ...value.aside].filter((term) => !values.has(term)),
    ]),
    all: new Set([...told, ...topic]),
  };
}

/** Drops the numbers of former values: "10:00 (was 9:30)". */
function withoutAside(value: SentenceContent): SentenceContent {
  const numbers = [...value.numbers].filter((each) => !value.aside.has(`#${each}`));
  return { ...value, numbers: new Set(numbers) };
}

/** Features of the relation of a sentence to one note, each 0..1 unless stated otherwise. */
export const CHECK_EVIDENCE = [
  /** Cosine of the sentence and the note's sentence, or the nearest of the questions that it answers. */
  'near',
  /** Share of the sentence's words that are in the note. */
  'words held',
  /** Share of the sentence's claim that is in the note's value; share of the value that is in the sentence. */
  'claim held',
  'value met',
  /** How much better the sentence matches the note's value than that of its successor, -1..1. */
  'rather this value',
  /** Share of the sentence's words that the note denies. */
  'denied by note',
  /** 1 where both have numbers but share none; 1 where the sentence has a name that the note lacks. */
  'other numbers',
  'other name',
] as const;
export type CheckEvidence = Readonly<Record<(typeof CHECK_EVIDENCE)[number], number>>;

/** What a note may say of the truth of a sentence. */
export type ByNote = 'true' | 'outdated' | 'false';

/**
 * For each verdict, the weights of the evidence and an intercept; and the log-odds that no note is about the
 * sentence.
 */
export interface CheckModel {
  readonly weights: Readonly<Record<ByNote, readonly number[]>>;
  readonly intercepts: Readonly<Record<ByNote, number>>;
  readonly unknown: number;
}

/** A sentence to check. */
export interface CheckedSentence {
  readonly said: SentenceContent;
  /** Its names that the bank knows. */
  readonly names: readonly string[];
}

/** A note that a sentence may be about. */
export interface Candidate {
  readonly note: CheckedNote;
  /** What replaces it in the answer, where it is superseded or restated later. */
  readonly instead: CheckedNote | null;
  /** Cosine of the sentence and its sentence, or the nearest of the questions that it answers. */
  readonly near: number;
}

const GONE: ReadonlySet<string> = new Set(['superseded', 'doubtful']);
const TELLS_END: ReadonlySet<string> = new Set(['ended', 'denied', 'cancelled']);

export const isGone = ({ validity }: CheckedNote): boolean => GONE.has(validity.state);

/** Whether a note says that something is not so, or no longer. */
export const isDenial = ({ text, value, known: { note } }: CheckedNote): boolean =>
  text.isDenial || value.isDenial || TELLS_END.has(note.status);

/** Computes the features of a sentence and a note. */
export function readEvidence(
  { said, names }: CheckedSentence,
  { note, instead, near }: Candidate,
  words: WordsCovered,
): CheckEvidence {
  const { numbers, limits } = said;
  const kept = limits.filter((limit) => keeps(note.value.numbers, limit));
  // A value within the limit that a sentence names is said by it.
  const terms = new Set(said.terms);
  for (const limit of kept) {
    terms.delete(`#${limit.number}`);
    for (const value of note.value.numbers)
      if (keeps(new Set([value]), limit)) terms.add(`#${value}`);
  }
  const claimed = [...terms].filter((term) => !note.topic.has(term));
  const rather = (one: CheckedNote, other: CheckedNote): number =>
    words.share(without(one.values, other.values), terms) ?? 0;
  return {
    near,
    'words held': words.share([...terms].filter(isWord), note.all) ?? 0,
    'claim held': words.share(claimed, note.values) ?? 1,
    'value met': words.share(note.values, terms) ?? 1,
    'rather this value': instead === null ? 0 : rather(note, instead) - rather(instead, note),
    'denied by note': words.weigh(deniedBy(note, said)) / words.weigh(terms) || 0,
    'other numbers': Number(
      numbers.size > 0 &&
        note.value.numbers.size > 0 &&
        !meets(numbers, note.value.numbers) &&
        kept.length === 0,
    ),
    'other name': Number(names.some((name) => !note.all.has(name))),
  };
}

/** Numbers are compared separately. */
const isWord = (term: string): boolean => !term.startsWith('#');

/** Words that a sentence asserts and a note denies. */
const deniedBy = ({ denied }: CheckedNote, said: SentenceContent): string[] =>
  [...said.terms].filter((term) => denied.has(term) && !said.denied.has(term));

const without = <Item>(some: ReadonlySet<Item>, others: ReadonlySet<Item>): Item[] =>
  [...some].filter((each) => !others.has(each));

const meets = (some: ReadonlySet<number>, others: ReadonlySet<number>): boolean =>
  [...some].some((each) => others.has(each));

/** Weighted overlap of words: rarer words count more. */
export class WordsCovered {
  constructor(
    /** Weight of a word, above 0: higher the rarer it is. */
    private readonly weightOf: (term: string) => number,
  ) {}

  /** Share of the terms' weight that is among the others, 0..1; null for no terms. */
  share(terms: Iterable<string>, others: ReadonlySet<string>): number | null {
    let whole = 0;
    let held = 0;
    for (const term of terms) {
      const weight = this.weightOf(term);
      whole += weight;
      if (others.has(term)) held += weight;
    }
    return whole === 0 ? null : held / whole;
  }

  weigh(terms: Iterable<string>): number {
    let sum = 0;
    for (const term of terms) sum += this.weightOf(term);
    return sum;
  }
}
