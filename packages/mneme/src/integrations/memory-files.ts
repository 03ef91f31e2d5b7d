import type { Document } from '@mneme/core/domain/document.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Mneme } from '@mneme/core/mneme.js';

const ROOT = '/memories';
const MAX_PATH = 1_000;
/** So often a change is tried again that somebody else's came before. */
const MAX_TRIES = 20;
const SOURCE = 'agent';

/** A file as it is kept. */
export interface MemoryFile {
  readonly path: string;
  readonly text: string;
  readonly version: number;
}

/** Files below `/memories`, kept as documents of a bank; folders are there as far as files are in them. */
export class MemoryFiles {
  constructor(
    private readonly memory: Pick<Mneme, 'documents'>,
    private readonly namespace: readonly string[],
  ) {}

  /** The path as files are kept under it. Throws `invalid_input` for one that is not, or would leave, the folder of memories. */
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
    // A program that reads it as an address, or on another system, must not be led elsewhere either.
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

  /** Writes a file where none is. Throws `conflict`. */
  async create(path: string, text: string): Promise<void> {
    await this.memory.documents.change({ put: [this.#put(path, text, 0)] });
  }

  /** Changes a file by what its text is when it is written. */
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

  /** Puts files where none are, and takes them away where they were, in one change. */
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

export function noPath(path: string): MnemeError {
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
