import { type Block, markdownBlocks, PIECE } from '@mneme/core/language/passages.js';
import {
  type ImportItem,
  type ImportReader,
  type ReadOptions,
  readStated,
  shortOrigin,
  type Stated,
  toItem,
} from '../item.js';
import { DocumentLines, documentLines } from '../read-document.js';
import { type Part, splitBlock } from './plain-text.js';

/** Metadata of a document. */
interface FrontMatter {
  readonly title: string | undefined;
  readonly date: Stated | undefined;
  readonly tags: readonly string[];
  /** Number of lines, delimiters included; 0 when there is none. */
  readonly lineCount: number;
}

const NONE: FrontMatter = Object.freeze({
  title: undefined,
  date: undefined,
  tags: [],
  lineCount: 0,
});

/**
 * Reads the title, date and tags of YAML front matter: a block between `---` lines at the very start. Other keys are
 * ignored.
 */
export function readFrontMatter(lines: readonly string[]): FrontMatter {
  if (lines[0]?.trimEnd() !== '---') return NONE;
  const length = lines.slice(1).findIndex((line) => /^(?:---|\.\.\.)\s*$/.test(line));
  const block = lines.slice(1, length + 1);
  // A text may also open with a thematic break: front matter is closed, and starts with a key.
  if (length === -1 || !/^[\w-]+\s*:/.test(block.find((line) => line.trim() !== '') ?? 'empty:'))
    return NONE;
  const values = readValues(block);
  return {
    title: values.get('title')?.[0]?.slice(0, 500),
    date: readStated(values.get('date')?.[0]),
    tags: [...new Set(values.get('tags') ?? [])].filter((tag) => tag.length <= 200).slice(0, 50),
    lineCount: length + 2,
  };
}

/** Top-level keys with their values: a scalar, `[a, b]`, or lines of `- a`. */
function readValues(block: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  let key = '';
  for (const line of block) {
    const [, name, inline] = /^([\w-]+)\s*:\s*(.*)$/s.exec(line) ?? [];
    const [, listed] = /^\s*-\s+(.*)$/s.exec(line) ?? [];
    if (name !== undefined) {
      key = name.toLowerCase();
      values.set(key, inlineValues(key, inline ?? ''));
    } else if (listed !== undefined) {
      values.get(key)?.push(...[unquoted(listed)].filter((value) => value !== ''));
    }
  }
  return values;
}

