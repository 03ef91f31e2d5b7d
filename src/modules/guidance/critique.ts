import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import { readOwner } from '../../indexes/read-owner.js';
import type { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { readClaimsIn } from '../../language/claims/read-claims-in.js';
import { detectLanguage } from '../../language/detect-language.js';
import type { Store } from '../../ports/store.js';
import { fromStored, keyClaims, keysOf, meets } from '../../language/claims/keyed-claim.js';
import { judgeClaims } from '../validity/index.js';
import type { OpenBank } from '../../bank/core.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';

export const CritiqueInput = z.strictObject({
  reasoning: z
    .string()
    .trim()
    .min(20, 'at least 20 characters')
    .max(2_000, 'at most 2,000 characters')
    .describe('What you mean to say or do, 20 to 2,000 characters, in plain sentences.'),
  memories: z.array(MemoryId).max(100).optional().describe('Only held against these memories.'),
  threshold: z
    .number()
    .min(0.3, 'must be 0.3 to 0.9')
    .max(0.9, 'must be 0.3 to 0.9')
    .default(0.5)
    .describe('Least confidence of a memory that may speak against it.'),
});
export type CritiqueInput = z.input<typeof CritiqueInput>;

const contradictingShape = z.strictObject({
  id: MemoryId,
  content: z.string(),
  /** `actual`: both cannot hold; `contextual`: of another time, place or condition. */
  type: z.enum(['actual', 'contextual']),
  subject: z.string(),
  reason: z.string(),
  confidence: Share,
});
/** A contradicting memory. */
export interface Contradicting extends Of<typeof contradictingShape> {}
export const Contradicting: SchemaOf<Contradicting, typeof contradictingShape> = contradictingShape;

const critiqueShape = z.strictObject({
  contradictions: z.array(Contradicting),
  /** Claims read from the text and compared with the bank. */
  claims: z.number(),
  suggested: z.enum(['proceed', 'revise', 'ask_user', 'state_plainly']),
});
export interface Critique extends Of<typeof critiqueShape> {}
export const Critique: SchemaOf<Critique, typeof critiqueShape> = critiqueShape;

const MAX_KNOWN = 20;

/** Compares a text's claims with those of the bank's memories on the same subjects; superseded ones no longer count. */
export async function critique(
  raw: unknown,
  bank: OpenBank,
  store: Store,
  now: number,
): Promise<Critique> {
  const { reasoning, memories, threshold } = parseInput(CritiqueInput, raw, 'critique');
  await bank.state.follow();
  const known = (name: string): string => bank.state.entities.named(name).at(-1)?.name ?? name;
  const owner = (await readOwner(bank.name, store))?.name ?? null;
  const names = { speaker: null, source: 'agent', known, owner } as const;
  const claims = keyClaims(readClaimsIn(detectLanguage(reasoning), reasoning, []), names);
  const stored =
    claims.length === 0
      ? []
      : await store.claims(bank.name, [...new Set(claims.flatMap(keysOf))], MAX_KNOWN);
  const loaded = new Map(
    (await store.get(bank.name, [...new Set(stored.map(({ memory }) => memory))])).map(
      (memory): [MemoryId, Memory] => [memory.id, memory],
    ),
  );
  const found = new Map<MemoryId, Contradicting>();
  for (const each of stored) {
    const memory = loaded.get(each.memory);
    if (
      memory === undefined ||
      memory.retractedAt !== null ||
      memory.quarantine !== null ||
      memory.supersededBy !== null ||
      memory.confidence < threshold
    )
      continue;
    if (memories !== undefined && !memories.includes(memory.id)) continue;
    const other = fromStored(each);
    for (const claim of claims) {
      if (!(meets(claim, other) || meets(other, claim))) continue;
      const { verdict, reason } = judgeClaims(
        { claim: other.claim, saidAt: memory.saidAt },
        { claim: claim.claim, saidAt: now },
      );
      if (verdict === 'compatible' || found.get(memory.id)?.type === 'actual') continue;
      found.set(memory.id, {
        id: memory.id,
        content: memory.content,
        type: verdict,
        subject: other.label,
        reason,
        confidence: memory.confidence,
      });
    }
  }
  const contradictions = [...found.values()].sort(
    (a, b) => b.confidence - a.confidence || (a.id < b.id ? -1 : 1),
  );
  const actual = contradictions.some(({ type }) => type === 'actual');
  return {
    contradictions,
    claims: claims.length,
    suggested:
      claims.length === 0
        ? 'state_plainly'
        : actual
          ? 'revise'
          : contradictions.length > 0
            ? 'ask_user'
            : 'proceed',
  };
}
