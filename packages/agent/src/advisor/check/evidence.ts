import type { CheckedNote, SentenceContent } from './read-statement.js';

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
  const { terms, numbers } = said;
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
      numbers.size > 0 && note.value.numbers.size > 0 && !meets(numbers, note.value.numbers),
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
