import type { Memory } from '../packages/mneme/src/index.js';
import type { Acknowledgement, Ticketed } from './crash-acknowledgement.js';

/** The last acknowledged state of a memory. */
export interface Promised extends Ticketed {
  readonly version: number;
  readonly forgotten: boolean;
}

/** What was acknowledged, by memory. */
export class Promises {
  readonly #byId = new Map<string, Promised>();
  /** Memories that an audit has looked at closely already. */
  readonly examined = new Set<string>();
  /** Memories that were found missing; each counts once. */
  readonly #missing = new Set<string>();

  get size(): number {
    return this.#byId.size;
  }

  /** What is not in its acknowledged state and was not reported before. */
  broken(stored: ReadonlyMap<string, Memory>): Promised[] {
    const broken = [...this.#byId.values()].filter(
      (promised) => !this.#missing.has(promised.id) && !holds(stored.get(promised.id), promised),
    );
    for (const { id } of broken) this.#missing.add(id);
    return broken;
  }

  /** Takes over the new states and returns them. */
  keep(acknowledged: Acknowledgement): Promised[] {
    if (acknowledged.did === 'open' || acknowledged.did === 'refused') return [];
    const states =
      acknowledged.did === 'remember'
        ? acknowledged.memories.map((memory): Promised => ({
            ...memory,
            version: 1,
            forgotten: false,
          }))
        : acknowledged.ids.map((id) => this.#revise(id, acknowledged.did === 'forget'));
    for (const state of states) this.#byId.set(state.id, state);
    return states;
  }

  #revise(id: string, forgotten: boolean): Promised {
    const known = this.#byId.get(id);
    if (known === undefined) throw new Error(`the writer changed ${id} before it made it`);
    return { ...known, version: known.version + 1, forgotten };
  }
}

/** Whether the memory is in the acknowledged state, or in a later one that was not acknowledged any more. */
export function holds(
  memory: Memory | undefined,
  { content, version, forgotten }: Promised,
): boolean {
  if (memory === undefined || memory.content !== content || memory.version < version) return false;
  return memory.version > version || (memory.retractedAt !== null) === forgotten;
}
