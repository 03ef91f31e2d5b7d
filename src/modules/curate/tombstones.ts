import { z } from 'zod';
import { InstantInput } from '../../domain/input.js';
import type { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { detectLanguage } from '../../language/detect-language.js';
import { contentTerms } from '../../language/terms.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { fuseRanks } from '../spaces/index.js';

export const TombstoneInput = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(500)
    .optional()
    .describe(
      'What it said, in these words or in others, best match first; without it, the latest forgotten first.',
    ),
  since: InstantInput.optional().describe('Only what was taken back at or after this moment.'),
  limit: z
    .int()
    .min(1, 'must be 1 to 100')
    .max(100, 'must be 1 to 100')
    .default(20)
    .describe('Most memories.'),
});
export type TombstoneInput = z.input<typeof TombstoneInput>;

const LOOKED_AT = 2_000;
/** Minimum semantic similarity for a match; below it, texts merely share a topic. */
const NEAR_ENOUGH = 0.35;

/** Retracted memories that can be restored; for a merged one, the memory that replaced it. */
export async function searchTombstones(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<{ readonly memories: readonly Memory[]; readonly total: number }> {
  const { query, limit, since = -Infinity } = parseInput(TombstoneInput, raw, 'tombstones');
  await bank.state.follow();
  const { index } = bank.state;
  const isGone = (slot: number): boolean =>
    !index.isLive(slot) && index.retractedAt.get(slot) >= since;
  const slots =
    query === undefined ? latest(bank, isGone) : await matching(query, isGone, bank, parts);
  // Quarantined memories were never stored properly, so they cannot be restored either.
  const found = await parts.store.get(
    bank.name,
    slots.slice(0, 2 * limit).map((slot) => index.id(slot)),
  );
  return {
    memories: found
      .filter(({ retractedAt, quarantine }) => retractedAt !== null && quarantine === null)
      .slice(0, limit),
    total: slots.length,
  };
}

function latest({ state: { index } }: OpenBank, isGone: (slot: number) => boolean): number[] {
  const gone: number[] = [];
  for (let slot = 0; slot < index.size; slot++) if (isGone(slot)) gone.push(slot);
  return gone.sort((a, b) => index.retractedAt.get(b) - index.retractedAt.get(a) || b - a);
}

/** By words and by meaning, fused by rank. */
async function matching(
  query: string,
  isGone: (slot: number) => boolean,
  { name, state: { index, encoder: own } }: OpenBank,
  { store, stemmer, encoder, embedder }: EngineParts,
): Promise<number[]> {
  const terms = contentTerms(query, detectLanguage(query), stemmer);
  const hits =
    terms.length === 0
      ? []
      : await store.search.lexical(name, terms.join(' '), { includeRetracted: true }, LOOKED_AT);
  const lexical = hits
    .map(({ id, score }) => ({ slot: index.slot(id), likeness: score }))
    .filter(({ slot }) => slot >= 0 && isGone(slot));
  const vector =
    own === embedder?.id
      ? (await embedder.query(query)).vector
      : own === encoder.id
        ? Float32Array.from(encoder.document(query, terms))
        : null;
  const near = vector === null ? null : index.vectors.nearest(vector, LOOKED_AT, isGone);
  const semantic =
    near === null
      ? []
      : Array.from(near.slots, (slot, at) => ({ slot, likeness: near.scores[at] ?? 0 })).filter(
          ({ likeness }) => likeness >= NEAR_ENOUGH,
        );
  const scores = fuseRanks(
    [
      { space: 'semantic', ranking: semantic },
      { space: 'sparse', ranking: lexical },
    ],
    { semantic: 1, sparse: 1 },
  );
  return [...scores].sort(([a, x], [b, y]) => y - x || a - b).map(([slot]) => slot);
}
