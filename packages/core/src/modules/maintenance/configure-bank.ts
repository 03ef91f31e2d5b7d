import { z } from 'zod';
import type { EngineParts } from '../../bank/core.js';
import { BankInput, type BankSettings, Disposition, Protection } from '../../domain/bank.js';
import { EMPTY_CHANGE } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import type { Entity } from '../../domain/graph.js';
import type { BankName } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { sameName } from '../../language/claims/keyed-claim.js';
import type { Store } from '../../ports/store.js';
import { redactId } from '../../safety/personal/redact.js';
import { retryOnConflict } from '../../domain/retry-on-conflict.js';

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
