export { readCaseFile } from './case.js';
export type { CaseFile } from './case.js';
export type { TestReport } from './report.js';
export { asTestCases, RecallCases } from './case.js';
export { testItself } from './self-test.js';
