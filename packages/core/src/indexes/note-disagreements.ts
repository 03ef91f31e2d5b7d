import { createHash } from 'node:crypto';
import type { ConflictId } from '../domain/ids.js';
import type { NoteType } from '../domain/note.js';
import type { KnownNote, NoteIndex } from './note-index.js';
import type { Validity } from '../domain/validity.js';
import { validityOfNote, type Moment } from './note-validity.js';
import { conditionOf } from '../language/conditions.js';
import { contentTerms } from '../language/terms.js';
import type { Stemmer } from '../language/stem.js';

/** Two current notes with different values of one aspect of one subject. */
export interface Disagreement {
  /** Derived from the ids of the two notes, so that it is stable. */
  readonly id: ConflictId;
  /** The one whose value began earlier, or else was said first. */
  readonly older: KnownNote;
  readonly newer: KnownNote;
}

/** What is needed to find disagreements. */
export interface Beside {
  readonly notes: Pick<
    NoteIndex,
    | 'of'
    | 'notesOf'
    | 'replacedBy'
    | 'doubtedBy'
    | 'groundsOf'
    | 'size'
    | 'sharingAspect'
    | 'sharedAspects'
    | 'conflictsOf'
    | 'trustIn'
    | 'turnsOf'
  >;
  readonly moment: Moment;
  readonly stemmer: Stemmer;
  /** Includes disagreements raised by a less trusted note: for callers that show both and mark neither. */
  readonly whoever?: true;
}

/** What a note states, by type, for the types that can disagree: a wish only disagrees with wishes. */
const STATES: Readonly<Partial<Record<NoteType, 'what is so' | 'what is wanted'>>> = {
  fact: 'what is so',
  relation: 'what is so',
  decision: 'what is so',
  plan: 'what is so',
  instruction: 'what is wanted',
  preference: 'what is wanted',
};
/** An aspect with more current values than this is multi-valued: hobbies, allergies. */
const MOST_VALUES = 3;

/** The disagreements that involve a note and are not recorded as conflicts. */
export function disagreementsOf(known: KnownNote, beside: Beside): Disagreement[] {
  return amongHolding(beside.notes.sharingAspect(known), beside).filter(
    ({ older, newer }) => older.slot === known.slot || newer.slot === known.slot,
  );
}

/** The validity of a note; `disputed` if another current note disagrees with it. */
export function validityAmongNotes(known: KnownNote, beside: Beside): Validity {
  const alone = validityOfNote(known, beside.notes, beside.moment);
  const found = alone.state === 'current' ? disagreementsOf(known, beside).at(-1) : undefined;
  if (found === undefined) return alone;
  const other = found.older.slot === known.slot ? found.newer : found.older;
  return {
    state: 'disputed',
    detail: {
      by: other.id,
      since: other.saidAt,
      slot: `${known.note.about}: ${known.note.aspect}`,
      why: '',
      conflict: found.id,
    },
  };
}

/** Whether a note is current and no later current note disagrees with it. */
export function isPresent(known: KnownNote, beside: Beside): boolean {
  return (
    validityOfNote(known, beside.notes, beside.moment).state === 'current' &&
    !disagreementsOf(known, beside).some(({ older }) => older.slot === known.slot)
  );
}

/** Every disagreement between notes that is not recorded as a conflict. */
export function allDisagreements(beside: Beside): Disagreement[] {
  return beside.notes.sharedAspects().flatMap((shared) => amongHolding(shared, beside));
}

function amongHolding(shared: readonly KnownNote[], beside: Beside): Disagreement[] {
  if (shared.length < 2) return [];
  const holding: KnownNote[] = [];
  for (const known of shared) {
    if (STATES[known.note.type] === undefined || known.note.outcome !== null) continue;
    if (validityOfNote(known, beside.notes, beside.moment).state !== 'current') continue;
    holding.push(known);
    // Stop early: an aspect may have thousands of notes.
    if (holding.length > MOST_VALUES) return [];
  }
  holding.sort((a, b) => beginOf(a) - beginOf(b) || a.saidAt - b.saidAt || a.slot - b.slot);
  return holding.flatMap((older, at) =>
    holding
      .slice(at + 1)
      .filter((newer) => disagree(older, newer, beside))
      .map((newer) => ({ id: idOf(older, newer), older, newer })),
  );
}

/** When its value begins, or else when it was said. */
const beginOf = ({ note: { from }, saidAt }: KnownNote): number =>
  from === null ? saidAt : Date.parse(from);

function disagree(
  older: KnownNote,
  newer: KnownNote,
  { notes, stemmer, whoever }: Beside,
): boolean {
  const [a, b] = [older.note, newer.note];
  return (
    STATES[a.type] === STATES[b.type] &&
    // A less trusted source does not dispute a more trusted one.
    (whoever === true || notes.trustIn(newer.slot) >= notes.trustIn(older.slot)) &&
    // A value with a stated end is a temporary exception to one without.
    (a.until === null) === (b.until === null) &&
    // A conditional value is compatible with what holds otherwise.
    conditionOf(a.value) === null &&
    conditionOf(b.value) === null &&
    !inOneBreath(older.slot, newer.slot, notes) &&
    areOther(a.value, b.value, stemmer) &&
    !notes.conflictsOf(older.slot).some(({ slot }) => slot === newer.slot)
  );
}

/** Whether both come from the same turn: statements made together are taken as consistent. */
function inOneBreath(older: number, newer: number, notes: Beside['notes']): boolean {
  const [turn] = notes.turnsOf(older);
  return turn !== undefined && turn === notes.turnsOf(newer)[0];
}

/** Dates and years state when a value holds, not what it is. */
const DATES = /\b(?:\d{4}-\d{2}-\d{2}|(?:19|20)\d{2})\b/gu;
const WORDS = /[\p{L}\p{N}](?:[.,:’'-]?[\p{L}\p{M}\p{N}])*/gu;
/** Numbers and names distinguish values, however they are worded. */
const MARK = /\p{N}|^\p{Lu}/u;

/** Whether two values differ: each has a number or a name that the other lacks, or they share no content word. */
function areOther(some: string, others: string, stemmer: Stemmer): boolean {
  const [a, b] = [some.replace(DATES, ' '), others.replace(DATES, ' ')];
  const marksOf = (value: string): ReadonlySet<string> =>
    new Set(
      (value.match(WORDS) ?? [])
        .filter((word) => MARK.test(word))
        .map((mark) => stemmer(mark.toLowerCase(), 'en')),
    );
  if (isApart(marksOf(a), marksOf(b)) && isApart(marksOf(b), marksOf(a))) return true;
  const terms = contentTerms(a, 'en', stemmer);
  const termsOfOther = new Set(contentTerms(b, 'en', stemmer));
  return (
    terms.length > 0 && termsOfOther.size > 0 && terms.every((term) => !termsOfOther.has(term))
  );
}

const isApart = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].some((each) => !others.has(each));

const LETTERS = 13;
const idOf = (older: KnownNote, newer: KnownNote): ConflictId =>
  `k_${BigInt(
    `0x${createHash('sha256').update([older.id, newer.id].sort().join(' ')).digest('hex')}`,
  )
    .toString(36)
    .slice(0, LETTERS)}` as ConflictId;
