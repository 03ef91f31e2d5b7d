import type { Entity, EntityType } from '../domain/graph.js';
import type { EntityId } from '../domain/ids.js';
import type { Instant } from '../domain/time.js';
import type { EntityDirectory } from '../indexes/entity-directory.js';
import type { EntityMention } from '../language/entities.js';
import { areTwins, isAliasOf, nameSimilarity, normaliseName } from '../language/entity-names.js';
import { nounKind } from '../language/names/common-nouns.js';
import type { Pending, PlanContext } from './plan-context.js';
import type { LinkedMention, ReadDraft } from './read-draft.js';

/** Looks up entities: first the bank's own, then those added by the batch. */
interface EntityLinker {
  readonly directories: readonly EntityDirectory[];
  readonly newId: () => EntityId;
  readonly at: Instant;
  /** Adds a new entity, or one with a new alias. */
  readonly put: (entity: Entity) => void;
}

/**
 * Finds the entity of each mention, or creates one. A name that fits two entities of one type means the one mentioned
 * last.
 */
function linkMentions(mentions: readonly EntityMention[], linker: EntityLinker): LinkedMention[] {
  return mentions.flatMap((mention) => {
    const name = ownedName(mention);
    return name === null ? [] : [{ mention, entity: linkName(name, mention.type, linker) }];
  });
}

/** The entity of a name, created if new. A more specific type than before replaces the old one. */
export function linkName(name: string, type: EntityType, linker: EntityLinker): Entity {
  const exact = newest(
    linker.directories.flatMap((directory) => directory.named(name)),
    type,
  );
  if (exact !== undefined) {
    if (!isVague(exact.type) || isVague(type)) return exact;
    return put({ ...exact, type, version: exact.version + 1 }, linker);
  }
  const alias = aliasOf(name, type, linker.directories);
  if (alias === undefined)
    return put(
      { id: linker.newId(), name, type, aliases: [], firstSeenAt: linker.at, version: 1 },
      linker,
    );
  return put({ ...alias, aliases: [...alias.aliases, name], version: alias.version + 1 }, linker);
}

function put(entity: Entity, linker: EntityLinker): Entity {
  linker.put(entity);
  return entity;
}

/** Unnamed owners, whose possessions cannot be distinguished. */
const UNNAMED: ReadonlySet<string> = new Set(['speaker', 'addressee']);

/**
 * "my dog" said by Ana is Ana's dog, whoever mentions it next; null if the owner is unknown: "his wife" is a
 * different woman each time.
 */
function ownedName(mention: EntityMention): string | null {
  if (mention.owner === undefined)
    return mention.type === 'thing' && nounKind(mention.name) === 'relative' ? null : mention.name;
  return UNNAMED.has(mention.owner) ? null : `${mention.owner}'s ${mention.name}`;
}

function newest(entities: readonly Entity[], type: EntityType): Entity | undefined {
  const latest = new Map(entities.map((entity) => [entity.id, entity]));
  const fitting = [...latest.values()].filter((entity) => compatible(entity.type, type));
  return fitting.at(-1);
}

function compatible(a: EntityType, b: EntityType): boolean {
  return a === b || isVague(a) || isVague(b);
}

/** The types that a reader uses when unsure; they contradict no other type. */
function isVague(type: EntityType): boolean {
  return type === 'thing' || type === 'concept';
}

/**
 * Another form of the name of one known entity ("Tom", "Tom Okafor", "Tom Okafro"). If two fit equally well, a new
 * entity is created. A common noun is no short name: a retriever is not the golden retriever, but the wider class.
 */
function aliasOf(
  name: string,
  type: EntityType,
  directories: readonly EntityDirectory[],
): Entity | undefined {
  if (type === 'concept' && name === name.toLowerCase()) return undefined;
  const near = new Map<EntityId, Entity>();
  for (const directory of directories) {
    for (const entity of directory.alike(name)) near.set(entity.id, entity);
  }
  const fitting = [...near.values()]
    .filter((entity) => compatible(entity.type, type))
    .map((entity) => ({ entity, likeness: aliasLikeness(name, entity) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness);
  const [best, second] = fitting;
  return best !== undefined && (second === undefined || best.likeness - second.likeness > CLEARLY)
    ? best.entity
    : undefined;
}

/** A lead in similarity above which the best match is taken. */
const CLEARLY = 0.1;

/**
 * Similarity of a name to those of an entity, 0 if it is none of them. An entity's short name is not compared with a
 * longer one: Susan Ortega is not Samuel Ortega just because he is also called Ortega.
 */
function aliasLikeness(name: string, entity: Entity): number {
  const length = wordsIn(name);
  const names = [entity.name, ...entity.aliases];
  if (names.some((known) => isTwinOf(name, known))) return 0;
  const longest = Math.max(...names.map(wordsIn));
  const telling = names.filter((known) => wordsIn(known) >= Math.min(length, longest));
  return Math.max(
    0,
    ...telling
      .filter((known) => isAliasOf(name, known))
      .map((known) => nameSimilarity(name, known)),
  );
}

/** Whether two names are identical but for one word that differs as “Giulia” and “Giulio” do. */
function isTwinOf(a: string, b: string): boolean {
  const [one, other] = [normaliseName(a).split(' '), normaliseName(b).split(' ')];
  return (
    one.length === other.length &&
    one.length > 1 &&
    one.every((word, at) => word === other[at] || areTwins(word, other[at] ?? '')) &&
    one.some((word, at) => word !== other[at])
  );
}

const wordsIn = (name: string): number => normaliseName(name).split(' ').length;

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