function inlineValues(key: string, text: string): string[] {
  const [, list] = /^\[(.*)\]\s*$/.exec(text) ?? [];
  // Tags are often written without brackets.
  const parts = list !== undefined || key === 'tags' ? (list ?? text).split(',') : [text];
  return parts.map(unquoted).filter((value) => value !== '');
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  return /^(["']).*\1$/.test(trimmed) && trimmed.length > 1
    ? trimmed.slice(1, -1)
    : trimmed.replace(/(?<!\s)\s+#.*$/s, '');
}

/** A part with its heading path, outermost first. */
export interface HeadedPart extends Part {
  readonly headings: readonly string[];
}

/** A list up to this length becomes one memory; the items of a longer one are split. */
const SHORT_LIST = PIECE / 3;

interface Section {
  readonly headings: readonly string[];
  /** The heading block, for a section without any content. */
  readonly title: Block | null;
  readonly blocks: readonly Block[];
}

/** Turns a document's blocks into the parts that become memories, each with its heading path. */
export function markdownParts(blocks: readonly Block[]): HeadedPart[] {
  const sections = readSections(blocks);
  return sections.flatMap((section, index) => {
    const { headings, title } = section;
    if (section.blocks.length > 0)
      return sectionParts(section.blocks).map((part) => ({ ...part, headings }));
    // A heading with no content and no subheading is imported as text.
    const next = sections[index + 1]?.title;
    if (title === null || (next !== undefined && next !== null && next.level > title.level))
      return [];
    return splitBlock(title).map((part) => ({ ...part, headings: headings.slice(0, -1) }));
  });
}

function readSections(blocks: readonly Block[]): Section[] {
  const sections: { headings: readonly string[]; title: Block | null; blocks: Block[] }[] = [
    { headings: [], title: null, blocks: [] },
  ];
  let open: readonly Block[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading') {
      open = [...open.filter(({ level }) => level < block.level), block];
      sections.push({ headings: open.map(({ text }) => text), title: block, blocks: [] });
    } else {
      sections.at(-1)?.blocks.push(block);
    }
  }
  return sections;
}

function sectionParts(blocks: readonly Block[]): Part[] {
  const groups: (readonly Block[])[] = [];
  for (let at = 0; at < blocks.length; at += groups.at(-1)?.length ?? 1)
    groups.push(nextGroup(blocks, at));
  return groups.flatMap((group) =>
    belongsTogether(group)
      ? [together(group)]
      : group.flatMap((block) => splitBlock(withoutBullet(block))),
  );
}

/** A block, or a whole list; preceded by the paragraph that introduces it with a final colon. */
function nextGroup(blocks: readonly Block[], at: number): readonly Block[] {
  const first = blocks[at];
  const body = first?.kind === 'paragraph' && /[:：]\s*$/.test(first.text) ? at + 1 : at;
  let end = body + 1;
  if (blocks[body]?.kind === 'list item') while (blocks[end]?.kind === 'list item') end += 1;
  return blocks.slice(at, end);
}

function belongsTogether(group: readonly Block[]): boolean {
  const items = group.filter(({ kind }) => kind === 'list item');
  return group.length > 1 && joined(group).length <= PIECE && joined(items).length <= SHORT_LIST;
}

function together(group: readonly Block[]): Part {
  return { text: joined(group), from: group[0]?.from ?? 0, to: group.at(-1)?.to ?? 0 };
}

/** Keeps the blank lines between items as in the document, so that a tight list stays tight. */
function joined(blocks: readonly Block[]): string {
  return blocks
    .map(
      (block, index) =>
        (index === 0 ? '' : block.from > (blocks[index - 1]?.to ?? 0) ? '\n\n' : '\n') + block.text,
    )
    .join('');
}

/** A single item is written as a sentence, without its bullet. */
function withoutBullet(block: Block): Block {
  const marker = block.kind === 'list item' ? /^\s*[-*+]\s+/.exec(block.text)?.[0] : undefined;
  if (marker === undefined) return block;
  const outdented = block.text
    .slice(marker.length)
    .split('\n')
    .map((line, index) =>
      index === 0 ? line : line.replace(new RegExp(`^\\s{1,${marker.length}}`), ''),
    );
  return { ...block, text: outdented.join('\n') };
}

/** Markdown: a memory for each paragraph, list item, table and code block, with its heading path. */
export const markdown: ImportReader = Object.freeze({
  name: 'markdown',
  describes:
    'Markdown documents: a memory for each paragraph, list item, table and code block, with the headings it stands under.',
  extensions: ['.md', '.markdown', '.mdx', '.mdown', '.mkd'],

  looksLike(_path: string, head: string): boolean {
    const headings = head.match(/^#{1,6} \S/gm)?.length ?? 0;
    return (
      headings > 1 ||
      (headings === 1 && /^(?:```|[-*+] \S|\d+\. \S|\|.*\|)|\]\([^\s()]+\)/m.test(head))
    );
  },

  async *read(
    chunks: AsyncIterable<string>,
    options: ReadOptions,
  ): AsyncGenerator<ImportItem, void, undefined> {
    const document = await documentLines(chunks);
    if (document instanceof DocumentLines) yield* documentItems(document, options);
    else yield document;
  },
} satisfies ImportReader);

function* documentItems(
  document: DocumentLines,
  options: ReadOptions,
): Generator<ImportItem, void, undefined> {
  const lines = document.lines.map(({ text }) => text);
  const { title, date, tags, lineCount } = readFrontMatter(lines);
  const origin = shortOrigin(options.origin);
  const parts = markdownParts(markdownBlocks(lines, lineCount));
  for (const [position, { text, headings, from, to }] of parts.entries()) {
    const heading = headings.join(' > ').slice(0, 2_000);
    yield toItem(document.place(from + 1, to), {
      content: text,
      kind: 'fact',
      session: origin,
      origin,
      position,
      saidAt: date ?? options.fallbackTime,
      tags: tags.length === 0 ? undefined : tags,
      metadata: {
        line: from + 1,
        ...(heading === '' ? {} : { heading }),
        ...(title === undefined ? {} : { title }),
      },
    });
  }
}
