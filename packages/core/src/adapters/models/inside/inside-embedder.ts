import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MnemeError } from '../../../domain/errors.js';
import type { Embedder } from '../../../ports/models.js';
import { embedderId, modelText, type TextSettings } from '../embeddings.js';
import { readEncoderFile } from './encoder-file.js';
import { MAX_PIECES, SentenceEncoder } from './sentence-encoder.js';

/** The value of `embedder.package` for the built-in encoder. */
export const INSIDE = 'mneme';
/** Includes the version of the weights: vectors of two versions are not comparable. */
const MODEL = 'sentences-1';
const DIMENSIONS = 128;
/** Maximum characters that are encoded; the rest of a long text is covered by its passages. */
const MAX_CHARACTERS = 1_000;
/** Maximum number of parts of a text, each of at most {@link MAX_PIECES}. */
const MAX_PARTS = 3;
/** Time slice in milliseconds, after which the event loop gets a turn. */
const TURN_MS = 20;

export interface InsideEmbedderSettings extends TextSettings {
  /** The file of weights. Default: the one that ships. */
  readonly weights?: URL;
  /** A monotonic clock in milliseconds. */
  readonly ticks?: () => number;
}

/**
 * Vectors from the built-in sentence encoder, computed in this process without further packages, downloads or
 * servers. Its weights (7 MB) are loaded with the first text, once per process. Throws as `Embedder.embed` does;
 * `unavailable` if the file is missing or damaged.
 */
export function openInsideEmbedder(settings: InsideEmbedderSettings): Embedder {
  const own = { ...settings, maxCharacters: Math.min(settings.maxCharacters, MAX_CHARACTERS) };
  const { weights = SHIPPED, ticks = () => performance.now() } = settings;
  return {
    id: embedderId('inside', MODEL, settings, DIMENSIONS),
    dimensions: DIMENSIONS,
    embed: async (texts, side, signal) => {
      const encoder = await LOADED.get(weights);
      const vectors: Float32Array[] = [];
      let began = ticks();
      for (const text of texts) {
        const read: Float32Array[] = [];
        for (const part of partsOf(encoder.pieces(modelText(text, side, own)))) {
          if (signal?.aborted === true)
            throw new MnemeError('interrupted', 'The embedder was stopped.', { field: 'embedder' });
          read.push(encoder.encode(part));
          if (ticks() - began < TURN_MS) continue;
          await nextTurn();
          began = ticks();
        }
        vectors.push(meanOf(read));
      }
      return vectors;
    },
  };
}

/** Splits a text's pieces into parts of equal length; one empty part for an empty text. */
function partsOf(text: readonly number[]): (readonly number[])[] {
  const pieces = text.slice(0, MAX_PARTS * MAX_PIECES);
  const parts = Math.max(1, Math.ceil(pieces.length / MAX_PIECES));
  const each = Math.ceil(pieces.length / parts);
  return Array.from({ length: parts }, (_, part) => pieces.slice(part * each, (part + 1) * each));
}

/** The normalised mean of a text's parts. */
function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(DIMENSIONS)] = vectors;
  if (vectors.length < 2) return first;
  const sum = first.map((_, at) => vectors.reduce((all, vector) => all + (vector[at] ?? 0), 0));
  const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  return length === 0 ? first : sum.map((value) => value / length);
}

const SHIPPED = new URL('./sentence-encoder.bin', import.meta.url);

/** A cache of encoders by their weights file. */
class LoadedEncoders {
  readonly #reading = new Map<string, Promise<SentenceEncoder>>();

  get(file: URL): Promise<SentenceEncoder> {
    const known = this.#reading.get(file.href);
    if (known !== undefined) return known;
    const reading = load(file);
    this.#reading.set(file.href, reading);
    // A failure is not cached: the file may be repaired next time.
    reading.catch(() => this.#reading.delete(file.href));
    return reading;
  }
}

const LOADED = new LoadedEncoders();

async function load(file: URL): Promise<SentenceEncoder> {
  try {
    return new SentenceEncoder(readEncoderFile(await readFile(file)));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new MnemeError('unavailable', `The sentence encoder's file cannot be used: ${why}.`, {
      field: 'embedder.package',
      value: fileURLToPath(file),
      hint: 'Install mneme anew; until then words, links and time answer.',
      cause,
    });
  }
}
