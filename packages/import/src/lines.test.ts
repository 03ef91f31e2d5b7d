import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines, type Line } from './read-document.js';

async function linesOf(chunks: readonly string[], limit?: number): Promise<Line[]> {
  async function* source(): AsyncGenerator<string> {
    yield* chunks;
  }
  const lines: Line[] = [];
  for await (const line of readLines(source(), limit)) lines.push(line);
  return lines;
}

describe('readLines', () => {
  it('gives nothing for an empty file', async () => {
    expect(await linesOf([])).toEqual([]);
    expect(await linesOf(['', ''])).toEqual([]);
  });

  it('splits at LF and at CRLF, also where a chunk ends between the two', async () => {
    const lines = await linesOf(['one\r', '\ntwo\n\nthree']);
    expect(lines.map(({ text }) => text)).toEqual(['one', 'two', '', 'three']);
    expect(lines.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(lines.map(({ bytes }) => bytes)).toEqual([5, 4, 1, 5]);
  });

  it('keeps a carriage return that ends no line', async () => {
    expect((await linesOf(['a\rb\n'])).map(({ text }) => text)).toEqual(['a\rb']);
  });

  it('takes the byte order mark off the first line alone, and counts it', async () => {
    const lines = await linesOf(['\uFEFFone\n', '\uFEFFtwo']);
    expect(lines.map(({ text, bytes }) => [text, bytes])).toEqual([
      ['one', 7],
      ['\uFEFFtwo', 6],
    ]);
  });

  it('counts a surrogate pair that two chunks share as four bytes', async () => {
    const [line] = await linesOf(['a\uD83D', '\uDE00b']);
    expect(line).toMatchObject({ text: 'a😀b', bytes: 6 });
  });

  it('cuts a line over the limit short, and goes on behind it', async () => {
    const lines = await linesOf(['0123456789', '0123456789\nnext\n0123456789\r\n'], 10);
    expect(lines.map(({ text, tooLong, bytes }) => [text, tooLong, bytes])).toEqual([
      ['0123456789', true, 21],
      ['next', false, 5],
      ['0123456789', false, 12],
    ]);
  });

  it('gives the same lines however the text is cut', async () => {
    const piece = fc.constantFrom(
      'a',
      'ä',
      '😀',
      '\uD83D',
      '\r',
      '\n',
      '\r\n',
      '\uFEFF',
      'some words ',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        fc.array(fc.nat(60), { maxLength: 8 }),
        async (pieces, cuts) => {
          const text = pieces.join('');
          const points = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length].sort(
            (a, b) => a - b,
          );
          const chunks = points.slice(1).map((point, index) => text.slice(points[index], point));
          const lines = await linesOf(chunks, 12);
          expect(lines).toEqual(await linesOf([text], 12));
          expect(lines.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(Buffer.byteLength(text));
        },
      ),
    );
  });
});
