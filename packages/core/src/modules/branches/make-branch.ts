import { z } from 'zod';
import { EMPTY_CHANGE, type Change } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import { BankName, type LearnedId } from '../../domain/ids.js';
import { assertNoKey } from '../../safety/personal/redact.js';
import type { LearnedRecord } from '../../domain/learned/record.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import type { EngineParts, OpenBank } from '../../bank/open-bank.js';
import {
  BRANCH,
  branchNamed,
  historyOf,
  KEY,
  Lineage,
  MODULE,
  recordOf,
  type Fork,
} from './branches.js';

export const MakeBranchInput = z.strictObject({
  name: BankName.describe(
    'What the branch is called: a bank of that name is founded, within this bank where the caller may open no other.',
  ),
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

/** Maximum attempts at a fork when other writers commit meanwhile. */
const MAX_TRIES = 50;

/**
 * Forks a bank as it is now, with its whole journal. The branch is an ordinary bank: every verb works on it, and
 * changes to one are not visible in the other. Throws `conflict` if the target bank is not empty or this one is
 * written to on every attempt, `invalid_input`.
 */
export async function makeBranch(
  raw: MakeBranchInput | string,
  bank: OpenBank,
  parts: EngineParts,
): Promise<BranchMade> {
  const { name: asked } = parseInput(
    MakeBranchInput,
    typeof raw === 'string' ? { name: raw } : raw,
    'branch',
  );
  assertNoKey(asked, 'branch.name');
  const { store, clock } = parts;
  const name = branchNamed(asked, bank.name, parts, 'branch.name');
  const startedAt = clock.ticks();
  await assertFree(name, bank.name, store);
  // Saves the index first, so that the branch loads it instead of rebuilding it from rows.
  await bank.state.keep();
  const changes = await forkUndisturbed(name, bank.name, parts);
  const { memories } = await store.counts(name);
  return {
    branch: name,
    of: bank.name,
    changes,
    memories,
    tookMs: clock.ticks() - startedAt,
  };
}

/** Forks from the state that was read; returns the number of common changes. */
async function forkUndisturbed(
  name: BankName,
  of: BankName,
  parts: Pick<EngineParts, 'store' | 'clock' | 'actor' | 'newId'>,
): Promise<number> {
  const { store, clock, actor } = parts;
  for (let attempt = 1; ; attempt++) {
    await assertFree(name, of, store);
    const expectedSequence = (await store.bank(of))?.sequence ?? 0;
    if (expectedSequence === 0)
      throw new MnemeError('not_found', `There is nothing in ${of} to fork.`, {
        field: 'bank',
        value: of,
        hint: 'Remember something first, or name another bank with --bank.',
      });
    const at = clock.now();
    const history = await historyOf(of, store);
    const change: Change = {
      ...EMPTY_CHANGE,
      bank: name,
      at,
      verb: 'branch',
      actor,
      reason: `forked from ${of}`,
      learned: [await lineageRecord({ of, ...history, at }, parts)],
    };
    try {
      await store.forkBank(of, change, { expectedSequence });
      return history.changes;
    } catch (error) {
      if (!(MnemeError.is(error) && error.code === 'conflict')) throw error;
      if (attempt >= MAX_TRIES) throw disturbed(of, error);
    }
  }
}

async function assertFree(
  name: BankName,
  of: BankName,
  store: EngineParts['store'],
): Promise<void> {
  const there = await store.bank(name);
  if (name !== of && (there === null || there.sequence === 0)) return;
  throw new MnemeError('conflict', `There is a bank named ${name} already.`, {
    field: 'branch.name',
    value: name,
    hint: 'Give the branch another name.',
  });
}

const disturbed = (of: BankName, cause: unknown): MnemeError =>
  new MnemeError(
    'conflict',
    `${of} was written to each of the ${MAX_TRIES} times that it was to be forked.`,
    {
      field: 'bank',
      value: of,
      hint: 'Fork it when less is written to it, or from a backup.',
      cause,
    },
  );

/** The branch's origin record: the lineage of its bank, plus this fork. */
async function lineageRecord(
  fork: Fork,
  { store, newId }: Pick<EngineParts, 'store' | 'newId'>,
): Promise<LearnedRecord<'module'>> {
  const before = await recordOf(fork.of, store);
  const lineage: Lineage = [
    ...(before === null ? [] : Lineage.parse(before.body.value['lineage'])),
    fork,
  ];
  return {
    id: before?.id ?? (newId('x') as LearnedId),
    kind: 'module',
    key: KEY,
    createdAt: before?.createdAt ?? fork.at,
    changedAt: fork.at,
    retractedAt: null,
    version: (before?.version ?? 0) + 1,
    body: { module: MODULE, type: BRANCH, value: { lineage }, evidence: [] },
  };
}
