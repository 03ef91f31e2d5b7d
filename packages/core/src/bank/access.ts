import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { type ApiKey, KeyInput, type Reply } from '../domain/access.js';
import { MnemeError } from '../domain/errors.js';
import { parseInput } from '../domain/input.js';
import { CARRIED_OUT, underClaim } from '../ports/request-claim.js';
import type { Store } from '../ports/store.js';
import type { Clock } from '../ports/system.js';
import { assertNoKey, withoutKeys } from '../safety/personal/redact.js';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const SECRET = /^mnk_([a-z2-7]{12})_([\w-]{43})$/;

/** A key as listed: without its hash. */
export type ListedKey = Omit<ApiKey, 'hash'>;

export interface MadeKey extends ListedKey {
  /** The key itself, shown only once: the file holds only its hash. */
  readonly key: string;
}

/**
 * The keys that servers of one file accept (docs/decisions/0064). A secret has 256 random bits, so that a plain
 * SHA-256 suffices: it cannot be reversed, and takes microseconds to check.
 */
export class KeyRing {
  constructor(private readonly parts: { readonly store: Store; readonly clock: Clock }) {}

  /**
   * Creates a key. From the first one on, servers of this file require a key. Throws `conflict` if an active key has
   * that name.
   */
  async create(input: KeyInput): Promise<MadeKey> {
    const { name, banks, scopes, for: recipient } = parseInput(KeyInput, input, 'key');
    assertNoKey(name, 'key.name');
    const { store, clock } = this.parts;
    if ((await store.apiKeys()).some((key) => key.name === name && key.revokedAt === null)) {
      throw new MnemeError('conflict', `There is a key named ${name} already.`, {
        field: 'key.name',
        value: name,
        hint: 'Revoke it first, or choose another name.',
      });
    }
    const id = [...randomBytes(12)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
    const secret = randomBytes(32).toString('base64url');
    const key: ApiKey = {
      id,
      name,
      hash: hashOf(secret),
      banks,
      scopes: [...new Set(scopes)],
      recipient,
      createdAt: clock.now(),
      revokedAt: null,
    };
    await store.putApiKey(key);
    return { ...listed(key), key: `mnk_${id}_${secret}` };
  }

  /** Every key, revoked ones included: the journal may name them. */
  async list(): Promise<readonly ListedKey[]> {
    return (await this.parts.store.apiKeys()).map(listed);
  }

  /** Revokes a key by name or id, immediately and in every server of the file. Throws `not_found`. */
  async revoke(nameOrId: string): Promise<ListedKey> {
    const { store, clock } = this.parts;
    const key = (await store.apiKeys()).find(
      ({ id, name, revokedAt }) => revokedAt === null && (id === nameOrId || name === nameOrId),
    );
    if (key === undefined)
      throw new MnemeError('not_found', `There is no key in force named ${nameOrId}.`, {
        field: 'key',
        value: nameOrId,
        hint: '`mneme keys list` shows all.',
      });
    const revoked = { ...key, revokedAt: clock.now() };
    await store.putApiKey(revoked);
    return listed(revoked);
  }

  /** Whether a key was ever created: from then on a key is required, even when all are revoked. */
  asked(): Promise<boolean> {
    return this.parts.store.hasApiKeys();
  }

  /** Whether the key with this id is active. */
  async inForce(id: string): Promise<boolean> {
    const key = await this.parts.store.apiKey(id);
    return key !== null && key.revokedAt === null;
  }

  /** The active key with this text; null for any other text, in constant time. */
  async find(text: string): Promise<ListedKey | null> {
    const [, id = '', secret = ''] = SECRET.exec(text) ?? [];
    const key = await this.parts.store.apiKey(id);
    const same = timingSafeEqual(
      Buffer.from(hashOf(secret), 'hex'),
      Buffer.from(key?.hash ?? NOBODY, 'hex'),
    );
    return key !== null && same && key.revokedAt === null ? listed(key) : null;
  }
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const NOBODY = hashOf('');

function listed({ hash: _hash, ...key }: ApiKey): ListedKey {
  return key;
}

/** An idempotency key may contain a secret of the caller; only its hash is stored. */
const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** How long an answer is stored. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Stores the answers to requests with an idempotency key in the file, so that a retry is recognised even after a
 * restart.
 */
export class ReplyStore {
  constructor(private readonly parts: { readonly store: Store; readonly clock: Clock }) {}

  /** The answer given under that key in the last 24 hours. */
  async find(owner: string, key: string): Promise<Reply | null> {
    const reply = await this.parts.store.reply(owner, hashOfKey(key));
    return reply !== null && reply.at >= this.#since() ? reply : null;
  }

  /**
   * Carries out a request that must not be carried out twice: its first change notes it in the same transaction.
   * Throws `conflict` if another run, of this process or of one that was killed, has committed a change for it.
   */
  claiming<T>(
    { owner, key, request }: Pick<Reply, 'owner' | 'key' | 'request'>,
    work: () => Promise<T>,
  ): Promise<T> {
    const claim = {
      ...{ owner, key: hashOfKey(key), request, status: CARRIED_OUT },
      body: JSON.stringify({ run: randomUUID() }),
      at: this.parts.clock.now(),
    };
    return underClaim({ ...claim, since: this.#since() }, work);
  }

  /** Stores an answer; an API key in it, as in the answer to creating one, is removed. */
  keep(reply: Omit<Reply, 'at'>): Promise<void> {
    const kept = {
      ...reply,
      key: hashOfKey(reply.key),
      body: withoutKeys(reply.body),
      at: this.parts.clock.now(),
    };
    return this.parts.store.keepReply(kept, this.#since());
  }

  #since(): number {
    return this.parts.clock.now() - KEPT_MS;
  }
}
