import { nearBanks } from '@mneme/core/bank/banks.js';
import { type Delegated, type Scope, SCOPES } from '@mneme/core/domain/access.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { coversBank } from '@mneme/core/domain/user-bank.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { type EffectOfInput, onlyReads, type Operation } from '@mneme/core/operations/operation.js';

/** Token bucket of one caller: its capacity, and tokens refilled per second. */
interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Maximum number of buckets; beyond it, the least recently used are dropped. */
const MAX_CALLERS = 10_000;

/** Token buckets by caller. */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly allowance: Allowance,
    private readonly ticks: () => number,
  ) {}

  /** Takes one token. Returns 0, or the whole seconds to wait when the bucket is empty. */
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

  /** Takes `tokens` more, even below zero: later requests wait until the bucket is refilled. */
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

/** The authenticated caller of a request, whatever the protocol. */
export interface Caller {
  /** Id of the key; `local` for a program of this machine that needs none. */
  readonly id: string;
  /** Their name in the journal; null leaves the name that the server was configured with. */
  readonly actor: string | null;
  /** Banks they may access; null for all. */
  readonly banks: readonly string[] | null;
  readonly scopes: readonly Scope[];
  /** Who reads what is answered to them; null for the owner. */
  readonly recipient: string | null;
}

/** Whether its answer may be stored for a retry of the same request. */
export const isAnswerStored = (operation: Pick<Operation, 'served' | 'effect'>): boolean =>
  operation.effect !== 'read' && operation.served?.secret !== true;

/** Whether carrying out a request of this operation a second time changes nothing more. */
export const isRepeatable = (operation: Pick<Operation, 'served' | 'idempotent'>): boolean =>
  operation.idempotent || operation.served?.repeatable === true;

/** The scope that a call of an operation needs: `read` where it lacks the field that makes it write. */
export function scopeOf(
  operation: EffectOfInput & Pick<Operation, 'served'>,
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
  /** Whether it listens on the loopback only: then a file without keys lets everybody in. */
  readonly loopback: boolean;
  /** Requests per second of one key; null for no limit. */
  readonly rate: number | null;
  /** Milliseconds of a monotonic clock. */
  readonly ticks: () => number;
}

/** A program of this machine that needs no key. */
export const LOCAL: Caller = {
  id: 'local',
  actor: null,
  banks: null,
  scopes: SCOPES,
  recipient: null,
};
/** Limit on invalid keys per address. */
const INVALID_KEY_LIMIT: Allowance = { burst: 20, perSecond: 1 };
/** Bytes of a body that cost as much as one request. */
const REQUEST_BYTES = 8_192;
/** A bucket holds at most this many seconds' worth of requests. */
const BURST_SECONDS = 2;

export const ratedAt = (rate: number): Allowance => ({
  burst: rate * BURST_SECONDS,
  perSecond: rate,
});

/** Authenticates callers and limits their rate (docs/decisions/0064), the same for every protocol. */
export class Admission {
  readonly #guesses: TokenBuckets;
  readonly #requests: TokenBuckets | null;

  constructor(
    private readonly memory: Mneme,
    private readonly options: AdmissionOptions,
  ) {
    const { rate, ticks } = options;
    this.#guesses = new TokenBuckets(INVALID_KEY_LIMIT, ticks);
    this.#requests = rate === null ? null : new TokenBuckets(ratedAt(rate), ticks);
  }

  /**
   * The caller of a key. `address` is where the request came from. Throws `unauthorised` for a missing or unknown
   * key, `rate_limited` for too many requests or too many unknown keys.
   */
  async admit(key: string | null, address: string): Promise<Caller> {
    const caller = await this.#recognise(key, address);
    const wait = this.#requests?.take(caller.id) ?? 0;
    if (wait > 0) throw tooMany('Too many requests with this key.', wait);
    return caller;
  }

  /** Charges a long body as the requests that take as long to read: the key's next ones wait. */
  charge(caller: Caller, bytes: number): void {
    this.#requests?.charge(caller.id, Math.floor(bytes / REQUEST_BYTES));
  }

