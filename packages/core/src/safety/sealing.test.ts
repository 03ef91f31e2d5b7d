import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSealed, openSealed, sealStream } from './sealing.js';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: { code?: unknown }) => error.code,
  );
const PASSPHRASE = 'four words are enough';
/** Nothing is guarded here: the key of each stream may cost little. */
const CHEAP = 1;

describe('a sealed stream', () => {
  it('opens to what was sealed, however it is cut, and hides it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 65_535, 65_536, 65_537, 140_000),
        fc.integer({ min: 1, max: 70_000 }),
        async (length, cut) => {
          const bytes = Buffer.alloc(length, 'secret text ');
          const sealed = await whole(sealStream(inPieces(bytes, cut), PASSPHRASE, CHEAP));
          expect(isSealed(sealed)).toBe(true);
          expect(sealed.includes('secret')).toBe(false);
          expect(
            (await whole(openSealed(inPieces(sealed, cut), ['another one', PASSPHRASE]))).equals(
              bytes,
            ),
          ).toBe(true);
        },
      ),
    );
  });

  it('tells a wrong passphrase, and any change, reordering or cut', async () => {
    const sealed = await whole(
      sealStream(inPieces(Buffer.alloc(200_000, 7), 9_000), PASSPHRASE, CHEAP),
    );
    expect(await codeOf(whole(openSealed(inPieces(sealed, 5_000), ['another passphrase'])))).toBe(
      'invalid_input',
    );
    expect(await codeOf(whole(openSealed(inPieces(sealed, 5_000), [undefined])))).toBe(
      'invalid_input',
    );
    const HEAD = 51;
    const PIECE = 65_536 + 16;
    const [first, second] = [
      sealed.subarray(HEAD, HEAD + PIECE),
      sealed.subarray(HEAD + PIECE, HEAD + 2 * PIECE),
    ];
    const broken = [
      sealed.subarray(0, HEAD + PIECE),
      sealed.subarray(0, sealed.length - 1),
      sealed.subarray(0, HEAD),
      Buffer.concat([sealed.subarray(0, HEAD), second, first, sealed.subarray(HEAD + 2 * PIECE)]),
      Buffer.concat([sealed, Buffer.of(0)]),
      ...[HEAD, HEAD + PIECE + 5, sealed.length - 1].map((at) =>
        Buffer.from(sealed).fill((sealed[at] ?? 0) ^ 1, at, at + 1),
      ),
    ];
    for (const bytes of broken)
      expect(await codeOf(whole(openSealed(inPieces(bytes, 5_000), [PASSPHRASE])))).toBe('corrupt');
  });

  it('refuses a passphrase that can be guessed', async () => {
    expect(await codeOf(whole(sealStream(inPieces(Buffer.of(1), 1), 'short')))).toBe(
      'invalid_input',
    );
  });
});
