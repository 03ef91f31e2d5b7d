import { EMPTY_CHANGE } from '../../domain/change.js';
import { type Edge, nodeKind } from '../../domain/graph.js';
import { type BankName, citedPrefix, type MemoryId, RECALLED } from '../../domain/ids.js';
import { parseInput } from '../../domain/input.js';
import { type Memory, trustOf, witnessOf } from '../../domain/memory.js';
import { isReflected } from '../../domain/reflection.js';
import { everyPage } from '../../domain/schema.js';
import {
  type Circle,
  CircleFilter,
  type CircleReport,
  type RestKind,
} from '../../domain/validity.js';
import { matchAll } from '../../language/pattern-matching.js';
import type { CapabilityModule } from '../module.js';
import { dominance, stronglyConnected } from './graph-algorithms.js';
import type { Store } from '../../ports/store.js';
import type { Clock } from '../../ports/system.js';

/** One memory rests on another. */
export interface Rest {
  readonly memory: MemoryId;
  readonly on: MemoryId;
  readonly by: RestKind;
}

/** Memories that each rest, transitively, on themselves. */
interface SupportCircle {
  /** Sorted by id. */
  readonly members: readonly MemoryId[];
  /** How they rest on each other. */
  readonly rests: readonly Rest[];
  /** Rests that do not count: the supporting memory has no ground other than what it supports. */
  readonly groundless: readonly Rest[];
  /** Observations outside the circle that it rests on, stated by nobody within. */
  readonly grounds: readonly MemoryId[];
}

/**
 * Circles of support, by strongly connected components (Tarjan 1972). A circle is grounded by a memory outside it
 * that was observed, or rests on an observation, and that nobody within it has said: neither the same session nor the
 * same host. Within a circle, a step of support counts only if the supporting memory reaches a ground without what it
 * supports. Linear in memories and rests up to a logarithm. `memories` are the current ones; a rest on any other is
 * ignored.
 */
export function findCircles(
  memories: ReadonlyMap<MemoryId, Memory>,
  rests: readonly Rest[],
): SupportCircle[] {
  const known = rests.filter(({ memory, on }) => memories.has(memory) && memories.has(on));
  const restsOf = grouped(known, 'memory');
  const onto = (id: MemoryId): readonly MemoryId[] => (restsOf.get(id) ?? []).map(({ on }) => on);
  const components = stronglyConnected([...memories.keys()], onto);
  const isGround = new Map<MemoryId, boolean>();
  const circles: SupportCircle[] = [];
  // A component comes after everything it rests on.
  for (const component of components) {
    const within = new Set(component);
    const own = component.flatMap((id) => restsOf.get(id) ?? []);
    const inner = own.filter(({ on }) => within.has(on));
    const outer = own.filter(({ on }) => !within.has(on) && isGround.get(on) === true);
    if (inner.length === 0) {
      const [id] = component;
      const memory = id === undefined ? undefined : memories.get(id);
      if (id !== undefined && memory !== undefined)
        isGround.set(id, !isReflected(memory) || outer.length > 0);
      continue;
    }
    const witnesses = new Set(
      component
        .flatMap((id) => memories.get(id)?.provenance.map(witnessOf) ?? [])
        .filter((witness) => witness !== null),
    );
    const grounding = outer.filter(
      ({ on }) =>
        memories
          .get(on)
          ?.provenance.some((evidence) => !witnesses.has(witnessOf(evidence) ?? '')) === true,
    );
    const grounded = new Set(grounding.map(({ memory }) => memory));
    for (const id of component) isGround.set(id, grounded.size > 0);
    circles.push({
      members: [...component].sort(),
      rests: inner,
      groundless: groundlessOf(inner, grounded),
      grounds: [...new Set(grounding.map(({ on }) => on))].sort(),
    });
  }
  return circles.sort((a, b) => ((a.members[0] ?? '') < (b.members[0] ?? '') ? -1 : 1));
}

/** The rests whose supporting memory reaches a ground only through what it supports. */
function groundlessOf(inner: readonly Rest[], grounded: ReadonlySet<MemoryId>): readonly Rest[] {
  if (grounded.size === 0) return inner;
  const supported = grouped(inner, 'on');
  const dominates = dominance([...grounded], (id) =>
    (supported.get(id) ?? []).map(({ memory }) => memory),
  );
  return inner.filter(({ memory, on }) => dominates(memory, on));
}

function grouped(rests: readonly Rest[], by: 'memory' | 'on'): Map<MemoryId, Rest[]> {
  const groups = new Map<MemoryId, Rest[]>();
  for (const rest of rests) {
    const group = groups.get(rest[by]);
    if (group === undefined) groups.set(rest[by], [rest]);
    else group.push(rest);
  }
  return groups;
}

const TAG = /\[?\bm_[0-9a-z]{3,13}\b\]?/g;
const ADDRESS = /https?:\/\/[^\s"'<>()[\]{}]{3,300}/gi;
const MAX_CITED = 50;
/** Maximum number of memories per address: a long page has many, and each may name it. */
const MAX_OF_ONE = 50;

/**
 * Citations among these memories: by id or short id, by the address that one came from, or as the recalled memories
 * that one was written after.
 */
export function citationsAmong(memories: readonly Memory[]): Rest[] {
  const citing = memories.filter(isCiting);
  if (citing.length === 0) return [];
  const byAddress = new Map<string, MemoryId[]>();
  for (const { id, provenance } of memories) {
    for (const { origin } of provenance) {
      if (origin === null || !/^https?:/i.test(origin)) continue;
      const there = byAddress.get(plain(origin));
      if (there === undefined) byAddress.set(plain(origin), [id]);
      else if (there.length < MAX_OF_ONE) there.push(id);
    }
  }
  const ids = memories.map(({ id }) => id).sort();
  return citing.flatMap(({ id, content, metadata }) => {
    const tags = matchAll(content, TAG)
      .slice(0, MAX_CITED)
      .flatMap(([tag]) => startingWith(citedPrefix(tag), ids));
    const addresses = matchAll(content, ADDRESS)
      .slice(0, MAX_CITED)
      .flatMap(([address]) => byAddress.get(plain(address)) ?? []);
    const recalled = String(metadata[RECALLED] ?? '')
      .split(' ')
      .filter((each) => each !== '')
      .flatMap((each) => startingWith(each, ids));
    return [
      ...[...new Set([...tags, ...addresses])].map((on): Rest => ({ memory: id, on, by: 'cites' })),
      ...[...new Set(recalled)].map((on): Rest => ({ memory: id, on, by: 'recalled' })),
    ].filter(({ on }) => on !== id);
  });
}

/** Whether a memory may name another. */
function isCiting({ content, metadata }: Pick<Memory, 'content' | 'metadata'>): boolean {
  return /https?:|m_[0-9a-z]{3}/i.test(content) || metadata[RECALLED] !== undefined;
}

/** The only id with that prefix; none if it is ambiguous. */
function startingWith(prefix: string | null, ids: readonly MemoryId[]): readonly MemoryId[] {
  if (prefix === null) return [];
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  const first = ids[low];
  return first?.startsWith(prefix) === true && ids[low + 1]?.startsWith(prefix) !== true
    ? [first]
    : [];
}

/** An address without the parts that do not change the page. */
function plain(address: string): string {
  return address
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/[#?].*$/s, '')
    .replace(/(?<![/.,;:!])[/.,;:!]+$/, '');
}

interface CircleParts {
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
