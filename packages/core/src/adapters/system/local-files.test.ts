import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openFileText } from './local-files.js';

const folder = mkdtempSync(join(tmpdir(), 'mneme-text-'));
const TEXT = 'Müller wohnt in Köln. 日本 🎉\n'.repeat(5_000);

async function read(bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'notes.txt');
  writeFileSync(path, bytes);
  let text = '';
  for await (const chunk of (await openFileText(path)).chunks) text += chunk;
  return text;
}

afterAll(() => rmSync(folder, { recursive: true }));

describe('a text file', () => {
  it('is read whole in UTF-8 and UTF-16, with and without a mark at its head', async () => {
    expect(await read(Buffer.from(TEXT))).toBe(TEXT);
    expect(await read(Buffer.from(`\ufeff${TEXT}`))).toBe(TEXT);
    const little = Buffer.from(`\ufeff${TEXT}`, 'utf16le');
    expect(await read(little)).toBe(TEXT);
    expect(await read(Buffer.from(little).swap16())).toBe(TEXT);
    expect(await read(Buffer.alloc(0))).toBe('');
  });

  it.each([
    ['Latin-1', Buffer.from(TEXT, 'latin1')],
    ['cut within a letter', Buffer.from(TEXT).subarray(0, 2)],
    ['bytes at random', Buffer.from([0x80, 0xfe, 0x01])],
  ])('in %s is refused rather than guessed at', async (_what, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({
      code: 'malformed_import',
      hint: expect.stringContaining('UTF-8') as string,
    });
  });
});
