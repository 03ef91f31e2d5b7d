import { z } from 'zod';
import { reversible } from '../../domain/reversal.js';
import { Branches, BranchFilter } from './branches.js';
import { BranchMade, MakeBranchInput } from './make-branch.js';
import { BranchMerge, MergeBranchInput } from './merge-branch.js';
import { renderBranchMade, renderBranchMerge } from './view.js';
import {
  defineOperation,
  deprecatedVerb,
  inputOf,
  optionalFields,
} from '../../operations/operation.js';

const BranchesInput = z.strictObject({
  ...optionalFields(BranchFilter),
  make: MakeBranchInput.shape.name
    .optional()
    .describe(
      'Instead: fork this bank into a branch of that name, a bank that is founded, within this one where the caller may open no other.',
    ),
});

export const branchesOperation = defineOperation({
  name: 'branches',
  summary: 'List the branches of the file, or fork the bank, to try something on.',
  description:
    'Which bank each was forked from and when, and how many changes each side has made since. A branch is a bank like any other, with all of the past: name it with --bank. Nothing that is done to one is seen in the other. Of a user’s memory, and with a key of some banks, it lies within the bank: BANK+NAME.',
  input: BranchesInput,
  output: z.union([Branches, BranchMade]),
  positional: [],
  effect: 'write',
  writesWith: ['make'],
  forOperators: true,
  ofFile: 'what is opened',
  idempotent: false,
  examples: [
    { command: 'mneme branches', shows: 'branches with what each is ahead and behind' },
    { command: 'mneme branches --make trial', shows: 'the bank, and how long the fork took' },
  ],
  verb: ['branching.list'],
  also: [{ verb: ['branching.make', 'make'], renamed: { name: 'make' } }],
  places: [
    { method: 'GET', path: '/branches', without: ['make'] },
    {
      method: 'POST',
      path: '/forks',
      without: Object.keys(BranchFilter.shape),
      called: 'branch_fork',
    },
  ],
  asLines: (answer) => ('branches' in answer ? null : renderBranchMade(answer)),
  run: async (memory, { make, ...filter }) =>
    make === undefined
      ? memory.branching.list(inputOf(BranchFilter, filter, 'branches'))
      : memory.branching.make({
          name: make,
          ...inputOf(MakeBranchInput.omit({ name: true }), filter, 'branches'),
        }),
});

export const branchMergeOperation = defineOperation({
  name: 'branch_merge',
  words: ['branch', 'merge'],
  summary: 'Take what a branch changed into the bank it was forked from, or only compare the two.',
  description:
    'Memories that differ on each side, and everything that both changed to something else. One change, which one undo takes back. Where both changed one thing it is refused with what that is, unless --prefer says whose word goes.',
  input: MergeBranchInput,
  output: reversible(BranchMerge),
  positional: ['branch'],
  effect: 'retract',
  readsWith: 'preview',
  forOperators: true,
  idempotent: true,
  examples: [
    {
      command: 'mneme branch merge trial --preview',
      shows: 'what each side changed, where both did, and what it would do',
    },
    {
      command: 'mneme branch merge trial --prefer branch',
      shows: 'what was taken over, and its undo',
    },
  ],
  verb: ['branching.merge'],
  places: [{ method: 'POST', path: '/branches/{branch}/merge' }],
  asLines: renderBranchMerge,
  run: (memory, input) => memory.branching.merge(input),
});

// Deprecated aliases: the names these verbs had in the previous version.

export const branchListOperation = deprecatedVerb(branchesOperation, {
  name: 'branch_list',
  words: ['branch', 'list'],
  positional: [],
  effect: 'read',
  input: BranchFilter,
  as: (given) => given,
});

export const branchCompareOperation = deprecatedVerb(branchMergeOperation, {
  name: 'branch_compare',
  words: ['branch', 'compare'],
  positional: ['branch'],
  effect: 'read',
  places: [{ method: 'GET', path: '/branches/{branch}' }],
  input: MergeBranchInput.pick({ branch: true }),
  as: (given) => ({ ...given, preview: true }),
});

export const branchMakeOperation = deprecatedVerb(branchesOperation, {
  name: 'branch_make',
  words: ['branch', 'make'],
  positional: ['name'],
  places: [{ method: 'POST', path: '/branches' }],
  input: MakeBranchInput,
  as: ({ name }) => ({ make: name }),
});
