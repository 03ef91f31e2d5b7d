import { z } from 'zod';
import { reversible } from '../../domain/change.js';
import { bad, bold, counted, dim, good, shorten } from '../../format/style.js';
import { Branches, BranchFilter, BranchMade, MakeBranchInput } from './branches.js';
import { type BranchComparison, BranchMerge, MergeBranchInput } from './merge-branch.js';
import {
  defineOperation,
  deprecatedVerb,
  inputOf,
  optionalFields,
} from '../../operations/operation.js';

/** Maximum number of memories shown of each side. */
const MAX_SHOWN = 20;

const renderBranchMade = ({ branch, of, memories, tookMs }: BranchMade): string =>
  `${good('Forked')} ${of} into ${bold(branch)}: ${counted(memories, 'memory', 'memories')} in ${(tookMs / 1000).toFixed(1)} s.\n${dim(`Work on it with --bank ${branch}; take it over with \`mneme branch merge ${branch} --bank ${of}\`.`)}`;

function renderComparison({ branch, bank, inBranch, inBank, conflicts }: BranchComparison): string {
  return [
    side(branch, inBranch),
    side(bank, inBank),
    conflicts.length === 0
      ? good('The two do not disagree.')
      : [
          bad(`${conflicts.length} changed on both sides:`),
          ...conflicts.map(({ kind, id, what, fields }) =>
            [
              `  ${kind} ${dim(id)} ${shorten(what, 100)}`,
              ...fields.map(
                (each) =>
                  `    ${each.field}: ${shorten(each.bank, 60)} ${dim(`in ${bank},`)} ${shorten(each.branch, 60)} ${dim(`in ${branch}`)}`,
              ),
            ].join('\n'),
          ),
        ].join('\n'),
  ].join('\n\n');
}

const SIGNS = { added: '+', changed: '~', 'taken back': '-' } as const;

function side(name: string, memories: BranchComparison['inBranch']): string {
  const more = memories.length - MAX_SHOWN;
  return [
    bold(`${counted(memories.length, 'memory', 'memories')} by what was done in ${name}`),
    ...memories
      .slice(0, MAX_SHOWN)
      .map(({ id, content, what }) => `  ${SIGNS[what]} ${dim(id)} ${shorten(content, 100)}`),
    ...(more > 0 ? [dim(`  and ${more} more`)] : []),
  ].join('\n');
}

function renderBranchMerge(merge: BranchMerge): string {
  const { branch, bank, records, merged } = merge;
  const head = merged
    ? `${good('Merged')} ${branch} into ${bank}: ${counted(records, 'record')}. ${dim('Contradictions between the two: `mneme conflicts --scan`.')}`
    : records === 0
      ? `There is nothing of ${branch} that ${bank} does not have.`
      : `${counted(records, 'record')} of ${branch} would be put into ${bank}.`;
  return `${renderComparison(merge)}\n\n${head}`;
}

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
