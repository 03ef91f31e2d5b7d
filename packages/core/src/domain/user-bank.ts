import { MnemeError } from './errors.js';
import { isRecord } from './well-formed.js';

/** Maximum length of a caller's own id. */
export const MAX_ID = 256;

/** Separates the named bank from the user; no bank name contains it otherwise. */
const USER_MARK = '@';

/** Separates a bank from a branch within it, which is accessible to whoever may access the bank. */
const BRANCH_MARK = '+';

/** The bank that a branch belongs to, of the same user; any other bank's own name. */
export function bankOfBranch(name: string): string {
  const { bank } = splitBankName(name);
  const at = bank.indexOf(BRANCH_MARK);
  return at < 0 ? name : `${bank.slice(0, at)}${name.slice(bank.length)}`;
}

/** The name of a branch of a bank, which may be a user's bank or itself a branch. */
export function branchWithin(name: string, branch: string): string {
  const whole = bankOfBranch(name);
  const { bank } = splitBankName(whole);
  return `${bank}${BRANCH_MARK}${branch}${whole.slice(bank.length)}`;
}

/** The named bank and the user of a bank's name; the user is null if it is not a user's. */
export function splitBankName(name: string): {
  readonly bank: string;
  readonly userId: string | null;
} {
  const at = name.indexOf(USER_MARK);
  return at < 0
    ? { bank: name, userId: null }
    : { bank: name.slice(0, at), userId: read(name.slice(at + 1)) };
}

/**
 * The bank that belongs to a user alone. Its name encodes bank and user without loss: no two users share a name, and
 * no plain bank name equals one. Throws `invalid_input` if the bank is itself a user's.
 */
export function userBank(bank: string, userId: unknown): string {
  const held = splitBankName(bank);
  if (held.userId !== null && held.userId === userId) return bank;
  if (held.userId !== null)
    throw new MnemeError('invalid_input', `userId: this memory is ${held.userId}'s alone.`, {
      field: 'userId',
      value: userId,
      hint: `Ask the memory that is opened for no user, or for bank ${held.bank}.`,
    });
  if (!isId(userId))
    throw new MnemeError('invalid_input', 'userId: expected a text.', {
      field: 'userId',
      value: userId,
      hint: `1 to ${MAX_ID} whole characters.`,
    });
  return spellUser(bank, userId);
}

/** The user's bank, or the bank itself if no user is given. */
export function bankOfUser(bank: string, userId: unknown): string {
  return userId === undefined ? bank : userBank(bank, userId);
}

const IDS = ['userId', 'user_id', 'agentId', 'runId'] as const;

/**
 * Returns its argument. Throws `invalid_input` for an id that is present but undefined: the caller meant somebody,
 * and would silently use the shared memory. `path` is the prefix of the field's name: `scope.`.
 */
export function idsGiven<Given>(given: Given, path = '', ids: readonly string[] = IDS): Given {
  if (typeof given !== 'object' || given === null) return given;
  const lost = ids.find(
    (name) => name in given && (given as Readonly<Record<string, unknown>>)[name] === undefined,
  );
  if (lost === undefined) return given;
  throw new MnemeError('invalid_input', `${path}${lost}: is undefined.`, {
    field: `${path}${lost}`,
    hint: 'Give the id, or leave the field out for what is kept apart for nobody.',
  });
}

/** Splits a call into its user and the rest; `user_id` is accepted, too. */
export function takeUser<Call extends object>(
  call: Call,
): { readonly userId: unknown; readonly rest: Call } {
  const names: readonly string[] = isRecord(call)
    ? Object.keys(call).filter((name) => name === 'userId' || name === 'user_id')
    : [];
  if (names.length === 0) return { userId: undefined, rest: call };
  idsGiven(call, '', names);
  const given = names
    .map((name) => (call as Readonly<Record<string, unknown>>)[name])
    .filter((id) => id !== undefined && id !== null);
  if (given.some((id) => id !== given[0]))
    throw new MnemeError('invalid_input', 'userId: two users are named.', {
      field: 'userId',
      value: given,
      hint: 'Name one.',
    });
  const rest = Object.fromEntries(
    Object.entries(call).filter(([name]) => !names.includes(name)),
  ) as Call;
  return { userId: given[0], rest };
}

/** The common user of all calls, and each call without it. Throws `invalid_input` if they differ. */
export function oneUser<Call extends object>(
  calls: readonly Call[],
): { readonly userId: unknown; readonly rest: readonly Call[] } {
  const taken = calls.map((call) => takeUser(call));
  const [userId] = taken.map((each) => each.userId);
  if (taken.some((each) => each.userId !== userId))
    throw new MnemeError('invalid_input', 'userId: these texts are of several users.', {
      field: 'userId',
      hint: 'Remember what is of each user in a call of its own: it is all of it or none.',
    });
  return { userId, rest: taken.map(({ rest }) => rest) };
}

/** Whether access to these banks includes this one: a bank includes its users' banks and its branches. */
export function coversBank(banks: readonly string[] | null | undefined, bank: string): boolean {
  return (
    banks === null ||
    banks === undefined ||
    [bank, bankOfBranch(bank)].some(
      (name) => banks.includes(name) || banks.includes(splitBankName(name).bank),
    )
  );
}

/** The banks whose deletion deletes this one, too: the one of its users, and the one it branches from; or itself. */
export const banksAround = (name: string): readonly string[] => [
  ...new Set([splitBankName(name).bank, splitBankName(bankOfBranch(name)).bank]),
];

function spellUser(bank: string, userId: string): string {
  return `${bank}${USER_MARK}${[...userId].map(spelt).join('')}`;
}

/** Whether a name encodes its user exactly as {@link userBank} does, so that no user has two banks. */
export function isSpeltWell(name: string): boolean {
  const { bank, userId } = splitBankName(name);
  return userId === null || (isId(userId) && spellUser(bank, userId) === name);
}

/** Other letters are encoded by their bytes, too: which characters are letters differs between Unicode versions. */
function spelt(sign: string): string {
  if (/^[A-Za-z0-9._-]$/.test(sign)) return sign;
  return [...new TextEncoder().encode(sign)]
    .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

function read(spelling: string): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return spelling.replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
    decoder.decode(Uint8Array.from(bytes.slice(1).split('='), (byte) => Number.parseInt(byte, 16))),
  );
}

const isId = (id: unknown): id is string =>
  typeof id === 'string' && id.length > 0 && id.length <= MAX_ID && id.isWellFormed();
