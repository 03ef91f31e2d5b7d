import { z } from 'zod';
import { assertAccessible } from '../../bank/banks.js';
import type { EngineParts, OpenFile } from '../../bank/core.js';
import { deletedOf, parentBankOf, restorableUntil } from '../../bank/deleted-banks.js';
import { preferred } from '../../bank/memory-vectors.js';
import { assertWritable } from '../../bank/writes.js';
import { BankInput, type BankSettings, Disposition, Protection } from '../../domain/bank.js';
import { EMPTY_CHANGE, type Verb } from '../../domain/change.js';
import { MnemeError, retryOnConflict } from '../../domain/errors.js';
import type { Entity } from '../../domain/graph.js';
import { BankName } from '../../domain/ids.js';
import { parseInput } from '../../domain/input.js';
import { flag, type Of, OwnText, type SchemaOf } from '../../domain/schema.js';
import { Instant, isoSecond } from '../../domain/time.js';
import { banksAround, coversBank, splitBankName } from '../../domain/user-bank.js';
import { sameName } from '../../language/claims/keyed-claim.js';
import { didYouMean } from '../../language/string-similarity.js';
import { finishErasure } from '../privacy/index.js';
import type { Store } from '../../ports/store.js';
import { redactId } from '../../safety/personal/redact.js';

const bankReceiptShape = z.strictObject({
  bank: z.string(),
  disposition: Disposition,
  zone: z.string(),
  reading: z.boolean(),
  owner: z.string().nullable(),
  dreamAt: z.string(),
  clearAfterDays: z.number(),
  clearBelow: z.number(),
  ...Protection.shape,
  /** False if nothing differed; nothing was written then. */
  changed: z.boolean(),
  sequence: z.number(),
});
export interface BankReceipt extends Of<typeof bankReceiptShape> {}
export const BankReceipt: SchemaOf<BankReceipt, typeof bankReceiptShape> = bankReceiptShape;

/**
 * Changes some of the bank's settings. The disposition affects future reflection only, never memories. Privacy and
 * guard apply to new input. Throws `unavailable` if tokens are enabled without a vault key.
 */
export async function configureBank(
  raw: unknown,
  name: BankName,
  { store, clock, actor, vault, standing }: EngineParts,
): Promise<BankReceipt> {
  const input = parseInput(BankInput, raw, 'settings');
  if (standing === 'guest') assertLeavesGuard(input);
  if (input.tokens === true && vault === undefined) {
    throw new MnemeError('unavailable', 'Tokens need a key of the vault.', {
      field: 'settings.tokens',
      hint: 'Give it as MNEME_VAULT_KEY, or the file that holds it as MNEME_VAULT_KEY_FILE.',
    });
  }
  if (typeof input.owner === 'string' && redactId(input.owner) !== input.owner)
    throw new MnemeError(
      'invalid_input',
      'settings.owner: must be a name, and holds a key or a token.',
      {
        field: 'settings.owner',
        hint: 'Give the name of the person whose memory it is; and renew that key, which others may have seen.',
      },
    );
  if (typeof input.owner === 'string') await assertOnePerson(input.owner, name, store);
  return retryOnConflict(async () => {
    const row = await store.bank(name);
    if (row === null)
      throw new MnemeError('not_found', `There is no bank named ${name}.`, {
        field: 'bank',
        value: name,
      });
    const settings = withChanges(row.settings, input);
    const { disposition, ...others } = settings;
    const { privacy, tokens, guard, zone, reading, owner, dreamAt, clearAfterDays, clearBelow } =
      others;
    const receipt = { bank: name, disposition, ...others };
    if (JSON.stringify(settings) === JSON.stringify(withChanges(row.settings, {})))
      return { ...receipt, changed: false, sequence: row.sequence };
    const reason = `disposition ${disposition.scepticism}/${disposition.literalism}/${disposition.empathy}, privacy ${privacy}${tokens ? ' with tokens' : ''}, guard ${guard}, time zone ${zone}${reading ? ', read into notes' : ''}${owner === null ? '' : `, owner ${owner}`}${dreamAt === 'off' ? '' : `, dreams at ${dreamAt}`}${clearAfterDays === 0 ? '' : `, clears below ${clearBelow} after ${clearAfterDays} days`}`;
    const sequence = await store.commit(
      {
        ...EMPTY_CHANGE,
        bank: name,
        at: clock.now(),
        verb: 'configure',
        actor,
        reason,
        settings,
      },
      { expectedSequence: row.sequence },
    );
    return { ...receipt, changed: true, sequence };
  });
}

/** Rejects an owner's name that several people share: it would be ambiguous. */
async function assertOnePerson(owner: string, bank: BankName, store: Store): Promise<void> {
  const people = (await store.allEntities(bank)).filter(({ type }) => type === 'person');
  const namesOf = ({ name, aliases }: Entity): readonly string[] => [name, ...aliases];
  const called = people.filter((one) => namesOf(one).some((each) => sameName(each, owner)));
  const further = people.filter(
    ({ name }) => name.includes(' ') && sameName(name.split(' ')[0] ?? '', owner),
  );
  const several = called.length > 1 ? called : further;
  if (several.length < 2) return;
  throw new MnemeError(
    'invalid_input',
    `settings.owner: the bank knows ${several.length} people called ${owner}: ${several.map(({ name }) => name).join(', ')}.`,
    {
      field: 'settings.owner',
      value: owner,
      hint: 'Give the full name, as it is told of nobody else.',
      quoted: several.map(({ name }) => name),
    },
  );
}

/** The guard protects against content an agent reads, so an agent's key must not lower it. */
function assertLeavesGuard(input: BankInput): void {
  const part = (
    [
      'privacy',
      'tokens',
      'guard',
      'reading',
      'owner',
      'dreamAt',
      'clearAfterDays',
      'clearBelow',
    ] as const
  ).find((name) => input[name] !== undefined);
  if (part === undefined) return;
  throw new MnemeError('denied', `How a bank is guarded is set by who administers it.`, {
    field: `settings.${part}`,
    hint: 'At the command line: `mneme bank configure`; or with a key that has the scope admin.',
  });
}

/** The settings that a caller may change, in a fixed order, so that two can be compared as JSON. */
function withChanges(
  before: BankSettings,
  input: BankInput,
): Omit<BankSettings, 'reflectedUpTo' | 'deletedAt'> {
  const { scepticism, literalism, empathy } = { ...before.disposition, ...given(input) };
  const { privacy, tokens, guard, zone, reading, owner, dreamAt, clearAfterDays, clearBelow } = {
    ...before,
    ...given(input),
  };
  const disposition = { scepticism, literalism, empathy };
  return {
    disposition,
    privacy,
    tokens,
    guard,
    zone,
    reading,
    owner,
    dreamAt,
    clearAfterDays,
    clearBelow,
  };
}

function given<T extends object>(input: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}

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
