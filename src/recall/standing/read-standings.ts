import type { Conflict } from '../../domain/conflict.js';
import type { ConflictId, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { StandingDetail, StandingState } from '../../domain/recollection.js';
import type { Instant } from '../../domain/time.js';
import { rolesWith } from '../../indexes/edge-index.js';
import type { BankState } from '../../indexes/bank-state.js';
import { asksFor } from '../../truth/asked-slot.js';
import { lineages, liveSuccessor, type Lineage } from '../../truth/succession.js';
import type { Scene } from '../choose.js';
import type { Ranked } from '../ranking/rank.js';

/** How a memory stands beside others of its slot. */
export interface Standing {
  readonly state: StandingState;
  readonly detail: StandingDetail | null;
}

export interface Standings {
  readonly of: (id: MemoryId) => Standing;
  readonly successorOf: SuccessorOf;
  /** Those that the question asks about. */
  readonly lineages: readonly Lineage[];
  /** The memories of these lineages and those that were found, as they were at the moment asked about. */
  readonly memories: ReadonlyMap<MemoryId, Memory>;
}

export const CURRENT: Standing = { state: 'current', detail: null };
const TRUTH_LINKS = rolesWith(['conflicts_with', 'supersedes']);
/** So many steps along what conflicts with what are gone from what was found. */
const MOST_STEPS = 6;
/** A line of successors is followed so far. */
const MOST_SUCCESSORS = 100;

/** Reads how the ranked memories stand. Banks without conflicts pay for a look at each result's links. */
export async function readStandings(ranked: readonly Ranked[], scene: Scene): Promise<Standings | null> {
  const touched = ranked.filter(({ slot }) => isContested(slot, scene.state));
  if (touched.length === 0) return null;
  const conflicts = await conflictsOf(touched.map(({ memory }) => memory.id), scene);
  const slots = await connected(conflicts, scene);
  const memories = new Map(touched.map(({ memory }) => [memory.id, memory]));
  const open = conflicts.filter(({ status }) => status === 'pending');
  await load([...slots, ...open].flatMap(({ older, newer }) => [older, newer]), memories, scene);
  const successorOf = await readSuccessors(memories, scene);
  return { of: (id) => standingOf(id, memories, conflicts, successorOf), successorOf, lineages: lineages(slots), memories };
}

function isContested(slot: number, { edges }: BankState): boolean {
  return edges.links(edges.memoryNode(slot), TRUTH_LINKS).length > 0;
}

async function conflictsOf(ids: readonly MemoryId[], { state, profile }: Scene): Promise<readonly Conflict[]> {
  return (await state.conflicts.of(ids)).flatMap((conflict) => asItStood(conflict, profile.asOf));
}

/** Whether the question asks for what a conflict is about; each slot is asked about once. */
function asked({ profile: { query = '' } }: Scene): (conflict: Conflict) => boolean {
  const known = new Map<string, boolean>();
  return ({ subject, slot }) => {
    const key = `${subject}\n${slot}`;
    const found = known.get(key) ?? asksFor(query, subject, slot);
    known.set(key, found);
    return found;
  };
}

/** Of some conflicts those that are asked about, with the conflicts of the memories in them, and so on: whole lineages. */
async function connected(conflicts: readonly Conflict[], scene: Scene): Promise<readonly Conflict[]> {
  const isAsked = asked(scene);
  const found = new Map<ConflictId, Conflict>();
  const seen = new Set<MemoryId>();
  let next = conflicts.filter(isAsked);
  for (let step = 0; step < MOST_STEPS && next.length > 0; step++) {
    for (const conflict of next) found.set(conflict.id, conflict);
    const ids = [...new Set(next.flatMap(({ older, newer }) => [older, newer]))].filter((id) => !seen.has(id));
    for (const id of ids) seen.add(id);
    next = (await conflictsOf(ids, scene)).filter((conflict) => !found.has(conflict.id) && isAsked(conflict));
  }
  return [...found.values()];
}

/** Memories as they are, or as they were at the moment asked about, beside those that are there. */
async function load(ids: readonly MemoryId[], memories: Map<MemoryId, Memory>, { state, ports, bank, profile: { asOf } }: Scene): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !memories.has(id));
  if (missing.length === 0) return;
  for (const memory of await (asOf === undefined ? state.memories.get(missing) : ports.store.get(bank, missing, asOf))) memories.set(memory.id, memory);
}

