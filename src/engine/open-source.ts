import { MnemeError } from '../domain/errors.js';
import type { OpenedText } from '../ports/text-source.js';
import type { EngineParts } from './core.js';

/** A text to import that is no file. */
export interface ImportStream {
  /** As reports and provenance name it, unless `origin` is given; its ending tells the format, as a file's does. */
  readonly name: string;
  /** Decoded text, in pieces of any size. */
  readonly chunks: AsyncIterable<string>;
  /** Its length, for progress. Default: unknown. */
  readonly bytes?: number;
  /** When it was last changed, in epoch milliseconds, for text that states no time itself. Default: now. */
  readonly modifiedAt?: number;
}

/** Opens what is to be imported. Throws `invalid_input`, and what opening a file throws. */
export async function openSource(source: string | ImportStream, { openText, clock }: Pick<EngineParts, 'openText' | 'clock'>): Promise<{ path: string; text: OpenedText }> {
  if (typeof source === 'string') return { path: source, text: await openText(source) };
  if (!isStream(source)) {
    throw new MnemeError('invalid_input', 'path: expected the path of a file, or { name, chunks } with chunks of text.', { field: 'path', hint: 'chunks is any AsyncIterable<string>, such as process.stdin.setEncoding("utf8").' });
  }
  const { name, chunks, bytes = 0, modifiedAt = clock.now() } = source;
  return { path: name, text: { bytes, modifiedAt, chunks } };
}

function isStream(source: unknown): source is ImportStream {
  return typeof source === 'object' && source !== null && 'name' in source && typeof source.name === 'string' && source.name.trim() !== '' && 'chunks' in source && typeof source.chunks === 'object' && source.chunks !== null && Symbol.asyncIterator in source.chunks;
}
