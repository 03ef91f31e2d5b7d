import type { EngineParts, OpenBank, OpenFile } from '@mneme/core/bank/core.js';
import type { PrincipalStanding } from '@mneme/core/domain/access.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { importFolder } from './import-folder.js';
import {
  type ImportOptions,
  type ImportReport,
  importText,
  peek,
  type Write,
} from './import-text.js';
import { hasChecksum, looksLikeExport } from '@mneme/core/modules/maintenance/index.js';
import { importExport } from './mneme/import-export.js';
import { importUntrusted } from './mneme/import-foreign.js';
import type { Files, OpenedFileBytes, OpenedText } from '@mneme/core/ports/files.js';
import { isSealed, openSealed } from '@mneme/core/safety/sealed-stream.js';

/** Text to import that is not in a file. */
export interface ImportStream {
  /** Its name in reports and provenance, unless `origin` is given; the extension selects the format, as for files. */
  readonly name: string;
  /** Decoded text, in chunks of any size. */
  readonly chunks: AsyncIterable<string>;
  /** Length in bytes, for progress. Default: unknown. */
  readonly bytes?: number;
  /** Last modification in epoch milliseconds, for text without times of its own. Default: now. */
  readonly modifiedAt?: number;
}

/** Opens the source. Throws `invalid_input`, and the errors of opening a file. */
async function openSource(
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

/** A text whose first characters have been read already. */
interface PeekedText extends OpenedText {
  readonly head: string;
  /** The caller that opens it must call `return()`. */
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

/** Opens a file, decrypting it if it is sealed. */
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
  // Errors of the path are reported when it is opened as text.
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

/**
 * Imports a text with the rights of the caller. An export with valid checksums is restored in full for an
 * administrator of the bank; everything else is untrusted text, subject to the guard and the bank's privacy settings.
 */
export async function importInto(
  source: string | ImportStream,
  options: ImportOptions,
  bank: OpenBank,
  core: OpenFile,
): Promise<ImportReport> {
  const { standing = 'owner' } = core.parts;
  if (options.settings === true && standing === 'guest')
    throw new MnemeError('denied', 'The settings of a bank are taken by who administers it.', {
      field: 'settings',
      hint: 'Import without them; or at the command line of the file, or with a key that has the scope admin.',
    });
  const folder =
    typeof source === 'string'
      ? await importFolder(source, options, core.parts, writing(bank, core))
      : null;
  if (folder !== null) return folder;
  const { path, text } = await openSource(source, core.parts);
  try {
    return await importOpened(path, text, options, bank, core);
  } finally {
    await text.chunks.return();
  }
}

async function importOpened(
  path: string,
  text: PeekedText,
  options: ImportOptions,
  bank: OpenBank,
  core: OpenFile,
): Promise<ImportReport> {
  const { store, clock, actor, standing = 'owner' } = core.parts;
  const exported =
    options.format === 'mneme' || (options.format === undefined && looksLikeExport(text.head));
  const write = writing(bank, core);
  if (!exported) return importText(path, text, options, write);
  const why = whyForeign(standing, options, text.head);
  if (why !== null)
    return importUntrusted(path, text, { ...options, why, now: clock.now() }, write);
  const by = standing === 'owner' ? null : { actor, at: clock.now() };
  const { report, users } = await importExport(path, text, { ...options, by }, bank.name, store);
  core.openAnew(bank);
  for (const user of users) await core.letGo(user);
  return report;
}

const writing = (bank: OpenBank, core: OpenFile): Write => {
  return (inputs) => core.write(bank, inputs, 'import', core.parts.actor);
};

/** Why an export is treated as untrusted; null where it is restored in full. */
function whyForeign(
  standing: PrincipalStanding,
  { source }: ImportOptions,
  head: string,
): string | null {
  if (standing === 'guest') return 'who brings it does not administer the bank';
  if (source !== undefined) return 'it is brought as texts';
  return hasChecksum(head) ? null : 'it has no checksums';
}
