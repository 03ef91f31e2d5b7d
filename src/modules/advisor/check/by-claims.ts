import type { MemoryId } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import type { Instant } from '../../../domain/time.js';
import { validityByNotes } from '../../../indexes/note-validity.js';
import { readOwner } from '../../../indexes/read-owner.js';
import { fromStored, keyClaims, keysOf, meets } from '../../../language/claims/keyed-claim.js';
import { readClaimsIn } from '../../../language/claims/read-claims-in.js';
import { detectLanguage } from '../../../language/detect-language.js';
import type { Store } from '../../../ports/store.js';
import type { OpenBank } from '../../../bank/core.js';
import { judgeClaims } from '../../validity/index.js';
import type { Moment } from '../../notes/index.js';

const MAX_KNOWN = 20;

/** What claims are held against. */
export interface ClaimsOf {
  readonly bank: OpenBank;
  readonly store: Store;
  readonly now: Instant;
  readonly moment: Moment;
  /** Whether a memory counts. */
  readonly counts: (memory: Memory) => boolean;
}

/** Memories whose claims a sentence cannot hold beside, as far as rules read either; those that have given way no longer count. */
export async function againstByClaims(
  sentence: string,
  { bank: { name, state }, store, now, moment, counts }: ClaimsOf,
): Promise<readonly Memory[]> {
  const known = (each: string): string => state.entities.named(each).at(-1)?.name ?? each;
  const owner = (await readOwner(name, store))?.name ?? null;
  const names = { speaker: null, source: 'agent', known, owner } as const;
  const claims = keyClaims(readClaimsIn(detectLanguage(sentence), sentence, []), names);
  if (claims.length === 0) return [];
  const stored = await store.claims(name, [...new Set(claims.flatMap(keysOf))], MAX_KNOWN);
  const loaded = await store.get(name, [...new Set(stored.map(({ memory }) => memory))]);
  const holds = (id: MemoryId): boolean => {
    const validity = validityByNotes(id, state.index.slot(id), state.notes, moment);
    return validity === null || validity.state === 'current';
  };
  return loaded.filter(
    (memory) =>
      memory.retractedAt === null &&
      memory.quarantine === null &&
      memory.supersededBy === null &&
      counts(memory) &&
      holds(memory.id) &&
      stored
        .filter((each) => each.memory === memory.id)
        .some((each) => {
          const other = fromStored(each);
          return claims.some(
            (claim) =>
              (meets(claim, other) || meets(other, claim)) &&
              judgeClaims(
                { claim: other.claim, saidAt: memory.saidAt },
                { claim: claim.claim, saidAt: now },
              ).verdict === 'actual',
          );
        }),
  );
}
