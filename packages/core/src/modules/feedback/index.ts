export { MetaMemoryReport, reportMetaMemory } from './report-metamemory.js';
export { FeedbackReceipt, giveFeedback } from './give-feedback.js';
