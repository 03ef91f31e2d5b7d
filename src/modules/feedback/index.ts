export { MetaMemoryReport, reportMetaMemory } from './report-metamemory.js';
