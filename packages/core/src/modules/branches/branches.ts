import { z } from 'zod';
import { assertAccessible, banksWithin } from '../../bank/banks.js';
import type { EngineParts, OpenBank } from '../../bank/open-bank.js';
import { journalAfter, pageOf, parsePageRequest } from '../../bank/pages.js';
import { type Change, EMPTY_CHANGE } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import { BankName, type LearnedId } from '../../domain/ids.js';
import { parseInput } from '../../domain/input.js';
import type { LearnedRecord } from '../../domain/learned-record.js';
import { type Of, pageInput, pageOutput, type SchemaOf } from '../../domain/schema.js';
import { Instant } from '../../domain/time.js';
import { bankOfBranch, branchWithin, coversBank } from '../../domain/user-bank.js';
import type { Store } from '../../ports/store.js';
import { assertNoKey } from '../../safety/personal/redact.js';

export const BRANCH = 'branch';
const MODULE = 'branches';
export const KEY = `${MODULE} ${BRANCH} self`;

const forkShape = z.strictObject({
  /** The bank that was forked. */
  of: BankName,
  /** Number of changes both have in common. Sequence numbers differ between banks and files. */
  changes: z.number(),
  /** When the last of those changes was made. */
  last: Instant,
  at: Instant,
});

/** The chain of forks a bank comes from, the nearest last: a branch of a branch has two. */
const Lineage = z.array(forkShape).min(1);
type Lineage = z.output<typeof Lineage>;
type Fork = Lineage[number];

/**
 * Resolves a branch name to a bank: the bank of that name or, if the caller may not open it, the branch within this
 * bank. Throws `invalid_input` for a branch within another bank, `not_found` for one the caller may not know of.
 */
export function branchNamed(
  asked: BankName,
  bank: BankName,
  parts: Pick<EngineParts, 'within'>,
  field: string,
): BankName {
  if (bankOfBranch(asked) === asked) {
    if (coversBank(parts.within, asked)) return asked;
    return assertAccessible(parseInput(BankName, branchWithin(bank, asked), field), parts);
  }
  if (bankOfBranch(assertAccessible(asked, parts)) === bankOfBranch(bank)) return asked;
  throw new MnemeError('invalid_input', `${asked} names a branch within another bank.`, {
    field,
    value: asked,
    hint: `Name it without what stands before “+”, or ${branchWithin(bank, 'NAME')}.`,
  });
}

/**
 * The record of a bank's origin; null if it is no branch. Forking copies it, so a branch of a branch has its whole
 * lineage.
 */
async function recordOf(
  bank: BankName,
  store: Pick<Store, 'learned'>,
): Promise<LearnedRecord<'module'> | null> {
  const found = await store.learned(bank, { kinds: ['module'] });
  return (
    found.find(
      ({ body, retractedAt }) =>
        retractedAt === null && body.module === MODULE && body.type === BRANCH,
    ) ?? null
  );
}

async function lineageOf(bank: BankName, store: Pick<Store, 'learned'>): Promise<Lineage> {
  const record = await recordOf(bank, store);
  return record === null ? [] : Lineage.parse(record.body.value['lineage']);
}

/** Sequence numbers of the last common change, in each of the two banks. */
export interface ForkPoint {
  readonly inBranch: number;
  readonly inBank: number;
}

/**
 * Where two banks diverged. Throws `not_found` for a branch that does not exist, `invalid_input` if it was not forked
 * from this bank, `conflict` if either bank no longer has the history it had at the fork.
 */
