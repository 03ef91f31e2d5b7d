import type { EngineParts, OpenBank, OpenFile } from '@mneme/core/bank/core.js';
import type { PrincipalStanding } from '@mneme/core/domain/access.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { addRedactions } from '@mneme/core/domain/privacy.js';
import { hasChecksum, looksLikeExport } from '@mneme/core/modules/maintenance/index.js';
import type {
  Files,
  FolderEntry,
  OpenedFileBytes,
  OpenedText,
  OpenText,
} from '@mneme/core/ports/system.js';
import { isSealed, openSealed } from '@mneme/core/safety/sealing.js';
import { slackNames } from './formats/slack.js';
import {
  emptyReport,
  type ImportOptions,
  type ImportReport,
  importText,
  MAX_REPORTED,
  peek,
  READERS,
  type Write,
} from './import-text.js';
import { importExport } from './mneme/import-export.js';
import { importUntrusted } from './mneme/import-foreign.js';

interface FolderParts {
  readonly files: Pick<Files, 'list'>;
  readonly openText: OpenText;
}

/** Maximum number of files in a folder: all are reported in one report. */
const MAX_FILES = 100_000;
/** Folders of programs, not of people's texts. */
const PROGRAMS = new Set(['node_modules', '__MACOSX']);
/** Files of chat exports that contain no messages. */
const BOOKKEEPING =
  /^(?:users?|channels|groups|dms|mpims|integration_logs|canvases|message_feedback|model_comparisons|shared_conversations|user_settings)\.json$/i;

/**
 * Imports all files below a folder, the nearest first, choosing a reader by name and content: notes, chats, mail,
 * tables. Null if it is no folder. A folder that several links lead to is read once. Throws as importing one file
 * does, naming it.
 */
async function importFolder(
  path: string,
  options: ImportOptions,
  parts: FolderParts,
  write: Write,
): Promise<ImportReport | null> {
  const top = await parts.files.list(path);
  if (top === null) return null;
  const { files, leftOut } = await filesBelow(path, top, parts.files);
  const names = await namesIn(path, files, parts.openText);
  const isVault = top.some(({ name, kind }) => name === '.obsidian' && kind === 'folder');
  const sum = new Sum(path, leftOut);
  for (const { place, origin } of files) {
    const opened = await parts.openText(place);
    const { head, chunks } = await peek(opened.chunks);
    const text = { ...opened, chunks };
    const known = !isJson(origin) || JSON_READERS.some((reader) => reader.looksLike(place, head));
    const { onProgress: _one, origin: whole, ...rest } = options;
    try {
      const report = await importText(
        place,
        text,
        {
          ...(isVault && origin.toLowerCase().endsWith('.md') ? { format: 'obsidian' } : {}),
          ...rest,
          ...(known ? {} : { skipBad: false }),
          origin: whole === undefined ? origin : `${whole}/${origin}`,
          names,
        },
        write,
      );
      if (known || report.skipped > 0 || Object.values(report.outcomes).some((count) => count > 0))
        sum.add(origin, report);
      else sum.withoutTalk(origin);
    } catch (error) {
      if (known || !isMalformed(error)) sum.fault(origin, error, options.skipBad === true);
      else sum.withoutTalk(origin);
    }
    options.onProgress?.({ bytes: sum.files, totalBytes: files.length, items: sum.files });
  }
  return sum.report;
}

interface Found {
  readonly place: string;
  /** Path relative to the folder. */
  readonly origin: string;
}

type LeftOut = Record<string, number>;

async function filesBelow(
  path: string,
  top: readonly FolderEntry[],
  lister: Pick<Files, 'list'>,
): Promise<{ readonly files: readonly Found[]; readonly leftOut: LeftOut }> {
  const files: Found[] = [];
  const leftOut: LeftOut = {};
  const without = (why: string): void => void (leftOut[why] = (leftOut[why] ?? 0) + 1);
  const seen = new Set<string>(await realOf(path, lister));
  const waiting = [{ under: '', entries: top }];
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    for (const { name, kind, place, real } of folder.entries) {
      const origin = `${folder.under}${name}`;
      if (kind === 'none') without('links that lead nowhere');
      else if (name.startsWith('.') || PROGRAMS.has(name)) without('hidden files and folders');
      else if (seen.has(real)) without('what was read already by another way');
      else if (kind === 'folder') {
        seen.add(real);
        waiting.push({ under: `${origin}/`, entries: (await lister.list(place)) ?? [] });
      } else if (BOOKKEEPING.test(name)) without('lists that a program keeps');
      else if (!isText(name)) without(`files that are no text: ${endingOf(name)}`);
      else {
        seen.add(real);
        files.push({ place, origin });
      }
      if (files.length > MAX_FILES)
        throw new MnemeError('too_large', `There are more than ${MAX_FILES} files below ${path}.`, {
          field: 'path',
          value: path,
          hint: 'Import its folders one by one.',
        });
    }
  }
  return { files, leftOut };
}

