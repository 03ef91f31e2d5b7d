import { defineModule } from '../module.js';
import { Branching } from './capability.js';
import { BRANCH } from './branches.js';
import {
  branchCompareOperation,
  branchesOperation,
  branchListOperation,
  branchMakeOperation,
  branchMergeOperation,
} from './operations.js';

/** Forking, comparing and merging banks. */
export const branches = defineModule({
  name: 'branches',
  facade: { branching: Branching },
  operations: {
    branches: branchesOperation,
    branch_merge: branchMergeOperation,
  },
  former: {
    branch_make: branchMakeOperation,
    branch_list: branchListOperation,
    branch_compare: branchCompareOperation,
  },
  records: [BRANCH],
});
