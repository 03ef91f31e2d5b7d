import { type Conflict, CURRENT, UNREAD, type Validity } from '../../domain/validity.js';
import type { BankName, ConflictId, MemoryId } from '../../domain/ids.js';
import type { Memory, Succeeded } from '../../domain/memory.js';
import type { Instant } from '../../domain/time.js';
import type { BankState } from '../../indexes/bank-state.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import { dayOf, type NoteLinks, validityByNotes } from '../../indexes/note-validity.js';
import { asksFor } from '../../language/claims/asked-and-foreign-claims.js';
import { type Lineage, lineages, liveSuccessor } from './succession.js';
import { readMemories, unreadAmong } from '../../recall/read-store.js';
import type { Ranked } from '../../recall/ranking/score.js';
import type { RecallContext } from '../../recall/recall-context.js';

/** The validity of the memories that a question concerns. */
export interface AskedValidity {
  /** Null if it was in no conflict. */
  readonly of: (id: MemoryId) => Validity | null;
  readonly successorOf: SuccessorOf;
  /** Announcements for future days. */
  readonly notYet: ReadonlySet<MemoryId>;
  /** Lineages that the question is about. */
  readonly lineages: readonly Lineage[];
  /** The results and the memories of these lineages, as of the queried moment. */
  readonly memories: ReadonlyMap<MemoryId, Memory>;
}

/** The memory that supersedes another at the queried moment; null if none does. */
type SuccessorOf = (memory: Succeeded) => Succeeded | null;

/** Maximum number of steps from the results along conflicts. */
const MAX_STEPS = 6;
/** Maximum number of conflicts read for the queried slots: a slot with more is about many things. */
const MAX_CONNECTED = 400;
/** Maximum length of a chain of successors. */
const MAX_SUCCESSORS = 100;

/** Which memories and conflicts are read, and as of when. */
interface Reading {
  readonly bank: BankName;
  /** Announcements for a day up to this one are in force. */
  readonly now: Instant;
  readonly profile: Pick<RecallContext['profile'], 'asOf'>;
  readonly state: ValiditySource;
  readonly ports: Pick<RecallContext['ports'], 'store'>;
}

/** The parts of a bank that determine validity. */
export interface ValiditySource {
  readonly memories: Pick<BankState['memories'], 'get'>;
  readonly conflicts: Pick<BankState['conflicts'], 'of'>;
  readonly index: Pick<BankState['index'], 'slot' | 'succeeded'>;
  readonly edges: Pick<BankState['edges'], 'isContested'>;
  readonly notes: NoteLinks;
}

/** The validity of memories, each independent of the others. */
export interface MemoryValidity {
  /** The validity of a memory; with `about`, only by the conflicts it accepts. */
  of(id: MemoryId, about?: (conflict: Conflict) => boolean): Validity;
}

/** Reads the validity of memories, independent of any question. */
export async function readMemoryValidity(
  given: readonly Memory[],
  reading: Reading,
): Promise<MemoryValidity> {
  const { index } = reading.state;
  const touched = given.filter(
    ({ id, supersededBy }) =>
      supersededBy !== null || (index.slot(id) >= 0 && isContested(index.slot(id), reading.state)),
  );
  const { memories, successorOf, at, known } = await settlementsOf(touched, () => [], reading);
  const unread = await unreadAmong(given, reading);
  const offset = await bankOffset(reading.bank, reading.ports.store);
  const moment = { knownBy: at, day: dayOf(at, offset(at)) };
  return {
    of: (id, about) =>
      validityByNotes(id, index.slot(id), reading.state.notes, moment) ??
      validityOf(id, memories, known, successorOf, about) ??
      (unread.has(id) ? UNREAD : CURRENT),
  };
}

/** The conflicts of memories, how they stand, and the memories that take their places. */
async function settlementsOf(
  touched: readonly Memory[],
  more: (conflicts: readonly Conflict[]) => Promise<readonly Conflict[]> | readonly Conflict[],
  reading: Reading,
) {
  const conflicts = await conflictsOf(
    touched.map(({ id }) => id),
    reading,
  );
  const slots = await more(conflicts);
  const memories = new Map(touched.map((memory) => [memory.id, memory]));
  const open = conflicts.filter(
    ({ status, settlement }) => status === 'pending' || settlement?.from !== undefined,
  );
  await load(
    [...slots, ...open].flatMap(({ older, newer }) => [older, newer]),
    memories,
    reading,
  );
  const line = await readLines(memories, reading);
  const successorOf: SuccessorOf = (memory) => liveSuccessor(memory, (id) => line.get(id));
  const at = reading.profile.asOf ?? reading.now;
  const known = { conflicts, counted: counting(conflicts, at) };
  return { slots, memories, successorOf, at, known };
}

