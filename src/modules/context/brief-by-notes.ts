import type { OpenBank } from '../../bank/core.js';
import type { MemoryId, SessionId } from '../../domain/ids.js';
import { FORGOTTEN, type NoteType } from '../../domain/note.js';
import { isPresent } from '../../indexes/note-disagreements.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { presentAt, validityOfNote } from '../notes/index.js';

/** The notes that a session should begin with, of each part the first ones first. */
export interface BriefNotes {
  readonly preferences: readonly MemoryId[];
  readonly open: readonly MemoryId[];
  /** What is so. */
  readonly told: readonly MemoryId[];
}

const STATES: ReadonlySet<NoteType> = new Set<NoteType>(['fact', 'relation', 'decision']);

/**
 * What of a bank that was read is worth knowing before a session: standing wishes, the instructions first; plans that lie ahead, the next
 * first; and what holds, first what matters for most undertakings, then what was told last. Nothing that has given way, is over or in
 * doubt.
 */
export function notesForBrief(
  { state, recall: { clock, stemmer } }: OpenBank,
  exceptSession: SessionId | undefined,
): BriefNotes {
  const { notes, index } = state;
  const moment = presentAt(clock.now());
  const beside = { notes, moment, stemmer };
  const isOther = ({ slot }: KnownNote): boolean =>
    exceptSession === undefined ||
    notes.turnsOf(slot).every((turn) => index.sessions.text(index.session(turn)) !== exceptSession);
  const eligible = [...notes.all()].filter(
    (known) => known.note.aspect !== FORGOTTEN && isOther(known),
  );
  const holding = eligible.filter((known) => isPresent(known, beside));
  const of = (...types: readonly NoteType[]): KnownNote[] =>
    holding.filter(({ note }) => types.includes(note.type)).toSorted(latestFirst);
  const ahead = eligible.filter(
    (known) =>
      known.note.status === 'planned' &&
      (known.note.until ?? known.note.from ?? moment.day) >= moment.day &&
      ['planned', 'current'].includes(validityOfNote(known, notes, moment).state),
  );
  const ids = (some: readonly KnownNote[]): MemoryId[] => some.map(({ id }) => id);
  return {
    preferences: ids([...of('instruction'), ...of('preference')]),
    open: ids(ahead.toSorted(nextFirst)),
    told: ids(
      holding
        .filter(({ note }) => STATES.has(note.type) && note.status === 'holds')
        .toSorted((a, b) => b.note.matters.length - a.note.matters.length || latestFirst(a, b)),
    ),
  };
}

const latestFirst = (a: KnownNote, b: KnownNote): number => b.saidAt - a.saidAt || b.slot - a.slot;

/** What has no day comes last. */
const nextFirst = (a: KnownNote, b: KnownNote): number =>
  (a.note.from ?? '9999').localeCompare(b.note.from ?? '9999') || latestFirst(a, b);
