// Verbs that others have taken in, under the names that they had in the version before.
import { formerly } from '../../../operations/formerly.js';
import { BranchFilter } from '../list-branches.js';
import { MergeBranchInput } from '../merge-branch.js';
import { branchesOperation, branchMergeOperation } from './branches.js';

export const branchListOperation = formerly(branchesOperation, {
  name: 'branch_list',
  words: ['branch', 'list'],
  positional: [],
  input: BranchFilter,
  as: (given) => given,
});

export const branchCompareOperation = formerly(branchMergeOperation, {
  name: 'branch_compare',
  words: ['branch', 'compare'],
  positional: ['branch'],
  effect: 'read',
  places: [{ method: 'GET', path: '/branches/{branch}' }],
  input: MergeBranchInput.pick({ branch: true }),
  as: (given) => ({ ...given, preview: true }),
});
