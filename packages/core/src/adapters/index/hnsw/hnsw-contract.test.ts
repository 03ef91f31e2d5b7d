import { vectorIndexContract } from '../../../../../../test/contracts/vector-index-contract.js';
import { createHnswIndex } from './hnsw-index.js';
import { typescriptGraphKernel, wasmGraphKernel } from './kernel.js';

// Queries of three words lie far from texts of thirty and need a broad search; limits so low that the graph answers, not the comparison of all.
const searched = { exactLimit: 64, breadth: 400, construction: 100 };

vectorIndexContract('hnsw on wasm-simd', {
  make: (dimensions) => createHnswIndex(dimensions, { ...searched, makeKernel: wasmGraphKernel }),
  vectors: 2_000,
});
vectorIndexContract('hnsw on typescript', {
  make: (dimensions) =>
    createHnswIndex(dimensions, { ...searched, makeKernel: typescriptGraphKernel }),
  vectors: 700,
});
