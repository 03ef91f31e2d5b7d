import type { Entity, EntityType } from '../domain/graph.js';
import { initialsOf, soundKey } from '../language/entity-names.js';

/** Types of entity that may be called by a part of their name. */
const NAMED_IN_PART: ReadonlySet<EntityType> = new Set<EntityType>([
  'person',
  'organisation',
  'thing',
]);

/** Maximum number of names that may share a form for it to identify one of them. */
const MAX_SHARED_NAMES = 128;

/** All names of all entities in one lookup; follows the journal like any index. */
export class EntityDirectory {
  readonly #byName = new Map<string, Map<string, Entity>>();
  readonly #byWord = new Map<string, Map<string, Entity>>();
  readonly #byId = new Map<string, Entity>();
  readonly #bySound = new Map<string, Map<string, Entity>>();
  readonly #byInitials = new Map<string, Map<string, Entity>>();
  /** First and last words of longer names, with the type of what they name. */
  readonly #edges = new Map<string, EntityType>();

  /** `fold` normalises a name for lookup: words separated by single spaces. */
  constructor(private readonly fold: (name: string) => string) {}

  get size(): number {
    return this.#byId.size;
  }

  put(entity: Entity): void {
    const before = this.#byId.get(entity.id);
    this.#byId.set(entity.id, entity);
    // Undoing a change removes names again.
    const lost =
      before === undefined ? [] : namesOf(before).filter((name) => !namesOf(entity).includes(name));
    for (const name of lost) this.#unlist(entity.id, name);
    for (const name of namesOf(entity)) {
      const key = this.fold(name);
      place(this.#byName, key, entity);
      const words = key.split(' ');
      for (const word of words) {
        place(this.#byWord, word, entity);
        place(this.#bySound, soundKey(word), entity);
      }
      for (const initials of initialsOf(key)) place(this.#byInitials, initials, entity);
      if (words.length > 1 && NAMED_IN_PART.has(entity.type))
        for (const edge of [words[0], words.at(-1)])
          if (edge !== undefined && edge.length > 2) this.#edges.set(edge, entity.type);
    }
  }

  /** Removes an entity. */
  drop(id: string): void {
    const entity = this.#byId.get(id);
    if (entity === undefined) return;
    this.#byId.delete(id);
    for (const name of namesOf(entity)) this.#unlist(id, name);
  }

  /** Entities known by exactly this name or alias, oldest first. */
  named(name: string): readonly Entity[] {
    return [...(this.#byName.get(this.fold(name))?.values() ?? [])];
  }

  /** The type of the newest entity with this (normalised) name; undefined if there is none. */
  typeOf(folded: string): EntityType | undefined {
    const named = this.#byName.get(folded);
    return named === undefined ? undefined : [...named.values()].at(-1)?.type;
  }

  /** The type of an entity whose longer name begins or ends with a (normalised) word; undefined if there is none. */
  endingIn(word: string): EntityType | undefined {
    return this.#edges.get(word);
  }

  /**
   * Entities that may have this name in another form: they share a word or the sound of one, or one is the initials
   * of the other. A form shared by more than {@link MAX_SHARED_NAMES} names identifies none of them: a text with
   * thousands of numbered names would otherwise compare each with all.
   */
  alike(name: string): readonly Entity[] {
    const key = this.fold(name);
    const found = new Map<string, Entity>();
    const add = (list: Map<string, Entity> | undefined): void => {
      if (list === undefined || list.size > MAX_SHARED_NAMES) return;
      const few = [...list.values()].filter(({ aliases }) => aliases.length < MAX_SHARED_NAMES);
      if (few.reduce((names, { aliases }) => names + 1 + aliases.length, 0) > MAX_SHARED_NAMES)
        return;
      for (const entity of few) found.set(entity.id, entity);
    };
    const words = key.split(' ');
    for (const word of words) add(this.#byWord.get(word));
    for (const word of words) add(this.#bySound.get(soundKey(word)));
    add(this.#byInitials.get(key));
    for (const initials of initialsOf(key)) add(this.#byName.get(initials));
    return [...found.values()];
  }

  /** Entities with a name that shares a word with this one. */
  sharingWord(name: string): readonly Entity[] {
    const found = new Map<string, Entity>();
    for (const word of this.fold(name).split(' ')) {
      for (const [id, entity] of this.#byWord.get(word) ?? []) found.set(id, entity);
    }
    return [...found.values()];
  }

  get(id: string): Entity | undefined {
    return this.#byId.get(id);
  }

  all(): Iterable<Entity> {
    return this.#byId.values();
  }

  #unlist(id: string, name: string): void {
    const key = this.fold(name);
    this.#byName.get(key)?.delete(id);
    for (const word of key.split(' ')) {
      this.#byWord.get(word)?.delete(id);
      this.#bySound.get(soundKey(word))?.delete(id);
    }
    for (const initials of initialsOf(key)) this.#byInitials.get(initials)?.delete(id);
  }
}

function namesOf({ name, aliases }: Entity): readonly string[] {
  return [name, ...aliases];
}

function place(lists: Map<string, Map<string, Entity>>, key: string, entity: Entity): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, new Map([[entity.id, entity]]));
  else list.set(entity.id, entity);
}
