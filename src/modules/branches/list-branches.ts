import { z } from 'zod';
import { BankName } from '../../domain/ids.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { Instant } from '../../domain/time.js';
import { banksWithin } from '../../bank/bank-there.js';
import type { EngineParts } from '../../bank/open-bank.js';
import { changesSince, forkBetween, lineageOf } from './branch-record.js';
import { opens } from '../../domain/user-bank.js';
import { pageInput, pageOutput } from '../../domain/page.js';
import { pageOf, startWalk } from '../../bank/pages.js';
import { parseInput } from '../../domain/parse-input.js';

const branchShape = z.strictObject({
  branch: BankName,
  of: BankName,
  at: Instant,
  /** Whether the bank that it was forked from is there, with the history that it had then. */
  there: z.boolean(),
  /** Changes that were made in the branch, and in the bank, since. */
  ahead: z.number(),
  behind: z.number(),
});
export const BranchFilter = z.strictObject({ ...pageInput('Branches a page.', 50, 500) });
export type BranchFilter = z.input<typeof BranchFilter>;

const branchesShape = z.strictObject({ branches: z.array(branchShape), ...pageOutput });
export interface Branches extends Of<typeof branchesShape> {}
export const Branches: SchemaOf<Branches, typeof branchesShape> = branchesShape;

/** The branches of a file, by name; of those the caller may open both sides. */
export async function listBranches(raw: unknown, parts: EngineParts): Promise<Branches> {
  // Of the whole file: a walk is of no bank.
  const walk = startWalk('branches', '', parseInput(BranchFilter, raw, 'filter'));
  const banks = await banksWithin(parts);
  const names = new Set(banks.map(({ name }) => name));
  const forked = [];
  for (const { name } of banks) {
    const fork = (await lineageOf(name, parts.store)).at(-1);
    if (fork !== undefined && fork.of !== name && opens(parts.within, fork.of))
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
      // The change that says where it comes from is none of its own.
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
