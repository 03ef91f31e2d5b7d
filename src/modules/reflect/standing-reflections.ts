import type { Memory } from '../../domain/memory.js';

/** The reflections that stand, by their identity and by whose they are; it learns of what this reflection writes. */
export class StandingReflections {
  readonly #byKey = new Map<string, Memory[]>();
  readonly #keysOf = new Map<string, Set<string>>();

  constructor(memories: Iterable<Memory>) {
    this.reset(memories);
  }

  /** Begins anew from what stands now. */
  reset(memories: Iterable<Memory>): void {
    this.#byKey.clear();
    this.#keysOf.clear();
    for (const memory of memories) this.note(memory);
  }

  /** Takes in a version of a reflection: it stands, or no more. */
  note(memory: Memory): void {
    const key = String(memory.metadata['key'] ?? '');
    const others = (this.#byKey.get(key) ?? []).filter(({ id }) => id !== memory.id);
    const standing =
      memory.retractedAt === null
        ? [...others, memory].sort((a, b) => a.recordedAt - b.recordedAt)
        : others;
    this.#byKey.set(key, standing);
    const owner = ownerOf(key);
    const keys = this.#keysOf.get(owner) ?? new Set();
    this.#keysOf.set(owner, standing.length > 0 ? keys.add(key) : without(keys, key));
  }

  /** Those of one identity, the newest last; more than one only where a former one was restored. */
  of(key: string): readonly Memory[] {
    return this.#byKey.get(key) ?? [];
  }

  /** Those under keys that start with `kind:owner`. */
  ownedBy(kind: string, owner: string): readonly Memory[] {
    return [...(this.#keysOf.get(`${kind}:${owner}`) ?? [])].flatMap((key) => this.of(key));
  }

  all(): readonly Memory[] {
    return [...this.#byKey.values()].flat();
  }
}

/** `opinion:e_1:tea` is owned by `opinion:e_1`, `principle:norm:…` by `principle:norm`. */
function ownerOf(key: string): string {
  return key.split(':', 2).join(':');
}

function without(keys: Set<string>, key: string): Set<string> {
  keys.delete(key);
  return keys;
}
