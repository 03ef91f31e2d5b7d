import type { OpenBank } from '../../bank/core.js';
import type { MemoryId, SessionId } from '../../domain/ids.js';
import { FORGOTTEN, type NoteType } from '../../domain/note.js';
import type { Recalled } from '../../domain/recollection.js';
import { isLatestCurrent } from '../../indexes/note-disagreements.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { presentAt, validityOfNote } from '../notes/index.js';
import { recall } from '../../recall/recall.js';

/** Maximum number of candidates for each part. */
const LIMIT = 30;
const FIELDS = [
  'id',
  'content',
  'excerpt',
  'kind',
  'speaker',
  'session',
  'saidAt',
  'validity',
  'trust',
  'probability',
] as const;
export type Found = Pick<Recalled, (typeof FIELDS)[number] | 'validityDetail'>;

/** Recalled memories that are still valid; of two that conflict, the later one or, said at once, the better ranked. */
export async function askForBrief(
  query: string,
  { more, exceptSession }: { readonly more: object; readonly exceptSession: SessionId | undefined },
  { name, state, recall: ports }: OpenBank,
): Promise<readonly Found[]> {
  const profile = { query, limit: LIMIT, expand: false, reflections: 0, fields: FIELDS, ...more };
  const found = (await recall(profile, name, state, ports)).results as readonly Found[];
  const saidAt = new Map(found.map((each) => [each.id, each.saidAt]));
  const leading = new Set<string>();
  return found.filter((each) => {
    const { id, validity, validityDetail, session } = each;
    const by = validityDetail?.by as MemoryId;
    const later = (saidAt.get(by) ?? -Infinity) > each.saidAt;
    if (validity === 'disputed' && (later || leading.has(by))) return false;
    leading.add(id);
    return validity !== 'superseded' && (exceptSession === undefined || session !== exceptSession);
  });
}

/** The notes to open a session with, in order of importance within each part. */
interface BriefNotes {
  readonly preferences: readonly MemoryId[];
  readonly open: readonly MemoryId[];
  /** Current facts. */
  readonly told: readonly MemoryId[];
}

const STATES: ReadonlySet<NoteType> = new Set<NoteType>(['fact', 'relation', 'decision']);

/**
 * Notes worth knowing before a session: standing preferences, instructions first; plans that lie ahead, the next
 * first; and current facts, first those that matter for most tasks, then the latest. Nothing superseded, past or
 * doubtful.
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
  const holding = eligible.filter((known) => isLatestCurrent(known, beside));
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

/** Sorts by date; notes without a date come last. */
const nextFirst = (a: KnownNote, b: KnownNote): number =>
  (a.note.from ?? '9999').localeCompare(b.note.from ?? '9999') || latestFirst(a, b);
