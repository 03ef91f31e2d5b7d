// What programs that embed a memory see of this room.
export type { FeedbackReceipt } from './give-feedback.js';
