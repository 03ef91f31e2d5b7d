import type { Memory } from '../domain/memory.js';
import { standingMemories } from './load-memories.js';
import type { Ranked } from './ranking/ranked.js';
import type { RecallContext } from './recall-context.js';

/** The turns that notes among the results were read off, by the slots of the notes. */
export async function turnsRead(
  results: readonly Ranked[],
  context: RecallContext,
): Promise<ReadonlyMap<number, readonly Memory[]>> {
  const { notes, index } = context.state;
  const slots = results.map(({ slot }) => slot).filter((slot) => notes.of(slot) !== undefined);
  if (slots.length === 0) return new Map();
  const turns = new Map(slots.map((slot) => [slot, notes.turnsOf(slot)]));
  const ids = [...new Set([...turns.values()].flat())].map((slot) => index.id(slot));
  const loaded = new Map(
    (await standingMemories(ids, context)).map((memory) => [index.slot(memory.id), memory]),
  );
  return new Map(
    [...turns].map(([slot, own]) => [slot, own.flatMap((turn) => loaded.get(turn) ?? [])]),
  );
}
