import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
} from 'node:crypto';
import { z } from 'zod';
import { MnemeError } from '../domain/errors.js';
import type { BankName } from '../domain/ids.js';
import type { Of, SchemaOf } from '../domain/schema.js';
import type { Store } from '../ports/store.js';

const NONCE = 12;
const TAG = 16;

/**
 * Seals bytes by AES-256-GCM: a random nonce, the tag, the sealed bytes. They open only with `bound`, which is not among
 * them.
 */
export function sealBytes(key: Uint8Array, clear: Uint8Array, bound: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(clear), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Opens what {@link sealBytes} sealed. Throws a plain error for another key, and for what was changed or cut. */
export function openBytes(key: Uint8Array, sealed: Uint8Array, bound: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), {
    authTagLength: TAG,
  }).setAAD(Buffer.from(bound));
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]);
}

/** log2 of scrypt's cost: 2^15, r = 8: 32 MiB and a tenth of a second per guess. */
const COST = 15;

/** The key of a passphrase by scrypt (RFC 7914): 32 bytes. */
export function stretch(passphrase: string, salt: Uint8Array, cost = COST): Promise<Buffer> {
  const options = { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** (cost + 11) + 2 ** 20 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

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
    const bound = JSON.stringify([bank, token]);
    return sealBytes(this.#cipher, Buffer.from(value), bound).toString('base64url');
  }

  /** Throws `invalid_input` if it was sealed with another key, or was changed. */
  open(bank: string, token: string, sealed: string): string {
    const bound = JSON.stringify([bank, token]);
    try {
      return openBytes(this.#cipher, Buffer.from(sealed, 'base64url'), bound).toString();
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

/**
 * A stream encrypted with a passphrase: a header, then chunks of AES-256-GCM in the STREAM construction (Hoang,
 * Reyhanitabar, Rogaway and Vizár 2015): each chunk's nonce contains its number and whether it is the last, so that
 * none can be moved, dropped or cut off unnoticed. The key is scrypt's (RFC 7914) of the passphrase; a tag over the
 * header distinguishes a wrong passphrase from damage.
 */
const MAGIC = Buffer.from('MNEMESEAL1\n');
const SALT = 16;
const PREFIX = 7;
const CHUNK = 65_536;
const HIGHEST_COST = 20;
const HEADER = MAGIC.length + 1 + SALT + PREFIX;

/** Shorter passphrases can be brute-forced. */
const SHORTEST = 8;

export function assertPassphrase(passphrase: string): void {
  if (passphrase.length >= SHORTEST) return;
  throw new MnemeError('invalid_input', `passphrase: at least ${SHORTEST} characters are needed.`, {
    field: 'passphrase',
    hint: 'Take several words; and keep it: nobody can read the file without it.',
  });
}

/** Whether a file with this beginning was sealed by {@link sealStream}. */
export function isSealed(head: Uint8Array): boolean {
  return head.length >= MAGIC.length && MAGIC.equals(head.subarray(0, MAGIC.length));
}

/** {@link sealStream}, unless the stream is sealed already. */
export async function* sealOnce(
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const rest = pieces(chunks, CHUNK);
  const first = await rest.next();
  if (first.done === true) return;
  const all = (async function* () {
    yield first.value.piece;
    for await (const { piece } of rest) yield piece;
  })();
  yield* isSealed(first.value.piece) ? all : sealStream(all, passphrase);
}

/** `cost` is log2 of scrypt's, which is in the header. */
export async function* sealStream(
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string,
  cost = COST,
): AsyncGenerator<Uint8Array, void, undefined> {
  assertPassphrase(passphrase);
  const header = Buffer.concat([MAGIC, Buffer.of(cost), randomBytes(SALT), randomBytes(PREFIX)]);
  const key = await keyOf(passphrase, header);
  yield Buffer.concat([header, tagOfHeader(key, header)]);
  let number = 0;
  for await (const { piece, last } of pieces(chunks, CHUNK)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(header, number++, last));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Opens it with whichever passphrase fits. Throws `invalid_input` if none does, `corrupt` for a stream that was changed or truncated. */
export async function* openSealed(
  chunks: AsyncIterable<Uint8Array>,
  configured: readonly (string | undefined)[],
): AsyncGenerator<Uint8Array, void, undefined> {
  const passphrases = configured.filter((each) => each !== undefined);
  if (passphrases.length === 0) {
    throw new MnemeError('invalid_input', 'The file is sealed; a passphrase is needed.', {
      field: 'passphrase',
      hint: 'Give it by MNEME_PASSPHRASE, or the file that holds it by MNEME_PASSPHRASE_FILE; what came from a sealed memory opens with the key of that, too (MNEME_KEY_COMMAND, MNEME_KEY_FILE, MNEME_KEY).',
    });
  }
  let header: Buffer | null = null;
  let key: Buffer = Buffer.alloc(0);
  let number = 0;
  for await (const { piece, last, first } of pieces(chunks, CHUNK + TAG, HEADER + TAG)) {
    if (first) {
      header = piece.subarray(0, HEADER);
      key = await openHeader(piece, passphrases);
      if (last) throw damaged(0);
      continue;
    }
    if (header === null) throw damaged(0);
    yield openChunk(piece, key, nonce(header, number++, last), number);
  }
}

async function openHeader(head: Buffer, passphrases: readonly string[]): Promise<Buffer> {
  const header = head.subarray(0, HEADER);
  const cost = header[MAGIC.length] ?? 0;
  if (head.length < HEADER + TAG || !isSealed(header) || cost < 1 || cost > HIGHEST_COST)
    throw damaged(0);
  for (const passphrase of passphrases) {
    const key = await keyOf(passphrase, header);
    if (tagOfHeader(key, header).equals(head.subarray(HEADER))) return key;
  }
  throw new MnemeError('invalid_input', 'The passphrase is wrong.', {
    field: 'passphrase',
    hint: 'It is the one that the file was sealed with, or the key of the memory that it came from. Damage to the file’s first 51 bytes looks the same.',
  });
}

function openChunk(piece: Buffer, key: Buffer, at: Buffer, number: number): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, at, { authTagLength: TAG });
    decipher.setAuthTag(piece.subarray(-TAG));
    return Buffer.concat([decipher.update(piece.subarray(0, -TAG)), decipher.final()]);
  } catch {
    throw damaged(number);
  }
}

function damaged(chunk: number): MnemeError {
  return new MnemeError(
    'corrupt',
    chunk === 0
      ? 'The sealed file is cut short at its head.'
      : `The sealed file was changed or cut short at its ${chunk}. part of 64 KiB.`,
    { hint: 'Take another copy of it.' },
  );
}

function tagOfHeader(key: Buffer, header: Buffer): Buffer {
  // A number that no chunk can have.
  const cipher = createCipheriv('aes-256-gcm', key, nonce(header, 0xffff_ffff, true)).setAAD(
    header,
  );
  cipher.final();
  return cipher.getAuthTag();
}

function nonce(header: Buffer, number: number, last: boolean): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(number);
  return Buffer.concat([
    header.subarray(HEADER - PREFIX, HEADER),
    counter,
    Buffer.of(last ? 1 : 0),
  ]);
}

function keyOf(passphrase: string, header: Buffer): Promise<Buffer> {
  const salt = header.subarray(MAGIC.length + 1, MAGIC.length + 1 + SALT);
  return stretch(passphrase, salt, header[MAGIC.length]);
}

/**
 * The stream in pieces of one size, the first of its own size if given; the last may be shorter, and is empty for an
 * empty stream.
 */
async function* pieces(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
  firstSize = size,
): AsyncGenerator<{ piece: Buffer; last: boolean; first: boolean }, void, undefined> {
  let waiting = Buffer.alloc(0);
  let first = true;
  for await (const chunk of chunks) {
    waiting = Buffer.concat([waiting, chunk]);
    // Wait for one byte more than a piece: only then it is not the last.
    for (let wanted = first ? firstSize : size; waiting.length > wanted; wanted = size) {
      yield { piece: waiting.subarray(0, wanted), last: false, first };
      waiting = waiting.subarray(wanted);
      first = false;
    }
  }
  yield { piece: waiting, last: true, first };
}
