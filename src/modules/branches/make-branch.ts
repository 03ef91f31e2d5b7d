import { z } from 'zod';
import { EMPTY_CHANGE } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import { BankName, type LearnedId } from '../../domain/ids.js';
import type { LearnedRecord } from '../../domain/learned/record.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { known } from '../../bank/bank-there.js';
import type { EngineParts, OpenBank } from '../../bank/open-bank.js';
import { BRANCH, historyOf, KEY, Lineage, MODULE, recordOf } from './branch-record.js';

export const MakeBranchInput = z.strictObject({
  name: BankName.describe('What the branch is called: a bank of that name is founded.'),
});
export type MakeBranchInput = z.input<typeof MakeBranchInput>;

const branchMadeShape = z.strictObject({
  branch: BankName,
  of: BankName,
  /** Changes that both have in common. */
  changes: z.number(),
  memories: z.number(),
  tookMs: z.number(),
});
export interface BranchMade extends Of<typeof branchMadeShape> {}
export const BranchMade: SchemaOf<BranchMade, typeof branchMadeShape> = branchMadeShape;

/**
 * Forks a bank as it is at this moment, with its whole journal. The branch is a bank like any other: every verb works on it, and nothing
 * that is done to one is seen in the other. Throws `conflict` where a bank of that name holds something, `invalid_input`.
 */
export async function makeBranch(
  raw: MakeBranchInput | string,
  bank: OpenBank,
  parts: EngineParts,
): Promise<BranchMade> {
  const { name } = parseInput(
    MakeBranchInput,
    typeof raw === 'string' ? { name: raw } : raw,
    'branch',
  );
  const { store, clock, actor, newId } = parts;
  known(name, parts);
  const there = await store.bank(name);
  if (name === bank.name || (there !== null && there.sequence > 0))
    throw new MnemeError('conflict', `There is a bank named ${name} already.`, {
      field: 'branch.name',
      value: name,
      hint: 'Give the branch another name.',
    });
  const startedAt = clock.ticks();
  const at = clock.now();
  const from = await store.bank(bank.name);
  if (from === null || from.sequence === 0)
    throw new MnemeError('not_found', `There is nothing in ${bank.name} to fork.`, {
      field: 'bank',
      value: bank.name,
      hint: 'Remember something first, or name another bank with --bank.',
    });
  // The branch opens from the index as it is here, not from its rows.
  await bank.state.keep();
  const before = await recordOf(bank.name, store);
  const history = await historyOf(bank.name, store);
  const lineage: Lineage = [
    ...(before === null ? [] : Lineage.parse(before.body.value['lineage'])),
    { of: bank.name, ...history, at },
  ];
  const record: LearnedRecord<'module'> = {
    id: before?.id ?? (newId('x') as LearnedId),
    kind: 'module',
    key: KEY,
    createdAt: before?.createdAt ?? at,
    changedAt: at,
    retractedAt: null,
    version: (before?.version ?? 0) + 1,
    body: { module: MODULE, type: BRANCH, value: { lineage }, evidence: [] },
  };
  await store.forkBank(
    bank.name,
    {
      ...EMPTY_CHANGE,
      bank: name,
      at,
      verb: 'branch',
      actor,
      reason: `forked from ${bank.name}`,
      learned: [record],
    },
    { expectedSequence: from.sequence },
  );
  const { memories } = await store.counts(name);
  return {
    branch: name,
    of: bank.name,
    changes: history.changes,
    memories,
    tookMs: clock.ticks() - startedAt,
  };
}
