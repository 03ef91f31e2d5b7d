import type { KnownNote } from '../../indexes/note-index.js';
import type { Moment } from '../../indexes/note-validity.js';
import { validityOfNote } from '../../indexes/note-validity.js';
import type { QuestionContext } from '../../recall/recall-context.js';

/** What is counted stands among the best results. */
const LEADING = 5;
/** Fewer are found anyway; more are an aspect of everything. */
const LEAST = 2;
const MOST = 12;

/**
 * What belongs to a count or a sum: of a question for how many, or how much, the notes that tell the same aspect, of whatever
 * subject, as one of the best results. Values that have given way are not counted.
 */
export function countedWith(
  leading: readonly KnownNote[],
  { state: { notes }, understanding }: QuestionContext,
  moment: Moment,
): readonly KnownNote[] {
  if (!understanding.wanted.number && !understanding.wanted.list) return [];
  for (const known of leading.slice(0, LEADING)) {
    const same = notes
      .ofAspect(known.note.aspect)
      .filter((each) => validityOfNote(each, notes, moment).state !== 'superseded');
    const subjects = new Set(same.map(({ note }) => note.about));
    if (subjects.size >= LEAST && same.length <= MOST && same.includes(known)) return same;
  }
  return [];
}