  /**
   * {@link admit} for clients of other memory servers: they always send some key, so where none is required any is
   * accepted.
   */
  async admitForeign(key: string | null, address: string): Promise<Caller> {
    const open = this.options.loopback && !(await this.memory.file.keys.asked());
    return this.admit(open ? null : key, address);
  }

  /** Checks that an admitted caller's key is still valid, before a stream sends more. Throws `unauthorised`. */
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
    if (found !== null) {
      const { id, name, banks, scopes, recipient } = found;
      return { id, actor: `key:${name}`, banks, scopes, recipient };
    }
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

/** Answers for an inaccessible bank exactly as for a missing one. Throws `not_found`. */
export function assertMayKnow(caller: Caller, bank: string): void {
  if (!coversBank(caller.banks, bank)) throw noBank(bank);
}

export function noBank(bank: string): MnemeError {
  return new MnemeError('not_found', 'There is no such bank.', {
    field: 'bank',
    value: bank,
    hint: 'GET /v1/banks lists those there are.',
  });
}

/** {@link noBank} with similar bank names, of those that the caller may access. */
export async function noBankNear(caller: Caller, bank: string, memory: Mneme): Promise<MnemeError> {
  const { message, hint = '' } = noBank(bank);
  const near = coversBank(caller.banks, bank)
    ? nearBanks(
        bank,
        (await memory.file.banks())
          .map(({ name }) => name as string)
          .filter((name) => coversBank(caller.banks, name)),
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
  if (hasScope(caller, scope)) return;
  throw new MnemeError(
    'denied',
    `This key does not allow to ${scope === 'admin' ? 'administer' : scope}.`,
    { field: 'key', hint: `It needs the scope ${scope}.` },
  );
}

/** Server metrics cover all banks. Throws `denied` for a key limited to some banks, and for one that may not read. */
export function assertMayWatch(caller: Caller): void {
  assertAllows(caller, 'read');
  assertAllBanks(caller, 'What the server counts is of the whole file');
}

/** Required for what belongs to the whole file: keys, backups. Throws `denied`. */
export function assertAdministersFile(caller: Caller): void {
  assertAllows(caller, 'admin');
  assertAllBanks(caller, 'This is of the whole file');
}

/** Throws `denied` when the scope is missing, and for an operation on the whole file with a key of some banks. */
export function assertMayCall(caller: Caller, operation: Operation, input: unknown): void {
  assertAllows(caller, scopeOf(operation, input));
  if (operation.ofFile === true)
    assertAllBanks(caller, `${operation.name} works on the whole file`);
}

function assertAllBanks({ banks, recipient }: Caller, what: string): void {
  if (recipient !== null)
    throw new MnemeError('denied', `${what}, and this key reads for ${recipient}.`, {
      field: 'key',
      hint: 'It needs a key that reads for the owner.',
    });
  if (banks !== null)
    throw new MnemeError('denied', `${what}, and this key opens some of its banks.`, {
      field: 'key',
      hint: 'It needs a key for all banks.',
    });
}

/** Whether a caller has at least the banks and scopes of another. */
export function hasRightsOf(
  caller: Caller,
  other: Pick<Caller, 'banks' | 'scopes' | 'recipient'>,
): boolean {
  if (caller.recipient !== null && caller.recipient !== other.recipient) return false;
  const banks =
    caller.banks === null ||
    (other.banks?.every((bank) => coversBank(caller.banks, bank)) ?? false);
  return banks && other.scopes.every((scope) => hasScope(caller, scope));
}

const hasScope = ({ scopes }: Caller, scope: Caller['scopes'][number]): boolean =>
  scopes.includes(scope) || scopes.includes('admin');

export const mayRead = (caller: Caller): boolean => hasScope(caller, 'read');

/** On whose behalf a memory acts for a caller; null for who opened it. */
export function delegatedTo({ actor, banks, scopes, recipient }: Caller): Delegated | null {
  const standing = scopes.includes('admin') ? 'admin' : 'guest';
  const reads = recipient === null ? {} : { recipient };
  return actor === null ? null : { actor, within: banks, standing, ...reads };
}

export function actingFor(who: Delegated | null, memory: Mneme): Mneme {
  return who === null ? memory : memory.as(who);
}
