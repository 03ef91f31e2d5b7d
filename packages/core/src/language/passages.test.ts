import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passagesOf } from './passages.js';

const shown = (text: string): string[] =>
  passagesOf(text).map(({ start, end }) => text.slice(start, end));
const prose = (sentences: number): string =>
  Array.from(
    { length: sentences },
    (_, at) => `Sentence number ${at} says that the kiln was opened on a Tuesday.`,
  ).join(' ');

describe('passagesOf', () => {
  it('leaves a short text whole', () => {
    for (const text of ['', ' \n ', 'One sentence.', prose(14)])
      expect(shown(text)).toEqual([text]);
  });

  it('cuts prose at its sentences, some hundred words each', () => {
    const passages = shown(prose(60));
    expect(passages.join(' ')).toBe(prose(60));
    for (const passage of passages) {
      expect(passage).toMatch(/^Sentence .*Tuesday\.$/);
      expect(passage.split(' ').length).toBeGreaterThanOrEqual(60);
      expect(passage.split(' ').length).toBeLessThan(140);
    }
  });

  it('begins anew at a heading, and never leaves a heading behind', () => {
    const text = ['Glazes', 'Firing', 'Packing']
      .map((title) => `## ${title}\n\n${prose(5)}\n\n- ${prose(3)}\n- ${prose(2)}`)
      .join('\n\n');
    const passages = shown(text);
    expect(passages.filter((passage) => passage.startsWith('## '))).toHaveLength(3);
    for (const passage of passages) expect(passage).not.toMatch(/##[^\n]*$/);
  });

  it('keeps code and list items together as far as they fit', () => {
    const code = '```ts\nconst kiln = open();\nkiln.heat(1_240);\n```';
    const text = `${prose(9)}\n\n${code}\n\n${prose(9)}\n\n1. First\n2. Second\n   goes on\n3. Third`;
    const passages = shown(text);
    expect(passages.filter((passage) => passage.includes(code))).toHaveLength(1);
    expect(passages.filter((passage) => passage.includes('Second\n   goes on'))).toHaveLength(1);
  });

  it('cuts code that is too long between its lines', () => {
    const lines = Array.from({ length: 100 }, (_, at) => `kiln.heat(${at}); // step ${at}`);
    const open = shown(`\`\`\`\n${lines.join('\n')}`);
    expect(open.length).toBeGreaterThan(2);
    expect(open.join('\n')).toBe(`\`\`\`\n${lines.join('\n')}`);
  });

  it('makes shorter passages of writing without spaces', () => {
    const text = '今日は窯を開けました。釉薬はとても美しかったです。'.repeat(60);
    const passages = shown(text);
    expect(passages.join('')).toBe(text);
    for (const passage of passages) {
      expect(passage.length).toBeLessThanOrEqual(350);
      expect(passage.endsWith('。')).toBe(true);
    }
  });

  it.each([
    ['a text of one word', 'a'.repeat(60_000)],
    ['blank lines', ' \n'.repeat(200_000)],
    ['fences that nobody closes', '```\ncode\n~~~\n'.repeat(30_000)],
    ['headings alone', '# Heading\n'.repeat(40_000)],
    ['signs', '-'.repeat(400_000)],
    ['items within items', '- item\n  - item\n'.repeat(25_000)],
    ['a table without an end', `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(40_000)}`],
    ['prose', prose(6_000)],
    ['pairs of surrogates', '😀'.repeat(200_000)],
  ])('bounds its passages: %s', (_, text) => {
    for (const { start, end } of passagesOf(text)) {
      expect(end - start).toBeLessThanOrEqual(text.trim() === '' ? text.length : 1_000);
      expect(text.slice(start, end)).not.toMatch(/\p{Surrogate}/u);
    }
  });

  it('leaves out nothing but blanks and rules, in order, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom('\n\n', '\n', '# Title\n', '```\n', '- ', '| a | b |\n|---|---|\n', '。'),
      fc.constant(prose(4)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        let at = 0;
        let left = '';
        for (const { start, end } of passagesOf(text)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThanOrEqual(start);
          left += text.slice(at, start);
          at = end;
        }
        expect(`${left}${text.slice(at)}`.replace(/[\s*_-]/g, '')).toBe('');
      }),
    );
  });
});
