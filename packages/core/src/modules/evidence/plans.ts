import { z } from 'zod';
import type { MemoryId } from '../../domain/ids.js';
import { Day } from '../../domain/note.js';
import type { Recalled } from '../../domain/recollection.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { DAY, type Instant } from '../../domain/time.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { KnownNote, NoteIndex } from '../../indexes/note-index.js';
import { dayOf, type Moment, presentAt, successorOf } from '../../indexes/note-validity.js';
import { bankOffset, readOwner } from '../../indexes/owner-and-zone.js';
import { wordList } from '../../language/lexicon.js';
import { PLAN_STATES, type PlanState, readPlanState } from '../../language/speech.js';
import { AskedUndertaking, bearsOn, readCase, worthOf } from './similar-cases.js';
import {
  type AskedBank,
  asLine,
  offsetIn,
  foundOn,
  linesOfMemories,
  MAX_LINES,
  Told,
  ToldLine,
} from './told.js';
import { findSubject } from '../notes/index.js';
import { storedDistinctiveTerms, storedTerms } from '../../remember/near-duplicate.js';

/** A plan in its current state: moved ones only under their last date, fulfilled ones with their outcome. */
interface NotePlan {
  /** The note with the current state, and all earlier notes on the plan. */
  readonly head: KnownNote;
  readonly notes: readonly KnownNote[];
  readonly state: PlanState;
  /** Due day, as in 2026-05-01; null if none was stated. */
  readonly due: string | null;
}

/** The part of a bank that plans are read from. */
type PlanBank = Pick<BankState, 'notes' | 'index'>;

/** Plans stated in notes. */
function plansOf(bank: PlanBank, moment: Moment): readonly NotePlan[] {
  const { notes } = bank;
  const happened = new Happenings(bank);
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
        due: dayIn(last, bank.index),
      },
      state: stateOf(head, happened, moment, dayIn(head, bank.index)),
    });
  }
  return withTheirDay([...plans.values()], happened, moment, bank);
}

/** The due day of a plan. A plan dated only by the day it was stated, without naming that day, has none. */
function dayIn(
  { note: { until, from }, saidAt, slot }: KnownNote,
  index: BankIndex,
): string | null {
  if (until !== null || from !== dayOf(saidAt)) return until ?? from;
  const day = Number(from.slice(-2));
  return storedTerms(index, slot).some((term) => Number(term) === day) ? from : null;
}

/**
 * Moving a subject's day also moves what else was planned for that day: the concert hall with the concert. Plans that
 * the move itself repeats are dropped.
 */
function withTheirDay(
  plans: readonly NotePlan[],
  happened: Happenings,
  moment: Moment,
  { index }: PlanBank,
): readonly NotePlan[] {
  const moves = new Map<string, NotePlan>();
  for (const plan of plans)
    for (const before of plan.notes) {
      const day = dayIn(before, index);
      if (plan.due !== null && day !== null && day !== plan.due && isPlan(plan.head))
        moves.set(`${before.note.about}\n${day}`, plan);
    }
  return plans.flatMap((plan): NotePlan[] => {
    const { head, due } = plan;
    const move = due === null ? undefined : moves.get(`${head.note.about}\n${due}`);
    if (move === undefined || move === plan || move.head.saidAt < head.saidAt || !isPlan(head))
      return [plan];
    const told = new Set(storedDistinctiveTerms(index, move.head.slot));
    const value = head.note.value.toLowerCase();
    const own = storedDistinctiveTerms(index, head.slot).filter((term) => value.includes(term));
    if (own.length > 0 && own.every((term) => told.has(term))) return [];
    return [{ ...plan, due: move.due, state: stateOf(head, happened, moment, move.due) }];
  });
}

/** Note types that can be plans; wishes and target states cannot. */
const PLANNED: ReadonlySet<string> = new Set(['plan', 'event', 'decision']);
const isPlan = ({ note: { type, status, value } }: KnownNote): boolean =>
  (type === 'plan' || (PLANNED.has(type) && (status === 'planned' || status === 'cancelled'))) &&
  !(value.toLowerCase().match(WORD) ?? []).some((word) => OPEN_WHETHER.has(word));

