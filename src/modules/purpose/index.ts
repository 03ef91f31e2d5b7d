export { codeReader } from './code-reader.js';
export { Learning, fingerprintMemory } from './fingerprint-memory.js';
export { PurposeTracker } from './purpose-tracker.js';
