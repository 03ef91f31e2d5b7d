import { createInstances } from '../language/lexicon/instances.js';
import { createRelatives } from '../language/lexicon/relatives.js';
import { createWordVectors } from '../language/meaning/word-vectors.js';
import { createStemmer } from '../language/stem.js';
import { createSemanticEncoder } from './e01-semantic.js';
import { createCausalSpace } from './e05-causal.js';

type WordReaders = ReturnType<typeof makeWordReaders>;

let made: WordReaders | null = null;

/**
 * What reads words, made once a process: it depends on the text alone and keeps nothing but what it has worked out, and to make
 * it takes longer than to open a file.
 */
export function wordReaders(): WordReaders {
  return (made ??= makeWordReaders());
}

function makeWordReaders() {
  const stemmer = createStemmer();
  return {
    stemmer,
    encoder: createSemanticEncoder(stemmer),
    causal: createCausalSpace(stemmer),
    relatives: createRelatives(stemmer),
    instances: createInstances(stemmer),
    wordVectors: createWordVectors(),
  };
}
