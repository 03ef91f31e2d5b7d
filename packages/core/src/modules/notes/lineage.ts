import type { NoteStatus } from '../../domain/note.js';
import { DAY, type Instant, type Period } from '../../domain/time.js';
import type { KnownNote, NoteIndex } from '../../indexes/note-index.js';
import {
  dayOf,
  isHeldState,
  type Moment,
  successorOf,
  successorsOf,
} from '../../indexes/note-validity.js';
import { askedTime } from '../../language/claims/asked-claim.js';
import type { QuestionContext } from '../../recall/recall-context.js';
import { timesNamed } from '../../recall/understand.js';

/** The time whose value a question asks for: the present, a period, or what was before or at first. */
type QueriedTime = 'now' | 'before' | 'first' | Period;

export function timeAsked(context: QuestionContext): QueriedTime {
  const { profile, now, state } = context;
  const at = profile.asOf ?? now;
  const asked = timeSaid(context, at);
  // A query with `asOf` before the latest note asks for the value at that time.
  return asked === 'now' && at < state.notes.lastSaidAt
    ? { from: at, to: at + 1, precision: 'minute' }
    : asked;
}

function timeSaid({ understanding }: QuestionContext, at: Instant): QueriedTime {
  if (understanding.query === '') return 'now';
  const [narrowest] = timesNamed(understanding).toSorted((a, b) => a.to - a.from - (b.to - b.from));
  if (narrowest !== undefined && narrowest.from <= at) return at < narrowest.to ? 'now' : narrowest;
  return askedTime(understanding.query);
}

/** The moment for which a query reads the bank's notes. */
export function momentOf({
  profile,
  now,
  offset,
}: QuestionContext): Moment & { readonly saidBy: Instant } {
  const at = profile.asOf ?? now;
  // Statements from another time zone may be hours ahead.
  return { knownBy: profile.asOf ?? Infinity, day: dayOf(at, offset(at)), saidBy: at + DAY };
}

const WAS_SO: ReadonlySet<NoteStatus> = new Set<NoteStatus>(['holds', 'done', 'ended']);
/** Maximum number of notes in a chain of successors. */
const MAX_MEMBERS = 40;

/** The note of the same chain that answers a query about that time; null if it is this one. */
export function wantedInstead(
  known: KnownNote,
  asked: QueriedTime,
  notes: NoteIndex,
  moment: Moment,
): KnownNote | null {
  const wanted =
    asked === 'now'
      ? lastSuccessorOf(known, notes, moment)
      : asked === 'before'
        ? formerOf(known, notes, moment)
        : asked === 'first'
          ? lineOf(known, notes).toSorted(byBegin).at(0)
          : holderIn(known, asked, notes, moment);
  return wanted === undefined || wanted.slot === known.slot ? null : wanted;
}

/** The last successor, which nothing has replaced. */
function lastSuccessorOf(known: KnownNote, notes: NoteIndex, moment: Moment): KnownNote {
  const seen = new Set<number>();
  let at = known;
  while (!seen.has(at.slot) && seen.size < MAX_MEMBERS) {
    seen.add(at.slot);
    const next = successorOf(at, notes, moment);
    if (next === null) return at;
    at = next;
  }
  return known;
}

/** The value before the current one, excluding mere plans. */
function formerOf(known: KnownNote, notes: NoteIndex, moment: Moment): KnownNote {
  const standing = lastSuccessorOf(known, notes, moment);
  const formers = lineOf(known, notes).filter(
    ({ slot, note: { status } }) => slot !== standing.slot && WAS_SO.has(status),
  );
  return formers.toSorted(byBegin).at(-1) ?? known;
}

function holderIn(
  known: KnownNote,
  period: Period,
  notes: NoteIndex,
  moment: Moment,
): KnownNote | undefined {
  if (known.note.status !== 'planned' && holdsIn(known, period, notes, moment)) return known;
  const holders = lineOf(known, notes)
    .filter((each) => holdsIn(each, period, notes, moment))
    .toSorted(byBegin);
  // One note may replace several on different aspects.
  const same = holders.filter(({ note }) => note.aspect === known.note.aspect);
  const of = same.length > 0 ? same : holders;
  return of.findLast(({ note }) => note.status !== 'planned') ?? of.at(-1);
}

/** All notes that replaced each other, directly or indirectly, including the given one. */
function lineOf(known: KnownNote, notes: NoteIndex): KnownNote[] {
  const found = new Map([[known.slot, known]]);
  for (const each of found.values()) {
    if (found.size >= MAX_MEMBERS) break;
    for (const other of [...notes.replacing(each.slot), ...notes.replacedBy(each.slot)])
      if (!found.has(other.slot)) found.set(other.slot, other);
  }
  return [...found.values()];
}

/** Whether a note's validity, up to the note that replaced it, overlaps a period. */
function holdsIn(
  known: KnownNote,
  { from, to }: Period,
  notes: NoteIndex,
  moment: Moment,
): boolean {
  const { until } = known.note;
  const begin = beginOf(known);
  // Of several successors, the first ended it.
  const gaveWay = successorsOf(known, notes, moment).map((next) => takesOver(next, known));
  const end = Math.min(
    until === null ? Infinity : Date.parse(until) + DAY,
    Math.max(Math.min(...gaveWay), begin + 1),
  );
  return begin < to && from < end;
}

/** Current notes begin on their first day, planned ones when they were said. */
const beginOf = ({ note: { from, status }, saidAt }: KnownNote): number =>
  from === null || status === 'planned' ? saidAt : Date.parse(from);

const takesOver = (next: KnownNote, known: KnownNote): number =>
  next.note.from !== null && isHeldState(known) ? Date.parse(next.note.from) : next.saidAt;

const byBegin = (a: KnownNote, b: KnownNote): number =>
  beginOf(a) - beginOf(b) || a.saidAt - b.saidAt || a.slot - b.slot;
