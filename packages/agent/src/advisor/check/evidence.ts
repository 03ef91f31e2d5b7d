import type { CheckedNote, Said } from './read-statement.js';

/** What tells how a sentence stands to one note, each 0..1 if nothing else is said. */
export const CHECK_EVIDENCE = [
  /** The cosine of the sentence to the note's, or to the nearest of the questions that it answers. */
  'near',
  /** The share of the sentence's words that the note has. */
  'words held',
  /** The share of what the sentence claims that the note's value has; the share of the value that the sentence has. */
  'claim held',
  'value met',
  /** How much more the sentence has of the note's value than of the value that took its place, -1..1. */
  'rather this value',
  /** The share of the sentence's words that the note denies. */
  'denied by note',
  /** Whether both have numbers and none alike; whether the sentence has a name that the note lacks. */
  'other numbers',
  'other name',
] as const;
export type CheckEvidence = Readonly<Record<(typeof CHECK_EVIDENCE)[number], number>>;

/** What the truth of a sentence may be found to be by a note. */
export type ByNote = 'true' | 'outdated' | 'false';

/** For each, the weights of the evidence and an intercept; and the log-odds that no note tells. */
export interface CheckModel {
  readonly weights: Readonly<Record<ByNote, readonly number[]>>;
  readonly intercepts: Readonly<Record<ByNote, number>>;
  readonly unknown: number;
}

/** A sentence to be judged. */
export interface CheckedSentence {
  readonly said: Said;
  /** Its names that the bank knows. */
  readonly names: readonly string[];
}

/** A note that a sentence may be about. */
export interface Candidate {
  readonly note: CheckedNote;
  /** What is to be answered with instead of it, if it has given way or is told anew later. */
  readonly instead: CheckedNote | null;
  /** The cosine of the sentence to its sentence, or to the nearest of the questions that it answers. */
  readonly near: number;
}

const GONE: ReadonlySet<string> = new Set(['superseded', 'doubtful']);
const TELLS_END: ReadonlySet<string> = new Set(['ended', 'denied', 'cancelled']);

export const isGone = ({ validity }: CheckedNote): boolean => GONE.has(validity.state);

/** Whether a note says that something is not so, or no more. */
export const isDenial = ({ text, value, known: { note } }: CheckedNote): boolean =>
  text.isDenial || value.isDenial || TELLS_END.has(note.status);

/** How a sentence stands to a note. */
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

/** Numbers are compared by themselves. */
const isWord = (term: string): boolean => !term.startsWith('#');

/** Words that a sentence says and a note denies. */
const deniedBy = ({ denied }: CheckedNote, said: Said): string[] =>
  [...said.terms].filter((term) => denied.has(term) && !said.denied.has(term));

const without = <Item>(some: ReadonlySet<Item>, others: ReadonlySet<Item>): Item[] =>
  [...some].filter((each) => !others.has(each));

const meets = (some: ReadonlySet<number>, others: ReadonlySet<number>): boolean =>
  [...some].some((each) => others.has(each));

/** How far some words are among others: each counts by how rare it is here. */
export class WordsCovered {
  constructor(
    /** What a word counts, above 0: the more, the rarer. */
    private readonly weightOf: (term: string) => number,
  ) {}

  /** The share of the terms' weight that is among the others, 0..1; null for no terms. */
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
