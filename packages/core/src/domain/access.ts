import { z } from 'zod';
import { ReaderName } from './audience.js';
import { MnemeError } from './errors.js';
import { BankName } from './ids.js';
import type { Instant } from './time.js';

/** On whose behalf a handle on a file acts. */
export interface Principal {
  /** The name written into the journal. */
  readonly actor: string;
  /** Banks that are visible to them. Default, as null: all of the file. */
  readonly within?: readonly string[] | null;
  /** Their authority over a bank as a whole. Default: `owner`. */
  readonly standing?: PrincipalStanding;
  /** Who reads what they get, by name. Default: the owner. */
  readonly recipient?: string;
}

/**
 * `owner`: whoever opened the file. `admin`: another principal who may configure a bank and restore one from an
 * export. `guest`: everybody else, such as an agent or a key with write access; what a file of theirs says about
 * itself is not trusted.
 */
export type PrincipalStanding = 'owner' | Delegate;
type Delegate = 'admin' | 'guest';

/** A principal other than the one who opened the file. */
export interface Delegated extends Principal {
  readonly within: readonly string[] | null;
  readonly standing: Delegate;
  readonly recipient?: string;
}

/**
 * What a key allows: `read` what is there, `write` memories, `admin` the configuration of a bank; `admin` includes
 * the others.
 */
export const SCOPES = ['read', 'write', 'admin'] as const;
export const Scope = z.enum(SCOPES);
export type Scope = z.infer<typeof Scope>;

/** An API key for a server of this file. The secret is shown once; only its hash is stored. */
export interface ApiKey {
  /** Twelve letters and digits; part of the key, and not secret. */
  readonly id: string;
  /** Its user's name in the journal. Unique among active keys. */
  readonly name: string;
  /** SHA-256 of the secret, in hexadecimal. */
  readonly hash: string;
  /** The banks it gives access to; null for every bank of the file. */
  readonly banks: readonly BankName[] | null;
  readonly scopes: readonly Scope[];
  /** Who reads what is answered to it, by name; null for the owner. */
  readonly recipient: string | null;
  readonly createdAt: Instant;
  readonly revokedAt: Instant | null;
}

export const KeyInput = z.strictObject({
  name: z
    .string()
    .regex(
      /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u,
      'a key’s name is 1 to 60 letters, digits, ".", "_" or "-"',
    )
    .describe('What the journal calls whoever uses it.'),
  banks: z
    .array(BankName)
    .min(1, 'name at least one bank')
    .max(100)
    .nullable()
    .default(null)
    .describe('The banks it opens; null for all.'),
  scopes: z
    .array(Scope)
    .min(1, 'name at least one scope')
    .default(['read', 'write'])
    .describe('What it allows.'),
  for: ReaderName.nullable()
    .default(null)
    .describe('Who reads what is answered to it: what they may not know does not exist for it.'),
});
export type KeyInput = z.input<typeof KeyInput>;

/** A server's answer, stored under the idempotency key of the request. */
export interface Reply {
  /** Whose request it was. */
  readonly owner: string;
  readonly key: string;
  /** A hash of the whole request: a different one under the same key is an error. */
  readonly request: string;
  readonly status: number;
  readonly body: string;
  readonly at: Instant;
}

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** The error for a request that was carried out before, and whose answer is not known here. */
export const carriedOut = (): MnemeError =>
  new MnemeError(
    'conflict',
    'This request was carried out before, and its answer was lost with the server that gave it.',
    { field: IDEMPOTENCY_KEY, hint: 'Do not repeat it: `log` shows the change.' },
  );

export const isCarriedOut = (error: unknown): boolean =>
  MnemeError.is(error) && error.code === 'conflict' && error.field === IDEMPOTENCY_KEY;

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL names this machine. Throws if it cannot be parsed. */
export const isOfThisMachine = (url: string): boolean => LOOPBACK_HOST.test(new URL(url).hostname);
