import { createHash } from 'node:crypto';
import type { EmbeddingSide } from '../../ports/models.js';

/** Where a model runs. */
type EmbedderKind = 'http' | 'onnx' | 'package' | 'inside';

/** How texts are prepared for a model. */
export interface TextSettings {
  /** Prefixes that the model expects before a stored text, and before a query. */
  readonly documentPrefix: string;
  readonly queryPrefix: string;
  /** Longer texts are truncated to this length, as models refuse them. */
  readonly maxCharacters: number;
}

export function modelText(text: string, side: EmbeddingSide, settings: TextSettings): string {
  const cut =
    text.length <= settings.maxCharacters
      ? text
      : text.slice(0, settings.maxCharacters).replace(/[\uD800-\uDBFF]$/, '');
  return (side === 'query' ? settings.queryPrefix : settings.documentPrefix) + cut;
}

/** Prefixes and pooling are part of the id, as they make vectors incompatible; the truncation length is not. */
export function embedderId(
  kind: EmbedderKind,
  model: string,
  { documentPrefix, queryPrefix }: TextSettings,
  dimensions: number,
  ways = '',
): string {
  const special = documentPrefix + queryPrefix + ways;
  const mark =
    special === ''
      ? ''
      : `+${createHash('sha256')
          .update(JSON.stringify([documentPrefix, queryPrefix, ways]))
          .digest('hex')
          .slice(0, 8)}`;
  return `${kind}:${model}${mark}@${dimensions}`;
}

/** The dimensions in an id from {@link embedderId} if all else in it matches; else null. */
export function statedDimensions(
  id: string,
  kind: EmbedderKind,
  model: string,
  settings: TextSettings,
  ways = '',
): number | null {
  const dimensions = Number(/@(\d+)$/.exec(id)?.[1]);
  return dimensions > 0 && embedderId(kind, model, settings, dimensions, ways) === id
    ? dimensions
    : null;
}

/** Why an answer is unusable, as a clause. */
type Fault = string;

/**
 * Validates a model's output for `texts` texts and scales it to unit length: one vector per text, each with
 * `dimensions` finite numbers, none of length 0. Returns the fault if it is invalid.
 */
export function unitVectors(
  vectors: readonly unknown[],
  texts: number,
  dimensions: number,
): readonly Float32Array[] | Fault {
  if (vectors.length !== texts) return `${vectors.length} vectors for ${texts} texts`;
  const units: Float32Array[] = [];
  for (const [at, vector] of vectors.entries()) {
    const unit = isNumbers(vector) ? unitVector(vector, dimensions) : 'is not a list of numbers';
    if (typeof unit === 'string') return `vector ${at + 1} of ${texts} ${unit}`;
    units.push(unit);
  }
  return units;
}

function unitVector(vector: ArrayLike<number>, dimensions: number): Float32Array | Fault {
  if (vector.length !== dimensions)
    return `has ${vector.length} numbers where ${dimensions} were expected`;
  let squares = 0;
  for (let at = 0; at < vector.length; at++) {
    const value = vector[at];
    // JSON has no NaN: servers send null for it.
    if (typeof value !== 'number' || !Number.isFinite(value))
      return `holds ${String(value)}, which is no number`;
    squares += value * value;
  }
  if (squares === 0) return 'is zero';
  const length = Math.sqrt(squares);
  return Float32Array.from(vector, (value) => value / length);
}

function isNumbers(value: unknown): value is ArrayLike<number> {
  return Array.isArray(value) || value instanceof Float32Array;
}
