import type { Document } from '@mneme/core/domain/document.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Mneme } from '@mneme/core/mneme.js';

const ROOT = '/memories';
const MAX_PATH = 1_000;
/** Maximum retries of a change after conflicts with concurrent ones. */
const MAX_TRIES = 20;
const SOURCE = 'agent';

/** A stored file. */
interface MemoryFile {
  readonly path: string;
  readonly text: string;
  readonly version: number;
}

/** Files below `/memories`, stored as documents of a bank; a folder exists as long as it has files. */
export class MemoryFiles {
  constructor(
    private readonly memory: Pick<Mneme, 'documents'>,
    private readonly namespace: readonly string[],
  ) {}

  /** The normalised path of a file. Throws `invalid_input` for one outside the memory folder. */
  path(given: unknown): string {
    const refuse = (message: string): MnemeError =>
      new MnemeError('invalid_input', message, {
        field: 'path',
        value: given,
        hint: `A path is ${ROOT}, or a file or folder below it.`,
      });
    if (typeof given !== 'string' || !(given === ROOT || given.startsWith(`${ROOT}/`)))
      throw refuse(`Path must start with ${ROOT}, got: ${String(given)}`);
    if (given.length > MAX_PATH) throw refuse(`Path is longer than ${MAX_PATH} characters`);
    const parts = given
      .slice(ROOT.length)
      .split('/')
      .filter((part) => part !== '');
    // Also refuse what would escape when the path is read as a URL or on another system.
    if (parts.some((part) => /^\.\.?$/.test(decoded(part)) || /[\\\0]|%2f|%5c/i.test(part)))
      throw refuse(`Path ${given} would escape ${ROOT} directory`);
    return [ROOT, ...parts].join('/');
  }

  async file(path: string): Promise<MemoryFile | null> {
    const name = { namespace: [...this.namespace], key: path };
    const [document = null] = (await this.memory.documents.list(name)).documents;
    return document === null ? null : fileOf(document);
  }

  /** The files in a folder and below it, by path. */
  async below(folder: string): Promise<MemoryFile[]> {
    const found: MemoryFile[] = [];
    for (let offset = 0; ; offset += 1_000) {
      const { documents } = await this.memory.documents.list({
        namespace: [...this.namespace],
        limit: 1_000,
        offset,
      });
      for (const each of documents) if (each.key.startsWith(`${folder}/`)) found.push(fileOf(each));
      if (documents.length < 1_000) return found;
    }
  }

