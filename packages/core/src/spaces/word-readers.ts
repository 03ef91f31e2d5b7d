import { createInstances } from '../language/lexicon/instances.js';
import { createRelatives } from '../language/lexicon/relatives.js';
import { createStemmer } from '../language/stem.js';
import { createSemanticEncoder } from './e01-semantic.js';
import { createCausalSpace } from './e05-causal.js';

type WordReaders = ReturnType<typeof makeWordReaders>;

let made: WordReaders | null = null;

/**
 * The text readers, created once per process: they depend on the text alone, hold nothing but caches, and
 * take longer to create than opening a file.
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
  };
}
