import { normalise } from '../../../spaces/dense-vector.js';
import type { LearnedEncoder } from '../../../spaces/learned-encoder.js';
import type { TextEncoder } from '../../../spaces/text-encoder.js';
import type { Statement } from './read-statements.js';

/** What tells the meaning of statements: the sentence encoder where there is one, and the hashed words that need none. */
export interface StatementEncoders {
  readonly encoder: Pick<TextEncoder, 'document'>;
  readonly embedder?: Pick<LearnedEncoder, 'documents'>;
}

/** A vector of length 1 for each statement; all by words where the sentence encoder left one out. */
export async function statementVectors(
  statements: readonly Statement[],
  { encoder, embedder }: StatementEncoders,
): Promise<readonly Float32Array[]> {
  const made = await embedder?.documents(statements.map(({ text }) => text));
  const meant = made?.vectors.flatMap((vector) => (vector === null ? [] : [vector])) ?? [];
  const vectors =
    meant.length === statements.length
      ? meant
      : statements.map(({ text, terms }) => encoder.document(text, terms));
  return vectors.map((vector) => normalise(Float32Array.from(vector)));
}
