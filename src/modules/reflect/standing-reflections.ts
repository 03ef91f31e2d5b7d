import type { Memory } from '../../domain/memory.js';

/** The current reflections, by identity and by owner; updated with what this run writes. */
export class StandingReflections {
  readonly #byKey = new Map<string, Memory[]>();
  readonly #keysOf = new Map<string, Set<string>>();

  constructor(memories: Iterable<Memory>) {
    this.reset(memories);
  }

  /** Resets to the current reflections. */
  reset(memories: Iterable<Memory>): void {
    this.#byKey.clear();
    this.#keysOf.clear();
    for (const memory of memories) this.note(memory);
  }

  /** Adds or removes a version of a reflection. */
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

  /** Those with one identity, newest last; several only if an earlier one was restored. */
  of(key: string): readonly Memory[] {
    return this.#byKey.get(key) ?? [];
  }

  /** Those with keys that start with `kind:owner`. */
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
