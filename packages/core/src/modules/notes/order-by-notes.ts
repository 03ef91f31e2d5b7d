import { beginDay, type NoteStatus } from '../../domain/note.js';
import { DAY, type Instant, type Period } from '../../domain/time.js';
import type { KnownNote, NoteIndex } from '../../indexes/note-index.js';
import {
  dayOf,
  disagreementsOf,
  isHeldState,
  type Moment,
  successorOf,
  successorsOf,
  validityAmongNotes,
  validityByNotes,
  validityOfNote,
} from '../../indexes/note-validity.js';
import type { Ordered } from '../../kernel/module.js';
import { askedTime } from '../../language/claims/asked-and-foreign-claims.js';
import { acceptorOf } from '../../recall/rank-candidates.js';
import { broughtIn, constrained, type Ranked } from '../../recall/ranking/score.js';
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
function wantedInstead(
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
const beginOf = ({ note, saidAt }: KnownNote): number => {
  const day = note.status === 'planned' ? null : beginDay(note);
  return day === null ? saidAt : Date.parse(day);
};

function takesOver(next: KnownNote, known: KnownNote): number {
  const day = isHeldState(known) ? beginDay(next.note) : null;
  return day === null ? next.saidAt : Date.parse(day);
}

const byBegin = (a: KnownNote, b: KnownNote): number =>
  beginOf(a) - beginOf(b) || a.saidAt - b.saidAt || a.slot - b.slot;

/** A counted note must be among this many best results. */
const COUNTED_WITH = 5;
/** Range of note counts for counting an aspect; more would be too generic. */
const MIN_COUNTED = 2;
const MAX_COUNTED = 12;

/**
 * For a question that asks for a count, sum or list, the notes on the same aspect of any subject, if one of them is
 * among the best results. Superseded values do not count.
 */
function countedWith(
  leading: readonly KnownNote[],
  { state: { notes }, understanding }: QuestionContext,
  moment: Moment,
): readonly KnownNote[] {
  if (!understanding.wanted.number && !understanding.wanted.list) return [];
  for (const known of leading.slice(0, COUNTED_WITH)) {
    const same = notes
      .ofAspect(known.note.aspect)
      .filter((each) => validityOfNote(each, notes, moment).state !== 'superseded');
    const subjects = new Set(same.map(({ note }) => note.about));
    if (subjects.size >= MIN_COUNTED && same.length <= MAX_COUNTED && same.includes(known))
      return same;
  }
  return [];
}

/** Number of best results whose chains of successors are followed. */
const LEADING = 10;

/**
 * Moves the value of the queried time to the front of each chain of values, even if no path found it, and sets the
 * results' validity from notes.
 */
export async function orderByNotes(
  results: readonly Ranked[],
  context: QuestionContext,
): Promise<Ordered<Ranked>> {
  const { notes, index, memories } = context.state;
  if (notes.size === 0) return { results };
  const moment = momentOf(context);
  const asked = timeAsked(context);
  const accepts = acceptorOf(context);
  const beside = { notes, moment, stemmer: context.ports.stemmer };
  // Of two that disagree the later comes first, but neither hides the other.
  const toldLater = (known: KnownNote): KnownNote | null =>
    asked === 'now'
      ? (disagreementsOf(known, beside).findLast(({ older }) => older === known)?.newer ?? null)
      : null;
  const found = new Map(results.map((result) => [result.slot, result]));
  const order: Ranked[] = [];
  const placed = new Set<number>();
  const place = (result: Ranked): void => {
    if (!placed.has(result.slot)) order.push(result);
    placed.add(result.slot);
  };
  const bring = async ({ slot, id }: KnownNote, beside: Ranked): Promise<void> => {
    if (placed.has(slot) || !accepts(slot)) return;
    const [memory] = found.has(slot) ? [] : await memories.get([id]);
    const brought =
      found.get(slot) ?? (memory === undefined ? null : broughtIn(memory, slot, beside, 'notes'));
    if (brought !== null)
      place({ ...brought, paths: brought.paths.length > 0 ? brought.paths : ['graph'] });
  };
  const leading = results.slice(0, LEADING).flatMap(({ slot }) => notes.of(slot) ?? []);
  const counted = asked === 'now' ? countedWith(leading, context, moment) : [];
  for (const [at, result] of results.entries()) {
    const known = notes.of(result.slot);
    const wanted =
      at < LEADING && known !== undefined
        ? (wantedInstead(known, asked, notes, moment) ?? toldLater(known))
        : null;
    if (wanted !== null) await bring(wanted, result);
    place(result);
    if (known !== undefined && counted.includes(known))
      for (const each of counted) await bring(each, result);
  }
  return {
    results: constrained(order, 'notes'),
    validity: (id) => {
      const slot = index.slot(id);
      const known = notes.of(slot);
      return known?.id === id
        ? validityAmongNotes(known, beside)
        : validityByNotes(id, slot, notes, moment);
    },
  };
}
