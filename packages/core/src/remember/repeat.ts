import { expiryOf, lastExpiry, withExpiry } from '../domain/expiry.js';
import type { Memory } from '../domain/memory.js';
import type { Receipt } from '../domain/receipt.js';
import { isoSecond } from '../domain/time.js';
import { isToldOnAnotherDay } from './another-occurrence.js';
import { isCounted, reinforce } from './compose-memory.js';
import type { Pending } from './pending.js';
import type { PlanContext } from './plan-context.js';
import type { PicturedInput } from './read-pictures.js';

/** What becomes of one input, before its change has a number. */
export type Planned = Omit<Receipt, 'sequence' | 'redacted'>;

/** What was said before is counted as evidence, once per source; text we delivered ourselves is not evidence at all. */
export function repeat(
  input: PicturedInput,
  memory: Memory,
  { state, released }: PlanContext,
  pending: Pending,
  notes: readonly string[],
): Planned {
  const receipt = { id: memory.id, entities: [], dates: [], context: null, edges: 0, worth: null };
  const end = lastExpiry([expiryOf(memory.tags), input.expiresAt]);
  const lasts = end === expiryOf(memory.tags);
  const counted = isCounted(memory, input);
  if (counted && lasts && input.scope.every((tag) => memory.tags.includes(tag)))
    return { ...receipt, outcome: 'known', notes };
  if (input.suspicion !== null && input.guard === 'quarantine' && released === undefined)
    return {
      ...receipt,
      outcome: 'known',
      notes: [...notes, ...input.suspicion.reasons, 'not taken as evidence'],
    };
  const slot = state.index.slot(memory.id);
  const { source } = input.provenance;
  // What a tool reports on another day it has not read here.
  const echoed =
    source !== 'user' &&
    !(source === 'tool' && isToldOnAnotherDay(input, memory)) &&
    slot >= 0 &&
    state.index.usage(slot).accessCount > 0;
  if (echoed)
    return {
      ...receipt,
      outcome: 'recalled',
      notes: [...notes, 'an echo of what recall delivered; not taken as evidence'],
    };
  const told = reinforce(memory, input.provenance, input.scope);
  pending.replace({ ...told, tags: [...withExpiry(told.tags, end)] });
  return {
    ...receipt,
    outcome: 'reinforced',
    notes: [
      ...notes,
      `${memory.provenance.length + 1} pieces of evidence now`,
      ...(lasts
        ? []
        : [end === null ? 'stays for good now' : `is found until ${isoSecond(end)} now`]),
    ],
  };
}
