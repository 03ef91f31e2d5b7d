import type { MemoryId } from '../../domain/ids.js';
import { DAY } from '../../domain/time.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { KnownNote, NoteIndex } from '../../indexes/note-index.js';
import { successorOf, type Moment } from '../../indexes/note-validity.js';
import { wordList } from '../../language/names/word-list.js';
import type { PlanState } from '../../language/plan-state.js';
import { storedTelling } from '../../remember/near-duplicate.js';

/** A plan as it stands: moved ones under their last date alone, fulfilled ones by what came of them. */
export interface NotePlan {
  /** The note that tells how it stands, and all that told of it before. */
  readonly head: KnownNote;
  readonly notes: readonly KnownNote[];
  readonly state: PlanState;
  /** The day it is due, as in 2026-05-01; null where none was told. */
  readonly due: string | null;
}

/** Where plans are looked up. */
type PlanBank = Pick<BankState, 'notes' | 'index'>;

/** Plans that notes tell of. */
export function plansOf(bank: PlanBank, moment: Moment): readonly NotePlan[] {
  const { notes } = bank;
  const plans = new Map<MemoryId, NotePlan>();
  for (const known of notes.all()) {
    if (!isPlan(known)) continue;
    const line = lineFrom(known, notes, moment);
    const head = line.at(-1) ?? known;
    const before = plans.get(head.id)?.notes ?? [];
    const last = line.findLast(isPlan) ?? known;
    plans.set(head.id, {
      ...{
        head,
        notes: [...new Set([...before, ...line])],
        due: last.note.until ?? last.note.from,
      },
      state: stateOf(head, bank, moment),
    });
  }
  return [...plans.values()];
}

/** What may be planned; how something is to be, or what somebody wants, is none. */
const PLANNED: ReadonlySet<string> = new Set(['plan', 'event', 'decision']);
const isPlan = ({ note: { type, status, value } }: KnownNote): boolean =>
  (type === 'plan' || (PLANNED.has(type) && (status === 'planned' || status === 'cancelled'))) &&
  !(value.toLowerCase().match(WORD) ?? []).some((word) => OPEN_WHETHER.has(word));

const WORD = /\p{L}+/gu;
/** What is thought of, joked of or not decided is no plan. */
const OPEN_WHETHER = wordList(
  'maybe perhaps might undecided uncertain hypothetical joke jokes joking hint hints rumour rumor dream dreams',
);

/** A plan and what took its place, one by one, as far as that are plans, and what ended it. */
function lineFrom(plan: KnownNote, notes: NoteIndex, moment: Moment): readonly KnownNote[] {
  const line = [plan];
  for (let last = plan; isPlan(last);) {
    const next = successorOf(last, notes, moment);
    if (next === null || line.includes(next)) break;
    line.push(next);
    last = next;
  }
  return line;
}

const OFF: ReadonlySet<string> = new Set(['cancelled', 'denied', 'ended']);

function stateOf(head: KnownNote, bank: PlanBank, { day }: Moment): PlanState {
  const { type, status, from, until } = head.note;
  if (isPlan(head) ? OFF.has(status) : status === 'cancelled' || status === 'denied')
    return 'dropped';
  if (!isPlan(head) || status === 'done') return 'done';
  const due = until ?? from;
  if (due !== null && due >= day) return 'open';
  if (due === null) return cameTrue(head, bank) ? 'done' : 'open';
  // What was decided from a day on holds since.
  return type === 'decision' || cameTrue(head, bank) ? 'done' : 'passed';
}

/** An event tells of a plan when it happened so many days before its day, or after. */
const DAYS_BEFORE = 3;
const DAYS_AFTER = 10;
/** So many words two notes share that tell of the same. */
const SHARED = 3;

/** Whether a later event of the same subject tells that it happened: by its aspect, or by its day and words. */
function cameTrue({ note, slot, saidAt }: KnownNote, { notes, index }: PlanBank): boolean {
  const aspect = new Set(termsIn(note.aspect));
  const due = Date.parse(note.until ?? note.from ?? '');
  const words = new Set(storedTelling(index, slot));
  for (const other of notes.all()) {
    if (other.slot === slot || other.saidAt <= saidAt) continue;
    if (other.note.about !== note.about || !hasHappened(other)) continue;
    if (termsIn(other.note.aspect).some((term) => aspect.has(term))) return true;
    const days = (Date.parse(other.note.from ?? '') - due) / DAY;
    const shared = new Set(storedTelling(index, other.slot).filter((term) => words.has(term))).size;
    if (days >= -DAYS_BEFORE && days <= DAYS_AFTER && shared >= SHARED) return true;
  }
  return false;
}

const hasHappened = ({ note: { type, status } }: KnownNote): boolean =>
  type === 'event' && status === 'done';

const termsIn = (aspect: string): readonly string[] => aspect.toLowerCase().match(WORD) ?? [];
