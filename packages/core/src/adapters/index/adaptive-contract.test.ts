import { vectorIndexContract } from '../../../../../test/contracts/vector-index-contract.js';
import { createAdaptiveIndex } from './adaptive-index.js';

const graph = { exactLimit: 64, construction: 64 };

// Large enough that the contract's collections are scanned, that a graph is built of them, and that it takes over.
vectorIndexContract('adaptive, scanning', {
  make: (dimensions) => createAdaptiveIndex(dimensions),
  vectors: 5_000,
});
vectorIndexContract('adaptive, building', {
  make: (dimensions) => createAdaptiveIndex(dimensions, { threshold: 200, graph }),
  vectors: 1_500,
});
