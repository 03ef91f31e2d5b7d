import type { Edge, EdgeRole, EntityType, NodeId } from '../domain/graph.js';
import { nodeKind } from '../domain/graph.js';
import type { EntityId, MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { Attached } from '../domain/recollection.js';
import { NONE } from '../indexes/bank-index.js';
import type { BankState } from '../indexes/bank-state.js';
import type { Ranked } from './ranking/rank.js';

/** What stands around a result (capability U11). */
export interface Surrounding {
  readonly supporting: readonly Attached[];
  readonly contradictions: readonly Attached[];
  readonly related: readonly Attached[];
  readonly entities: readonly { readonly name: string; readonly type: EntityType }[];
}

const AGAINST: ReadonlySet<Attached['why']> = new Set<EdgeRole>(['conflicts_with', 'supersedes']);
const FOR: ReadonlySet<Attached['why']> = new Set<EdgeRole>(['supports', 'similar_to', 'causes', 'derived_from']);
const MOST_EACH = 3;

export interface ExpandPorts {
  readonly neighbours: (ids: readonly NodeId[]) => Promise<readonly Edge[]>;
  readonly load: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>;
}

/** Attaches to each result what supports it, what speaks against it, the turns around it, and whom it names. */
export async function expand(results: readonly Ranked[], state: BankState, ports: ExpandPorts): Promise<ReadonlyMap<MemoryId, Surrounding>> {
  const edges = groupByMemory(await ports.neighbours(results.map(({ memory }) => memory.id)));
  const wanted = new Map(results.map((result) => [result.memory.id, attachments(result, edges.get(result.memory.id) ?? [], state)]));
  const ids = new Set([...wanted.values()].flatMap((list) => list.map(({ id }) => id)));
  const loaded = new Map((await ports.load([...ids])).map((memory) => [memory.id, memory]));
  return new Map(
    results.map(({ memory }) => {
      const attached = (wanted.get(memory.id) ?? []).flatMap(({ id, why }): Attached[] => {
        const other = loaded.get(id);
        return other === undefined ? [] : [{ id, content: other.content, why }];
      });
      return [
        memory.id,
        {
          supporting: attached.filter(({ why }) => sideOf(why) === 'for'),
          contradictions: attached.filter(({ why }) => sideOf(why) === 'against'),
          related: attached.filter(({ why }) => sideOf(why) === 'beside'),
          entities: mentioned(edges.get(memory.id) ?? [], state),
        },
      ];
    }),
  );
}

interface Wanted {
  readonly id: MemoryId;
  readonly why: Attached['why'];
}

function attachments({ slot, memory }: Ranked, edges: readonly Edge[], state: BankState): Wanted[] {
  const linked = edges
    .filter((edge) => nodeKind(edge.from) === 'memory' && nodeKind(edge.to) === 'memory' && edge.from !== edge.to && edge.role !== 'follows')
    .map((edge): Wanted => ({ id: (edge.from === memory.id ? edge.to : edge.from) as MemoryId, why: edge.role }));
  const { index } = state;
  const near = [index.next(slot), index.previous(slot)]
    .filter((other) => other !== NONE && index.isLive(other))
    .map((other): Wanted => ({ id: index.id(other), why: 'next_turn' }));
  const siblings = index
    .contextMembers(index.context(slot))
    .filter((other) => other !== slot && index.isLive(other))
    .slice(-MOST_EACH)
    .map((other): Wanted => ({ id: index.id(other), why: 'same_context' }));
  const seen = new Set<MemoryId>();
  const distinct = [...linked, ...near, ...siblings].filter(({ id }) => !seen.has(id) && seen.add(id));
  // Only what will be shown is loaded.
  const of = (side: Side): Wanted[] => distinct.filter(({ why }) => sideOf(why) === side).slice(0, MOST_EACH);
  return [...of('for'), ...of('against'), ...of('beside')];
}

type Side = 'for' | 'against' | 'beside';

function sideOf(why: Attached['why']): Side {
  if (FOR.has(why)) return 'for';
  return AGAINST.has(why) ? 'against' : 'beside';
}

function groupByMemory(edges: readonly Edge[]): Map<NodeId, Edge[]> {
  const groups = new Map<NodeId, Edge[]>();
  for (const edge of edges) {
    for (const id of new Set([edge.from, edge.to])) {
      const group = groups.get(id);
      if (group === undefined) groups.set(id, [edge]);
      else group.push(edge);
    }
  }
  return groups;
}

function mentioned(edges: readonly Edge[], state: BankState): Surrounding['entities'] {
  return edges
    .filter((edge) => edge.role === 'mentions')
    .flatMap((edge) => {
      const entity = state.entities.get(edge.to as EntityId);
      return entity === undefined ? [] : [{ name: entity.name, type: entity.type }];
    });
}
