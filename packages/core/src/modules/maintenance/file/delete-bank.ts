import { z } from 'zod';
import { EMPTY_CHANGE, type Verb } from '../../../domain/change.js';
import { MnemeError } from '../../../domain/errors.js';
import { BankName } from '../../../domain/ids.js';
import { parseInput } from '../../../domain/parse-input.js';
import { type Of, OwnText, type SchemaOf, flag } from '../../../domain/schema.js';
import { Instant, isoSecond } from '../../../domain/time.js';
import { banksAround, splitBankName, coversBank } from '../../../domain/user-bank.js';
import { assertAccessible } from '../../../bank/bank-there.js';
import type { EngineParts, OpenFile } from '../../../bank/core.js';
import { deletedOf, parentBankOf, restorableUntil } from '../../../bank/deleted-banks.js';
import { preferred } from '../../../bank/encoders.js';
import { assertWritable } from '../../../bank/writes.js';
import { finishErasure } from '../../privacy/index.js';
import { didYouMean } from '../../../language/string-similarity.js';
import { retryOnConflict } from '../../../domain/retry-on-conflict.js';

export const DeleteBankInput = z
  .strictObject({
    name: BankName.optional().describe('The bank. Default: the one in use.'),
    reason: z.string().trim().max(500).default('').describe('Why.'),
    now: flag('Gone at once and for good, instead of in 30 days; needs yes.'),
    yes: flag('With now: it is meant.'),
    restore: flag('Bring a deleted bank back instead, as it was, with its past and its users.'),
  })
  .refine(({ now, yes }) => !now || yes, {
    message: 'nothing brings back what is deleted now: say yes, too',
    path: ['yes'],
  })
  .refine(({ now, restore }) => !(now && restore), {
    message: 'a bank is either deleted or brought back',
    path: ['restore'],
  });
export type DeleteBankInput = z.input<typeof DeleteBankInput>;

const bankDeletedShape = z.strictObject({
  bank: BankName,
  /** Its current memories, including those of its users. */
  memories: z.number(),
  /** Number of its users with memories of their own. */
  users: z.number(),
  /** Until when it can be restored; null if it is permanently deleted. */
  restorableUntil: Instant.nullable(),
  /** Why the file still contains bytes of the deleted data; null if it does not. */
  unfinished: OwnText.nullable(),
  /** Whether it was restored. */
  restored: z.boolean(),
});
export interface BankDeleted extends Of<typeof bankDeletedShape> {}
export const BankDeleted: SchemaOf<BankDeleted, typeof bankDeletedShape> = bankDeletedShape;

/** Maximum wait for other processes, in milliseconds, before reporting that they hold the old log open. */
const PATIENCE = 10_000;

/**
 * Deletes a bank with all its users: restorable for 30 days, or dropped at once with `now`; or restores a deleted
 * one. Throws `not_found`, `denied`, `read_only`, `invalid_input` when restoring a bank that was not deleted.
 */
export async function deleteBank(
  raw: DeleteBankInput,
  usual: BankName,
  core: OpenFile,
): Promise<BankDeleted> {
  const { name = usual, reason, now, restore } = parseInput(DeleteBankInput, raw, 'bank_delete');
  const { parts } = core;
  assertAdministers(parts, 'bank_delete');
  await dropDue(core);
  const { banks, deleted } = await banksOf(name, parts);
  if (restore) return bringBack(name, { banks, deleted }, parts);
  if (deleted !== null && !now)
    throw new MnemeError('conflict', `The bank ${name} is deleted already.`, {
      field: 'bank_delete.name',
      value: name,
      hint: `It is gone on ${isoSecond(restorableUntil(deleted))}; \`mneme bank delete ${name} --restore\` brings it back.`,
    });
  // Flush accepted writes first: they belong to the bank.
  for (const each of banks) await core.letGo(each);
  const held = await holdings(banks, parts);
  const at = parts.clock.now();
  if (!banks.includes(name)) await parts.store.ensureBank(name, preferred(parts).id, at);
  // Marked even before dropping: processes that have it open learn of it from the journal.
  if (deleted === null)
    for (const each of new Set([name, ...banks])) await mark(each, 'delete_bank', reason, parts);
  const unfinished = now ? await drop([...banks, name], parts) : null;
  return {
    bank: name,
    ...held,
    restorableUntil: now ? null : restorableUntil(at),
    unfinished,
    restored: false,
  };
}

async function holdings(
  banks: readonly BankName[],
  { store }: EngineParts,
): Promise<Pick<BankDeleted, 'memories' | 'users'>> {
  const counts = await Promise.all(banks.map(async (each) => (await store.counts(each)).memories));
  return {
    memories: counts.reduce((sum, count) => sum + count, 0),
    users: banks.filter((each) => splitBankName(each).userId !== null).length,
  };
}

