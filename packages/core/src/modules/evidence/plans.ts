import { z } from 'zod';
import { Day } from '../../domain/note.js';
import type { Recalled } from '../../domain/recollection.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { bankOffset, readOwner } from '../../indexes/owner-and-zone.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { presentAt } from '../../indexes/note-validity.js';
import { PLAN_STATES, readPlanState, type PlanState } from '../../language/intention.js';
import { findSubject } from '../notes/index.js';
import { AskedUndertaking, bearsOn, readCase, worthOf } from './similar-cases.js';
import { plansOf, type NotePlan } from './note-plans.js';
import {
  asLine,
  foundOn,
  linesOfMemories,
  MAX_LINES,
  Told,
  ToldLine,
  type AskedBank,
} from './told.js';

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
  const lines = await linesOfMemories([...own.keys()], found, bank);
  return {
    known: plans.length > 0 && known === 'unknown' ? 'unsure' : known,
    lines: [
      ...lines.map((line): ToldPlan => {
        const { state = null, due = null } = own.get(line.id) ?? {};
        return { ...line, state, due };
      }),
      ...rest
        .map((each): ToldPlan => ({ ...asLine(each), state: stateByWords(each), due: null }))
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
