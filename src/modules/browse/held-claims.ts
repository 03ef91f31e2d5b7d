import { z } from 'zod';
import type { StoredClaim } from '../../domain/conflict.js';
import type { Entity } from '../../domain/graph.js';
import { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { Share, type Of, type SchemaOf } from '../../domain/schema.js';
import { ValidityState } from '../../domain/validity.js';
import { Instant } from '../../domain/time.js';
import { showClaims, ShownClaim } from '../inspect/index.js';
import type { MemoryValidity } from '../validity/index.js';

const heldClaimShape = z.strictObject({
  value: ShownClaim.shape.value,
  mode: ShownClaim.shape.mode,
  /** From when it holds, or ended, as it is told. */
  from: Instant.nullable(),
  /** Who read it: a note's reader; null for what the rules read. */
  told: ShownClaim.shape.told,
  /** How it stands in this slot; `forgotten` where its memory was taken back. */
  validity: z.enum([...ValidityState.options, 'forgotten']),
  /** Since when it no longer does, and what took its place; null while it holds. */
  until: Instant.nullable(),
  by: MemoryId.nullable(),
  /** What said so: the first 400 characters. */
  memory: MemoryId,
  text: z.string(),
  speaker: z.string().nullable(),
  saidAt: Instant,
  recordedAt: Instant,
  confidence: Share,
});
export interface HeldClaim extends Of<typeof heldClaimShape> {}
export const HeldClaim: SchemaOf<HeldClaim, typeof heldClaimShape> = heldClaimShape;

interface SlotClaim {
  readonly slot: string;
  readonly claim: HeldClaim;
}
interface HeldSlot {
  readonly part: 'holds' | 'over';
  readonly slot: string;
  readonly claims: HeldClaim[];
}

export const QUOTED = 400;

/** What memories claim of somebody or something, each as it stands in its slot. */
export function heldClaims(
  memories: readonly Memory[],
  stored: readonly StoredClaim[],
  { name, aliases }: Entity,
  validity: MemoryValidity,
): SlotClaim[] {
  const names = new Set([name, ...aliases].map((each) => each.toLowerCase()));
  const byMemory = grouped(stored, ({ memory }) => memory);
  return memories.flatMap((memory) =>
    showClaims(byMemory.get(memory.id) ?? [], memory)
      .filter(({ subject }) => names.has(subject.toLowerCase()))
      .map((claim) => ({
        slot: spelled(claim.slot),
        claim: asHeld(claim, memory, validity),
      })),
  );
}

function asHeld(
  { slot, value, mode, from, told }: ShownClaim,
  memory: Memory,
  validity: MemoryValidity,
): HeldClaim {
  const { state, detail } = validity.of(
    memory.id,
    (conflict) => spelled(conflict.slot) === spelled(slot),
  );
  const forgotten = memory.retractedAt !== null;
  return {
    value,
    mode,
    from,
    told,
    // A rule has read the claim, if nobody else has.
    validity: forgotten ? 'forgotten' : state === 'unread' ? 'current' : state,
    until: forgotten ? memory.retractedAt : (detail?.since ?? null),
    by: forgotten ? memory.supersededBy : (detail?.by ?? null),
    memory: memory.id,
    text: memory.content.slice(0, QUOTED),
    speaker: memory.speaker,
    saidAt: memory.saidAt,
    recordedAt: memory.recordedAt,
    confidence: memory.confidence,
  };
}

function grouped<Key, Value>(
  values: readonly Value[],
  keyOf: (value: Value) => Key,
): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
}

const isOver = (first: HeldClaim | undefined): boolean =>
  first === undefined || ORDER[first.validity] > 1;

/** The claims under their slots, those that something holds in first. */
export function bySlot(claims: readonly SlotClaim[]): HeldSlot[] {
  const slots = grouped(claims, ({ slot }) => slot);
  return [...slots]
    .map(([slot, held]): HeldSlot => {
      const sorted = held.map(({ claim }) => claim).sort(holdingFirst);
      return { part: isOver(sorted[0]) ? 'over' : 'holds', slot, claims: sorted };
    })
    .sort((a, b) => compare(a.claims[0], b.claims[0]) || (a.slot < b.slot ? -1 : 1));
}

const ORDER: Readonly<Record<HeldClaim['validity'], number>> = {
  current: 0,
  unread: 0,
  disputed: 1,
  planned: 0,
  past: 0,
  doubtful: 1,
  partly: 1,
  ended: 2,
  superseded: 2,
  forgotten: 3,
};

/** What was only once so, or is no longer, comes after what is. */
function placeOf({ validity, mode }: HeldClaim): number {
  return 2 * ORDER[validity] + (mode === 'holds' || mode === 'planned' ? 0 : 1);
}

export function holdingFirst(a: HeldClaim, b: HeldClaim): number {
  return (
    placeOf(a) - placeOf(b) ||
    b.saidAt - a.saidAt ||
    (b.from ?? b.saidAt) - (a.from ?? a.saidAt) ||
    (a.memory < b.memory ? -1 : 1)
  );
}

function compare(a: HeldClaim | undefined, b: HeldClaim | undefined): number {
  return a === undefined || b === undefined ? 0 : placeOf(a) - placeOf(b) || b.saidAt - a.saidAt;
}

const spelled = (slot: string): string => slot.replaceAll('_', ' ');
