import type { EntityMention } from './entity-mention.js';
import type { NameToken } from './name-tokens.js';
import { PRODUCTS } from './products.js';
import type { Shape } from './word-shape.js';

const READINGS: Readonly<
  Partial<Record<Shape, { readonly type: EntityMention['type']; readonly confidence: number }>>
> = Object.freeze({
  handle: { type: 'person', confidence: 0.8 },
  tag: { type: 'concept', confidence: 0.6 },
  code: { type: 'thing', confidence: 0.6 },
});

/** Handles ("@maria"), tags ("#running") and code (`parse()`, src/index.ts, user_id). */
export function sigilNames(tokens: readonly NameToken[]): EntityMention[] {
  const mentions: EntityMention[] = [];
  for (const token of tokens) {
    const reading = READINGS[token.shape];
    if (reading === undefined) continue;
    const product = PRODUCTS.get(token.lower);
    const type = product === undefined ? reading.type : 'product';
    mentions.push({
      name: product ?? token.text,
      type,
      start: token.start,
      end: token.end,
      confidence: reading.confidence,
    });
  }
  return mentions;
}
