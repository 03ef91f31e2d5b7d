import { createRelatives, createStemmer } from '../../packages/core/src/language/stem.js';
import { ENCODER_INSIDE } from '../encoder-inside.js';
import { createSemanticEncoder } from '../../packages/core/src/spaces/e01-semantic.js';

const stemmer = createStemmer();

/** What mapping answers needs, as an opened memory hands it in. */
export const mappingPorts = () => ({
  stemmer,
  encoder: createSemanticEncoder(stemmer),
  relatives: createRelatives(stemmer),
  embedder: ENCODER_INSIDE,
});