const WORD = /\p{L}+/gu;
/** Words of considerations, jokes and open questions, which are no plans. */
const OPEN_WHETHER = wordList(
  'maybe perhaps might undecided uncertain hypothetical joke jokes joking hint hints rumour rumor dream dreams',
);

/** A plan followed by its successors, while these are plans, and the note that ended it. */
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

function stateOf(
  head: KnownNote,
  happened: Happenings,
  { day }: Moment,
  due: string | null,
): PlanState {
  const { type, status } = head.note;
  if (isPlan(head) ? OFF.has(status) : status === 'cancelled' || status === 'denied')
    return 'dropped';
  if (!isPlan(head) || status === 'done') return 'done';
  if (due !== null && due >= day) return 'open';
  if (due === null) return happened.tellOf(head) ? 'done' : 'open';
  // A decision with a start date holds from then on.
  return type === 'decision' || happened.tellOf(head) ? 'done' : 'passed';
}

/** Window in days around a plan's day in which an event counts as its fulfilment. */
const DAYS_BEFORE = 3;
const DAYS_AFTER = 10;
/** Minimum number of shared words for two notes to describe the same thing. */
const SHARED = 3;
/** Maximum number of events examined around a plan's day. */
const MAX_EVENTS = 20;

interface HappenedTo {
  /** For each word of their aspects, the time it was last said. */
  readonly lastSaid: Map<string, Instant>;
  readonly events: { readonly at: Instant; readonly saidAt: Instant; readonly slot: number }[];
}

/** Past events in notes, by subject. */
class Happenings {
  readonly #of = new Map<string, HappenedTo>();

  constructor(private readonly bank: PlanBank) {
    for (const known of bank.notes.all()) {
      const { note, saidAt } = known;
      if (note.type !== 'event' || note.status !== 'done') continue;
      let own = this.#of.get(note.about);
      if (own === undefined) this.#of.set(note.about, (own = { lastSaid: new Map(), events: [] }));
      own.events.push({ at: Date.parse(note.from ?? ''), saidAt, slot: known.slot });
      for (const term of termsIn(note.aspect))
        own.lastSaid.set(term, Math.max(saidAt, own.lastSaid.get(term) ?? 0));
    }
  }

  /** Whether a later event of the same subject shows that a plan came true: by its aspect, or by day and words. */
  tellOf({ note, slot, saidAt }: KnownNote): boolean {
    const own = this.#of.get(note.about);
    if (own === undefined) return false;
    if (termsIn(note.aspect).some((term) => (own.lastSaid.get(term) ?? 0) > saidAt)) return true;
    const due = Date.parse(note.until ?? note.from ?? '');
    if (Number.isNaN(due)) return false;
    const { index } = this.bank;
    const words = new Set(storedDistinctiveTerms(index, slot));
    return own.events
      .filter(
        ({ at, saidAt: told, slot: other }) =>
          other !== slot &&
          told > saidAt &&
          at >= due - DAYS_BEFORE * DAY &&
          at <= due + DAYS_AFTER * DAY,
      )
      .slice(0, MAX_EVENTS)
      .some(({ slot: other }) => {
        const shared = storedDistinctiveTerms(index, other).filter((term) => words.has(term));
        return new Set(shared).size >= SHARED;
      });
  }
}

const termsIn = (aspect: string): readonly string[] => aspect.toLowerCase().match(WORD) ?? [];

const toldPlanShape = z.strictObject({
  ...ToldLine.shape,
  /** State of the plan it describes; null if it only mentions one. */
  state: z.enum(PLAN_STATES).nullable(),
  /** Due day, as in 2026-05-01; null if unknown. */
  due: Day.nullable(),
});
/** A statement about a plan. */
export interface ToldPlan extends Of<typeof toldPlanShape> {}
export const ToldPlan: SchemaOf<ToldPlan, typeof toldPlanShape> = toldPlanShape;

const toldPlansShape = z.strictObject({ ...Told.shape, lines: z.array(toldPlanShape) });
/** Plans on a matter: open ones first, by due day; then the latest. */
export interface ToldPlans extends Of<typeof toldPlansShape> {}
export const ToldPlans: SchemaOf<ToldPlans, typeof toldPlansShape> = toldPlansShape;

const OPEN = 'What is planned, still open or due next?';

