import { createHash } from 'node:crypto';
import type { ConflictId } from '../domain/ids.js';
import type { NoteType } from '../domain/note.js';
import type { KnownNote, NoteIndex } from './note-index.js';
import type { Validity } from '../domain/validity.js';
import { validityOfNote, type Moment } from './note-validity.js';
import { conditionOf } from '../language/conditions.js';
import { contentTerms } from '../language/terms.js';
import type { Stemmer } from '../language/stem.js';

/** Two notes that both hold and say different things of one aspect of one subject. */
export interface Disagreement {
  /** Derived from the two notes, so that it is the same whenever it is asked for. */
  readonly id: ConflictId;
  /** The one told to hold, or said, first. */
  readonly older: KnownNote;
  readonly newer: KnownNote;
}

/** Where disagreements are looked for. */
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
  /** Whether less trusted notes count, too: where both are shown, and nothing is marked by it. */
  readonly whoever?: true;
}

/** Only what states a value can be otherwise: a wish is held against wishes. */
const STATES: Readonly<Partial<Record<NoteType, 'what is so' | 'what is wanted'>>> = {
  fact: 'what is so',
  relation: 'what is so',
  decision: 'what is so',
  plan: 'what is so',
  instruction: 'what is wanted',
  preference: 'what is wanted',
};
/** An aspect with more values that hold has many: hobbies, allergies. */
const MOST_VALUES = 3;

/** The disagreements that a note has a part in and that are not on record. */
export function disagreementsOf(known: KnownNote, beside: Beside): Disagreement[] {
  return amongHolding(beside.notes.sharingAspect(known), beside).filter(
    ({ older, newer }) => older.slot === known.slot || newer.slot === known.slot,
  );
}

/** How a note holds; `disputed` where another that holds disagrees with it. */
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

/** Whether a note tells what holds: no other that holds was told later and disagrees. */
export function isPresent(known: KnownNote, beside: Beside): boolean {
  return (
    validityOfNote(known, beside.notes, beside.moment).state === 'current' &&
    !disagreementsOf(known, beside).some(({ older }) => older.slot === known.slot)
  );
}

/** Every disagreement between notes that is not on record. */
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
    // Thousands of notes on one aspect are looked at no further.
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

/** Since when its value is told to hold. */
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
    // A less trusted source casts no doubt on a more trusted one.
    (whoever === true || notes.trustIn(newer.slot) >= notes.trustIn(older.slot)) &&
    // What is told to be so for a time alone is an exception to what is so otherwise.
    (a.until === null) === (b.until === null) &&
    // What holds on a condition leaves room for what holds otherwise.
    conditionOf(a.value) === null &&
    conditionOf(b.value) === null &&
    !inOneBreath(older.slot, newer.slot, notes) &&
    areOther(a.value, b.value, stemmer) &&
    !notes.conflictsOf(older.slot).some(({ slot }) => slot === newer.slot)
  );
}

/** Nobody contradicts himself: what one turn tells holds together. */
function inOneBreath(older: number, newer: number, notes: Beside['notes']): boolean {
  const [turn] = notes.turnsOf(older);
  return turn !== undefined && turn === notes.turnsOf(newer)[0];
}

/** Days and years say since when, not what. */
const DATES = /\b(?:\d{4}-\d{2}-\d{2}|(?:19|20)\d{2})\b/gu;
const WORDS = /[\p{L}\p{N}](?:[.,:’'-]?[\p{L}\p{M}\p{N}])*/gu;
/** A number or a name tells one value from another in whatever words. */
const MARK = /\p{N}|^\p{Lu}/u;

/** Whether two values are two: each has a number or a name that the other lacks, or they have no word in common. */
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
