import type { Conflict } from '../../domain/conflict.js';
import type { Edge } from '../../domain/graph.js';
import type { ConflictId, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { Consequence } from '../../kernel/module.js';
import {
  fromStored,
  keyClaims,
  type KeyedClaim,
  keysOf,
  nameKey,
  rekeyToOwner,
  toStored,
  keysBeforeOwner,
} from '../../language/claims/keyed-claim.js';
import { type Claimed, findRivals } from './find-rivals.js';
import { recordConflict, type Recorder } from './record-conflict.js';
import type { NewMemory, Pending, PlanContext } from '../../remember/plan-context.js';

/** The consequences of one memory's claims. */
interface RecordedRivals {
  /** Claims implied by replacements. */
  readonly inherited: readonly KeyedClaim[];
  readonly conflicts: readonly Conflict[];
  /** New versions of memories that are superseded or lose confidence. */
  readonly memories: readonly Memory[];
  readonly edges: readonly Edge[];
}

/** Judges a memory's claims against existing ones under the same keys, and records the consequences. */
export function recordRivals(
  memory: Memory,
  claims: readonly KeyedClaim[],
  known: readonly Claimed[],
  recorder: Recorder,
): RecordedRivals {
  const { rivals, inherited } = findRivals(memory, claims, known);
  const recorded: ReturnType<typeof recordConflict>[] = [];
  const changed = new Map<MemoryId, Memory>();
  const latest = (each: Claimed): Claimed => ({
    ...each,
    memory: changed.get(each.memory.id) ?? each.memory,
  });
  for (const rival of rivals) {
    const consequence = recordConflict(
      { ...rival, older: latest(rival.older), newer: latest(rival.newer) },
      recorder,
    );
    recorded.push(consequence);
    for (const each of consequence.memories) changed.set(each.id, each);
  }
  return {
    inherited,
    conflicts: recorded.map(({ conflict }) => conflict),
    memories: [...changed.values()],
    edges: recorded.flatMap(({ edges }) => edges),
  };
}

/** Maximum number of existing claims of a slot compared with a new one, newest memory first. */
const MAX_KNOWN = 20;

/**
 * When a memory is stored, compares its claims with existing claims of the same slot and subject, looked up by key.
 * Similarity is never used, and the bank is never searched.
 */
export async function contradict({
  draft,
  memory,
  context,
  pending,
}: NewMemory): Promise<Consequence | null> {
  const known = (name: string): string =>
    (pending.entities.named(name).at(-1) ?? context.state.entities.named(name).at(-1))?.name ??
    name;
  const claims = keyClaims(draft.claims, {
    speaker: draft.provenance.speaker,
    source: draft.provenance.source,
    known,
    owner: context.owner,
  });
  if (claims.length === 0) return null;
  const recorded = recordRivals(memory, claims, await claimed(claims, context, pending), {
    newId: () => context.newId('k') as ConflictId,
    at: context.now,
    actor: context.actor,
  });
  return {
    claims: toStored(memory.id, [...claims, ...recorded.inherited]),
    conflicts: recorded.conflicts,
    memories: recorded.memories,
    edges: recorded.edges,
    notes: recorded.conflicts
      .filter(({ verdict }) => verdict === 'actual')
      .map((conflict) => note(conflict, memory.id)),
  };
}

function note({ newer, older, status, subject, slot, id }: Conflict, own: MemoryId): string {
  const what = `(${subject}: ${slot}; ${id})`;
  if (status === 'pending') return `says otherwise than ${own === newer ? older : newer} ${what}`;
  return own === newer
    ? `takes the place of ${older} ${what}`
    : `is superseded by ${newer} ${what}`;
}

/** Claims under the same keys, in the batch and in the bank. */
async function claimed(
  claims: readonly KeyedClaim[],
  { claimsUnder, load, owner }: PlanContext,
  pending: Pending,
): Promise<Claimed[]> {
  const ownerKey = owner === null ? null : nameKey(owner);
  const keys = [
    ...new Set(
      claims.flatMap((claim) =>
        keysOf(claim).flatMap((key) => [key, ...keysBeforeOwner(key, ownerKey)]),
      ),
    ),
  ];
  const fresh = keys.flatMap((key) => pending.claimsUnder(key));
  const stored = (await claimsUnder(keys, MAX_KNOWN)).map((each) => ({
    memory: each.memory,
    claim: fromStored(each),
  }));
  const ids = [...new Set(stored.map(({ memory }) => memory))];
  const loaded = new Map(
    ids.length === 0 ? [] : (await load(ids)).map((memory) => [memory.id, memory]),
  );
  return [...fresh, ...stored].flatMap(({ memory, claim }): Claimed[] => {
    const found = pending.memories.get(memory) ?? loaded.get(memory);
    return found === undefined
      ? []
      : [{ memory: found, claim: rekeyToOwner(claim, found, owner, ownerKey) }];
  });
}