/** Detects links to the folder itself. */
async function realOf(path: string, lister: Pick<Files, 'list'>): Promise<string[]> {
  const self = (await lister.list(path, 'itself'))?.[0];
  return self === undefined ? [] : [self.real];
}

const ENDINGS = new Set(READERS.flatMap(({ extensions }) => extensions));
const endingOf = (name: string): string =>
  /\.[^./\\]{1,10}$/.exec(name.toLowerCase())?.[0] ?? 'no ending';
const isJson = (name: string): boolean => endingOf(name) === '.json';
const JSON_READERS = READERS.filter(({ extensions }) => extensions.includes('.json'));
const isText = (name: string): boolean => ENDINGS.has(endingOf(name));

/** User names from a Slack export's `users.json`; empty without one. */
async function namesIn(
  path: string,
  files: readonly Found[],
  openText: OpenText,
): Promise<ReadonlyMap<string, string>> {
  const isSlack = files.some(({ origin }) => /^[^/]+\/\d{4}-\d{2}-\d{2}\.json$/.test(origin));
  if (!isSlack) return new Map();
  try {
    let text = '';
    for await (const chunk of (await openText(`${path}/users.json`)).chunks) text += chunk;
    return slackNames(JSON.parse(text));
  } catch {
    return new Map();
  }
}

const isMalformed = (error: unknown): boolean =>
  MnemeError.is(error) && error.code === 'malformed_import';

/** Merges the reports of all files. */
class Sum {
  files = 0;
  readonly report: ReturnType<typeof emptyReport>;

  constructor(path: string, leftOut: LeftOut) {
    this.report = { ...emptyReport(path, 'folder'), leftOut };
  }

  add(origin: string, report: ImportReport): void {
    this.files += 1;
    const sum = this.report;
    sum.sequence = report.sequence || sum.sequence;
    sum.skipped += report.skipped;
    for (const [outcome, count] of Object.entries(report.outcomes))
      sum.outcomes[outcome as keyof ImportReport['outcomes']] += count;
    for (const [why, count] of Object.entries(report.leftOut))
      sum.leftOut[why] = (sum.leftOut[why] ?? 0) + count;
    sum.badCount += report.badCount;
    for (const { line, message } of report.bad) this.#note(line, `${origin}: ${message}`);
    sum.redacted = addRedactions(sum.redacted, report.redacted);
    sum.redactedAt.push(...report.redactedAt.slice(0, MAX_REPORTED - sum.redactedAt.length));
  }

  /** A data file in no known format: programs store many next to conversations. */
  withoutTalk(origin: string): void {
    this.files += 1;
    const { leftOut, notTaken } = this.report;
    const why = 'files that hold no talk';
    leftOut[why] = (leftOut[why] ?? 0) + 1;
    if (notTaken.length < MAX_REPORTED) notTaken.push(`${origin} holds no talk`);
  }

  /** A file that fails stops the folder, unless bad entries are to be skipped. */
  fault(origin: string, error: unknown, skipBad: boolean): void {
    if (!MnemeError.is(error) || !['malformed_import', 'not_found'].includes(error.code))
      throw error;
    if (!skipBad)
      throw new MnemeError(error.code, `${origin}: ${error.message}`, {
        field: 'path',
        value: origin,
        hint: `${error.hint ?? ''} Or go on without such entries by --skip-bad.`.trim(),
        cause: error,
      });
    this.files += 1;
    this.report.badCount += 1;
    this.#note(1, `${origin}: ${error.message}`);
  }

  #note(line: number, message: string): void {
    const { bad } = this.report;
    if (bad.length < MAX_REPORTED) bad.push({ line, message });
  }
}

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
  parts: Pick<EngineParts, 'openText' | 'clock' | 'files' | 'passphrase' | 'givenKey'>,
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
  {
    openText,
    files,
    passphrase,
    givenKey,
  }: Pick<EngineParts, 'openText' | 'files' | 'passphrase' | 'givenKey'>,
): Promise<OpenedText> {
  const sealed = await openIfSealed(path, files);
  return sealed === null
    ? openText(path)
    : { ...sealed, chunks: decoded(openSealed(sealed.chunks, [passphrase, givenKey?.()])) };
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