async function bringBack(
  name: BankName,
  { banks, deleted }: { readonly banks: readonly BankName[]; readonly deleted: number | null },
  parts: EngineParts,
): Promise<BankDeleted> {
  if (deleted === null)
    throw new MnemeError('invalid_input', `The bank ${name} is not deleted.`, {
      field: 'bank_delete.name',
      value: name,
    });
  for (const each of [...banks, name]) await mark(each, 'restore_bank', '', parts);
  const held = await holdings(banks, parts);
  return { bank: name, ...held, restorableUntil: null, unfinished: null, restored: true };
}

/** Drops the banks whose 30 days are over, with those of their users. Returns their names. */
export async function dropDue({ parts }: OpenFile): Promise<readonly BankName[]> {
  if (parts.readOnly) return [];
  const all = await parts.store.banks();
  const now = parts.clock.now();
  const due = deletedOf(all).filter(
    ({ name, settings }) =>
      splitBankName(name).userId === null && restorableUntil(settings.deletedAt ?? now) <= now,
  );
  if (due.length === 0) return [];
  const homes = new Set<string>(due.map(({ name }) => name));
  const names = all
    .map(({ name }) => name)
    .filter((name) => banksAround(name).some((each) => homes.has(each)));
  await drop(names, parts);
  return names;
}

async function drop(
  names: readonly BankName[],
  { store, clock }: EngineParts,
): Promise<string | null> {
  // The bank itself is dropped last: while it exists, its users' banks count as deleted.
  const ordered = [...new Set(names)].sort((one, other) => other.length - one.length);
  for (const name of ordered) await store.dropBank(name);
  const gone = new Set<string>(ordered.filter((name) => splitBankName(name).userId === null));
  for (const key of await store.apiKeys()) {
    const banks = key.banks?.filter((bank) => !gone.has(bank)) ?? null;
    if (banks === null || banks.length === key.banks?.length) continue;
    await store.putApiKey(
      banks.length > 0 ? { ...key, banks } : { ...key, revokedAt: key.revokedAt ?? clock.now() },
    );
  }
  return finishErasure(store, PATIENCE);
}

/** The bank and its users' banks, and the time of its deletion. Throws `not_found`. */
async function banksOf(
  name: BankName,
  parts: EngineParts,
): Promise<{ readonly banks: readonly BankName[]; readonly deleted: number | null }> {
  assertAccessible(name, parts);
  if (splitBankName(name).userId !== null)
    throw new MnemeError(
      'invalid_input',
      `${name} is a user's memory in the bank ${parentBankOf(name)}.`,
      {
        field: 'bank',
        value: name,
        hint: 'Forget all of a user with `mneme forget --user-id`, or erase them with `mneme erase`.',
      },
    );
  const all = await parts.store.banks();
  const banks = all.map((bank) => bank.name).filter((each) => banksAround(each).includes(name));
  if (banks.length === 0)
    throw new MnemeError('not_found', `There is no bank named ${name}.`, {
      field: 'bank',
      value: name,
      hint: [
        didYouMean(
          name,
          all
            .map((bank) => parentBankOf(bank.name))
            .filter((each) => coversBank(parts.within, each)),
        ),
        '`mneme banks` shows all.',
      ]
        .filter((part) => part !== '')
        .join(' '),
    });
  const deleted = all.find((bank) => bank.name === name)?.settings.deletedAt ?? null;
  return { banks, deleted };
}

async function mark(
  bank: BankName,
  verb: Extract<Verb, 'delete_bank' | 'restore_bank'>,
  reason: string,
  { store, clock, actor }: EngineParts,
): Promise<void> {
  return retryOnConflict(async () => {
    const row = await store.bank(bank);
    const at = clock.now();
    if (((row?.settings.deletedAt ?? null) !== null) === (verb === 'delete_bank')) return;
    await store.commit(
      {
        ...EMPTY_CHANGE,
        bank,
        at,
        verb,
        actor,
        reason,
        settings: { deletedAt: verb === 'delete_bank' ? at : null },
      },
      { expectedSequence: row?.sequence ?? 0 },
    );
    return;
  });
}

function assertAdministers(parts: EngineParts, field: string): void {
  assertWritable(parts);
  if (parts.standing === 'guest')
    throw new MnemeError('denied', 'A bank is deleted by who administers it.', {
      field,
      hint: 'At the command line of the file, or with a key that has the scope admin.',
    });
}