/** The memories that nothing had superseded by `now`, including by announcement. */
export async function stillHolding(
  given: readonly Memory[],
  reading: Omit<Reading, 'profile'>,
): Promise<Memory[]> {
  const validity = await readMemoryValidity(given, { ...reading, profile: {} });
  return given.filter(({ id }) => validity.of(id).state !== 'superseded');
}

/** Reads the validity of the ranked memories. A bank without conflicts only pays for checking each result's links. */
export async function readAskedValidity(
  ranked: readonly Ranked[],
  context: RecallContext,
): Promise<AskedValidity | null> {
  const touched = ranked.filter(({ slot }) => isContested(slot, context.state));
  if (touched.length === 0) return null;
  const { slots, memories, successorOf, at, known } = await settlementsOf(
    touched.map(({ memory }) => memory),
    (conflicts) => connected(conflicts, context),
    context,
  );
  return {
    of: (id) => validityOf(id, memories, known, successorOf),
    successorOf: (memory) => successorOf(memory) ?? announcedFor(memory, known.counted, memories),
    notYet: new Set(
      slots.flatMap(({ newer, settlement }) => (isAhead(settlement, at) ? [newer] : [])),
    ),
    lineages: lineages(slots),
    memories,
  };
}

function isContested(slot: number, { edges }: ValiditySource): boolean {
  return edges.isContested(slot);
}

async function conflictsOf(
  ids: readonly MemoryId[],
  { state, profile }: Pick<Reading, 'state' | 'profile'>,
): Promise<readonly Conflict[]> {
  return (await state.conflicts.of(ids)).flatMap((conflict) => asItStood(conflict, profile.asOf));
}

/** Whether the question is about a conflict's slot; each slot is checked once. */
function asked({ profile: { query = '' } }: RecallContext): (conflict: Conflict) => boolean {
  const known = new Map<string, boolean>();
  return ({ subject, slot }) => {
    const key = `${subject}\n${slot}`;
    const found = known.get(key) ?? asksFor(query, subject, slot);
    known.set(key, found);
    return found;
  };
}

/** The given conflicts that are queried, with the conflicts of their memories, and so on: whole lineages. */
async function connected(
  conflicts: readonly Conflict[],
  context: RecallContext,
): Promise<readonly Conflict[]> {
  const isAsked = asked(context);
  const found = new Map<ConflictId, Conflict>();
  const seen = new Set<MemoryId>();
  let next = conflicts.filter(isAsked);
  for (let step = 0; step < MAX_STEPS && next.length > 0 && found.size < MAX_CONNECTED; step++) {
    for (const conflict of next.slice(0, MAX_CONNECTED - found.size))
      found.set(conflict.id, conflict);
    const ids = [...new Set(next.flatMap(({ older, newer }) => [older, newer]))].filter(
      (id) => !seen.has(id),
    );
    for (const id of ids) seen.add(id);
    next = (await conflictsOf(ids, context)).filter(
      (conflict) => !found.has(conflict.id) && isAsked(conflict),
    );
  }
  return [...found.values()];
}

/** Loads memories, current or as of the queried moment, that are not loaded yet. */
async function load(
  ids: readonly MemoryId[],
  memories: Map<MemoryId, Memory>,
  reading: Reading,
): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !memories.has(id));
  if (missing.length === 0) return;
  for (const memory of await readMemories(missing, reading)) memories.set(memory.id, memory);
}

/**
 * The successors of the memories, their successors, and so on: from the index for the present, from the store for
 * what the index lacks and for the past.
 */
