import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { MnemeError } from '../domain/errors.js';

/**
 * A stream encrypted with a passphrase: a header, then chunks of AES-256-GCM in the STREAM construction (Hoang,
 * Reyhanitabar, Rogaway and Vizár 2015): each chunk's nonce contains its number and whether it is the last, so that
 * none can be moved, dropped or cut off unnoticed. The key is scrypt's (RFC 7914) of the passphrase; a tag over the
 * header distinguishes a wrong passphrase from damage.
 */
const MAGIC = Buffer.from('MNEMESEAL1\n');
const SALT = 16;
const PREFIX = 7;
const TAG = 16;
const CHUNK = 65_536;
/** log2 of scrypt's cost: 2^15, r = 8: 32 MiB and a tenth of a second per guess. */
const COST = 15;
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

export async function* sealStream(
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  assertPassphrase(passphrase);
  const header = Buffer.concat([MAGIC, Buffer.of(COST), randomBytes(SALT), randomBytes(PREFIX)]);
  const key = await keyOf(passphrase, header);
  yield Buffer.concat([header, tagOfHeader(key, header)]);
  let number = 0;
  for await (const { piece, last } of pieces(chunks, CHUNK)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(header, number++, last));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Throws `invalid_input` for a wrong passphrase, `corrupt` for a stream that was changed or truncated. */
export async function* openSealed(
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (passphrase === undefined) {
    throw new MnemeError('invalid_input', 'The file is sealed; a passphrase is needed.', {
      field: 'passphrase',
      hint: 'Give it by MNEME_PASSPHRASE, or the file that holds it by MNEME_PASSPHRASE_FILE.',
    });
  }
  let header: Buffer | null = null;
  let key: Buffer = Buffer.alloc(0);
  let number = 0;
  for await (const { piece, last, first } of pieces(chunks, CHUNK + TAG, HEADER + TAG)) {
    if (first) {
      header = piece.subarray(0, HEADER);
      key = await openHeader(piece, passphrase);
      if (last) throw damaged(0);
      continue;
    }
    if (header === null) throw damaged(0);
    yield openChunk(piece, key, nonce(header, number++, last), number);
  }
}

async function openHeader(head: Buffer, passphrase: string): Promise<Buffer> {
  const header = head.subarray(0, HEADER);
  const cost = header[MAGIC.length] ?? 0;
  if (head.length < HEADER + TAG || !isSealed(header) || cost < 1 || cost > HIGHEST_COST)
    throw damaged(0);
  const key = await keyOf(passphrase, header);
  if (!tagOfHeader(key, header).equals(head.subarray(HEADER))) {
    throw new MnemeError('invalid_input', 'The passphrase is wrong.', {
      field: 'passphrase',
      hint: 'It is the one that the file was sealed with. Damage to the file’s first 51 bytes looks the same.',
    });
  }
  return key;
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
  const N = 2 ** (header[MAGIC.length] ?? COST);
  const salt = header.subarray(MAGIC.length + 1, MAGIC.length + 1 + SALT);
  return new Promise((resolve, reject) => {
    scrypt(
      passphrase.normalize('NFC'),
      salt,
      32,
      { N, r: 8, p: 1, maxmem: 256 * N * 8 + (1 << 20) },
      (error, key) => (error === null ? resolve(key) : reject(error)),
    );
  });
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
