/** What the flows answer, for the operations: what each holds stands beside what makes it. */
export { BankDiff } from '../curate/diff.js';
export { LogLine, LogPage } from '../curate/list-log.js';
export { UndoReceipt } from '../curate/undo.js';
export { ForgetReceipt } from '../forget/forget.js';
export { ImportReport } from '../importing/import-text.js';
export { WhyNot } from '../recall/why/why-not.js';
export { RankingExplanation } from '../recall/why/why.js';
export { Revealed } from '../safety/reveal.js';
export { Lifecycle } from '../spaces/fingerprint/lifecycle.js';
