import type { Conflict } from '../../domain/conflict.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { StandingDetail, StandingState } from '../../domain/recollection.js';
import type { Instant } from '../../domain/time.js';
import { rolesWith } from '../../indexes/edge-index.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { Store } from '../../ports/store.js';
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
  readonly lineages: readonly Lineage[];
  /** The memories of all lineages, as they were at the moment asked about. */
  readonly memories: ReadonlyMap<MemoryId, Memory>;
}

export const CURRENT: Standing = { state: 'current', detail: null };
const TRUTH_LINKS = rolesWith(['conflicts_with', 'supersedes']);
/** So many steps along a line of successors are followed, and so many conflicts read a step. */
const MOST_STEPS = 6;
const MOST_CONFLICTS = 200;

/** Reads how the ranked memories stand. Banks without conflicts pay for a look at each result's links. */
export async function readStandings(ranked: readonly Ranked[], scene: Scene): Promise<Standings | null> {
  const { state, ports, bank, profile } = scene;
  const touched = ranked.filter(({ slot }) => isContested(slot, state));
  if (touched.length === 0) return null;
  const conflicts = (await connected(touched.map(({ memory }) => memory.id), bank, ports.store)).flatMap((conflict) => asItStood(conflict, profile.asOf));
  const ids = [...new Set(conflicts.flatMap(({ older, newer }) => [older, newer]))];
  const loaded = await (profile.asOf === undefined ? state.memories.get(ids) : ports.store.get(bank, ids, profile.asOf));
  const memories = new Map(loaded.map((memory) => [memory.id, memory]));
  return { of: (id) => standingOf(id, memories, conflicts), lineages: lineages(conflicts), memories };
}

function isContested(slot: number, { edges }: BankState): boolean {
  return edges.links(edges.memoryNode(slot), TRUTH_LINKS).length > 0;
}

/** The conflicts of some memories, and of those they are in conflict with, and so on. */
async function connected(ids: readonly MemoryId[], bank: Scene['bank'], store: Store): Promise<Conflict[]> {
  const found = new Map<string, Conflict>();
  const seen = new Set<MemoryId>();
  let next: readonly MemoryId[] = ids;
  for (let step = 0; step < MOST_STEPS && next.length > 0; step++) {
    for (const id of next) seen.add(id);
    const { items } = await store.conflicts(bank, { memories: next, verdict: 'actual' }, MOST_CONFLICTS);
    for (const conflict of items) found.set(conflict.id, conflict);
    next = [...new Set(items.flatMap(({ older, newer }) => [older, newer]))].filter((id) => !seen.has(id));
  }
  return [...found.values()];
}

/** The conflict as the bank knew it at a moment; nothing before it was found. */
function asItStood(conflict: Conflict, asOf: Instant | undefined): Conflict[] {
  if (asOf === undefined) return [conflict];
  if (conflict.foundAt > asOf) return [];
  return [conflict.settlement !== null && conflict.settlement.at > asOf ? { ...conflict, status: 'pending', settlement: null } : conflict];
}

function standingOf(id: MemoryId, memories: ReadonlyMap<MemoryId, Memory>, conflicts: readonly Conflict[]): Standing {
  const memory = memories.get(id);
  if (memory === undefined) return CURRENT;
  const successor = liveSuccessor(memory, (other) => memories.get(other));
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
