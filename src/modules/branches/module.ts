import { defineModule } from '../module.js';
import { Branching } from './capability.js';
import { BRANCH } from './branch-record.js';
import {
  branchesOperation,
  branchMakeOperation,
  branchMergeOperation,
} from './operations/branches.js';
import { branchCompareOperation, branchListOperation } from './operations/former.js';

/** Banks forked, tried on, compared and merged. */
export const branches = defineModule({
  name: 'branches',
  facade: { branching: Branching },
  operations: {
    branches: branchesOperation,
    branch_make: branchMakeOperation,
    branch_merge: branchMergeOperation,
  },
  former: {
    branch_list: branchListOperation,
    branch_compare: branchCompareOperation,
  },
  records: [BRANCH],
});
