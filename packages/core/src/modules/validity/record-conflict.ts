import type { Edge } from '../../domain/graph.js';
import type { ConflictId, MemoryId } from '../../domain/ids.js';
import { type Memory, trustOf, trustRank } from '../../domain/memory.js';
import { DAY, type Instant } from '../../domain/time.js';
import type { Conflict, ConflictVerdict } from '../../domain/validity.js';
import { ANY_SLOT, valueInWords } from '../../language/claims/claim.js';
import { type KeyedClaim, keysOf, mayConcernSame } from '../../language/claims/keyed-claim.js';
import { inherited, judgeClaims } from './succession.js';

/** A memory with one of its claims. */
export interface Claimed {
  readonly memory: Memory;
  readonly claim: KeyedClaim;
}

/** Two memories that disagree in a slot. */
interface Rival {
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

interface Rivalry {
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

/**
 * Confidence that an open contradiction takes from each side; being superseded takes twice as much (opinion
 * evolution: c − α, c − 2α).
 */
const STEP = 0.1;
/** Minimum confidence, however often a memory is contradicted. */
const MIN_CONFIDENCE = 0.1;

/** The consequences of one conflict: its record, the memories it changes, its links. */
interface Consequence {
  readonly conflict: Conflict;
  readonly memories: readonly Memory[];
  readonly edges: readonly Edge[];
}

export interface Recorder {
  readonly newId: () => ConflictId;
  readonly at: Instant;
  readonly actor: string;
}

/**
 * The confidence a contradiction takes from each side. A less trusted source takes nothing from a more trusted one,
 * however often.
 */
export function lowering(
  { older, newer }: { readonly older: Memory; readonly newer: Memory },
  steps: Conflict['lowered'],
): Conflict['lowered'] {
  const better = trustRank(trustOf(older)) - trustRank(trustOf(newer));
  return {
    older: better > 0 ? 0 : takenFrom(older, steps.older),
    newer: better < 0 ? 0 : takenFrom(newer, steps.newer),
  };
}

/** Records a rivalry: confidence falls by bounded steps, and the older is superseded if a rule says so. */
export function recordConflict(rival: Rival, { newId, at, actor }: Recorder): Consequence {
  const [older, newer] = [rival.older.memory, rival.newer.memory];
  const { verdict, retires } = rival;
  const announced = retires === null ? null : rival.from;
  const settled =
    verdict === 'contextual' ? ('both' as const) : retires === null ? null : ('newer' as const);
  const steps = {
    older: verdict === 'contextual' || announced !== null ? 0 : retires === null ? 1 : 2,
    newer: verdict === 'actual' && retires === null ? 1 : 0,
  };
  const lowered = lowering({ older, newer }, steps);
  const conflict: Conflict = {
    id: newId(),
    older: older.id,
    newer: newer.id,
    subject: rival.newer.claim.label,
    slot: rival.older.claim.claim.slot,
    olderValue: inWords(rival.older.claim.claim),
    newerValue: inWords(rival.newer.claim.claim),
    verdict,
    reason: rival.reason,
    status: settled === null ? 'pending' : 'resolved',
    settlement:
      settled === null
        ? null
        : {
            keep: settled,
            by: 'rule',
            actor,
            at,
            note: retires ?? rival.reason,
            conditions: verdict === 'contextual' ? conditionsOf(rival) : null,
            ...(announced !== null && { from: announced }),
          },
    lowered,
    foundAt: at,
    version: 1,
  };
  return {
    conflict,
    memories: [
      ...(lowered.older > 0 || (settled === 'newer' && announced === null)
        ? [
            {
              ...older,
              confidence: older.confidence - lowered.older,
              supersededBy:
                settled === 'newer' && announced === null ? newer.id : older.supersededBy,
              version: older.version + 1,
            },
          ]
        : []),
      ...(lowered.newer > 0
        ? [{ ...newer, confidence: newer.confidence - lowered.newer, version: newer.version + 1 }]
        : []),
    ],
    edges:
      verdict === 'contextual'
        ? []
        : conflictEdges(
            conflict,
            settled === 'newer' && announced === null
              ? { winner: newer.id, loser: older.id }
              : null,
          ),
  };
}

/** The confidence that this many steps take from a memory. */
export function takenFrom({ confidence }: Memory, steps: number): number {
  return Math.max(0, Math.min(steps * STEP, confidence - MIN_CONFIDENCE));
}

/** The edge of the conflict with its status, and the edge of supersession if there is one. */
export function conflictEdges(
  { older, newer, slot, status }: Conflict,
  succession: { readonly winner: MemoryId; readonly loser: MemoryId } | null,
): Edge[] {
  const between = { label: slot, weight: 0.9, confidence: 0.9, evidence: newer } as const;
  const conflict: Edge = { ...between, from: newer, to: older, role: 'conflicts_with', status };
  return succession === null
    ? [conflict]
    : [
        conflict,
        {
          ...between,
          from: succession.winner,
          to: succession.loser,
          role: 'supersedes',
          status: 'resolved',
        },
      ];
}

function inWords({ value, mode, slot }: Rival['older']['claim']['claim']): string {
  if (value.kind === 'polarity') return value.key;
  const shown = valueInWords(value);
  return mode === 'denied' || slot === '*'
    ? `not ${shown}`
    : mode === 'past'
      ? `${shown}, once`
      : shown;
}

function conditionsOf({ older, newer }: Rival): string | null {
  const of = ({ claim: { claim } }: Rival['older']): string =>
    claim.mode === 'past' ? 'once' : claim.scope.length > 0 ? claim.scope.join(', ') : 'otherwise';
  return `${of(older)}; ${of(newer)}`;
}
