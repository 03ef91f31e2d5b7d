import { DocumentLines, documentLines } from './document-lines.js';
import { readFrontMatter } from './front-matter.js';
import type { ImportItem, ImportReader, ReadOptions } from '../item.js';
import { markdownBlocks } from '../../../language/markdown-blocks.js';
import { markdownParts } from './markdown-parts.js';
import { shortOrigin, toItem } from '../to-item.js';

/** Markdown: a memory for each paragraph, list item, table and code block, with the headings it stands under. */
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
