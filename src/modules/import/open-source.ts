import { MnemeError } from '../../domain/errors.js';
import { peek } from './import-text.js';
import { isSealed, openSealed } from '../../safety/sealed-stream.js';
import type { Files, OpenedFileBytes } from '../../ports/files.js';
import type { OpenedText } from '../../ports/text-source.js';
import type { EngineParts } from '../../bank/core.js';

/** A text to import that is no file. */
export interface ImportStream {
  /** As reports and provenance name it, unless `origin` is given; its ending tells the format, as a file's does. */
  readonly name: string;
  /** Decoded text, in pieces of any size. */
  readonly chunks: AsyncIterable<string>;
  /** Its length, for progress. Default: unknown. */
  readonly bytes?: number;
  /** When it was last changed, in epoch milliseconds, for text that states no time itself. Default: now. */
  readonly modifiedAt?: number;
}

/** Opens what is to be imported. Throws `invalid_input`, and what opening a file throws. */
export async function openSource(
  source: string | ImportStream,
  parts: Pick<EngineParts, 'openText' | 'clock' | 'files' | 'passphrase'>,
): Promise<{ path: string; text: PeekedText }> {
  if (typeof source === 'string')
    return { path: source, text: await peeked(source, await openPath(source, parts)) };
  if (!isStream(source)) {
    throw new MnemeError(
      'invalid_input',
      'path: expected the path of a file, or { name, chunks } with chunks of text.',
      {
        field: 'path',
        hint: 'chunks is any AsyncIterable<string>, such as process.stdin.setEncoding("utf8").',
      },
    );
  }
  const { name, chunks, bytes = 0, modifiedAt = parts.clock.now() } = source;
  return { path: name, text: await peeked(name, { bytes, modifiedAt, chunks }) };
}

/** A text of which the first characters are known. */
export interface PeekedText extends OpenedText {
  readonly head: string;
  /** Whoever opens it returns it. */
  readonly chunks: AsyncGenerator<string, void, undefined>;
}

async function peeked(path: string, text: OpenedText): Promise<PeekedText> {
  const { head, chunks } = await peek(text.chunks);
  if (head.includes('\0')) {
    await chunks.return();
    throw new MnemeError('malformed_import', `${path} is no text: it has bytes that no text has.`, {
      field: 'path',
      value: path,
      hint: 'A backup is read by `mneme backup restore`; save other files as UTF-8 text.',
    });
  }
  return { ...text, head, chunks };
}

/** A sealed file is read through its seal. */
async function openPath(
  path: string,
  { openText, files, passphrase }: Pick<EngineParts, 'openText' | 'files' | 'passphrase'>,
): Promise<OpenedText> {
  const sealed = await openIfSealed(path, files);
  return sealed === null
    ? openText(path)
    : { ...sealed, chunks: decoded(openSealed(sealed.chunks, passphrase)) };
}

async function openIfSealed(path: string, files: Files): Promise<OpenedFileBytes | null> {
  // What is wrong with the path is told by who opens it as text.
  const opened = await files.open(path).catch(() => null);
  let sealed = false;
  for await (const chunk of opened?.chunks ?? []) {
    sealed = isSealed(chunk);
    break;
  }
  return sealed ? files.open(path) : null;
}

async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

function isStream(source: unknown): source is ImportStream {
  return (
    typeof source === 'object' &&
    source !== null &&
    'name' in source &&
    typeof source.name === 'string' &&
    source.name.trim() !== '' &&
    'chunks' in source &&
    typeof source.chunks === 'object' &&
    source.chunks !== null &&
    Symbol.asyncIterator in source.chunks
  );
}
