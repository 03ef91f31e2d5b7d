import {
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  modify,
  type ParseError,
  parse as parseJson,
  printParseErrorCode,
} from 'jsonc-parser';
import { parse, stringify } from 'smol-toml';
import { makeFolder } from '@mneme/core/disk/files.js';
import { type ErrorCode, MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord } from '@mneme/core/domain/well-formed.js';

/** One field to set, or to remove when the value is undefined; `at` is its path of names and list indexes. */
export interface SettingsEdit {
  readonly at: readonly (string | number)[];
  readonly value: unknown;
}

const parseToml = (text: string): unknown => parse(text);

/**
 * Sets, replaces or (for undefined) removes a table of TOML with all below it. Works on whole lines, so that
 * everything else stays byte for byte; callers must parse the result again, as a multi-line string may contain what
 * looks like a table.
 */
function editToml(text: string, { at, value }: SettingsEdit): string {
  const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const lines = ended.split(/(?<=\n)/);
  const table = value === undefined ? '' : stringify(nested(at, value)).replace(/^\n+/, '');
  const from = lines.findIndex((line) => isTable(line, at, false));
  if (from < 0) return table === '' ? text : `${ended}${ended === '' ? '' : '\n'}${table}`;
  let end = from + 1;
  while (end < lines.length && !(HEADER.test(lines[end] ?? '') && !isTable(lines[end], at, true)))
    end += 1;
  // Blank lines and comments before the next table belong to that one.
  while (end > from + 1 && /^\s*(?:$|#)/.test(lines[end - 1] ?? '')) end -= 1;
  const before = lines.slice(0, from);
  if (table === '' && before.at(-1)?.trim() === '') before.pop();
  return [...before, table, ...lines.slice(end)].join('');
}

const HEADER = /^\s*\[/;

/** Whether a line is the header of this table or, with `below`, of one below it. */
function isTable(line: string | undefined, at: SettingsEdit['at'], below: boolean): boolean {
  const header = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line?.trimEnd() ?? '')?.[1];
  if (header === undefined) return false;
  const names = header.split('.').map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2'));
  return (
    (below ? names.length >= at.length : names.length === at.length) &&
    at.every((name, place) => names[place] === name)
  );
}

function nested(at: SettingsEdit['at'], value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = at;
  return { [name]: rest.length === 0 ? value : nested(rest, value) };
}

/** A client's settings file, which a person may have written. */
export interface ClientSettings {
  readonly path: string;
  /** Current text; null where there is no file. */
  readonly text: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Reads a client's settings: TOML by extension, else JSON, with comments and trailing commas where the client accepts
 * them. Throws `invalid_input` unless it holds an object. `byHand` says what a person may do instead.
 */
export function readSettings(path: string, byHand: string): ClientSettings {
  const text = readTextIfExists(path);
  if (text === null || text.trim() === '') return { path, text, settings: {} };
  let settings: unknown;
  try {
    settings = isToml(path) ? parseToml(text) : parseCommented(text);
  } catch (cause) {
    const what = isToml(path) ? 'TOML' : 'JSON';
    throw notEditable(path, `is not valid ${what} (${(cause as Error).message})`, byHand, cause);
  }
  if (!isRecord(settings)) throw notEditable(path, 'holds no JSON object', byHand);
  return { path, text, settings };
}

/**
 * The file's text with these fields set; comments, order and layout of the rest stay. Throws `invalid_input` where
 * that fails, checked by parsing the result again.
 */
export function editSettings(
  { path, text, settings }: ClientSettings,
  edits: readonly SettingsEdit[],
  byHand: string,
): string {
  const wanted = edits.reduce<unknown>(withEdit, settings);
  const empty = text === null || text.trim() === '';
  const edited = isToml(path)
    ? edits.reduce(editToml, text ?? '')
    : empty
      ? `${JSON.stringify(wanted, null, 2)}\n`
      : edits.reduce(editJson, text);
  if (!sameSettings(path, edited, wanted))
    throw notEditable(path, 'is laid out in a way that cannot be edited safely', byHand);
  return edited;
}

/** The error for a file that cannot be edited safely. */
export function notEditable(
  path: string,
  why: string,
  byHand: string,
  cause?: unknown,
): MnemeError {
  return new MnemeError('invalid_input', `${path} ${why}, so it is left as it is.`, {
    field: 'client',
    value: path,
    hint: byHand,
    cause,
  });
}

/**
 * Replaces the file atomically and keeps its permissions. Throws `conflict` where it changed since it was read, and
 * `read_only`, `disk_full` or `invalid_input` where it cannot be written.
 */
export function writeSettings(path: string, text: string, read: string | null): void {
  try {
    makeFolder(dirname(path));
    // Replace the target of a symbolic link, not the link.
    const target = existsSync(path) ? realpathSync(path) : path;
    const fresh = `${target}.${process.pid}.tmp`;
    try {
      writeFileSync(fresh, text, { mode: existsSync(target) ? statSync(target).mode : 0o600 });
      assertUnchanged(path, read);
      renameSync(fresh, target);
    } finally {
      rmSync(fresh, { force: true });
    }
  } catch (cause) {
    throw MnemeError.is(cause) ? cause : unwritable(path, cause as NodeJS.ErrnoException);
  }
}

const isToml = (path: string): boolean => path.endsWith('.toml');

/** The text of a file; null where there is none. Throws `invalid_input` where it is not text or may not be read. */
export function readTextIfExists(path: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new MnemeError('invalid_input', `${path} cannot be read: ${message}.`, {
      field: 'client',
      value: path,
      hint: 'Look at what stands there and at its rights.',
      cause,
    });
  }
}

const BYTE_ORDER_MARK = '\uFEFF';

function parseCommented(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parseJson(withoutMark(text), errors, {
    allowTrailingComma: true,
  });
  const [first] = errors;
  if (first === undefined) return value;
  const line = text.slice(0, first.offset).split('\n').length;
  throw new SyntaxError(`line ${line}: ${printParseErrorCode(first.error)}`);
}

function editJson(text: string, { at, value }: SettingsEdit): string {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const plainText = withoutMark(text);
  const edits = modify(plainText, [...at], value, {
    // Insert first: comments after the last field belong to that field.
    getInsertionIndex: () => 0,
    formattingOptions: {
      insertSpaces: !indent.includes('\t'),
      tabSize: indent.includes('\t') ? 1 : indent.length,
      eol: text.includes('\r\n') ? '\r\n' : '\n',
    },
  });
  return text.replace(plainText, () => applyEdits(plainText, edits));
}

const withoutMark = (text: string): string =>
  text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;

/** The settings that parsing the edited text must give. */
function withEdit(settings: unknown, { at: [name = '', ...rest], value }: SettingsEdit): unknown {
  if (Array.isArray(settings) && typeof name === 'number') {
    const inner = rest.length > 0 ? withEdit(settings[name], { at: rest, value }) : value;
    return settings.toSpliced(name, 1, ...(inner === undefined ? [] : [inner]));
  }
  const record = isRecord(settings) ? settings : {};
  const { [name]: old, ...others } = record;
  if (rest.length > 0) return { ...record, [name]: withEdit(old, { at: rest, value }) };
  return value === undefined ? others : { ...record, [name]: value };
}

function sameSettings(path: string, text: string, wanted: unknown): boolean {
  try {
    return isToml(path)
      ? isDeepStrictEqual(plain(parseToml(text), true), plain(wanted, true))
      : isDeepStrictEqual(parseCommented(text), plain(wanted));
  } catch {
    return false;
  }
}

/**
 * The value as parsing gives it back, with dates as strings; `hollow` drops empty tables, which TOML need not write.
 */
const plain = (value: unknown, hollow = false): unknown =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    hollow && isRecord(each) && Object.keys(each).length === 0 ? undefined : each,
  ) as unknown;

function assertUnchanged(path: string, read: string | null): void {
  if (readTextIfExists(path) === read) return;
  throw new MnemeError('conflict', `${path} was changed by another program just now.`, {
    field: 'client',
    value: path,
    hint: 'Nothing was written. Run it again.',
  });
}

const WRITE_FAULTS: Readonly<Record<string, ErrorCode>> = {
  EACCES: 'read_only',
  EPERM: 'read_only',
  EROFS: 'read_only',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
};

function unwritable(path: string, cause: NodeJS.ErrnoException): MnemeError {
  const code = WRITE_FAULTS[cause.code ?? ''] ?? 'invalid_input';
  return new MnemeError(code, `${path} cannot be written: ${cause.message}.`, {
    field: 'client',
    value: path,
    hint: 'Run it with --print and put the entry in by hand.',
    cause,
  });
}