/**
 * Plans on a matter, or all, each in its current state: by notes on it and on later events or, for unread memories,
 * by wording.
 */
export async function plansToldOf(
  about: string | undefined,
  bank: AskedBank,
  limit = 2 * MAX_LINES,
): Promise<ToldPlans> {
  const { known, found } = await foundOn(about ?? OPEN, bank, limit);
  const plans = (await plansOn(about, bank)).slice(0, limit);
  const own = new Map(plans.map((plan) => [plan.head.id, plan]));
  // With plans, memories that merely mention one are dropped; without plans, they are the closest
  // answer.
  const rest = found.filter((each) => plans.length === 0 || stateByWords(each) !== null);
  const offset = await offsetIn(bank);
  const lines = await linesOfMemories([...own.keys()], found, bank);
  return {
    known: plans.length > 0 && known === 'unknown' ? 'unsure' : known,
    lines: [
      ...lines.map((line): ToldPlan => {
        const { state = null, due = null } = own.get(line.id) ?? {};
        return { ...line, state, due };
      }),
      ...rest
        .map((each): ToldPlan => ({
          ...asLine(each, offset),
          state: stateByWords(each),
          due: null,
        }))
        .sort((a, b) => b.saidAt - a.saidAt),
    ].slice(0, limit),
  };
}

/** Plans on a matter that are open according to notes: wording alone does not show what became of a plan. */
export async function openPlansOn(
  about: string,
  bank: AskedBank,
  limit: number,
): Promise<readonly ToldPlan[]> {
  const open = (await plansOn(about, bank)).filter(({ state }) => state === 'open').slice(0, limit);
  const due = new Map(open.map((plan) => [plan.head.id, plan.due]));
  const lines = await linesOfMemories([...due.keys()], [], bank);
  return lines.map((line) => ({ ...line, state: 'open', due: due.get(line.id) ?? null }));
}

/** State by wording; notes are among the plans already. */
const stateByWords = ({ note, content, excerpt }: Recalled): PlanState | null =>
  note === undefined ? readPlanState(excerpt?.text ?? content) : null;

/** If `about` names a subject, the plans on it; else those relevant to the matter. */
async function plansOn(about: string | undefined, bank: AskedBank): Promise<readonly NotePlan[]> {
  const { state, recall: ports, name } = bank;
  await state.notes.ready();
  const now = ports.clock.now();
  const offset = (await bankOffset(name, ports.store))(now);
  const plans = plansOf(state, presentAt(now, offset));
  if (about === undefined) return plans.toSorted(byUrgency);
  const owner = (await readOwner(name, ports.store))?.name ?? null;
  const { notes, index } = state;
  const subject = findSubject(about, [], { notes, index, owner, stemmer: ports.stemmer });
  if (subject !== null && subject.subject !== null) {
    const telling = new Set<KnownNote>([...subject.own, ...subject.mentioning]);
    const its = plans.filter((plan) => plan.notes.some((note) => telling.has(note)));
    if (its.length > 0) return its.toSorted(byUrgency);
  }
  const undertaking = await AskedUndertaking.of(about, state, ports);
  return plans
    .map((plan) => ({ plan, worth: Math.max(...plan.notes.map((note) => worthOfPlan(note))) }))
    .filter(({ worth }) => bearsOn(worth))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MAX_LINES)
    .map(({ plan }) => plan)
    .sort(byUrgency);

  function worthOfPlan({ note, slot }: KnownNote): number {
    const text = [note.about, note.aspect, note.value, ...note.asks].join(' ');
    return worthOf(undertaking.to(readCase(text, ports.stemmer), slot));
  }
}

const ORDER: Readonly<Record<PlanState, number>> = {
  open: 0,
  passed: 1,
  moved: 2,
  done: 3,
  dropped: 4,
};
/** Sorts after any ISO date. */
const NO_DAY = '9999';

/** Open plans first, by due day; then by latest statement. */
function byUrgency(a: NotePlan, b: NotePlan): number {
  if (a.state !== b.state) return ORDER[a.state] - ORDER[b.state];
  return a.state === 'open' && a.due !== b.due
    ? (a.due ?? NO_DAY).localeCompare(b.due ?? NO_DAY)
    : b.head.saidAt - a.head.saidAt;
}
