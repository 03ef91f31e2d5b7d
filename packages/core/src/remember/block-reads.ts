import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { TimeSlice } from '../domain/pace.js';
import type { StoredClaim } from '../domain/validity.js';
import {
  keyClaims,
  type KeyedClaim,
  keysBeforeOwner,
  keysOf,
  nameKey,
} from '../language/claims/keyed-claim.js';
import { collectFaults, type ReadingFault, recordFault } from '../language/read-text.js';
import type { Pending, PlanContext } from './plan-context.js';
import { type PicturedInput, type ReadDraft, type ReadInput, readInput } from './read-draft.js';

/** The claims of a draft under the names by which the bank, or this batch, knows their subjects. */
export function keyDraft(
  { claims, provenance: { speaker, source } }: Pick<ReadDraft, 'claims' | 'provenance'>,
  { state, owner }: Pick<PlanContext, 'state' | 'owner'>,
  pending: Pending,
): KeyedClaim[] {
  const known = (name: string): string =>
    (pending.entities.named(name).at(-1) ?? state.entities.named(name).at(-1))?.name ?? name;
  return keyClaims(claims, { speaker, source, known, owner });
}

/** The keys under which what rivals these claims was stored, before and since the owner's name was known. */
export function rivalKeys(claims: readonly KeyedClaim[], owner: string | null): string[] {
  const ownerKey = owner === null ? null : nameKey(owner);
  const keys = claims.flatMap(keysOf);
  return [...new Set(keys.flatMap((key) => [key, ...keysBeforeOwner(key, ownerKey)]))];
}

interface AloneRead {
  readonly read: ReadInput;
  readonly faults: readonly ReadingFault[];
}

/**
 * What the plan of some inputs reads of the store, together: the first of them that looks up claims reads the texts
 * of all, and asks for the claims that they may rival, and for the memories of those, at once. What depends on the
 * inputs before, such as a name that one of them introduces, is asked for when it is needed. Each key and each memory
 * is asked for once: a change by another process meanwhile fails the commit.
 */
export class BlockReads {
  readonly #read = new Map<PicturedInput, AloneRead>();
  readonly #claims = new Map<string, StoredClaim[]>();
  readonly #memories = new Map<MemoryId, Memory>();
  #unread: readonly PicturedInput[];

  constructor(
    inputs: readonly PicturedInput[],
    private readonly context: PlanContext,
    private readonly pending: Pending,
  ) {
    this.#unread = inputs.filter(
      ({ content, hash }) => content !== '' && !context.stored.has(hash),
    );
  }

  /** The input as it is read by itself. Records the faults of its reading. */
  readingOf(input: PicturedInput): ReadInput {
    const { read, faults } = this.#alone(input);
    for (const { step, why } of faults) recordFault(step, why);
    return read;
  }

  readonly claimsUnder: PlanContext['claimsUnder'] = async (keys) => {
    const missing = keys.filter((key) => !this.#claims.has(key));
    if (missing.length > 0) {
      const asked = [...new Set([...missing, ...(await this.#keysAhead())])];
      const found = await this.context.claimsUnder(asked);
      for (const key of asked) this.#claims.set(key, []);
      for (const claim of found) this.#claims.get(claim.key)?.push(claim);
      await this.load([...new Set(found.map(({ memory }) => memory))]);
    }
    return keys.flatMap((key) => this.#claims.get(key) ?? []);
  };

  readonly load: PlanContext['load'] = async (ids) => {
    const missing = ids.filter((id) => !this.#memories.has(id));
    if (missing.length > 0)
      for (const memory of await this.context.load(missing)) this.#memories.set(memory.id, memory);
    return ids.flatMap((id) => this.#memories.get(id) ?? []);
  };

  async #keysAhead(): Promise<readonly string[]> {
    const inputs = this.#unread;
    this.#unread = [];
    const pace = new TimeSlice();
    const keys: string[] = [];
    for (const input of inputs) {
      const claims = keyDraft(this.#alone(input).read, this.context, this.pending);
      keys.push(...rivalKeys(claims, this.context.owner));
      await pace.rest();
    }
    return keys.filter((key) => !this.#claims.has(key));
  }

  #alone(input: PicturedInput): AloneRead {
    const before = this.#read.get(input);
    if (before !== undefined) return before;
    const faults: ReadingFault[] = [];
    const read = collectFaults(faults, () => readInput(input, this.context.stemmer));
    const alone = { read, faults };
    this.#read.set(input, alone);
    return alone;
  }
}
