import type { Document } from '@mneme/core/domain/document.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Mneme } from '@mneme/core/mneme.js';

const ROOT = '/memories';
const MAX_PATH = 1_000;
/** Maximum retries of a change after conflicts with concurrent ones. */
const MAX_TRIES = 20;
const SOURCE = 'agent';

/** A stored file. */
export interface MemoryFile {
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
