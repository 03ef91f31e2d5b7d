import type { Period } from '../../domain/time.js';
import type { KnownNote, NoteIndex } from '../../indexes/note-index.js';
import { askedTime } from '../../language/questions/asked-slot.js';
import type { Ranked } from '../../recall/ranking/ranked.js';
import type { QuestionContext } from '../../recall/recall-context.js';
import { timesNamed } from '../../recall/understand.js';
import { dayOf, successorOf, validityByNotes, type Moment } from './note-validity.js';

/** Least and most of the term, in logits. */
export const RANGE = [-6, 2] as const;
const SUPERSEDED = -6;
const DOUBTFUL = -1;
const COVERS = 1;
const OUTSIDE = -1;
const FORMER = 1;

/** The moment that a question is asked of a bank's notes. */
export function momentOf({ profile, now, offset }: QuestionContext): Moment {
  const at = profile.asOf ?? now;
  return { at, day: dayOf(at, offset) };
}

/**
 * What replaced notes lose: they stand behind what replaced them, unless the question asks for the time
 * when they held. Null where the bank has no notes.
 */
export async function weighNotes(
  results: readonly Ranked[],
  context: QuestionContext,
): Promise<readonly number[] | null> {
  const { notes } = context.state;
  await notes.ready();
  if (notes.size === 0) return null;
  const moment = momentOf(context);
  const asked = pastAsked(context);
  return results.map(({ slot, memory }) => {
    const validity = validityByNotes(memory.id, slot, notes, moment);
    if (validity === null) return 0;
    if (asked !== null && asked !== 'before') return covers(slot, notes, asked, moment);
    if (validity.state === 'superseded') return asked === 'before' ? FORMER : SUPERSEDED;
    return validity.state === 'doubtful' ? DOUBTFUL : 0;
  });
}

/** The past time that a question names, `before` where it asks for what was before; null for the present. */
function pastAsked({ understanding, now }: QuestionContext): Period | 'before' | null {
  if (understanding.query === '') return null;
  const [narrowest] = timesNamed(understanding).toSorted((a, b) => a.to - a.from - (b.to - b.from));
  if (narrowest !== undefined)
    return narrowest.from <= now && now < narrowest.to ? null : narrowest;
  return askedTime(understanding.query) === 'now' ? null : 'before';
}

function covers(slot: number, notes: NoteIndex, asked: Period, moment: Moment): number {
  const own = notes.of(slot);
  const all = own === undefined ? notes.notesOf(slot) : [own];
  return all.some((known) => holdsIn(known, notes, asked, moment)) ? COVERS : OUTSIDE;
}

/** Whether a note's days, up to the one that replaced it, meet a period. */
function holdsIn(
  known: KnownNote,
  notes: NoteIndex,
  { from, to }: Period,
  moment: Moment,
): boolean {
  const { note, saidAt } = known;
  const next = successorOf(known, notes, moment);
  const begin = note.from === null ? saidAt : Date.parse(note.from);
  const end = Math.min(
    note.until === null ? Infinity : Date.parse(note.until) + 86_400_000,
    next === null
      ? Infinity
      : next.note.from === null
        ? next.saidAt
        : Math.max(next.saidAt, Date.parse(next.note.from)),
  );
  return begin < to && from < Math.max(end, begin + 1);
}
