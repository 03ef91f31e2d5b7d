import { nearBanks } from '@mneme/core/bank/bank-there.js';
import { type Delegated, type Scope, SCOPES } from '@mneme/core/domain/access.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { opens } from '@mneme/core/domain/user-bank.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { onlyReads, type Operation } from '@mneme/core/operations/operation.js';

/** What one caller may do: so much at once, and so much a second from then on. */
interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** More callers than this are forgotten, the one unseen longest first. */
const MAX_CALLERS = 10_000;

/** Token buckets by caller. */
export class Buckets {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly allowance: Allowance,
    private readonly ticks: () => number,
  ) {}

  /** Takes one token: 0, or when there is none the whole seconds until there is one. */
  take(caller: string): number {
    const { burst, perSecond } = this.allowance;
    const at = this.ticks();
    const before = this.#buckets.get(caller) ?? { tokens: burst, at };
    const tokens = Math.min(burst, before.tokens + ((at - before.at) / 1000) * perSecond);
    this.#buckets.delete(caller);
    this.#buckets.set(caller, { tokens: tokens < 1 ? tokens : tokens - 1, at });
    this.#forget();
    return tokens < 1 ? Math.ceil((1 - tokens) / perSecond) : 0;
  }

  /** Takes so many tokens more, also such as are not there yet: what comes next waits for them. */
  charge(caller: string, tokens: number): void {
    const bucket = this.#buckets.get(caller);
    if (bucket !== undefined) bucket.tokens -= tokens;
  }

  #forget(): void {
    if (this.#buckets.size <= MAX_CALLERS) return;
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}

/** Who asks, as far as a door knows. */
export interface Caller {
  /** Of the key; `local` for a program of this machine that needs none. */
  readonly id: string;
  /** What the journal calls them; null leaves the name that the server was configured with. */
  readonly actor: string | null;
  /** The banks they may know of; null for all. */
  readonly banks: readonly string[] | null;
  readonly scopes: readonly Scope[];
}

/** Whether what it answers may be kept for a request that is sent again. */
export const keepsAnswer = (operation: Pick<Operation, 'served' | 'effect'>): boolean =>
  operation.effect !== 'read' && operation.served?.secret !== true;

/** What a call of an operation needs; without the field that makes it write, it only reads. */
export function scopeOf(
  operation: Pick<Operation, 'served' | 'effect' | 'writesWith' | 'readsWith'>,
  input: unknown,
): Scope {
  const { scope, adminWith } = operation.served ?? {};
  if (scope !== undefined) return scope;
  if (
    adminWith !== undefined &&
    (input as Readonly<Record<string, unknown>> | null)?.[adminWith] === true
  )
    return 'admin';
  return onlyReads(operation, input) ? 'read' : 'write';
}

interface AdmissionOptions {
  /** Whether it listens where other machines cannot reach it: only then a file without keys lets everybody in. */
  readonly loopback: boolean;
  /** Requests a second of one key; null for no limit. */
  readonly rate: number | null;
  /** Milliseconds of a clock that only goes forward. */
  readonly ticks: () => number;
}

const LOCAL: Caller = { id: 'local', actor: null, banks: null, scopes: SCOPES };
/** So many keys that are none one address may try at once, and so many a second from then on. */
const GUESSES: Allowance = { burst: 20, perSecond: 1 };
/** Reading so many bytes of a body takes as long as a request. */
const REQUEST_BYTES = 8_192;
/** So many seconds' requests may be saved up. */
const BURST_SECONDS = 2;

export const ratedAt = (rate: number): Allowance => ({
  burst: rate * BURST_SECONDS,
  perSecond: rate,
});

/** Who is let in, and how often (docs/decisions/0064): the same for every protocol. */
export class Admission {
  readonly #guesses: Buckets;
  readonly #requests: Buckets | null;

  constructor(
    private readonly memory: Mneme,
    private readonly options: AdmissionOptions,
  ) {
    const { rate, ticks } = options;
    this.#guesses = new Buckets(GUESSES, ticks);
    this.#requests = rate === null ? null : new Buckets(ratedAt(rate), ticks);
  }

  /**
   * The caller that a key stands for. `address` is where the request came from. Throws `unauthorised` for no key or one that is
   * none, `rate_limited` for too many of either.
   */
  async admit(key: string | null, address: string): Promise<Caller> {
    const caller = await this.#recognise(key, address);
    const wait = this.#requests?.take(caller.id) ?? 0;
    if (wait > 0) throw tooMany('Too many requests with this key.', wait);
    return caller;
  }

  /** Counts a long body as the requests that take as long to read: the next ones of its key wait for it. */
  charge(caller: Caller, bytes: number): void {
    this.#requests?.charge(caller.id, Math.floor(bytes / REQUEST_BYTES));
  }

  /** {@link admit} for clients of other memories: they will not go without a key, so that where none is asked for any is as good as none. */
  async admitForeign(key: string | null, address: string): Promise<Caller> {
    const open = this.options.loopback && !(await this.memory.file.keys.asked());
    return this.admit(open ? null : key, address);
  }

