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
  readonly nearText: number;
  readonly nearQuestion: number;
}

const GONE: ReadonlySet<string> = new Set(['superseded', 'doubtful']);
const TELLS_END: ReadonlySet<string> = new Set(['ended', 'denied', 'cancelled']);

export const isGone = ({ validity }: CheckedNote): boolean => GONE.has(validity.state);

/** Whether a note says that something is not so, or no more. */
const isDenial = ({ text, value, known: { note } }: CheckedNote): boolean =>
  text.isDenial || value.isDenial || TELLS_END.has(note.status);

/** How a sentence stands to a note. */
export function readEvidence(
  { said, names }: CheckedSentence,
  { note, instead, nearText, nearQuestion }: Candidate,
  words: WordsCovered,
): CheckEvidence {
  const { terms, numbers } = said;
  const held = words.share(terms, note.all) ?? 0;
  const claimed = [...terms].filter((term) => !note.topic.has(term));
  return {
    'near text': nearText,
    'near question': nearQuestion,
    'words held': held,
    'flat denial': said.isDenial && !isDenial(note) ? held : 0,
    gone: Number(isGone(note)),
    'claim held': words.share(claimed, note.values) ?? 1,
    'value met': words.share(note.values, terms) ?? 1,
    ...beside(said, note, instead, words),
    ...denials(said, note, words),
    'other numbers': Number(
      numbers.size > 0 && note.value.numbers.size > 0 && !meets(numbers, note.value.numbers),
    ),
    'other name': Number(names.some((name) => !note.all.has(name))),
  };
}

/** Whether the sentence has rather this value, or the one in its place. */
function beside(
  { terms, numbers }: Said,
  note: CheckedNote,
  instead: CheckedNote | null,
  words: WordsCovered,
): Pick<CheckEvidence, 'rather this value' | 'rather these numbers' | 'same value'> {
  if (instead === null)
    return { 'rather this value': 0, 'rather these numbers': 0, 'same value': 0 };
  const met = (one: CheckedNote, other: CheckedNote): number =>
    words.share(without(one.values, other.values), terms) ?? 0;
  const counted = (one: CheckedNote, other: CheckedNote): number =>
    without(one.value.numbers, other.value.numbers).filter((each) => numbers.has(each)).length;
  return {
    'rather this value': met(note, instead) - met(instead, note),
    'rather these numbers': Math.sign(counted(note, instead) - counted(instead, note)),
    'same value': words.share(note.values, instead.values) ?? 0,
  };
}

function denials(
  { terms, denied }: Said,
  { text, value, values }: CheckedNote,
  words: WordsCovered,
): Pick<CheckEvidence, 'denied by note' | 'denies value'> {
  const whole = Math.max(words.weigh(terms), Number.MIN_VALUE);
  const shared = [...terms].filter((term) => text.terms.has(term));
  const isValue = (term: string): boolean => values.has(term) && !value.isDenial;
  return {
    'denied by note':
      words.weigh(
        shared.filter((term) => !denied.has(term) && text.denied.has(term) && !isValue(term)),
      ) / whole,
    'denies value':
      words.weigh([...values].filter((term) => denied.has(term) && !text.denied.has(term))) / whole,
  };
}

const without = <Item>(some: ReadonlySet<Item>, others: ReadonlySet<Item>): Item[] =>
  [...some].filter((each) => !others.has(each));

const meets = (some: ReadonlySet<number>, others: ReadonlySet<number>): boolean =>
  [...some].some((each) => others.has(each));
