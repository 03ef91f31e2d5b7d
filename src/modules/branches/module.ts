import { defineModule } from '../module.js';
import { Branching } from './capability.js';
import { BRANCH } from './branch-record.js';
import {
  branchMakeOperation,
  branchListOperation,
  branchCompareOperation,
  branchMergeOperation,
} from './operations.js';

/** Banks forked, tried on, compared and merged. */
export const branches = defineModule({
  name: 'branches',
  facade: { branching: Branching },
  operations: {
    branch_make: branchMakeOperation,
    branch_list: branchListOperation,
    branch_compare: branchCompareOperation,
    branch_merge: branchMergeOperation,
  },
  records: [BRANCH],
});
