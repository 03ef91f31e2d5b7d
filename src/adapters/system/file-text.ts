import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { translateFileError } from '../../disk/file-fault.js';
import { MnemeError } from '../../domain/errors.js';
import type { OpenText } from '../../ports/text-source.js';

/** Reads UTF-8 files in pieces of 64 KiB, and UTF-16 where the first bytes say so. Other bytes are refused: a letter that is guessed at is a letter lost. */
export const openFileText: OpenText = async (path) => {
  const found = await stat(path).catch((cause: unknown) => {
    throw translateFileError(cause, path);
  });
  if (!found.isFile()) {
    throw new MnemeError('invalid_input', `${path} is not a file.`, {
      field: 'path',
      value: path,
      hint: 'Give the path of one file.',
    });
  }
  return { bytes: found.size, modifiedAt: Math.trunc(found.mtimeMs), chunks: decoded(path) };
};

async function* decoded(path: string): AsyncGenerator<string, void, undefined> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw translateFileError(cause, path);
    throw new MnemeError(
      'malformed_import',
      `${path} is no text: it has bytes that no text in UTF-8 has.`,
      {
        field: 'path',
        value: path,
        hint: 'Save it as UTF-8 text. A backup is read by `mneme backup restore`.',
        cause,
      },
    );
  }
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
