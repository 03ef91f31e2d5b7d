import { z } from 'zod';
import {
  type Change,
  type Embedding,
  EMPTY_CHANGE,
  JOURNALED_KINDS,
  PASSAGE_VECTORS,
  type StoredTerms,
} from '../../domain/change.js';
import { MnemeError, retryOnConflict } from '../../domain/errors.js';
import { BankName, type MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/input.js';
import { type Of, type SchemaOf, flag } from '../../domain/schema.js';
import { recordsAsChange } from '../../bank/records-as-change.js';
import type { EngineParts, OpenBank } from '../../bank/open-bank.js';
import { branchNamed, forkBetween } from './branches.js';
import { type MergePlan, type Moved, planMerge } from './plan-merge.js';

export const MergeBranchInput = z.strictObject({
  branch: BankName.describe('The branch.'),
  prefer: z
    .enum(['bank', 'branch'])
    .optional()
    .describe(
      'Whose word goes where both changed one thing. Without it, a merge with conflicts is refused.',
    ),
  preview: flag('Only tell what it would do.'),
});
export type MergeBranchInput = z.input<typeof MergeBranchInput>;

const changedMemoryShape = z.strictObject({
  id: z.string(),
  content: z.string(),
  what: z.enum(['added', 'changed', 'taken back']),
});
const conflictShape = z.strictObject({
  kind: z.enum(JOURNALED_KINDS),
  id: z.string(),
  what: z.string(),
  fields: z.array(
    z.strictObject({ field: z.string(), base: z.string(), bank: z.string(), branch: z.string() }),
  ),
});
const comparisonShape = z.strictObject({
  branch: BankName,
  bank: BankName,
  /** Memories that differ because of changes in the branch, and in the bank. */
  inBranch: z.array(changedMemoryShape),
  inBank: z.array(changedMemoryShape),
  /** Records of any kind that a merge writes. */
  records: z.number(),
  /** All records that both sides changed differently. */
  conflicts: z.array(conflictShape),
});
/** How a branch and the bank that it was forked from differ. */
export interface BranchComparison extends Of<typeof comparisonShape> {}
export const BranchComparison: SchemaOf<BranchComparison, typeof comparisonShape> = comparisonShape;

const mergedShape = z.strictObject({
  ...comparisonShape.shape,
  merged: z.boolean(),
  sequence: z.number(),
});
export interface BranchMerge extends Of<typeof mergedShape> {}
export const BranchMerge: SchemaOf<BranchMerge, typeof mergedShape> = mergedShape;

/**
 * Merges a branch's changes into the bank it was forked from, as one change that can be undone. Conflicts are
 * reported; without `prefer` they prevent the merge. The branch remains. Throws `conflict`, and what {@link
 * forkBetween} throws.
 */
export async function mergeBranch(
  raw: MergeBranchInput,
  bank: OpenBank,
  parts: EngineParts,
): Promise<BranchMerge> {
  const { branch: asked, prefer, preview } = parseInput(MergeBranchInput, raw, 'merge');
  const { store, clock, actor } = parts;
  const branch = branchNamed(asked, bank.name, parts, 'merge.branch');
  return retryOnConflict(async () => {
    const expectedSequence = (await store.bank(bank.name))?.sequence ?? 0;
    const since = await forkBetween(branch, bank.name, store);
    const plan = await planMerge(branch, bank.name, since, store, prefer ?? 'bank');
    const comparison = comparisonOf(branch, bank.name, plan);
    if (preview || plan.put.length === 0)
      return { ...comparison, merged: false, sequence: expectedSequence };
    if (plan.conflicts.length > 0 && prefer === undefined) throw conflicted(branch, comparison);
    const change: Change = {
      ...EMPTY_CHANGE,
      ...(await changeOf(plan, branch, bank, parts)),
      bank: bank.name,
      at: clock.now(),
      verb: 'branch',
      actor,
      reason: `${plan.put.length} records of ${branch}${plan.conflicts.length > 0 ? `, ${plan.conflicts.length} conflicts to the ${prefer}` : ''}`,
    };
    return {
      ...comparison,
      merged: true,
      sequence: await store.commit(change, { expectedSequence }),
    };
  });
}

type Derived = Pick<Change, 'embeddings' | 'readings' | 'claims' | 'sealed'>;

async function changeOf(
  { put }: MergePlan,
  branch: BankName,
  bank: OpenBank,
  parts: EngineParts,
): Promise<Partial<Change>> {
  const founded = put
    .filter(({ moved }) => moved.kind === 'memory' && moved.base === null)
    .map(({ moved }) => moved.id as MemoryId);
  const { settings, ...records } = recordsAsChange(
    put.map(({ moved: { kind, id }, record }) => ({ kind, id, record })),
  );
  return {
    ...records,
    ...(settings === null || parts.standing === 'guest'
      ? {}
      : { settings: withoutJournal(settings) }),
    ...(await derivedOf(founded, branch, bank, parts)),
  };
}

function withoutJournal(
  settings: NonNullable<Change['settings']>,
): NonNullable<Change['settings']> {
  const { reflectedUpTo: _, ...rest } = settings;
  return rest;
}

/** Embeddings, readings and claims derived in the branch are copied, not computed again. */
async function derivedOf(
  ids: readonly MemoryId[],
  branch: BankName,
  bank: OpenBank,
  { store, causal, code, pictures }: EngineParts,
): Promise<Derived> {
  if (ids.length === 0) return { embeddings: [], readings: [], claims: [], sealed: [] };
  const { encoder } = bank.state;
  const readings: StoredTerms[] = [];
  for await (const page of store.indexRows(branch, 'semantic', encoder, ids))
    for (const { memory, terms, traits } of page)
      readings.push({ memory: memory.id, terms, traits });
  const embeddings: Embedding[] = [];
  for (const [space, by] of [
    ['semantic', encoder],
    [PASSAGE_VECTORS, encoder],
    [causal.name, causal.id],
    [code.name, code.id],
    [pictures.space.name, pictures.space.id],
  ] as const)
    for await (const page of store.codes(branch, space, by, ids))
      for (const { memory, code: vector } of page)
        embeddings.push({ memory, space, encoder: by, vector });
  return {
    embeddings,
    readings,
    claims: await store.claimsOf(branch, ids),
    sealed: await newlySealed(branch, bank.name, store),
  };
}

/** Values that were sealed in the branch. Throws `conflict` if the bank uses the same token for another value. */
async function newlySealed(
  branch: BankName,
  bank: BankName,
  store: EngineParts['store'],
): Promise<Change['sealed']> {
  const ours = new Map((await store.sealed(bank, {})).map((each) => [each.token, each.print]));
  const theirs = await store.sealed(branch, {});
  const clash = theirs.find(({ token, print }) => (ours.get(token) ?? print) !== print);
  if (clash !== undefined)
    throw new MnemeError(
      'conflict',
      `${clash.token} stands for one value in ${bank} and for another in ${branch}.`,
      {
        field: 'merge.branch',
        value: branch,
        hint: 'Both sides sealed something new since they parted: remember the texts of the branch anew.',
      },
    );
  return theirs.filter(({ token }) => !ours.has(token));
}

function comparisonOf(branch: BankName, bank: BankName, plan: MergePlan): BranchComparison {
  return {
    branch,
    bank,
    inBranch: memoriesOf(plan.theirs),
    inBank: memoriesOf(plan.ours),
    records: plan.put.length,
    conflicts: plan.conflicts.map(({ kind, id, what, fields }) => ({
      kind,
      id,
      what,
      fields: fields.map(({ field, base, ours, theirs }) => ({
        field,
        base: shown(base),
        bank: shown(ours),
        branch: shown(theirs),
      })),
    })),
  };
}

const shown = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 500);

