import { z } from 'zod';
import type { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { detectLanguage } from '../../language/detect-language.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import type { Store } from '../../ports/store.js';
import type { OpenBank } from '../core.js';

export const TombstoneInput = z.strictObject({
  query: z.string().trim().min(1, 'must not be empty').max(500).optional().describe('Words it has, best match first; without them, the latest forgotten first.'),
  limit: z.int().min(1, 'must be 1 to 100').max(100, 'must be 1 to 100').default(20).describe('Most memories.'),
});
export type TombstoneInput = z.input<typeof TombstoneInput>;

const LOOKED_AT = 2_000;

/** What has been taken back and can be restored. */
export async function searchTombstones(raw: unknown, bank: OpenBank, { store, stemmer }: { readonly store: Store; readonly stemmer: Stemmer }): Promise<{ readonly memories: readonly Memory[]; readonly total: number }> {
  const { query, limit } = parseInput(TombstoneInput, raw, 'tombstones');
  await bank.state.follow();
  const { index } = bank.state;
  const gone: number[] = [];
  for (let slot = 0; slot < index.size; slot++) if (!index.isLive(slot)) gone.push(slot);
  // What waits in quarantine was never taken in, so that it is not restored either.
  const load = async (slots: readonly number[]): Promise<Memory[]> =>
    (await store.get(bank.name, slots.slice(0, 2 * limit).map((slot) => index.id(slot)))).filter(({ retractedAt, quarantine }) => retractedAt !== null && quarantine === null).slice(0, limit);
  if (query === undefined) {
    const latest = gone.sort((a, b) => index.retractedAt.get(b) - index.retractedAt.get(a) || b - a);
    return { memories: await load(latest), total: gone.length };
  }
  const terms = contentTerms(query, detectLanguage(query), stemmer).join(' ');
  const hits = terms === '' ? [] : await store.search.lexical(bank.name, terms, { includeRetracted: true }, Math.max(LOOKED_AT, limit));
  const found = hits.map(({ id }) => index.slot(id)).filter((slot) => slot >= 0 && !index.isLive(slot));
  return { memories: await load(found), total: found.length };
}