/** Who stands for a memory now; null when nothing took its place. */
type SuccessorOf = (memory: Memory) => Memory | null;

/**
 * Follows the lines of successors of all the memories. The links between them tell where most lines end, and only the ends are read; from
 * there on each memory is asked who took its place, as at a past moment all of them are: links are those of now.
 */
async function readSuccessors(memories: Map<MemoryId, Memory>, scene: Scene): Promise<SuccessorOf> {
  const replaced = [...memories.values()].filter(({ supersededBy }) => supersededBy !== null);
  const ends = scene.profile.asOf === undefined ? new Map(replaced.map(({ id }) => [id, linkedEnd(id, scene.state)])) : new Map<MemoryId, MemoryId>();
  await load([...ends.values()], memories, scene);
  let last: readonly Memory[] = [...replaced.filter(({ id }) => (ends.get(id) ?? id) === id), ...[...ends.values()].flatMap((id) => memories.get(id) ?? [])];
  for (let step = 0; step < MOST_SUCCESSORS && last.length > 0; step++) {
    const ids = [...new Set(last.flatMap(({ supersededBy }) => supersededBy ?? []))].filter((id) => !memories.has(id));
    await load(ids, memories, scene);
    last = ids.flatMap((id) => memories.get(id) ?? []);
  }
  return (memory) => {
    const end = memories.get(ends.get(memory.id) ?? memory.id);
    const successor = liveSuccessor(end ?? memory, (id) => memories.get(id));
    return successor ?? (end === undefined || end.id === memory.id ? null : end);
  };
}

const SUPERSEDES = rolesWith(['supersedes']);

/** The last of a line of successors as far as the links go, which are those between memories that stand; the memory itself where none leads on, or several do. */
function linkedEnd(id: MemoryId, { index, edges }: BankState): MemoryId {
  const slot = index.slot(id);
  // What was written just now, or taken back, has no place among the links.
  if (slot < 0) return id;
  let node = edges.memoryNode(slot);
  const seen = new Set([node]);
  for (let step = 0; step < MOST_SUCCESSORS; step++) {
    const [next, ...others] = edges.links(node, SUPERSEDES).filter(({ outgoing }) => !outgoing);
    if (next === undefined || others.length > 0 || seen.has(next.other)) break;
    node = next.other;
    seen.add(node);
  }
  return edges.id(node) as MemoryId;
}

/** The conflict as the bank knew it at a moment; nothing before it was found. */
function asItStood(conflict: Conflict, asOf: Instant | undefined): Conflict[] {
  if (asOf === undefined) return [conflict];
  if (conflict.foundAt > asOf) return [];
  return [conflict.settlement !== null && conflict.settlement.at > asOf ? { ...conflict, status: 'pending', settlement: null } : conflict];
}

function standingOf(id: MemoryId, memories: ReadonlyMap<MemoryId, Memory>, conflicts: readonly Conflict[], successorOf: SuccessorOf): Standing {
  const memory = memories.get(id);
  if (memory === undefined) return CURRENT;
  const successor = successorOf(memory);
  const own = conflicts.filter(({ older, newer }) => older === id || newer === id);
  const lost = own.find(({ settlement, older, newer }) => settlement !== null && (settlement.keep === 'newer' ? older : newer) === id && settlement.keep !== 'both');
  if (successor !== null) {
    return { state: 'superseded', detail: { by: successor.id, since: successor.saidAt, slot: lost?.slot ?? '', why: lost?.settlement?.note ?? '', conflict: lost?.id ?? null } };
  }
  const open = own.find(({ status, older, newer }) => status === 'pending' && isLive(memories.get(older === id ? newer : older)));
  if (open === undefined) return CURRENT;
  return { state: 'disputed', detail: { by: open.older === id ? open.newer : open.older, since: open.foundAt, slot: open.slot, why: open.reason, conflict: open.id } };
}

function isLive(memory: Memory | undefined): boolean {
  return memory !== undefined && memory.retractedAt === null && memory.supersededBy === null;
}
