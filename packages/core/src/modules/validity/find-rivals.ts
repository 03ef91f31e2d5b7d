import type { ConflictVerdict } from '../../domain/conflict.js';
import type { Memory } from '../../domain/memory.js';
import { DAY, type Instant } from '../../domain/time.js';
import { trustOf, trustRank } from '../../domain/provenance.js';
import { ANY_SLOT } from '../../language/claims/claim.js';
import { inherited, judgeClaims } from './judge.js';
import { keysOf, mayConcernSame, type KeyedClaim } from '../../language/claims/keyed-claim.js';

/** A memory with one of its claims. */
export interface Claimed {
  readonly memory: Memory;
  readonly claim: KeyedClaim;
}

/** Two memories that disagree in a slot. */
export interface Rival {
  /** The one said first. */
  readonly older: Claimed;
  readonly newer: Claimed;
  readonly verdict: Exclude<ConflictVerdict, 'review'>;
  readonly reason: string;
  /** Why the newer supersedes the older; null if somebody has to decide. */
  readonly retires: string | null;
  /** The future day from which it does; null for immediately. */
  readonly from: Instant | null;
}

export interface Rivalry {
  readonly rivals: readonly Rival[];
  /** Claims implied by a replacement: "switched from X to Y" fills the slot that X had. */
  readonly inherited: readonly KeyedClaim[];
}

const MAX_RIVALS = 6;
/** Number of different values from which a slot counts as multi-valued: "the price" is the price of many things. */
const MANY_VALUES = 8;

/**
 * The memories among `known` that a new one contradicts, at most one finding per memory, the most serious. Decides
 * which of two is superseded.
 */
export function findRivals(
  newcomer: Memory,
  claims: readonly KeyedClaim[],
  known: readonly Claimed[],
): Rivalry {
  const found = new Map<string, Rival>();
  const follows = new Map<string, KeyedClaim>();
  for (const claim of claims) {
    const keys = new Set(keysOf(claim));
    for (const other of known) {
      const { memory } = other;
      if (
        memory.id === newcomer.id ||
        !(mayConcernSame(claim, other.claim) || mayConcernSame(other.claim, claim)) ||
        memory.supersededBy !== null ||
        memory.retractedAt !== null
      )
        continue;
      if (!keysOf(other.claim).some((key) => keys.has(key))) continue;
      const [older, newer] =
        memory.saidAt <= newcomer.saidAt
          ? [other, { memory: newcomer, claim }]
          : [{ memory: newcomer, claim }, other];
      const { verdict, reason } = judgeClaims(
        { claim: older.claim.claim, saidAt: older.memory.saidAt },
        { claim: newer.claim.claim, saidAt: newer.memory.saidAt },
      );
      if (verdict === 'compatible') continue;
      const heir =
        verdict === 'actual' && newer.memory === newcomer
          ? inherited(older.claim.claim, claim.claim)
          : null;
      if (heir !== null) follows.set(JSON.stringify(heir), { ...older.claim, claim: heir });
      const before = found.get(memory.id);
      if (before?.verdict === 'actual' && (before.retires !== null || verdict !== 'actual'))
        continue;
      found.set(memory.id, {
        older,
        newer,
        verdict,
        reason,
        retires: verdict === 'actual' ? retirement(older, newer) : null,
        from: newer.claim.claim.from ?? null,
      });
    }
  }
  return {
    rivals: ofOneValue([...found.values()], newcomer).slice(0, MAX_RIVALS),
    inherited: [...follows.values()],
  };
}

/** Drops undecidable rivals of a multi-valued slot. */
function ofOneValue(rivals: readonly Rival[], newcomer: Memory): readonly Rival[] {
  const values = new Set(
    rivals
      .filter(({ retires }) => retires === null)
      .map(({ older, newer }) => (older.memory === newcomer ? newer : older).claim.claim.value.key),
  );
  return values.size < MANY_VALUES ? rivals : rivals.filter(({ retires }) => retires !== null);
}

/**
 * Why the newer claim supersedes the older: only an explicit change or a later day does, and a less trusted source
 * never supersedes a more trusted one. Null otherwise.
 */
function retirement(older: Claimed, newer: Claimed): string | null {
  if (trustRank(trustOf(newer.memory)) < trustRank(trustOf(older.memory))) return null;
  if (newer.claim.claim.from !== undefined) return 'it was announced';
  if (newer.memory.saidAt - older.memory.saidAt >= DAY / 2)
    return newer.claim.claim.change ? 'it says that something changed' : 'it was said later';
  return newer.claim.claim.change || newer.claim.claim.slot === ANY_SLOT
    ? 'it says that something changed'
    : null;
}
