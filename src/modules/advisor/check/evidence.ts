import type { CheckEvidence } from './check-model.js';
import type { Said } from './read-said.js';
import type { CheckedNote } from './read-note.js';
import type { WordsCovered } from './words-covered.js';

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
