import type { Entity, EntityType } from '../domain/graph.js';
import type { EntityId } from '../domain/ids.js';
import type { Instant } from '../domain/time.js';
import { isAliasOf } from '../language/entity-names.js';
import type { EntityMention } from '../language/entities.js';
import type { EntityDirectory } from '../indexes/entity-directory.js';
import type { LinkedMention } from './draft.js';

/** Where entities are looked up: the bank's own first, then what the batch has added. */
export interface EntityLinker {
  readonly directories: readonly EntityDirectory[];
  readonly newId: () => EntityId;
  readonly at: Instant;
  /** Takes a new entity or one with a new alias. */
  readonly put: (entity: Entity) => void;
}

/** Finds the entity each mention means, or makes one. A name that may mean two entities of one type means the one met last. */
export function linkMentions(mentions: readonly EntityMention[], linker: EntityLinker): LinkedMention[] {
  return mentions.map((mention) => ({ mention, entity: linkName(ownedName(mention), mention.type, linker) }));
}

export function linkName(name: string, type: EntityType, linker: EntityLinker): Entity {
  const exact = newest(linker.directories.flatMap((directory) => directory.named(name)), type);
  if (exact !== undefined) return exact;
  const alias = aliasOf(name, type, linker.directories);
  const entity: Entity =
    alias === undefined
      ? { id: linker.newId(), name, type, aliases: [], firstSeenAt: linker.at, version: 1 }
      : { ...alias, aliases: [...alias.aliases, name], version: alias.version + 1 };
  linker.put(entity);
  return entity;
}

/** "my dog" said by Ana is Ana's dog, whoever speaks of it next. */
function ownedName(mention: EntityMention): string {
  return mention.owner === undefined ? mention.name : `${mention.owner}'s ${mention.name}`;
}

function newest(entities: readonly Entity[], type: EntityType): Entity | undefined {
  const latest = new Map(entities.map((entity) => [entity.id, entity]));
  const fitting = [...latest.values()].filter((entity) => compatible(entity.type, type));
  return fitting.at(-1);
}

/** A reader that is unsure says `thing`; that contradicts no other type. */
function compatible(a: EntityType, b: EntityType): boolean {
  return a === b || a === 'thing' || b === 'thing';
}

/** A longer or shorter name of one known entity ("Tom", "Tom Okafor"). Two that fit leave it undecided: a new entity is made. */
function aliasOf(name: string, type: EntityType, directories: readonly EntityDirectory[]): Entity | undefined {
  const near = new Map<EntityId, Entity>();
  for (const directory of directories) {
    for (const entity of directory.sharingWord(name)) near.set(entity.id, entity);
  }
  const fitting = [...near.values()].filter(
    (entity) => entity.type === type && [entity.name, ...entity.aliases].some((known) => isAliasOf(name, known)),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}
