import { openInsideEmbedder } from '../packages/core/src/adapters/models/inside/sentence-encoder.js';
import type { Embedder } from '../packages/core/src/ports/models.js';
import {
  cacheEmbeddings,
  createLearnedEncoder,
  type LearnedEncoder,
} from '../packages/core/src/spaces/dense-vectors.js';

/** Waits for as long as a question may take on a busy machine: what is judged is what is found. */
const PATIENCE_MS = 60_000;
const KEPT = 20_000;
export const TEXTS = { maxCharacters: 8_000, documentPrefix: '', queryPrefix: '' };

/** A learned model as recall uses it, but for its patience. */
export const patientEncoder = (embedder: Embedder): LearnedEncoder =>
  createLearnedEncoder({
    embedder: cacheEmbeddings(embedder, KEPT),
    contextSimilarity: 0.5,
    likeness: 0.7,
    queryTimeoutMs: PATIENCE_MS,
    ticks: () => performance.now(),
  });

/** The encoder that ships; every bank of a run shares what it has encoded. */
export const ENCODER_INSIDE = patientEncoder(openInsideEmbedder(TEXTS));
