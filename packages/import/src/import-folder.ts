import { MnemeError } from '@mneme/core/domain/errors.js';
import { addRedactions } from '@mneme/core/domain/privacy.js';
import type { Files, FolderEntry, OpenText } from '@mneme/core/ports/files.js';
import { slackNames } from './formats/slack.js';
import {
  emptyReport,
  importText,
  MAX_REPORTED,
  peek,
  type ImportOptions,
  type ImportReport,
  type Write,
} from './import-text.js';
import { READERS } from './readers.js';

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
export async function importFolder(
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
