import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RememberInput } from '@mneme/core/domain/input.js';
import type { ImportItem } from '../item.js';
import { markdown } from './markdown.js';

async function read(text: string, size = Math.max(text.length, 1)): Promise<ImportItem[]> {
  async function* source(): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const items: ImportItem[] = [];
  for await (const item of markdown.read(source(), { origin: 'guide.md', fallbackTime: 1_000 }))
    items.push(item);
  return items;
}

async function inputs(text: string): Promise<RememberInput[]> {
  return (await read(text)).flatMap((item) =>
    item.ok && !('skipped' in item) ? [RememberInput.parse(item.input)] : [],
  );
}

const contents = async (text: string): Promise<string[]> =>
  (await inputs(text)).map(({ content }) => content);

describe('markdown', () => {
  it('gives each block its heading path, line and order', async () => {
    const found = await inputs(
      '# Guide\n\nHello there.\n\n## Install ##\n\nRun it.\n\nSetext\n------\nBelow.\n\n# End\nBye.\n',
    );
    expect(found).toEqual(
      [
        ['Hello there.', 3, 'Guide'],
        ['Run it.', 7, 'Guide > Install'],
        ['Below.', 11, 'Guide > Setext'],
        ['Bye.', 14, 'End'],
      ].map(([content, line, heading], position) => ({
        content,
        kind: 'fact',
        session: 'guide.md',
        origin: 'guide.md',
        position,
        saidAt: 1_000,
        metadata: { line, heading },
      })),
    );
  });

  it('uses the title, date and tags of front matter', async () => {
    const [first] = await inputs(
      '\uFEFF---\r\ntitle: "On tea"\r\ndate: 2024-05-06\r\ntags:\r\n  - tea\r\n  - home\r\nother: {a: 1}\r\n---\r\nDrink it.\r\n',
    );
    expect(first).toMatchObject({
      content: 'Drink it.',
      saidAt: '2024-05-06',
      tags: ['tea', 'home'],
      metadata: { title: 'On tea', line: 9 },
    });
    expect((await inputs('---\ntags: [a, "b c"]\n---\nText.'))[0]?.tags).toEqual(['a', 'b c']);
  });

  it('takes a rule at the start for a rule', async () => {
    expect(await contents('---\n\nFirst.\n\n---\n\nSecond.')).toEqual(['First.', 'Second.']);
  });

  it('never cuts inside a code fence, nor reads headings there', async () => {
    const fence = `\`\`\`sh\n# no heading\n\n${'echo hello world\n'.repeat(120)}\`\`\``;
    expect(await contents(`Before.\n${fence}\nAfter.`)).toEqual(['Before.', fence, 'After.']);
    expect(await contents('~~~\n```\nstill open')).toEqual(['~~~\n```\nstill open']);
  });

  it('keeps a fence inside a long list item whole', async () => {
    const code = `  \`\`\`\n${'  let it = be;\n\n'.repeat(90)}  \`\`\``;
    const parts = await contents(`- ${'Some words. '.repeat(60)}\n\n${code}\n\n- Next.`);
    expect(parts.filter((part) => part.includes('```'))).toEqual([code.replace(/^ {2}/gm, '')]);
    expect(parts.at(-1)).toBe('Next.');
  });

  it('cuts code that no memory can hold between lines, each part fenced', async () => {
    const parts = await contents(`\`\`\`ts\n${'const number = 1234567890;\n'.repeat(3_000)}\`\`\``);
    expect(parts.length).toBe(2);
    for (const part of parts) expect(part).toMatch(/^```ts\nconst[^]*;\n```$/);
  });

  it('keeps a short list and what announces it together, and parts a long one', async () => {
    expect(await contents('You need:\n\n- milk\n- eggs\n  - brown ones\n')).toEqual([
      'You need:\n\n- milk\n- eggs\n  - brown ones',
    ]);
    const items = Array.from(
      { length: 12 },
      (_, index) => `Item ${index} says something of its own, at length.`,
    );
    expect(await contents(`All of it:\n${items.map((item) => `- ${item}`).join('\n')}`)).toEqual([
      'All of it:',
      ...items,
    ]);
  });

  it('repeats the head of a long table', async () => {
    const rows = Array.from({ length: 80 }, (_, index) => `| row ${index} | some value ${index} |`);
    const parts = await contents(`| name | value |\n|---|---|\n${rows.join('\n')}\n\nAfter.`);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts.slice(0, -1)) {
      expect(part.startsWith('| name | value |\n|---|---|\n| row ')).toBe(true);
      expect(part.length).toBeLessThanOrEqual(1_200);
    }
  });

  it('splits a long paragraph at sentence ends, each part with its own line', async () => {
    const found = await inputs(
      `# Long\n${'This sentence is of the usual length, more or less.\n'.repeat(60)}`,
    );
    expect(found.length).toBeGreaterThan(2);
    for (const { content } of found) expect(content).toMatch(/^This [^]*less\.$/);
    expect(found.map(({ metadata }) => metadata?.line)).toEqual([2, 25, 48]);
  });

  it('keeps a heading that stands alone, and no other', async () => {
    const found = await inputs('# Plans\n\n## Buy milk\n\n## Call Ada\n');
    expect(found.map(({ content, metadata }) => [content, metadata?.heading])).toEqual([
      ['Buy milk', 'Plans'],
      ['Call Ada', 'Plans'],
    ]);
  });

  it('gives no items for an empty file', async () => {
    expect(await read('')).toEqual([]);
    expect(await read('\n\n---\n')).toEqual([]);
  });

  it('gives valid parts, none lost and none twice counted, however the text is cut', async () => {
    const piece = fc.constantFrom(
      '# A',
      '## B\n',
      '```',
      '~~~\n',
      '- item\n',
      '1. one',
      '  more',
      '| a | b |\n|--|--|\n',
      'Word. ',
      '\n',
      '\r\n',
      '\n\n',
      '---\n',
      '===\n',
      '😀',
      `${'x'.repeat(700)}\n\n`,
      ':',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        async (pieces, size) => {
          const text = pieces.join('');
          const items = await read(text);
          expect(await read(text, size)).toEqual(items);
          expect(items.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(
            Buffer.byteLength(text),
          );
          for (const item of items)
            expect(item.ok && 'input' in item && RememberInput.safeParse(item.input).success).toBe(
              true,
            );
          // Headings are in the path of the text below them.
          const kept = items
            .map((item) =>
              'input' in item
                ? `${String(item.input.metadata?.heading)} ${item.input.content}`
                : '',
            )
            .join('\n');
          expect(kept.split('Word').length).toBeGreaterThanOrEqual(text.split('Word').length);
        },
      ),
    );
  });
});
