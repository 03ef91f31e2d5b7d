import type { Conflict } from '../../domain/conflict.js';
import type { ConflictId, MemoryId } from '../../domain/ids.js';
import type { Claimed } from './find-rivals.js';
import {
  fromStored,
  keyClaims,
  keysOf,
  nameKey,
  toStored,
  type KeyedClaim,
} from '../../language/claims/keyed-claim.js';
import { ofOwner, underName } from '../../language/claims/owner-subject.js';
import { recordRivals } from './record-rivals.js';
import type { NewMemory, PlanContext } from '../../remember/plan-context.js';
import type { Pending } from '../../remember/pending.js';
import type { Consequence } from '../../kernel/module.js';

/** Maximum number of existing claims of a slot compared with a new one, newest memory first. */
const MAX_KNOWN = 20;

/**
 * On writing, the draft's claims are compared with existing claims of the same slot and
 * subject, looked up by key. Similarity is never used, and the bank is never searched.
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
      claims.flatMap((claim) => keysOf(claim).flatMap((key) => [key, ...underName(key, ownerKey)])),
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
      : [{ memory: found, claim: ofOwner(claim, found, owner, ownerKey) }];
  });
}
