import type { Memory } from '../../../domain/memory.js';
import type { Validity } from '../../../domain/validity.js';
import type { KnownNote, NoteIndex } from '../../../indexes/note-index.js';
import type { Stemmer } from '../../../language/stem.js';
import { validityOfNote, type Moment } from '../../notes/index.js';
import { readSaid, type Said } from './read-said.js';

/** A note as sentences are compared with it. */
export interface CheckedNote {
  readonly known: KnownNote;
  readonly memory: Memory;
  readonly validity: Validity;
  readonly text: Said;
  readonly value: Said;
  /** Terms of its value, without those of its subject and those that it puts aside. */
  readonly values: ReadonlySet<string>;
  /** Terms that it denies of its subject, or puts aside. */
  readonly denied: ReadonlySet<string>;
  /** Terms of its subject, its aspect, and of the questions that it answers: what it is about, whatever it says of it. */
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

/** Kept while the memory is: consecutive sentences meet the same notes. */
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
  const text = readSaid(content, stemmer);
  const value = withoutAside(readSaid(note.value, stemmer));
  const subject = readSaid(about, stemmer).terms;
  const named = readSaid(`${about}. ${is ?? ''}`, stemmer).terms;
  const topic = readSaid([about, aspect, is ?? '', ...asks].join('. '), stemmer).terms;
  const values = new Set(
    [...value.terms].filter((term) => !subject.has(term) && !value.aside.has(term)),
  );
  const told = new Set([...text.terms, ...value.terms, ...subject]);
  return {
    ...{ text, value, topic, told },
    values,
    denied: new Set([
      ...[...text.denied].filter((term) => !named.has(term)),
      ...[...value.denied, ...text.aside, ...value.aside],
    ]),
    all: new Set([...told, ...topic]),
  };
}

/** "10:00 (was 9:30)": what a value puts aside is none of its numbers. */
function withoutAside(value: Said): Said {
  const numbers = [...value.numbers].filter((each) => !value.aside.has(`#${each}`));
  return { ...value, numbers: new Set(numbers) };
}
