import { citedPrefix, type MemoryId, RECALLED } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { witnessOf } from '../../domain/provenance.js';
import { isReflected } from '../../domain/reflection.js';
import type { RestKind } from '../../domain/validity.js';
import { matchAll } from '../../language/pattern-matching.js';
import { dominance, stronglyConnected } from './graph-algorithms.js';

/** One memory rests on another. */
export interface Rest {
  readonly memory: MemoryId;
  readonly on: MemoryId;
  readonly by: RestKind;
}

/** Memories that each rest, transitively, on themselves. */
export interface SupportCircle {
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
export function isCiting({ content, metadata }: Pick<Memory, 'content' | 'metadata'>): boolean {
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
