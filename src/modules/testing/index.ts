export { readCaseFile } from './read-case-file.js';
export type { CaseFile } from './case.js';
export type { TestReport } from './report.js';
export { asTestCases, RecallCases } from './recall-cases.js';
