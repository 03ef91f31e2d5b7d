import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { MnemeError } from '../domain/errors.js';
import type { BankName } from '../domain/ids.js';
import type { Of, SchemaOf } from '../domain/schema.js';
import type { Store } from '../ports/store.js';

const NONCE = 12;
const TAG = 16;

/**
 * Seals values by AES-256-GCM with a key that is stored outside the bank's file. Nonces are random: their space,
 * 2^96, is far larger than what a bank seals. A value is bound to its bank and token, so that a sealed text moved
 * elsewhere does not open.
 */
export class Vault {
  readonly #cipher: Uint8Array;
  readonly #finger: Uint8Array;

  /**
   * `key` is 32 bytes, as hex or base64. Throws `invalid_input` for another length; the message never contains the
   * key.
   */
  constructor(key: string) {
    const bytes = /^[0-9a-f]{64}$/i.test(key.trim())
      ? Buffer.from(key.trim(), 'hex')
      : Buffer.from(key.trim(), 'base64');
    if (bytes.length !== 32)
      throw new MnemeError(
        'invalid_input',
        'The key of the vault must be 32 bytes, in hex or base64.',
        {
          field: 'vaultKey',
          hint: 'Make one with `openssl rand -hex 32`, and keep it: without it nothing sealed can be read again.',
        },
      );
    const derive = (use: string): Uint8Array =>
      new Uint8Array(hkdfSync('sha256', bytes, '', `mneme vault ${use}`, 32));
    this.#cipher = derive('cipher');
    this.#finger = derive('fingerprint');
  }

  /** Keyed fingerprint: the same for equal values of a kind in a bank, meaningless without the key. */
  print(bank: string, kind: string, value: string): string {
    return createHmac('sha256', this.#finger)
      .update(JSON.stringify([bank, kind, value]))
      .digest('base64url')
      .slice(0, 32);
  }

  seal(bank: string, token: string, value: string): string {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', this.#cipher, nonce).setAAD(
      Buffer.from(JSON.stringify([bank, token])),
    );
    const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
  }

  /** Throws `invalid_input` if it was sealed with another key, or was changed. */
  open(bank: string, token: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#cipher, bytes.subarray(0, NONCE), {
        authTagLength: TAG,
      }).setAAD(Buffer.from(JSON.stringify([bank, token])));
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE + TAG)),
        decipher.final(),
      ]).toString('utf8');
    } catch (cause) {
      throw new MnemeError('invalid_input', `${token} does not open with this key.`, {
        field: 'vaultKey',
        hint: 'It was sealed with another key, or the file was changed.',
        cause,
      });
    }
  }
}

const revealedShape = z.strictObject({
  text: z.string(),
  /** How many tokens were replaced by their values. */
  revealed: z.number(),
});
export interface Revealed extends Of<typeof revealedShape> {}
export const Revealed: SchemaOf<Revealed, typeof revealedShape> = revealedShape;

const TOKEN = /\[[a-z_]{2,20}_\d{1,7}\]/g;

/** Replaces tokens by their values. Throws `unavailable` without the vault's key, `invalid_input` with another. */
export async function reveal(
  text: string,
  bank: BankName,
  store: Store,
  vault: Vault | undefined,
): Promise<Revealed> {
  if (vault === undefined) {
    throw new MnemeError('unavailable', 'There is no key of the vault.', {
      field: 'vaultKey',
      hint: 'Give it as MNEME_VAULT_KEY, or the file that holds it as MNEME_VAULT_KEY_FILE.',
    });
  }
  const found = await store.sealed(bank, { tokens: [...new Set(text.match(TOKEN) ?? [])] });
  const values = new Map(
    found.map(({ token, sealed }) => [token, vault.open(bank, token, sealed)]),
  );
  let revealed = 0;
  const shown = text.replace(TOKEN, (token) => {
    const value = values.get(token);
    if (value !== undefined) revealed++;
    return value ?? token;
  });
  return { text: shown, revealed };
}
