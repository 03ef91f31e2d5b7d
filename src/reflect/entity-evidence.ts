import { nodeKind, type Edge, type Entity } from '../domain/graph.js';
import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { isReflected } from '../domain/reflection.js';
import { mayStateOpinion } from '../language/judgements.js';
import type { ReflectRun } from './ports.js';
import type { Holder, Statement } from './read-statements.js';

/** So many links of one entity are looked at, the strongest first. */
const MOST_LINKS = 5_000;
/** What a bank holds about one entity, reflections left out, in order of saying. */
export interface EntityEvidence {
  readonly entity: Entity;
  readonly memories: readonly Memory[];
  /** What these memories state. */
  readonly statements: readonly Statement[];
}

export async function gatherEntity(entity: Entity, run: ReflectRun): Promise<EntityEvidence> {
  const edges = await run.ports.store.neighbours(run.bank, [entity.id], ['relational', 'hierarchical', 'causal'], MOST_LINKS);
  const memories = await standing(edges.flatMap(memoriesOf), run);
  const stating = new Set(edges.flatMap(({ from, to, evidence }) => (nodeKind(from) === 'entity' && nodeKind(to) === 'entity' && evidence !== null ? [evidence] : [])));
  return { entity, memories, statements: memories.filter((memory) => stating.has(memory.id) || mayStateOpinion(memory.content)).flatMap((memory) => run.statements.of(memory)) };
}

/** Memories that stand and that somebody said, oldest first. What another took the place of in one slot still tells of the past, and of other slots. */
export async function standing(ids: readonly MemoryId[], { bank, ports }: Pick<ReflectRun, 'bank' | 'ports'>): Promise<Memory[]> {
  const memories = await ports.store.get(bank, [...new Set(ids)]);
  return memories
    .filter((memory) => memory.retractedAt === null && !isReflected(memory))
    .sort((a, b) => a.saidAt - b.saidAt || a.position - b.position || (a.id < b.id ? -1 : 1));
}

/** Whose opinion it is to like, dislike, praise or blame. */
export function opinionsOf(holder: Holder, statements: readonly Statement[]): Statement[] {
  return statements.filter(({ subject, predicate }) => subject === holder && (predicate === 'likes' || predicate === 'dislikes' || predicate === 'praises' || predicate === 'blames'));
}

function memoriesOf({ from, to, evidence }: Edge): MemoryId[] {
  return [from, to, ...(evidence === null ? [] : [evidence])].filter((id) => nodeKind(id) === 'memory') as MemoryId[];
}
