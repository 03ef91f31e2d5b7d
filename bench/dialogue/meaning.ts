import { createRelatives } from '../../src/language/lexicon/relatives.js';
import { createWordVectors } from '../../src/language/meaning/word-vectors.js';
import { createStemmer } from '../../src/language/stem.js';
import { createSemanticEncoder } from '../../src/spaces/e01-semantic.js';

const stemmer = createStemmer();

/** What mapping answers needs, as an opened memory hands it in. */
export const mappingPorts = async () => ({
  stemmer,
  encoder: createSemanticEncoder(stemmer),
  meaning: { vectors: await createWordVectors()(), relatives: createRelatives(stemmer) },
});
