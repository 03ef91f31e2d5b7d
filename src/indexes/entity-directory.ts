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
    this.#byId.set(entity.id, entity);
    for (const name of [entity.name, ...entity.aliases]) {
      const key = this.fold(name);
      place(this.#byName, key, entity);
      for (const word of key.split(' ')) place(this.#byWord, word, entity);
    }
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
}

function place(lists: Map<string, Map<string, Entity>>, key: string, entity: Entity): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, new Map([[entity.id, entity]]));
  else list.set(entity.id, entity);
}
