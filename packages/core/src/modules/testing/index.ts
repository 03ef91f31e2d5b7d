export { readCaseFile } from './case.js';
export type { CaseFile } from './case.js';
export type { TestReport } from './report.js';
export { asTestCases, RecallCases, TestCases } from './case.js';
export { runCases } from './run-cases.js';
export {
  askOwn,
  drawNotes,
  indexedQuestionsOf,
  type OwnAnswer,
  questionsOf,
  withoutAsked,
} from './own-questions.js';
export { tallyOf, testItself } from './self-test.js';
