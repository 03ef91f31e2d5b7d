import { defineModule } from '../module.js';

/** Tests of a memory: questions, and what must be true of the answers. */
export const testing = defineModule({ name: 'testing' });

export { readCaseFile } from './read-case-file.js';
export type { CaseFile } from './case.js';
export type { TestReport } from './report.js';
