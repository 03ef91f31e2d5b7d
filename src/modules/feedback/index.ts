export { reportMetaMemory } from './report-metamemory.js';
