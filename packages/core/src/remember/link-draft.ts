import type { Entity } from '../domain/graph.js';
import type { EntityId } from '../domain/ids.js';
import type { ReadDraft } from './draft.js';
import { linkMentions, linkName, type EntityLinker } from './link-entities.js';
import type { Pending } from './pending.js';
import type { PlanContext } from './plan-context.js';

/** Links names to the entities of the bank and of the batch so far; new ones join the batch. */
export function entityLinker(context: PlanContext, pending: Pending): EntityLinker {
  return {
    directories: [context.state.entities, pending.entities],
    newId: () => context.newId('e') as EntityId,
    at: context.now,
    put: (entity) => pending.addEntity(entity),
  };
}

/** The entities that a text mentions, and that of its speaker. */
export function linkDraft(
  read: ReadDraft,
  linker: EntityLinker,
): { linked: ReturnType<typeof linkMentions>; speakerEntity: Entity | null } {
  const { speaker } = read.provenance;
  return {
    speakerEntity: speaker === null ? null : linkName(speaker, 'person', linker),
    linked: linkMentions(read.mentions, linker),
  };
}
