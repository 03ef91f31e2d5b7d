/** What V8 compiled of the program is kept for the next start, and never keeps one from starting. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../support/run-node.js';

const cache = () => mkdtempSync(join(tmpdir(), 'mneme-cache-'));
const version = async (folder: string) => runProgram(['help'], { env: { XDG_CACHE_HOME: folder } });

describe('what was compiled', () => {
  it('is kept once, as this user’s alone, and read at the next start', async () => {
    const folder = cache();
    const first = await version(folder);
    const [name = ''] = readdirSync(join(folder, 'mneme'));
    const kept = join(folder, 'mneme', name);
    expect(statSync(join(folder, 'mneme')).mode & 0o077).toBe(0);
    const { mtimeMs } = statSync(kept);
    expect(await version(folder)).toEqual(first);
    expect(statSync(kept).mtimeMs).toBe(mtimeMs);
    expect(readdirSync(join(folder, 'mneme'))).toEqual([name]);
  });

  it('is compiled anew where it is torn or another’s', async () => {
    const folder = cache();
    const first = await version(folder);
    const [name = ''] = readdirSync(join(folder, 'mneme'));
    for (const torn of ['', 'x', Buffer.alloc(5_000, 7)]) {
      writeFileSync(join(folder, 'mneme', name), torn);
      expect(await version(folder)).toEqual(first);
      expect(statSync(join(folder, 'mneme', name)).size).toBeGreaterThan(100_000);
    }
    chmodSync(join(folder, 'mneme'), 0o777);
    writeFileSync(join(folder, 'mneme', name), '');
    expect(await version(folder)).toEqual(first);
    expect(statSync(join(folder, 'mneme', name)).size).toBe(0);
  });

  it('is not kept where there is no room for it', async () => {
    const folder = cache();
    const nowhere = join(folder, 'a', 'b', 'c');
    expect((await version(nowhere)).code).toBe(0);
    expect(existsSync(join(folder, 'a'))).toBe(false);
    mkdirSync(join(folder, 'file'));
    writeFileSync(join(folder, 'file', 'mneme'), 'no folder');
    expect((await version(join(folder, 'file'))).code).toBe(0);
  });
});
