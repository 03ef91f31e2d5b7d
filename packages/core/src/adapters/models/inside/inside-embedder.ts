import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MnemeError } from '../../../domain/errors.js';
import type { Embedder } from '../../../ports/models.js';
import { embedderId, modelText, type TextSettings } from '../embeddings.js';
import { readEncoderFile } from './encoder-file.js';
import { MOST_PIECES, SentenceEncoder } from './sentence-encoder.js';

/** What the setting `embedder.package` calls the encoder that ships with mneme. */
export const INSIDE = 'mneme';
/** The weights' version is part of the name: vectors of two versions are not comparable. */
const MODEL = 'sentences-1';
const DIMENSIONS = 128;
/** As far as a text is read; the rest of a long one is covered by its passages. */
const MAX_CHARACTERS = 1_000;
/** Parts of a text that are read, each of {@link MOST_PIECES}. */
const MOST_PARTS = 3;
/** Milliseconds of computing after which other work of the process gets its turn. */
const TURN_MS = 20;

export interface InsideEmbedderSettings extends TextSettings {
  /** The file of weights. Default: the one that ships. */
  readonly weights?: URL;
  /** A monotonic clock in milliseconds. */
  readonly ticks?: () => number;
}

/**
 * Vectors from the sentence encoder that ships with mneme: computed in this process, with no package, download or server. Its file
 * of 7 MB is read for the first text, once per process. Throws as `Embedder.embed` does; `unavailable` when the file is missing or
 * damaged.
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

/** A text's pieces in parts of equal length; one of none where it has none. */
function partsOf(text: readonly number[]): (readonly number[])[] {
  const pieces = text.slice(0, MOST_PARTS * MOST_PIECES);
  const parts = Math.max(1, Math.ceil(pieces.length / MOST_PIECES));
  const each = Math.ceil(pieces.length / parts);
  return Array.from({ length: parts }, (_, part) => pieces.slice(part * each, (part + 1) * each));
}

/** The mean direction of a text's parts. */
function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(DIMENSIONS)] = vectors;
  if (vectors.length < 2) return first;
  const sum = first.map((_, at) => vectors.reduce((all, vector) => all + (vector[at] ?? 0), 0));
  const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  return length === 0 ? first : sum.map((value) => value / length);
}

const SHIPPED = new URL('./sentence-encoder.bin', import.meta.url);

/** Encoders by the file that they were read from, each read once. */
class LoadedEncoders {
  readonly #reading = new Map<string, Promise<SentenceEncoder>>();

  get(file: URL): Promise<SentenceEncoder> {
    const known = this.#reading.get(file.href);
    if (known !== undefined) return known;
    const reading = load(file);
    this.#reading.set(file.href, reading);
    // A failure is not kept: what is damaged may be mended next time.
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
