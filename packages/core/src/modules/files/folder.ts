import { join } from 'node:path';
import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { MemoryId } from '../../domain/ids.js';
import { textIfThere, textOf } from '../../domain/import-export.js';
import type { FolderEntry, MemoryFiles, OpenText } from '../../ports/system.js';
import { readSubjectFile, type SubjectFile } from './subject-file.js';

const stateShape = z.object({
  version: z.literal(1),
  bank: z.string(),
  createdAt: z.number(),
  sequence: z.number(),
  /** By path within the folder. */
  files: z.record(
    z.string(),
    z.object({
      about: z.string(),
      is: z.string().nullable().default(null),
      stamp: z.string(),
      notes: z.array(MemoryId),
      /** Notes that are gone from the folder, about which nobody has decided. */
      held: z.array(MemoryId).default([]),
    }),
  ),
});
/** The folder as the last sync left it. */
export type FolderState = z.output<typeof stateShape>;
export type FileState = FolderState['files'][string];

/** A file that is not taken into account, and why. */
export interface LeftFile {
  readonly file: string;
  readonly why: string;
}

export interface FoundFolder {
  readonly files: readonly SubjectFile[];
  /** Files with nothing of ours, which is how it should be, are not listed. */
  readonly left: readonly LeftFile[];
  /** Every path that is taken, in lower case. */
  readonly names: ReadonlySet<string>;
}

const OWN = '.mneme';
const STATE = join(OWN, 'files.json');
const LOCK = join(OWN, 'lock');
const MAX_DEPTH = 8;
const NO_SUBJECT = 'it does not say whom it is about';
/** A file of the verb `manifest`, which was before this folder. */
const MANIFEST = /^<!-- mneme manifest: /m;
const OLD_MANIFEST =
  'it is a manifest, which nothing reads any more; move its lines such as [PIN: m_…] into a file about somebody, and they are done';
const MAX_BYTES = 20_000_000;

/** A folder of markdown, and what is known of its last sync. */
export class Folder {
  constructor(
    readonly path: string,
    private readonly disk: Pick<MemoryFiles, 'list' | 'exchange' | 'lock' | 'sweep'> & {
      readonly openText: OpenText;
    },
  ) {}

  /** Throws `invalid_input` if the path is a file, `locked` while another process syncs the folder. */
  async lock(): Promise<{ release(): Promise<void> }> {
    await this.assertFolder();
    await this.disk.exchange(join(this.path, OWN, '.gitignore'), '*\n', null);
    const lock = await this.disk.lock(join(this.path, LOCK));
    if (lock !== null) {
      await this.disk.sweep(join(this.path, OWN));
      return lock;
    }
    throw new MnemeError('locked', `${this.path} is being synced by another process.`, {
      field: 'files.folder',
      value: this.path,
      hint: 'Wait until it is done, or end the one that watches it.',
    });
  }

  async assertFolder(): Promise<void> {
    if ((await this.disk.list(this.path)) !== null) return;
    if ((await textIfThere(this.path, this.disk.openText)) === null) return;
    throw new MnemeError('invalid_input', `${this.path} is not a folder.`, {
      field: 'files.folder',
      value: this.path,
      hint: 'Give the path of a folder; one that is not there is made.',
    });
  }

  /** Null before the first sync, or where what was kept cannot be read. */
  async state(): Promise<FolderState | null> {
    try {
      return stateShape.parse(JSON.parse(await this.#text(join(this.path, STATE))));
    } catch {
      return null;
    }
  }

  async keepState(state: FolderState): Promise<void> {
    const path = join(this.path, STATE);
    const before = await this.#text(path).catch(() => null);
    await this.disk.exchange(path, `${JSON.stringify(state)}\n`, before);
  }

  /** Reads all files of the folder and of those below it; hidden ones are passed over. */
  async read(): Promise<FoundFolder> {
    const files: SubjectFile[] = [];
    const left: LeftFile[] = [];
    const names = new Set<string>();
    for await (const { entry, path } of this.#entries('', new Set())) {
      names.add(path.toLowerCase());
      if (!/\.(?:md|markdown)$/i.test(entry.name)) continue;
      try {
        const text = await this.#text(entry.place);
        const file = readSubjectFile(path, text);
        if (file !== null) files.push(file);
        else left.push({ file: path, why: MANIFEST.test(text) ? OLD_MANIFEST : NO_SUBJECT });
      } catch (error) {
        if (!MnemeError.is(error)) throw error;
        if (error.code !== 'not_found') left.push({ file: path, why: error.message });
      }
    }
    return { files, left, names };
  }

  /** Writes a file, or removes it (null), unless it has changed since it was read. */
  write(path: string, text: string | null, expected: string | null): Promise<boolean> {
    return this.disk.exchange(join(this.path, path), text, expected);
  }

  /** A link back to a folder above is not followed. */
  async *#entries(
    within: string,
    seen: ReadonlySet<string>,
  ): AsyncGenerator<{ readonly entry: FolderEntry; readonly path: string }, void, undefined> {
    await this.disk.sweep(join(this.path, within));
    for (const entry of (await this.disk.list(join(this.path, within))) ?? []) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = within === '' ? entry.name : `${within}/${entry.name}`;
      if (entry.kind === 'file') yield { entry, path };
      else if (entry.kind === 'folder' && !seen.has(entry.real) && seen.size < MAX_DEPTH)
        yield* this.#entries(path, new Set([...seen, entry.real]));
    }
  }

  async #text(path: string): Promise<string> {
    const { bytes, chunks } = await this.disk.openText(path);
    if (bytes > MAX_BYTES)
      throw new MnemeError('invalid_input', `${path} is larger than ${MAX_BYTES} bytes.`, {
        field: 'files.path',
        value: path,
        hint: 'Split it; a file about a subject is short.',
      });
    return textOf(chunks);
  }
}

/** A file name for a subject that no other file has. */
export function fileNameFor(about: string, taken: ReadonlySet<string>): string {
  const bare = about
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  const stem = [...bare].slice(0, 60).join('') || 'subject';
  // Windows takes no file of these names.
  const safe = /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(stem) ? `${stem}-` : stem;
  for (let number = 1; ; number++) {
    const name = `${safe}${number === 1 ? '' : `-${number}`}.md`;
    if (!taken.has(name)) return name;
  }
}
