import { z } from 'zod';
import { boundedIn } from '../../domain/day-bounds.js';
import { BoundInput } from '../../domain/input.js';
import { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { detectLanguage } from '../../language/detect-language.js';
import { contentTerms } from '../../language/terms.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { fuseRanks } from '../spaces/index.js';
import { bankClock } from '../../indexes/bank-clock.js';
import { pageInput, pageOutput } from '../../domain/page.js';
import { pageOf, rankedPageOf, startWalk } from '../../bank/pages.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

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
  since: BoundInput.optional().describe('Only what was taken back at or after this moment.'),
  ...pageInput('Most memories.', 20, 100),
});
export type TombstoneInput = z.input<typeof TombstoneInput>;

const LOOKED_AT = 2_000;
/** Minimum semantic similarity for a match; below it, texts merely share a topic. */
const NEAR_ENOUGH = 0.35;

const tombstonesShape = z.strictObject({
  /** A page may have fewer than its limit: what was held back and rejected is left out. */
  memories: z.array(Memory),
  /** Of all that are asked for. */
  total: z.number(),
  ...pageOutput,
});
export interface Tombstones extends Of<typeof tombstonesShape> {}
export const Tombstones: SchemaOf<Tombstones, typeof tombstonesShape> = tombstonesShape;

/** Retracted memories that can be restored; for a merged one, the memory that replaced it. */
export async function searchTombstones(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<Tombstones> {
  const asked = parseInput(TombstoneInput, raw, 'tombstones');
  const { query, since = -Infinity } = boundedIn(asked, await bankClock(bank.name, parts.store));
  const walk = startWalk('tombstones', bank.name, asked);
  await bank.state.follow();
  const { index } = bank.state;
  const isGone = (slot: number): boolean =>
    !index.isLive(slot) && index.retractedAt.get(slot) >= since;
  const slots =
    query === undefined
      ? Array.from({ length: index.size }, (_, slot) => slot).filter(isGone)
      : await matching(query, isGone, bank, parts);
  const { page, next } =
    query === undefined
      ? pageOf(slots, walk, (slot) => [
          -index.retractedAt.get(slot),
          -index.recordedAt.get(slot),
          index.id(slot),
        ])
      : rankedPageOf(slots, walk, (slot) => index.id(slot));
  const found = await parts.store.get(
    bank.name,
    page.map((slot) => index.id(slot)),
  );
  return {
    // Quarantined memories were never stored properly, so they cannot be restored either.
    memories: found.filter(
      ({ retractedAt, quarantine }) => retractedAt !== null && quarantine === null,
    ),
    total: slots.length,
    next,
  };
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
