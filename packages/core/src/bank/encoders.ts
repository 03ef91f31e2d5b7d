import { MnemeError } from '../domain/errors.js';
import type { VectorIndex } from '../ports/indexes.js';
import type { LearnedEncoder } from '../spaces/learned-encoder.js';
import type { TextEncoder } from '../spaces/e01-semantic.js';

/** The available encoders for the semantic space. */
export interface Encoders {
  /** The built-in one, always present. */
  readonly encoder: TextEncoder;
  /** The configured one. */
  readonly embedder?: LearnedEncoder;
}

/** The encoder to reindex to. */
export const ENCODER_CHOICES = ['built-in', 'configured'] as const;
export type EncoderChoice = (typeof ENCODER_CHOICES)[number];

/** The encoder for a new bank. */
export function preferred({ encoder, embedder }: Encoders): TextEncoder | LearnedEncoder {
  return embedder ?? encoder;
}

/** The encoder with that id; undefined if it is not available here. */
export function encoderOf(
  id: string,
  { encoder, embedder }: Encoders,
): TextEncoder | LearnedEncoder | undefined {
  return [encoder, embedder].find((each) => each?.id === id);
}

/** The error for a bank whose encoder is not available here, so that no vectors are comparable. */
export function foreignEncoder(bank: string, id: string, encoders: Encoders): MnemeError {
  const own = preferred(encoders).id;
  return new MnemeError(
    'invalid_input',
    `Bank ${bank} was filled by the encoder ${id}, not by ${own}.`,
    {
      field: 'embedder',
      value: own,
      hint: `Configure the embedder that filled it, or run \`mneme reindex\` to fill it by ${own}.`,
    },
  );
}

/** An empty index for vectors of that encoder. Throws {@link foreignEncoder}. */
export function vectorsFor(
  bank: string,
  id: string,
  parts: Encoders & { readonly createVectors: (dimensions: number) => VectorIndex },
): VectorIndex {
  const found = encoderOf(id, parts);
  if (found === undefined) throw foreignEncoder(bank, id, parts);
  return parts.createVectors(found.dimensions);
}

/** The encoder to reindex to. Throws `invalid_input` when none is configured. */
export function chosenEncoder(
  choice: EncoderChoice | undefined,
  encoders: Encoders,
): TextEncoder | LearnedEncoder {
  if (choice === undefined) return preferred(encoders);
  if (choice === 'built-in') return encoders.encoder;
  if (encoders.embedder !== undefined) return encoders.embedder;
  throw new MnemeError('invalid_input', 'No embedder is configured.', {
    field: 'embedder',
    value: choice,
    hint: 'Set embedder.url and embedder.model, or MNEME_EMBEDDER_URL and MNEME_EMBEDDER_MODEL.',
  });
}