export async function forkBetween(
  branch: BankName,
  bank: BankName,
  store: Pick<Store, 'learned' | 'bank' | 'since'>,
): Promise<ForkPoint> {
  if ((await store.bank(branch)) === null)
    throw new MnemeError('not_found', `There is no bank named ${branch}.`, {
      field: 'branch',
      value: branch,
      hint: 'List them with `mneme branches`.',
    });
  const fork = (await lineageOf(branch, store)).findLast(({ of }) => of === bank);
  if (fork === undefined)
    throw new MnemeError('invalid_input', `${branch} is no branch of ${bank}.`, {
      field: 'branch',
      value: branch,
      hint: 'Name the bank that it was forked from with --bank; `mneme branches` tells it.',
    });
  const [inBranch, inBank] = [
    await changeAt(branch, fork, store),
    (await store.bank(bank)) === null ? null : await changeAt(bank, fork, store),
  ];
  if (inBranch === null || inBank === null)
    throw new MnemeError('conflict', `${bank} is not what ${branch} was forked from any more.`, {
      field: 'bank',
      value: bank,
      hint: 'It was founded anew, put back from an older backup, or erased from: export the branch, and import it as texts.',
    });
  return { inBranch, inBank };
}

/** Sequence number of the last common change in one bank; null if it does not have that history. */
async function changeAt(
  bank: BankName,
  { changes, last }: Pick<Fork, 'changes' | 'last'>,
  store: Pick<Store, 'since'>,
): Promise<number | null> {
  let left = changes;
  for await (const { at, sequence } of journalAfter(bank, 0, store)) {
    left -= 1;
    if (left === 0) return at === last ? sequence : null;
  }
  return null;
}

/** Number of changes committed after a sequence number. */
async function changesSince(
  bank: BankName,
  sequence: number,
  store: Pick<Store, 'since'>,
): Promise<number> {
  let count = 0;
  for await (const _ of journalAfter(bank, sequence, store)) count += 1;
  return count;
}

/** The history of a bank that a fork made now records: number of changes and the time of the last. */
async function historyOf(
  bank: BankName,
  store: Pick<Store, 'counts' | 'journal'>,
): Promise<Pick<Fork, 'changes' | 'last'>> {
  const [last] = await store.journal(bank, {}, 1);
  return { changes: (await store.counts(bank)).changes, last: last?.at ?? 0 };
}

const branchShape = z.strictObject({
  branch: BankName,
  of: BankName,
  at: Instant,
  /** Whether the bank it was forked from still exists with the history it had then. */
  there: z.boolean(),
  /** Changes made in the branch, and in the bank, since the fork. */
  ahead: z.number(),
  behind: z.number(),
});
export const BranchFilter = z.strictObject({ ...pageInput('Branches a page.', 50, 500) });
export type BranchFilter = z.input<typeof BranchFilter>;

const branchesShape = z.strictObject({ branches: z.array(branchShape), ...pageOutput });
export interface Branches extends Of<typeof branchesShape> {}
export const Branches: SchemaOf<Branches, typeof branchesShape> = branchesShape;

/** The branches of a file by name, restricted to those whose both sides the caller may open. */
export async function listBranches(raw: unknown, parts: EngineParts): Promise<Branches> {
  // The cursor covers the whole file, so it belongs to no bank.
  const walk = parsePageRequest('branches', '', parseInput(BranchFilter, raw, 'filter'));
  const banks = await banksWithin(parts);
  const names = new Set(banks.map(({ name }) => name));
  const forked = [];
  for (const { name } of banks) {
    const fork = (await lineageOf(name, parts.store)).at(-1);
    if (fork !== undefined && fork.of !== name && coversBank(parts.within, fork.of))
      forked.push({ name, fork });
  }
  const { page, next } = pageOf(forked, walk, ({ name }) => [name]);
  const branches: z.output<typeof branchShape>[] = [];
  for (const { name, fork } of page) {
    const parted = names.has(fork.of)
      ? await forkBetween(name, fork.of, parts.store).catch(() => null)
      : null;
    branches.push({
      branch: name,
      of: fork.of,
      at: fork.at,
      there: parted !== null,
      // The change that records the origin does not count as the branch's own.
      ahead: Math.max(
        0,
        (await changesSince(name, parted?.inBranch ?? 0, parts.store)) -
          (parted === null ? fork.changes : 0) -
          1,
      ),
      behind: parted === null ? 0 : await changesSince(fork.of, parted.inBank, parts.store),
    });
  }
  return { branches, next };
}

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
