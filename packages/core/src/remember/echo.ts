import type { Memory } from '../domain/memory.js';
import { DAY } from '../domain/time.js';
import { reflectedHash } from '../language/content-hash.js';
import type { AdmittedInput } from './admit.js';
import { isAnotherOccurrence } from './another-occurrence.js';
import type { ReadDraft } from './draft.js';
import { sameSaying, sameWords, storedTelling } from './near-duplicate.js';
import type { PlanContext } from './plan-context.js';

/**
 * The hashes under which an input would be an echo of a reflection. What a person says counts as said,
 * whoever wrote it before.
 */
export function echoHashes({
  content,
  provenance,
}: Pick<AdmittedInput, 'content' | 'provenance'>): string[] {
  return provenance.source === 'user' || content === '' ? [] : [reflectedHash(content)];
}

/**
 * The memory that recall has delivered and that somebody other than the user says again in the same words: an echo, whoever is named as
 * its speaker, of whatever kind and source. Null where there is none. What a tool reports of another day, and what an agent says of
 * another time long after it was told, is news.
 */
export async function echoedMemory(
  read: ReadDraft,
  telling: readonly string[],
  slots: readonly number[],
  { state: { index }, load, now }: Pick<PlanContext, 'state' | 'load' | 'now'>,
): Promise<Memory | null> {
  const { source } = read.provenance;
  if (source === 'user' || read.apart !== null || read.occurred !== null || telling.length === 0)
    return null;
  const delivered = slots.filter((slot) => {
    if (!index.isLive(slot) || index.usage(slot).accessCount === 0) return false;
    const stored = storedTelling(index, slot);
    return sameSaying(telling, stored) || telling.join(' ') === stored.join(' ');
  });
  for (const slot of delivered) {
    const [memory] = await load([index.id(slot)]);
    if (memory === undefined || !sameWords(read.content, memory.content)) continue;
    const sinceTold = now - (index.usage(slot).lastAccessedAt ?? -Infinity);
    const isNews = (source === 'tool' || sinceTold > DAY) && isAnotherOccurrence(read, memory);
    if (!isNews) return memory;
  }
  return null;
}
