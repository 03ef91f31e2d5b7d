import { MnemeError } from '../../domain/errors.js';
import type { Files } from '../../ports/files.js';
import { sealStream } from '../../safety/sealed-stream.js';

/** The passphrase to encrypt with. Throws `invalid_input` if none is configured. */
export function passphraseFor(
  encrypt: boolean | undefined,
  passphrase: string | undefined,
): string | undefined {
  if (encrypt !== true) return undefined;
  if (passphrase !== undefined) return passphrase;
  throw new MnemeError('invalid_input', 'To encrypt, a passphrase is needed.', {
    field: 'encrypt',
    hint: 'Set MNEME_PASSPHRASE, or MNEME_PASSPHRASE_FILE to the file that holds it.',
  });
}

/**
 * Writes a stream into a new file, encrypted if there is a passphrase. An incomplete file is removed.
 * Returns the file's size in bytes.
 */
export async function writeFile(
  files: Files,
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  {
    passphrase,
    overwrite = false,
  }: { readonly passphrase: string | undefined; readonly overwrite?: boolean },
): Promise<number> {
  const file = await files.create(path, { overwrite });
  let bytes = 0;
  try {
    for await (const piece of passphrase === undefined ? chunks : sealStream(chunks, passphrase)) {
      bytes += piece.length;
      await file.write(piece);
    }
    await file.finish();
    return bytes;
  } catch (error) {
    await file.abandon();
    throw error;
  }
}
