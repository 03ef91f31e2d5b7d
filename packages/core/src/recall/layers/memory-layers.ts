import type { Layer } from '../../domain/layers.js';
import type { MemoryKind } from '../../domain/memory.js';
import type { Instant } from '../../domain/time.js';
import type { BankIndex } from '../../indexes/bank-index.js';

/** The layers that memories belong to directly; the others are derived from links, goals and counts. */
export type MemoryLayer = Extract<Layer, 'episodic' | 'semantic' | 'procedural' | 'prospective'>;

const EPISODIC: ReadonlySet<MemoryKind> = new Set<MemoryKind>(['experience', 'signal']);

type Member = (slot: number, index: BankIndex, now: Instant) => boolean;

/** Whether a memory may belong to a layer, judged from the index alone. A memory may belong to several. */
export const MEMBERS: Readonly<Record<MemoryLayer, Member>> = {
  episodic: (slot, index) => EPISODIC.has(index.kind(slot)),
  semantic: (slot, index) => !EPISODIC.has(index.kind(slot)) && index.kind(slot) !== 'strategy',
  procedural: (slot, index) => index.kind(slot) === 'strategy' || index.has(slot, 'procedure'),
  // What was said after the moment asked about was not yet planned then.
  prospective: (slot, index, now) =>
    index.saidAt.get(slot) <= now &&
    (index.has(slot, 'intention') || index.occurredFrom.get(slot) > now),
};

export function isMemoryLayer(layer: Layer): layer is MemoryLayer {
  return layer in MEMBERS;
}