function memoriesOf(moved: ReadonlyMap<string, Moved>): BranchComparison['inBranch'] {
  return [...moved.values()].flatMap(({ kind, id, base, now }): BranchComparison['inBranch'] => {
    if (kind !== 'memory' || now === null) return [];
    const [was, is] = [base as Memory | null, now as Memory];
    const what =
      was === null
        ? 'added'
        : is.retractedAt !== null && was.retractedAt === null
          ? 'taken back'
          : 'changed';
    return was === null && is.retractedAt !== null
      ? []
      : [{ id, content: is.content.slice(0, 500), what }];
  });
}

function conflicted(branch: BankName, { conflicts }: BranchComparison): MnemeError {
  const [first] = conflicts;
  const field = first?.fields[0];
  return new MnemeError(
    'conflict',
    `${conflicts.length} ${conflicts.length === 1 ? 'thing was' : 'things were'} changed on both sides, as ${first?.kind} ${first?.id}: ${field?.field} is ${field?.bank} here and ${field?.branch} in ${branch}.`,
    {
      field: 'merge.prefer',
      value: branch,
      hint: '`mneme branch merge --preview` shows all of them; merge with --prefer bank or --prefer branch.',
      quoted: [field?.bank ?? '', field?.branch ?? ''],
    },
  );
}
