/** What the flows answer, for the operations: what each holds stands beside what makes it. */
export { BankDiff } from '../modules/curate/diff.js';
export { LogLine, LogPage } from '../modules/curate/list-log.js';
export { UndoReceipt } from '../modules/curate/undo.js';
export { ForgetReceipt } from '../modules/curate/forget.js';
export { ImportReport } from '../modules/import/import-text.js';
export { WhyNot } from '../recall/why/why-not.js';
export { RankingExplanation } from '../recall/why/why.js';
export { Revealed } from '../safety/reveal.js';
export { Lifecycle } from '../spaces/fingerprint/lifecycle.js';
