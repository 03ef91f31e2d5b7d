import type { EdgeRole, EntityType } from '../domain/graph.js';
import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { Attached } from '../domain/recollection.js';
import { NONE, type BankIndex } from '../indexes/bank-index.js';
import type { BankState } from '../indexes/bank-state.js';
import { rolesOf, type Link } from '../indexes/edge-index.js';
import type { Ranked } from './ranking/score.js';
import type { RecallCache } from './recall-cache.js';

/** The context of a result. */
export interface Surrounding {
  readonly supporting: readonly Attached[];
  readonly contradictions: readonly Attached[];
  readonly related: readonly Attached[];
  readonly entities: readonly { readonly name: string; readonly type: EntityType }[];
}

const AGAINST: ReadonlySet<Attached['why']> = new Set<EdgeRole>(['conflicts_with', 'supersedes']);
const FOR: ReadonlySet<Attached['why']> = new Set<EdgeRole>([
  'supports',
  'similar_to',
  'causes',
  'derived_from',
]);
const MAX_EACH = 3;

/** Links that say something about a result; mere succession in time is shown by its position. */
const SHOWN = rolesOf(['semantic', 'temporal', 'causal', 'relational']);

/**
 * Attaches to each result its supporting and contradicting memories, the turns around it, and the entities it names.
 * `kept` caches this for one change of the bank; null if the answer is about another moment.
 */
export async function expand(
  results: readonly Ranked[],
  state: BankState,
  kept: RecallCache<Surrounding> | null,
  load: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>,
): Promise<ReadonlyMap<MemoryId, Surrounding>> {
  const { sequence } = state;
  const surroundings = new Map<MemoryId, Surrounding>();
  const missing: Ranked[] = [];
  for (const result of results) {
    const known = kept?.get(result.memory.id, sequence) ?? null;
    if (known === null) missing.push(result);
    else surroundings.set(result.memory.id, known);
  }
  if (missing.length === 0) return surroundings;
  for (const [id, surrounding] of await readSurroundings(missing, state, load)) {
    surroundings.set(id, surrounding);
    kept?.put(id, sequence, surrounding);
  }
  return surroundings;
}

async function readSurroundings(
  results: readonly Ranked[],
  state: BankState,
  load: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>,
): Promise<readonly (readonly [MemoryId, Surrounding])[]> {
  const wanted = results.map((result) => {
    const links = state.edges.links(state.edges.memoryNode(result.slot), SHOWN);
    return {
      id: result.memory.id,
      attached: attachments(result.slot, links, state),
      entities: mentioned(links, state),
    };
  });
  const ids = new Set(wanted.flatMap(({ attached }) => attached.map(({ id }) => id)));
  const loaded = new Map((await load([...ids])).map((memory) => [memory.id, memory]));
  return wanted.map((each) => {
    const attached = each.attached.flatMap(({ id, why }): Attached[] => {
      const other = loaded.get(id);
      return other === undefined ? [] : [{ id, content: other.content, why }];
    });
    const of = (side: Side): Attached[] => attached.filter(({ why }) => sideOf(why) === side);
    return [
      each.id,
      {
        supporting: of('for'),
        contradictions: of('against'),
        related: of('beside'),
        entities: each.entities,
      },
    ];
  });
}

interface Wanted {
  readonly id: MemoryId;
  readonly why: Attached['why'];
}

/**
 * Related memories, three on each side: only what will be shown is loaded. If two links lead to one memory, the first
 * counts.
 */
function attachments(slot: number, links: readonly Link[], { index, edges }: BankState): Wanted[] {
  const sides: Readonly<Record<Side, Wanted[]>> = { for: [], against: [], beside: [] };
  const seen = new Set<number>([slot]);
  const attach = (other: number, why: Attached['why']): void => {
    if (other === NONE || seen.has(other)) return;
    seen.add(other);
    const side = sides[sideOf(why)];
    if (side.length < MAX_EACH) side.push({ id: index.id(other), why });
  };
  for (const { other, role } of links) {
    const near = edges.slot(other);
    if (role !== 'follows' && !index.reflected.has(near)) attach(near, role);
  }
  for (const turn of [index.next(slot), index.previous(slot)])
    if (turn !== NONE && index.isLive(turn)) attach(turn, 'next_turn');
  for (const sibling of lastSiblings(slot, index)) attach(sibling, 'same_context');
  return [...sides.for, ...sides.against, ...sides.beside];
}

/** The latest of its context, in order of recording. */
function lastSiblings(slot: number, index: BankIndex): number[] {
  const members = index.contextMembers(index.context(slot));
  const last: number[] = [];
  for (let at = members.length - 1; at >= 0 && last.length < MAX_EACH; at--) {
    const other = members[at] ?? NONE;
    if (other !== slot && index.isLive(other)) last.unshift(other);
  }
  return last;
}

type Side = 'for' | 'against' | 'beside';

function sideOf(why: Attached['why']): Side {
  if (FOR.has(why)) return 'for';
  return AGAINST.has(why) ? 'against' : 'beside';
}

/** The entities that a memory names. */
export function mentionedBy(slot: number, state: BankState): Surrounding['entities'] {
  return mentioned(state.edges.links(state.edges.memoryNode(slot), MENTIONS), state);
}

const MENTIONS = rolesOf(['relational']);

function mentioned(links: readonly Link[], state: BankState): Surrounding['entities'] {
  return links.flatMap(({ other, role, outgoing }) => {
    const id = role === 'mentions' && outgoing ? state.edges.entity(other) : null;
    const entity = id === null ? undefined : state.entities.get(id);
    return entity === undefined ? [] : [{ name: entity.name, type: entity.type }];
  });
}