async function readLines(
  memories: ReadonlyMap<MemoryId, Memory>,
  reading: Reading,
): Promise<ReadonlyMap<MemoryId, Succeeded>> {
  const line = new Map<MemoryId, Succeeded>(memories);
  let last: readonly Succeeded[] = [...memories.values()];
  for (let step = 0; step < MAX_SUCCESSORS && last.length > 0; step++) {
    const ids = [...new Set(last.flatMap(({ supersededBy }) => supersededBy ?? []))].filter(
      (id) => !line.has(id),
    );
    const indexed =
      reading.profile.asOf === undefined
        ? ids.flatMap((id) => reading.state.index.succeeded(id) ?? [])
        : [];
    for (const memory of indexed) line.set(memory.id, memory);
    const others = ids.filter((id) => !line.has(id));
    if (others.length > 0)
      for (const memory of await readMemories(others, reading)) line.set(memory.id, memory);
    last = ids.flatMap((id) => line.get(id) ?? []);
  }
  return line;
}

/** The conflict as known at a moment; empty before it was found. */
function asItStood(conflict: Conflict, asOf: Instant | undefined): Conflict[] {
  if (asOf === undefined) return [conflict];
  if (conflict.foundAt > asOf) return [];
  return [
    conflict.settlement !== null && conflict.settlement.at > asOf
      ? { ...conflict, status: 'pending', settlement: null }
      : conflict,
  ];
}

/** Excludes announcements for future days. */
const counting = (conflicts: readonly Conflict[], at: Instant): readonly Conflict[] =>
  conflicts.filter(({ settlement }) => !isAhead(settlement, at));

const isAhead = (settlement: Conflict['settlement'], at: Instant): boolean =>
  settlement?.from !== undefined && settlement.from > at;

/** The announced successor of a memory that is in force; null if there is none. */
function announcedFor(
  { id }: Succeeded,
  counted: readonly Conflict[],
  memories: ReadonlyMap<MemoryId, Memory>,
): Memory | null {
  const found = counted.find(
    ({ older, settlement }) =>
      older === id && settlement?.from !== undefined && settlement.keep === 'newer',
  );
  const next = found === undefined ? undefined : memories.get(found.newer);
  return next !== undefined && next.retractedAt === null ? next : null;
}

/** All conflicts, and those in effect: without announcements for future days. */
interface KnownConflicts {
  readonly conflicts: readonly Conflict[];
  readonly counted: readonly Conflict[];
}

function validityOf(
  id: MemoryId,
  memories: ReadonlyMap<MemoryId, Memory>,
  { conflicts, counted }: KnownConflicts,
  successorOf: SuccessorOf,
  about: (conflict: Conflict) => boolean = () => true,
): Validity | null {
  const memory = memories.get(id);
  if (memory === undefined) return null;
  const announced = announcedFor(memory, counted, memories);
  const successor = successorOf(memory) ?? announced;
  const isIn = ({ older, newer }: Conflict): boolean => older === id || newer === id;
  const all = counted.filter(isIn);
  const own = all.filter(about);
  const since = (lost: Conflict | undefined): Instant | undefined =>
    lost?.settlement?.from ?? successor?.saidAt;
  const isLost = ({ settlement, older, newer }: Conflict): boolean =>
    settlement !== null &&
    (settlement.keep === 'newer' ? older : newer) === id &&
    settlement.keep !== 'both';
  const lost = own.find(isLost);
  // A successor without a conflict replaced the whole memory.
  if (successor !== null && (lost !== undefined || !all.some(isLost))) {
    return {
      state: 'superseded',
      detail: {
        by: successor.id,
        since: since(lost) ?? successor.saidAt,
        slot: lost?.slot ?? '',
        why: lost?.settlement?.note ?? '',
        conflict: lost?.id ?? null,
      },
    };
  }
  const open = own.find(
    ({ status, older, newer }) =>
      status === 'pending' && isLive(memories.get(older === id ? newer : older)),
  );
  // Compared with others by rules, so known to be current.
  if (open === undefined) return conflicts.some(isIn) ? CURRENT : null;
  return {
    state: 'disputed',
    detail: {
      by: open.older === id ? open.newer : open.older,
      since: open.foundAt,
      slot: open.slot,
      why: open.reason,
      conflict: open.id,
    },
  };
}

function isLive(memory: Memory | undefined): boolean {
  return memory !== undefined && memory.retractedAt === null && memory.supersededBy === null;
}
