import { createHash } from 'node:crypto';
import type { EmbeddingSide } from '../../ports/embedder.js';

/** Where a model runs. */
export type EmbedderKind = 'http' | 'onnx' | 'package' | 'inside';

/** How texts are prepared for a model. */
export interface TextSettings {
  /** Prefixes that the model expects before a stored text, and before a query. */
  readonly documentPrefix: string;
  readonly queryPrefix: string;
  /** Longer texts are truncated to this length, before the model refuses them. */
  readonly maxCharacters: number;
}

export function modelText(text: string, side: EmbeddingSide, settings: TextSettings): string {
  const cut =
    text.length <= settings.maxCharacters
      ? text
      : text.slice(0, settings.maxCharacters).replace(/[\uD800-\uDBFF]$/, '');
  return (side === 'query' ? settings.queryPrefix : settings.documentPrefix) + cut;
}

/**
 * Other prefixes or another pooling make incompatible vectors of the same model; the truncation length
 * matters little.
 */
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

/** The dimensions in an id from {@link embedderId} if it is of the same model in every other respect; else null. */
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
