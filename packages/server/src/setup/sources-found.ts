import { closeSync, openSync, readdirSync, readSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** What a memory can be filled from: the path of a file or folder that import takes. */
export interface SourceFound {
  readonly title: string;
  readonly path: string;
  /** Files that would be read. */
  readonly files: number;
}

/** Where to look. Nothing is changed, and of files only the beginning is read. */
export interface SourcePlaces {
  readonly home: string;
  readonly moved?: { readonly claude?: string | undefined };
}

const MAX_ENTRIES = 2_000;
/** Enough to tell one export from another. */
const HEAD_BYTES = 4_096;
const EXPORTED: readonly (readonly [title: string, mark: RegExp])[] = [
  ['Chats of ChatGPT', /"mapping"\s*:/],
  ['Chats of Claude', /"chat_messages"\s*:/],
];

/** Transcripts of Claude Code, exports of chats among the downloads, and folders of notes, in the places where people have them. */
export function sourcesFound({ home, moved = {} }: SourcePlaces): SourceFound[] {
  const downloads = join(home, 'Downloads');
  return [
    ...transcripts(join(moved.claude ?? join(home, '.claude'), 'projects')),
    ...[downloads, ...foldersIn(downloads)].flatMap(exportedChats),
    ...[join(home, 'Documents'), home].flatMap((folder) =>
      [folder, ...foldersIn(folder)].flatMap(vault),
    ),
  ].filter(({ path }, at, all) => all.findIndex((other) => other.path === path) === at);
}

function transcripts(path: string): SourceFound[] {
  const files = foldersIn(path).reduce(
    (sum, folder) => sum + namesIn(folder, /\.jsonl$/).length,
    0,
  );
  return files === 0 ? [] : [{ title: 'Sessions of Claude Code', path, files }];
}

function exportedChats(folder: string): SourceFound[] {
  const whatsApp = namesIn(folder, /^WhatsApp Chat.*\.txt$/);
  return [
    ...namesIn(folder, /^conversations\.json$/).flatMap((name) => {
      const head = headOf(join(folder, name));
      return EXPORTED.filter(([, mark]) => mark.test(head)).map(([title]) => ({
        ...{ title, path: join(folder, name), files: 1 },
      }));
    }),
    ...whatsApp.map((name) => ({ title: 'A WhatsApp chat', path: join(folder, name), files: 1 })),
  ];
}

function vault(path: string): SourceFound[] {
  if (!entriesIn(path).some((entry) => entry.isDirectory() && entry.name === '.obsidian'))
    return [];
  const files = [path, ...foldersIn(path)].reduce(
    (sum, folder) => sum + namesIn(folder, /\.md$/i).length,
    0,
  );
  return files === 0 ? [] : [{ title: 'Notes of Obsidian', path, files }];
}

const foldersIn = (folder: string): string[] =>
  entriesIn(folder)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name));

const namesIn = (folder: string, like: RegExp): string[] =>
  entriesIn(folder)
    .filter((entry) => entry.isFile() && like.test(entry.name))
    .map(({ name }) => name);

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .slice(0, MAX_ENTRIES);
  } catch {
    // Not there, or not ours to read.
    return [];
  }
}

function headOf(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(HEAD_BYTES);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
