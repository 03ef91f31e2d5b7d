export { MetaMemoryReport, reportMetaMemory } from './read-votes.js';
export { FeedbackReceipt, giveFeedback } from './give-feedback.js';
