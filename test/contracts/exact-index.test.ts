import { createExactIndex } from '../../packages/core/src/adapters/index/exact/exact-index.js';
import { typescriptKernel } from '../../packages/core/src/adapters/index/exact/kernel.js';
import { wasmKernel } from '../../packages/core/src/adapters/index/exact/wasm-kernel.js';
import { vectorIndexContract } from './vector-index-contract.js';

vectorIndexContract('exact on wasm-simd', {
  make: (dimensions) => createExactIndex(dimensions, wasmKernel),
  vectors: 6_000,
});
vectorIndexContract('exact on typescript', {
  make: (dimensions) => createExactIndex(dimensions, typescriptKernel),
  vectors: 5_000,
});
