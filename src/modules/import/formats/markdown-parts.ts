import type { Block } from '../../../language/markdown-blocks.js';
import { splitBlock, type Part } from '../split-block.js';
import { PIECE } from '../../../language/split-text.js';

/** A part with the headings above it, the outermost first. */
export interface HeadedPart extends Part {
  readonly headings: readonly string[];
}

/** A list of several items up to this length says one thing; the items of a longer one stand alone. */
const SHORT_LIST = PIECE / 3;

interface Section {
  readonly headings: readonly string[];
  /** The heading itself, when nothing but it may be there. */
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
    // A heading with nothing beneath it, not even a smaller heading, is all the text there is.
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

/** A block, or a whole list; and before it the paragraph that announces it by a colon at its end. */
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

/** Items keep the distance they have in the document, so that a tight list stays tight. */
function joined(blocks: readonly Block[]): string {
  return blocks
    .map(
      (block, index) =>
        (index === 0 ? '' : block.from > (blocks[index - 1]?.to ?? 0) ? '\n\n' : '\n') + block.text,
    )
    .join('');
}

/** An item that stands alone is a sentence, not a list. */
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