  /** Creates a file. Throws `conflict` where it exists. */
  async create(path: string, text: string): Promise<void> {
    await this.memory.documents.change({ put: [this.#put(path, text, 0)] });
  }

  /** Changes a file's text; `change` is called again with the newer text after a conflict. */
  async edit(path: string, change: (text: string) => string): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      const file = await this.file(path);
      if (file === null) throw noPath(path);
      const text = change(file.text);
      try {
        await this.memory.documents.change({ put: [this.#put(path, text, file.version)] });
        return text;
      } catch (error) {
        if (!isConflict(error) || attempt >= MAX_TRIES) throw error;
      }
    }
  }

  async remove(files: readonly MemoryFile[]): Promise<void> {
    await this.memory.documents.change({
      remove: files.map(({ path, version }) => ({
        namespace: [...this.namespace],
        key: path,
        ifVersion: version,
      })),
    });
  }

  /** Moves files in one change; fails where the target exists. */
  async move(files: readonly MemoryFile[], to: (path: string) => string): Promise<void> {
    await this.memory.documents.change({
      put: files.map(({ path, text }) => this.#put(to(path), text, 0)),
      remove: files.map(({ path, version }) => ({
        namespace: [...this.namespace],
        key: path,
        ifVersion: version,
      })),
    });
  }

  #put(path: string, text: string, ifVersion: number) {
    const telling = text.trim() === '' ? {} : { text: { content: text, source: SOURCE } as const };
    return { namespace: [...this.namespace], key: path, value: { text }, ifVersion, ...telling };
  }
}

export const isConflict = (error: unknown): boolean =>
  MnemeError.is(error) && error.code === 'conflict';

function noPath(path: string): MnemeError {
  return new MnemeError(
    'not_found',
    `The path ${path} does not exist. Please provide a valid path.`,
    { field: 'path', value: path },
  );
}

function fileOf({ key, value, version }: Document): MemoryFile {
  return { path: key, text: typeof value['text'] === 'string' ? value['text'] : '', version };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const ROOT_FOLDER = '/memories';
const MAX_LINES = 999_999;
const NUMBER_WIDTH = 6;
/** Lines of context shown around a change. */
const AROUND = 2;
const DEPTH = 2;

interface ViewCommand {
  readonly path: string;
  /** First and last line, from 1; -1 is the end of the file. */
  readonly view_range?: readonly number[];
}
interface CreateCommand {
  readonly path: string;
  readonly file_text: string;
}
interface ReplaceCommand {
  readonly path: string;
  readonly old_str: string;
  readonly new_str?: string;
}
interface InsertCommand {
  readonly path: string;
  readonly insert_line: number;
  readonly insert_text: string;
}
interface DeleteCommand {
  readonly path: string;
}
interface RenameCommand {
  readonly old_path: string;
  readonly new_path: string;
}

export interface MemoryToolOptions {
  readonly memory: Pick<Mneme, 'documents'>;
  /** Namespace of its files among the bank's documents. Default: `['memories']`. */
  readonly namespace?: readonly string[];
}

/**
 * The six commands of Anthropic's memory tool (`memory_20250818`) over a bank: what `betaMemoryTool` of
 * `@anthropic-ai/sdk` takes. A file is a document, stored unchanged; its text is a memory that recall finds, and
 * every change can be undone. Errors have the wording that models know.
 */
export class MnemeMemoryTool {
  readonly #files: MemoryFiles;

  constructor({ memory, namespace = ['memories'] }: MemoryToolOptions) {
    this.#files = new MemoryFiles(memory, namespace);
  }

  /** A file with line numbers, or the contents of a folder, two levels deep. */
  async view({ path: given, view_range: range }: ViewCommand): Promise<string> {
    const path = this.#files.path(given);
    const file = await this.#files.file(path);
    if (file !== null) return viewFile(file, range);
    const files = await this.#files.below(path);
    if (files.length === 0 && path !== ROOT_FOLDER) throw noPath(path);
    return viewFolder(path, files);
  }

  /** Creates a file. Throws `conflict` where it exists. */
  async create({ path: given, file_text: text }: CreateCommand): Promise<string> {
    const path = this.#files.path(given);
    if (path === ROOT_FOLDER || (await this.#files.below(path)).length > 0) throw exists(path);
    try {
      await this.#files.create(path, asText(text, 'file_text'));
    } catch (error) {
      if (isConflict(error)) throw exists(path);
      throw error;
    }
    return `File created successfully at: ${path}`;
  }

  /** Replaces a text that occurs exactly once in the file. */
  async str_replace({ path: given, old_str, new_str = '' }: ReplaceCommand): Promise<string> {
    const path = await this.#aFile(given);
    const [old, fresh] = [asText(old_str, 'old_str'), asText(new_str, 'new_str')];
    let line = 0;
    const text = await this.#files.edit(path, (before) => {
      line = lineOf(before, old, path);
      return before.replace(old, () => fresh);
    });
    const first = Math.max(0, line - 1 - AROUND);
    const shown = text.split('\n').slice(first, line + AROUND);
    return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${numbered(shown, first)}`;
  }

  /** Inserts text after a line; 0 is before the first. */
  async insert({
    path: given,
    insert_line: at,
    insert_text: text,
  }: InsertCommand): Promise<string> {
    const path = await this.#aFile(given);
    await this.#files.edit(path, (before) => {
      const lines = before.split('\n');
      if (!Number.isInteger(at) || at < 0 || at > lines.length)
        throw new MnemeError(
          'invalid_input',
          `Invalid \`insert_line\` parameter: ${at}. It should be within the range of lines of the file: [0, ${lines.length}]`,
          { field: 'insert_line', value: at },
        );
      lines.splice(at, 0, asText(text, 'insert_text').replace(/\n$/, ''));
      return lines.join('\n');
    });
    return `The file ${path} has been edited.`;
  }

  /** Deletes a file, or a folder with its contents. */
  async delete({ path: given }: DeleteCommand): Promise<string> {
    const path = this.#files.path(given);
    if (path === ROOT_FOLDER) throw ofRoot('delete');
    await this.#files.remove(await this.#all(path));
    return `Successfully deleted ${path}`;
  }

  /** Renames a file, or a folder with its contents, to a name that is free. */
  async rename({ old_path, new_path }: RenameCommand): Promise<string> {
    const [from, to] = [this.#files.path(old_path), this.#files.path(new_path)];
    if (from === ROOT_FOLDER) throw ofRoot('rename');
    const files = await this.#all(from);
    const taken = (await this.#files.file(to)) !== null || (await this.#files.below(to)).length > 0;
    if (taken || to === ROOT_FOLDER)
      throw new MnemeError('conflict', `The destination ${to} already exists`, {
        field: 'new_path',
        value: to,
      });
    if (to.startsWith(`${from}/`))
      throw new MnemeError('invalid_input', `${from} cannot be moved into itself`, {
        field: 'new_path',
        value: to,
      });
    await this.#files.move(files, (path) => `${to}${path.slice(from.length)}`);
    return `Successfully renamed ${from} to ${to}`;
  }

  async #aFile(given: string): Promise<string> {
    const path = this.#files.path(given);
    if ((await this.#files.file(path)) !== null) return path;
    if (path !== ROOT_FOLDER && (await this.#files.below(path)).length === 0) throw noPath(path);
    throw new MnemeError('invalid_input', `The path ${path} is not a file.`, {
      field: 'path',
      value: path,
    });
  }

  async #all(path: string): Promise<MemoryFile[]> {
    const file = await this.#files.file(path);
    const files = file === null ? await this.#files.below(path) : [file];
    if (files.length > 0) return files;
    throw new MnemeError('not_found', `The path ${path} does not exist`, {
      field: 'path',
      value: path,
    });
  }
}

function viewFile({ path, text }: MemoryFile, range: readonly number[] | undefined): string {
  const lines = text.split('\n');
  if (lines.length > MAX_LINES)
    throw new MnemeError(
      'too_large',
      `File ${path} has too many lines (${lines.length}). Maximum is ${MAX_LINES.toLocaleString('en')} lines.`,
      { field: 'path', value: path },
    );
  const [from = 1, to = -1] = range ?? [];
  const first = Math.max(1, from) - 1;
  const shown = lines.slice(first, to === -1 ? lines.length : to);
  return `Here's the content of ${path} with line numbers:\n${numbered(shown, first)}`;
}

const numbered = (lines: readonly string[], before: number): string =>
  lines.map((line, at) => `${String(before + at + 1).padStart(NUMBER_WIDTH)}\t${line}`).join('\n');

/** Sizes are those of the texts: a folder itself takes no space. */
function viewFolder(folder: string, files: readonly MemoryFile[]): string {
  const sizes = new Map<string, number>([[folder, 0]]);
  for (const { path, text } of files) {
    const parts = path.slice(folder.length + 1).split('/');
    if (parts.some((part) => part.startsWith('.') || part === 'node_modules')) continue;
    const bytes = Buffer.byteLength(text);
    const add = (name: string): void => void sizes.set(name, (sizes.get(name) ?? 0) + bytes);
    add(folder);
    for (let depth = 1; depth <= Math.min(DEPTH, parts.length); depth++)
      add(`${folder}/${parts.slice(0, depth).join('/')}${depth < parts.length ? '/' : ''}`);
  }
  const lines = [...sizes].sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  return [
    `Here're the files and directories up to 2 levels deep in ${folder}, excluding hidden items and node_modules:`,
    ...lines.map(([name, bytes]) => `${sizeText(bytes)}\t${name}`),
  ].join('\n');
}

function sizeText(bytes: number): string {
  if (bytes === 0) return '0B';
  const unit = Math.min(3, Math.floor(Math.log(bytes) / Math.log(1024)));
  const size = bytes / 1024 ** unit;
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${['B', 'K', 'M', 'G'][unit]}`;
}

/** The line, from 1, of a text that occurs once. Throws `invalid_input` in the tool's wording. */
function lineOf(text: string, old: string, path: string): number {
  const places: number[] = [];
  for (let at = text.indexOf(old); at >= 0 && old !== ''; at = text.indexOf(old, at + old.length))
    places.push(at);
  const lines = linesAt(text, places);
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) return only;
  throw new MnemeError(
    'invalid_input',
    lines.length === 0
      ? `No replacement was performed, old_str \`${old}\` did not appear verbatim in ${path}.`
      : `No replacement was performed. Multiple occurrences of old_str \`${old}\` in lines: ${[...new Set(lines)].join(', ')}. Please ensure it is unique`,
    { field: 'old_str', quoted: [old] },
  );
}

/** The line numbers of ascending offsets, in one pass. */
function linesAt(text: string, places: readonly number[]): number[] {
  let line = 1;
  let walked = 0;
  return places.map((place) => {
    for (; walked < place; walked++) if (text[walked] === '\n') line += 1;
    return line;
  });
}

function exists(path: string): MnemeError {
  return new MnemeError('conflict', `File ${path} already exists`, { field: 'path', value: path });
}

function ofRoot(what: string): MnemeError {
  return new MnemeError('invalid_input', `Cannot ${what} the ${ROOT_FOLDER} directory itself`, {
    field: 'path',
    value: ROOT_FOLDER,
  });
}

function asText(given: unknown, field: string): string {
  if (typeof given === 'string') return given;
  throw new MnemeError('invalid_input', `${field}: expected a text.`, { field, value: given });
}
