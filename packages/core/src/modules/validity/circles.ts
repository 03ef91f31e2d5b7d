import { EMPTY_CHANGE } from '../../domain/change.js';
import { type Edge, nodeKind } from '../../domain/graph.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { trustOf } from '../../domain/provenance.js';
import {
  type Circle,
  CircleFilter,
  type CircleReport,
  type RestKind,
} from '../../domain/validity.js';
import type { CapabilityModule } from '../module.js';
import {
  citationsAmong,
  findCircles,
  isCiting,
  type Rest,
  type SupportCircle,
} from './support-circles.js';
import type { Store } from '../../ports/store.js';
import type { Clock } from '../../ports/system.js';
import { everyPage } from '../../domain/page.js';

export interface CircleParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly actor: string;
  /** Modules restore what removed links did to memories. */
  readonly modules: readonly Pick<CapabilityModule, 'onUnlink'>[];
}

const PAGE = 500;

/**
 * Circles of support in the whole bank, largest first; with `prune`, removes support within them that rests only on
 * what it supports, and restores the confidence opinions had without it. One change, which can be undone.
 */
export async function listCircles(
  raw: unknown,
  { name }: { readonly name: BankName },
  parts: CircleParts,
): Promise<CircleReport> {
  const { prune, reason, limit } = parseInput(CircleFilter, raw, 'filter');
  const { store, clock, actor, modules } = parts;
  const row = await store.bank(name);
  const { memories, edges } = await wholeGraph(name, store);
  const circles = circlesOf(memories, edges).sort((a, b) => b.members.length - a.members.length);
  const report = {
    circles: circles.slice(0, limit).map((circle) => viewOf(circle, memories)),
    found: circles.length,
  };
  const idle = edgesOf(
    circles.flatMap(({ groundless }) => groundless),
    edges,
  );
  if (!prune || idle.length === 0 || row === null)
    return { ...report, pruned: 0, lowered: [], sequence: row?.sequence ?? 0 };
  const { disposition } = row.settings;
  const lowered = (
    await Promise.all(
      modules.map(
        async ({ onUnlink }) => (await onUnlink?.(idle, { bank: name, store }, disposition)) ?? [],
      ),
    )
  ).flat();
  const change = {
    ...EMPTY_CHANGE,
    bank: name,
    at: clock.now(),
    verb: 'prune' as const,
    actor,
    reason: reason === '' ? `${idle.length} links of circular support` : reason,
    memories: lowered,
    removedEdges: idle,
  };
  const sequence = await store.commit(change, { expectedSequence: row.sequence });
  return {
    ...report,
    pruned: idle.length,
    lowered: lowered.map(({ id, confidence }) => ({
      id,
      before: memories.get(id)?.confidence ?? confidence,
      after: confidence,
    })),
    sequence,
  };
}

interface SupportGraph {
  readonly memories: ReadonlyMap<MemoryId, Memory>;
  /** The edges by which one memory rests on another. */
  readonly edges: readonly Edge[];
}

/**
 * The circles around a memory if these links were added to the existing ones. Reads only what it leads to; the whole
 * bank if any of that names others by address or id, since no index resolves those.
 */
export async function circlesAround(
  id: MemoryId,
  added: readonly Edge[],
  bank: BankName,
  store: Store,
): Promise<{ readonly circles: readonly SupportCircle[]; readonly edges: readonly Edge[] }> {
  const near = await graphFrom(
    [id, ...added.flatMap((edge) => restOf(edge)?.on ?? [])],
    bank,
    store,
  );
  const { memories, edges } = [...near.memories.values()].some(isCiting)
    ? await wholeGraph(bank, store)
    : near;
  const all = [...edges, ...added];
  return {
    circles: circlesOf(memories, all).filter(({ members }) => members.includes(id)),
    edges: all,
  };
}

function circlesOf(
  memories: ReadonlyMap<MemoryId, Memory>,
  edges: readonly Edge[],
): SupportCircle[] {
  return findCircles(memories, [
    ...edges.flatMap((edge) => restOf(edge) ?? []),
    ...citationsAmong([...memories.values()]),
  ]);
}

/** Everything that these memories rest on, transitively, by links. */
async function graphFrom(
  ids: readonly MemoryId[],
  bank: BankName,
  store: Store,
): Promise<SupportGraph> {
  const edges: Edge[] = [];
  const memories = new Map<MemoryId, Memory>();
  const seen = new Set<MemoryId>();
  let waiting = new Set(ids);
  while (waiting.size > 0) {
    const from = waiting;
    for (const each of from) seen.add(each);
    for (const memory of await store.get(bank, [...from]))
      if (memory.retractedAt === null) memories.set(memory.id, memory);
    const found = (
      await store.neighbours(bank, [...from], ['semantic', 'hierarchical'], PAGE)
    ).filter((edge) => from.has(restOf(edge)?.memory as MemoryId));
    edges.push(...found);
    waiting = new Set(
      found.flatMap((edge) => restOf(edge)?.on ?? []).filter((each) => !seen.has(each)),
    );
  }
  return { memories, edges };
}

async function wholeGraph(bank: BankName, store: Store): Promise<SupportGraph> {
  const edges: Edge[] = [];
  for await (const page of store.edges(bank))
    edges.push(...page.filter((edge) => restOf(edge) !== null));
  return { memories: await currentMemories(bank, store), edges };
}

/**
 * The edges of these rests that move an opinion. Those of reflection or citation stay: they move nothing by
 * themselves.
 */
export function edgesOf(rests: readonly Rest[], edges: readonly Edge[]): Edge[] {
  const moves = new Set(
    rests.filter(({ by }) => by === 'supports').map(({ memory, on }) => `${memory} ${on}`),
  );
  return edges.filter(({ from, role, to }) => role === 'supports' && moves.has(`${to} ${from}`));
}

/** Which of two linked memories rests on the other. */
function restOf({ from, role, to }: Edge): Rest | null {
  if (nodeKind(from) !== 'memory' || nodeKind(to) !== 'memory') return null;
  if (role === 'supports') return { memory: to as MemoryId, on: from as MemoryId, by: 'supports' };
  return role === 'derived_from'
    ? { memory: from as MemoryId, on: to as MemoryId, by: 'derived_from' }
    : null;
}

async function currentMemories(bank: BankName, store: Store): Promise<Map<MemoryId, Memory>> {
  const found = new Map<MemoryId, Memory>();
  for await (const items of everyPage((after) => store.find(bank, {}, PAGE, after))) {
    for (const memory of items) found.set(memory.id, memory);
  }
  return found;
}

function viewOf(
  { members, rests, grounds, groundless }: SupportCircle,
  memories: ReadonlyMap<MemoryId, Memory>,
): Circle {
  const by: Partial<Record<RestKind, number>> = {};
  for (const rest of rests) by[rest.by] = (by[rest.by] ?? 0) + 1;
  return {
    members: members
      .flatMap((id) => memories.get(id) ?? [])
      .map((memory) => ({
        id: memory.id,
        content: memory.content,
        confidence: memory.confidence,
        trust: trustOf(memory),
      })),
    by,
    grounds,
    groundless: groundless.length,
  };
}
