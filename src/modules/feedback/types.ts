// What programs that embed a memory see of this room.
export type { FeedbackReceipt } from './give-feedback.js';
export type { MetaMemoryReport } from './report-metamemory.js';
