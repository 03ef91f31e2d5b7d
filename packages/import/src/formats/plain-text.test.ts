import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RememberInput } from '@mneme/core/domain/input.js';
import type { ImportItem } from '../item.js';
import { plainText } from './plain-text.js';

async function read(text: string, size = Math.max(text.length, 1)): Promise<ImportItem[]> {
  async function* source(): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const items: ImportItem[] = [];
  for await (const item of plainText.read(source(), { origin: 'notes.txt', fallbackTime: 1_000 }))
    items.push(item);
  return items;
}

async function inputs(text: string): Promise<RememberInput[]> {
  return (await read(text)).flatMap((item) =>
    item.ok && !('skipped' in item) ? [RememberInput.parse(item.input)] : [],
  );
}

describe('text', () => {
  it('gives a memory for each paragraph', async () => {
    expect(await inputs('\uFEFFOne line\r\nand one more.\r\n \r\nTwo.\r\n')).toEqual([
      {
        content: 'One line\nand one more.',
        kind: 'fact',
        session: 'notes.txt',
        origin: 'notes.txt',
        position: 0,
        saidAt: 1_000,
        metadata: { line: 1 },
      },
      {
        content: 'Two.',
        kind: 'fact',
        session: 'notes.txt',
        origin: 'notes.txt',
        position: 1,
        saidAt: 1_000,
        metadata: { line: 4 },
      },
    ]);
  });

  it('splits a long paragraph at sentence ends, in scripts without spaces too', async () => {
    const english = await inputs('Is this the end? Not yet. '.repeat(100));
    expect(english.length).toBeGreaterThan(1);
    for (const { content } of english) expect(content).toMatch(/[.?]$/);
    const chinese = await inputs('今天天气很好。'.repeat(400));
    for (const { content } of chinese) expect(content.endsWith('。')).toBe(true);
    const unbroken = await inputs('😀'.repeat(2_000));
    expect(unbroken.map(({ content }) => content).join('')).toBe('😀'.repeat(2_000));
  });

  it('reads a transcript with times', async () => {
    const found = await inputs(
      'Team call\n\n[2025-02-03 18:12] Ada Lee: I am in Porto.\n[2025-02-03 18:13] Ben: Since when?\nAnd why?\n\n[later] Ada Lee: May.\n2025-02-03 18:20 - Ben: Ah.\n',
    );
    const at = (minute: number): number => Date.UTC(2025, 1, 3, 18, minute);
    expect(
      found.map(({ speaker, content, saidAt, kind, position }) => [
        speaker,
        content,
        saidAt,
        kind,
        position,
      ]),
    ).toEqual([
      [undefined, 'Team call', 1_000, 'fact', 0],
      ['Ada Lee', 'I am in Porto.', at(12), 'experience', 1],
      ['Ben', 'Since when?\nAnd why?', at(13), 'experience', 2],
      ['Ada Lee', 'May.', at(13), 'experience', 3],
      ['Ben', 'Ah.', at(20), 'experience', 4],
    ]);
  });

  it('reads a transcript without times', async () => {
    expect(
      (await inputs('Ada: Hi.\nBen: Hello.\nAda: Tea?\n')).map(({ speaker, content }) => [
        speaker,
        content,
      ]),
    ).toEqual([
      ['Ada', 'Hi.'],
      ['Ben', 'Hello.'],
      ['Ada', 'Tea?'],
    ]);
  });

  it.each([
    'Flour: 200 g\nButter: 100 g\nSugar: some\n',
    'Note: one.\nProse goes on here.\nNote: two.\nAnd more prose.\nAnd more.\n',
    'See https://example.org\nor http://example.com\n',
  ])('takes no list or prose for a transcript: %j', async (text) => {
    expect((await inputs(text)).map(({ speaker, content }) => [speaker, content])).toEqual([
      [undefined, text.trim()],
    ]);
  });

  it('takes labels without a word under them for text, and tells of a turn without one', async () => {
    expect(
      (await inputs('Work: \n\nHome: \n\nWork: ')).map(({ speaker, content }) => [
        speaker,
        content,
      ]),
    ).toEqual([
      [undefined, 'Work:'],
      [undefined, 'Home:'],
      [undefined, 'Work:'],
    ]);
    expect(await read('Ada: Hi.\nBen: \nAda: Tea?')).toMatchObject([
      { ok: true, input: { speaker: 'Ada' } },
      { ok: true, line: 2, skipped: 'no text' },
      { ok: true, input: { speaker: 'Ada', content: 'Tea?' } },
    ]);
  });

  it('gives no items for an empty file, and one refusal for a line beyond all measure', async () => {
    expect(await read('')).toEqual([]);
    expect(await read('\uFEFF\n\n')).toEqual([]);
    expect(await read('x'.repeat(5_000_000))).toMatchObject([
      { ok: false, line: 1, error: { code: 'malformed_import' } },
    ]);
  });

  it('loses no word, and gives the same however the text is cut', async () => {
    const piece = fc.constantFrom(
      'word ',
      'word. ',
      '\n',
      '\r\n',
      '\n\n',
      'Ada: ',
      'Ben: word',
      '[2025-02-03] ',
      '😀',
      'word'.repeat(300),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        async (pieces, size) => {
          const text = pieces.join('');
          const items = await read(text);
          expect(await read(text, size)).toEqual(items);
          // A long run of letters may be cut anywhere, so letters are counted, not words. A turn
          // without words is reported as left out, with its line.
          const lines = text.split(/\r?\n/);
          const kept = items
            .map((item) =>
              'input' in item
                ? `${item.input.speaker ?? ''}${item.input.content}`
                : (lines[item.line - 1] ?? ''),
            )
            .join('');
          expect(kept.split('w').length).toBeGreaterThanOrEqual(text.split('w').length);
          for (const item of items)
            if ('input' in item) expect(RememberInput.safeParse(item.input).success).toBe(true);
        },
      ),
    );
  });
});
