import { markdownBlocks } from '@mneme/core/language/passages.js';
import { type HeadedPart, markdownParts, readFrontMatter } from './markdown.js';
import {
  type ImportItem,
  type ImportReader,
  type Place,
  type ReadOptions,
  readStated,
  shortOrigin,
  skipped,
  type Stated,
  toItem,
} from '../item.js';
import { DocumentLines, documentLines } from '../read-document.js';

/** A text with its links replaced by words, and the targets of the links. */
interface LinkedText {
  readonly text: string;
  /** Names of linked notes, without duplicates. */
  readonly links: readonly string[];
  readonly tags: readonly string[];
  /** Embedded pictures and files, which have no text. */
  readonly attachments: readonly string[];
}

const LINK = /(!?)\[\[([^[\]\n]{1,500})\]\]/g;
/** A `#tag`: not a heading, a number, or a URL fragment. */
const TAG = /(^|[\s(])#([\p{L}_][\p{L}\p{M}\p{N}_/-]{0,99})/gu;
const ATTACHED =
  /\.(?:png|jpe?g|gif|svg|webp|bmp|pdf|mp3|m4a|wav|ogg|mp4|mov|webm|canvas|excalidraw)$/i;

/** Extracts the links and tags of a note; code is left as it is. */
function readLinks(text: string): LinkedText {
  const [links, tags, attachments] = [new Set<string>(), new Set<string>(), new Set<string>()];
  if (/^\s*(?:```|~~~)/.test(text)) return { text, links: [], tags: [], attachments: [] };
  const words = text
    .replace(LINK, (_, shown: string, inner: string) => {
      const bar = inner.indexOf('|');
      const target = (bar < 0 ? inner : inner.slice(0, bar)).trim();
      const note = target.replace(/[#^].*$/s, '').trim();
      if (shown === '!' && ATTACHED.test(note)) {
        attachments.add(note);
        return '';
      }
      if (note !== '') links.add(note);
      const alias = bar < 0 ? '' : inner.slice(bar + 1).trim();
      return alias === '' ? wordsOf(target) : alias;
    })
    .replace(/\s\^[\w-]{1,100}$/gm, '');
  for (const [, , tag] of words.matchAll(TAG)) if (tag !== undefined) tags.add(tag);
  return { text: words.trim(), links: [...links], tags: [...tags], attachments: [...attachments] };
}

/** Converts `Projects/Heron#Next steps` to `Heron, Next steps`. */
const wordsOf = (target: string): string =>
  target
    .split(/[#^]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part, at) => (at === 0 ? part.replace(/^.*\//s, '') : part))
    .join(', ');

/** An item of a task list. */
interface Task {
  readonly state: 'open' | 'done' | 'cancelled';
  readonly text: string;
}

/** Parses a task list item; null for any other line. */
function readTask(line: string): Task | null {
  const [, box, text] = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?\[(.)\]\s+(\S.*)$/s.exec(line) ?? [];
  if (box === undefined || text === undefined || /^\(/.test(text)) return null;
  const state = /[xX]/.test(box) ? 'done' : box === '-' ? 'cancelled' : 'open';
  return { state, text: text.trim() };
}

/** Converts the date emojis of the Tasks plugin to words. */
const withDates = (text: string): string =>
  text
    .replace(/📅\s*(\d{4}-\d{2}-\d{2})/gu, ', due $1')
    .replace(/⏳\s*(\d{4}-\d{2}-\d{2})/gu, ', planned for $1')
    .replace(/🛫\s*(\d{4}-\d{2}-\d{2})/gu, ', from $1')
    .replace(/✅\s*(\d{4}-\d{2}-\d{2})/gu, ', done on $1')
    .replace(/[🔺⏫🔼🔽⏬]/gu, '')
    .replaceAll(' ,', ',')
    .trim();

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
    // A daily note is named after its date.
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

/** Splits off each task as a separate memory; the text around them stays together. */
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
