import { markdownBlocks } from '../../../language/markdown-blocks.js';
import { DocumentLines, documentLines } from './document-lines.js';
import { readFrontMatter } from './front-matter.js';
import type { ImportItem, ImportReader, Place, ReadOptions } from '../item.js';
import { markdownParts, type HeadedPart } from './markdown-parts.js';
import { readLinks, readTask, withDates } from './obsidian-note.js';
import { readStated, type Stated } from '../read-time.js';
import { shortOrigin, skipped, toItem } from '../to-item.js';

/** A note of an Obsidian vault: markdown with links between notes, tags, and tasks. */
export const obsidian: ImportReader = Object.freeze({
  name: 'obsidian',
  describes:
    'Notes of an Obsidian vault: markdown whose links become words and metadata, with a memory for each task.',
  extensions: ['.md'],

  looksLike(_path: string, head: string): boolean {
    return /\[\[[^[\]\n]{1,500}\]\]/.test(head);
  },

  async *read(
    chunks: AsyncIterable<string>,
    options: ReadOptions,
  ): AsyncGenerator<ImportItem, void, undefined> {
    const document = await documentLines(chunks);
    if (document instanceof DocumentLines) yield* noteItems(document, options);
    else yield document;
  },
} satisfies ImportReader);

interface Note {
  readonly origin: string;
  readonly title: string;
  readonly saidAt: Stated;
  readonly tags: readonly string[];
}

function* noteItems(
  document: DocumentLines,
  options: ReadOptions,
): Generator<ImportItem, void, undefined> {
  const lines = document.lines.map(({ text }) => text);
  const { title, date, tags, lineCount } = readFrontMatter(lines);
  const name = options.origin.replace(/^.*[/\\]/, '').replace(/\.md$/i, '');
  const note: Note = {
    origin: shortOrigin(options.origin),
    title: title ?? name.slice(0, 500),
    // A daily note is named for its day.
    saidAt: date ?? readStated(/^\d{4}-\d{2}-\d{2}$/.exec(name)?.[0]) ?? options.fallbackTime,
    tags: tags.map((tag) => tag.replace(/^#/, '')),
  };
  const pieces = markdownParts(markdownBlocks(lines, lineCount)).flatMap(withTasksAlone);
  for (const [position, piece] of pieces.entries())
    yield* pieceItems(piece, note, position, document.place(piece.from + 1, piece.to));
}

interface Piece extends HeadedPart {
  readonly task: 'open' | 'done' | 'cancelled' | null;
}

/** Each task is a memory of its own; what stands around it stays together. */
function withTasksAlone(part: HeadedPart): Piece[] {
  const lines = part.text.split('\n');
  const tasks = lines.map(readTask);
  if (/^\s*(?:```|~~~)/.test(part.text) || tasks.every((task) => task === null))
    return [{ ...part, task: null }];
  const rest = lines
    .filter((_, at) => tasks[at] === null)
    .join('\n')
    .trim();
  return [
    ...(rest === '' || /^[^\n]*[:：]$/.test(rest) ? [] : [{ ...part, text: rest, task: null }]),
    ...tasks.flatMap((task) =>
      task === null ? [] : [{ ...part, text: withDates(task.text), task: task.state }],
    ),
  ];
}

const SPOKEN = { open: 'To do: ', done: 'Done: ', cancelled: 'Given up: ' } as const;

function* pieceItems(
  { text, headings, from, task }: Piece,
  note: Note,
  position: number,
  place: Place,
): Generator<ImportItem, void, undefined> {
  const linked = readLinks(text);
  const heading = readLinks(headings.join(' > ')).text.slice(0, 2_000);
  const links = linked.links.join(', ').slice(0, 2_000);
  const tags = [...new Set([...note.tags, ...linked.tags, ...(task === null ? [] : ['task'])])];
  for (const _ of linked.attachments) yield skipped({ ...place, bytes: 0 }, 'attachment');
  if (linked.text === '' && linked.attachments.length > 0) return;
  yield toItem(place, {
    content: linked.text === '' ? '' : `${task === null ? '' : SPOKEN[task]}${linked.text}`,
    kind: 'fact',
    session: note.origin,
    origin: note.origin,
    position,
    saidAt: note.saidAt,
    tags: tags.length === 0 ? undefined : tags.slice(0, 50),
    metadata: {
      line: from + 1,
      title: note.title,
      ...(heading === '' ? {} : { heading }),
      ...(links === '' ? {} : { links }),
      ...(task === null ? {} : { task }),
    },
  });
}
