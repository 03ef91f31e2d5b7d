import type { Memory } from '../domain/memory.js';
import { NONE } from '../indexes/bank-index.js';
import { isAnotherOccurrence } from './another-occurrence.js';
import type { ReadDraft } from './draft.js';
import { sameSaying, sameWords, storedTelling } from './near-duplicate.js';
import type { Pending } from './pending.js';
import type { PlanContext } from './plan-context.js';
import { samePictures } from './read-pictures.js';

/** Current memories with the same words, kind and speaker, as this batch leaves them. */
export function toldBefore(
  hash: string,
  { stored }: PlanContext,
  pending: Pending,
): readonly Memory[] {
  const before = (stored.get(hash) ?? []).map(
    (memory) => pending.memories.get(memory.id) ?? memory,
  );
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...pending.withHash(hash).filter(({ id }) => !known.has(id))];
}

/** The memory that says the same in other light words, of the same occurrence; null if none does. */
export async function nearDuplicate(
  read: ReadDraft,
  telling: readonly string[],
  slots: readonly number[],
  context: PlanContext,
  pending: Pending,
): Promise<Memory | null> {
  const { index } = context.state;
  const speaker = read.provenance.speaker;
  const repeats = (memory: Memory | undefined): memory is Memory =>
    memory !== undefined &&
    samePictures(read.pictures, memory.images) &&
    sameWords(read.content, memory.content) &&
    !isAnotherOccurrence(read, memory);
  const fresh = pending
    .sharing(read)
    .filter(
      ({ provenance, kind, telling: other }) =>
        provenance.speaker === speaker && kind === read.kind && sameSaying(telling, other),
    )
    .map(({ id }) => pending.memories.get(id))
    .find(repeats);
  if (fresh !== undefined) return fresh;
  const speakerNumber = speaker === null ? NONE : index.speakers.find(speaker);
  // A new speaker repeats nobody, and a text without a speaker is not theirs.
  if (speaker !== null && speakerNumber === NONE) return null;
  const likely = slots.filter(
    (slot) =>
      index.isLive(slot) &&
      index.speaker(slot) === speakerNumber &&
      index.kind(slot) === read.kind &&
      sameSaying(telling, storedTelling(index, slot)),
  );
  for (const slot of likely) {
    const id = index.id(slot);
    const memory = pending.memories.get(id) ?? (await context.load([id]))[0];
    if (repeats(memory)) return memory;
  }
  return null;
}
