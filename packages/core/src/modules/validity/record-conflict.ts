import type { Conflict } from '../../domain/conflict.js';
import type { Edge } from '../../domain/graph.js';
import type { ConflictId, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { Instant } from '../../domain/time.js';
import { valueInWords } from '../../language/claims/claim.js';
import { trustOf, trustRank } from '../../domain/provenance.js';
import type { Rival } from './find-rivals.js';

/**
 * Confidence that an open contradiction takes from each side; being superseded takes twice as much (opinion
 * evolution: c − α, c − 2α).
 */
export const STEP = 0.1;
/** Minimum confidence, however often a memory is contradicted. */
const MIN_CONFIDENCE = 0.1;

/** The consequences of one conflict: its record, the memories it changes, its links. */
export interface Consequence {
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
