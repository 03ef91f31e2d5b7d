import { nodeKind, type Edge, type Entity } from '@mneme/core/domain/graph.js';
import type { MemoryId } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { isReflected } from '@mneme/core/domain/reflection.js';
import { NONE } from '@mneme/core/indexes/bank-index.js';
import { mayStateOpinion } from '@mneme/core/language/judgements.js';
import { isValueSuperseded } from '@mneme/core/modules/validity/index.js';
import type { ReflectRun } from './reflect-run.js';
import type { Holder, Statement } from './read-statements.js';

/** Maximum number of links read per entity, strongest first. */
const MAX_LINKS = 5_000;
/** What a bank has on one entity, without reflections, in the order in which it was said. */
export interface EntityEvidence {
  readonly entity: Entity;
  readonly memories: readonly Memory[];
  /** What these memories state. */
  readonly statements: readonly Statement[];
}

export async function retrieveEntityEvidence(
  entity: Entity,
  run: ReflectRun,
): Promise<EntityEvidence> {
  const edges = await run.ports.store.neighbours(
    run.bank,
    [entity.id],
    ['relational', 'hierarchical', 'causal'],
    MAX_LINKS,
  );
  const memories = await currentMemories(edges.flatMap(memoriesOf), run);
  const stating = new Set(
    edges.flatMap(({ from, to, evidence }) =>
      nodeKind(from) === 'entity' && nodeKind(to) === 'entity' && evidence !== null
        ? [evidence]
        : [],
    ),
  );
  const statements = memories
    .filter(
      (memory) =>
        !isRead(memory, run) && (stating.has(memory.id) || mayStateOpinion(memory.content)),
    )
    .flatMap((memory) => run.statements.of(memory));
  return { entity, memories, statements: await withSuperseded(statements, run) };
}

/** A superseded statement is reported as past, if its successor is current. */
async function withSuperseded(
  statements: readonly Statement[],
  { state }: ReflectRun,
): Promise<Statement[]> {
  const superseded = statements.flatMap(({ memory }) =>
    memory.supersededBy === null ? [] : [memory.id],
  );
  if (superseded.length === 0) return [...statements];
  const isLive = (id: MemoryId): boolean =>
    state.index.slot(id) !== NONE && state.index.isLive(state.index.slot(id));
  const conflicts = (await state.conflicts.of([...new Set(superseded)])).filter(
    ({ older, newer, settlement }) => isLive(settlement?.keep === 'older' ? older : newer),
  );
  return statements.map((each) =>
    each.memory.supersededBy !== null && isValueSuperseded(each.memory.id, each.object, conflicts)
      ? { ...each, past: true }
      : each,
  );
}

/**
 * Current memories of what somebody said, oldest first. One that was superseded in one slot still speaks of the past,
 * and of other slots.
 */
export async function currentMemories(
  ids: readonly MemoryId[],
  { bank, ports }: Pick<ReflectRun, 'bank' | 'ports'>,
): Promise<Memory[]> {
  const memories = await ports.store.get(bank, [...new Set(ids)]);
  return memories
    .filter((memory) => memory.retractedAt === null && !isReflected(memory))
    .sort((a, b) => a.saidAt - b.saidAt || a.position - b.position || (a.id < b.id ? -1 : 1));
}

/** Whether it is a note, or notes were read from it: then rules need not read it. */
export function isRead({ id, note }: Memory, { state: { index, notes } }: ReflectRun): boolean {
  const slot = index.slot(id);
  return note !== undefined || (slot !== NONE && notes.notesOf(slot).length > 0);
}

/** The statements that express the holder's liking, disliking, praise or blame. */
export function opinionsOf(holder: Holder, statements: readonly Statement[]): Statement[] {
  return statements.filter(
    ({ subject, predicate }) =>
      subject === holder &&
      (predicate === 'likes' ||
        predicate === 'dislikes' ||
        predicate === 'praises' ||
        predicate === 'blames'),
  );
}

function memoriesOf({ from, to, evidence }: Edge): MemoryId[] {
  return [from, to, ...(evidence === null ? [] : [evidence])].filter(
    (id) => nodeKind(id) === 'memory',
  ) as MemoryId[];
}