  /** Whether a caller that was let in would be let in again: a stream asks before it tells more. Throws `unauthorised`. */
  async assertInForce(caller: Caller): Promise<void> {
    const { keys } = this.memory.file;
    const inForce =
      caller === LOCAL
        ? this.options.loopback && !(await keys.asked())
        : await keys.inForce(caller.id);
    if (inForce) return;
    throw new MnemeError(
      'unauthorised',
      caller === LOCAL ? 'This server asks for a key now.' : 'This key was revoked.',
      { field: 'key', hint: 'Connect again with a key that is in force.' },
    );
  }

  async #recognise(key: string | null, address: string): Promise<Caller> {
    const { keys } = this.memory.file;
    if (key === null && this.options.loopback && !(await keys.asked())) return LOCAL;
    const found = key === null ? null : await keys.find(key);
    if (found !== null)
      return { id: found.id, actor: `key:${found.name}`, banks: found.banks, scopes: found.scopes };
    const wait = this.#guesses.take(address);
    if (wait > 0) throw tooMany('Too many requests without a valid key.', wait);
    throw new MnemeError(
      'unauthorised',
      key === null ? 'This server asks for a key.' : 'This is no key of this server.',
      {
        hint: 'Send `Authorization: Bearer <key>`. `mneme keys create` makes one.',
      },
    );
  }
}

export function tooMany(message: string, wait: number): MnemeError {
  return new MnemeError('rate_limited', message, { value: wait, hint: `Try again in ${wait} s.` });
}

/** A bank that a caller may not know of is not there, word for word. Throws `not_found`. */
export function assertMayKnow(caller: Caller, bank: string): void {
  if (!opens(caller.banks, bank)) throw noBank(bank);
}

export function noBank(bank: string): MnemeError {
  return new MnemeError('not_found', 'There is no such bank.', {
    field: 'bank',
    value: bank,
    hint: 'GET /v1/banks lists those there are.',
  });
}

/** {@link noBank} with the banks that are near, of those the caller may know of. */
export async function noBankNear(caller: Caller, bank: string, memory: Mneme): Promise<MnemeError> {
  const { message, hint = '' } = noBank(bank);
  const near = opens(caller.banks, bank)
    ? nearBanks(
        bank,
        (await memory.file.banks())
          .map(({ name }) => name as string)
          .filter((name) => opens(caller.banks, name)),
      )
    : '';
  return new MnemeError('not_found', message, {
    field: 'bank',
    value: bank,
    hint: near === '' ? hint : `${near} ${hint}`,
  });
}

/** The bank of a request that names none: the one the server was started with, or the only one that the key opens. */
export function homeBank({ banks }: Pick<Caller, 'banks'>, started: string): string {
  const [only] = banks ?? [];
  return banks === null || only === undefined || banks.includes(started) ? started : only;
}

/** Throws `denied` naming the scope that is missing. */
export function assertAllows(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope) || caller.scopes.includes('admin')) return;
  throw new MnemeError(
    'denied',
    `This key does not allow to ${scope === 'admin' ? 'administer' : scope}.`,
    { field: 'key', hint: `It needs the scope ${scope}.` },
  );
}

/** The server's own figures tell of all banks. Throws `denied` for a key of some of them, and for one that may not read. */
export function assertMayWatch(caller: Caller): void {
  assertAllows(caller, 'read');
  assertAllBanks(caller, 'What the server counts is of the whole file');
}

/** What is of the whole file and no bank's: its keys, copies of it. Throws `denied`. */
export function assertAdministersFile(caller: Caller): void {
  assertAllows(caller, 'admin');
  assertAllBanks(caller, 'This is of the whole file');
}

/** Throws `denied` for an operation on the whole file with a key of some banks. */
export function assertMayCall(caller: Caller, operation: Operation, input: unknown): void {
  assertAllows(caller, scopeOf(operation, input));
  if (operation.ofFile === true)
    assertAllBanks(caller, `${operation.name} works on the whole file`);
}

function assertAllBanks({ banks }: Caller, what: string): void {
  if (banks !== null)
    throw new MnemeError('denied', `${what}, and this key opens some of its banks.`, {
      field: 'key',
      hint: 'It needs a key for all banks.',
    });
}

/** Whether a caller may know all that another may: it opens the same banks at least, and is allowed as much. */
export function covers(caller: Caller, other: Pick<Caller, 'banks' | 'scopes'>): boolean {
  const banks =
    caller.banks === null || (other.banks?.every((bank) => opens(caller.banks, bank)) ?? false);
  return banks && other.scopes.every((scope) => mayAs(caller, scope));
}

const mayAs = ({ scopes }: Caller, scope: Caller['scopes'][number]): boolean =>
  scopes.includes(scope) || scopes.includes('admin');

export const mayRead = (caller: Caller): boolean => mayAs(caller, 'read');

/** On whose behalf a memory acts for a caller; null for who opened it. */
export function delegatedTo({ actor, banks, scopes }: Caller): Delegated | null {
  const standing = scopes.includes('admin') ? 'admin' : 'guest';
  return actor === null ? null : { actor, within: banks, standing };
}

export function actingFor(who: Delegated | null, memory: Mneme): Mneme {
  return who === null ? memory : memory.as(who);
}
