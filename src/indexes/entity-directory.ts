import type { Entity } from '../domain/graph.js';

/** Every name by which an entity is known, in one look-up; follows the journal like any index. */
export class EntityDirectory {
  readonly #byName = new Map<string, Map<string, Entity>>();
  readonly #byWord = new Map<string, Map<string, Entity>>();
  readonly #byId = new Map<string, Entity>();

  /** `fold` brings a name to the form under which it is looked up: words separated by single spaces. */
  constructor(private readonly fold: (name: string) => string) {}

  get size(): number {
    return this.#byId.size;
  }

  put(entity: Entity): void {
    const before = this.#byId.get(entity.id);
    this.#byId.set(entity.id, entity);
    // Undoing a change takes names away again.
    const lost = before === undefined ? [] : namesOf(before).filter((name) => !namesOf(entity).includes(name));
    for (const name of lost) this.#unlist(entity.id, name);
    for (const name of namesOf(entity)) {
      const key = this.fold(name);
      place(this.#byName, key, entity);
      for (const word of key.split(' ')) place(this.#byWord, word, entity);
    }
  }

  /** Forgets an entity that is gone. */
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
    for (const word of key.split(' ')) this.#byWord.get(word)?.delete(id);
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
