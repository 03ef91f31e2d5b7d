import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/open-test-memory.js';
import { runScript } from '../../../../../test/support/run-node.js';
import { exchange, lock } from './shared-files.js';
import { HOST, sweepFolder } from './part-files.js';

it('replaces, makes and removes a file only while it says what was read', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'below', 'note.md');
  expect(await exchange(path, 'one', 'zero')).toBe(false);
  expect(await exchange(path, 'one', null)).toBe(true);
  expect(await exchange(path, 'two', null)).toBe(false);
  writeFileSync(path, '\uFEFFedited');
  expect(await exchange(path, 'two', 'one')).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('\uFEFFedited');
  expect(await exchange(path, 'two', 'edited')).toBe(true);
  expect(await exchange(path, null, 'one')).toBe(false);
  expect(await exchange(path, null, 'two')).toBe(true);
  expect(readdirSync(join(folder, 'below'))).toEqual([]);
});

it('loses no text of an editor that saves all the time', async () => {
  const path = join(temporaryFolder(), 'note.md');
  writeFileSync(path, 'saved 0');
  const saving = runScript(`
    const { writeFileSync, renameSync } = await import('node:fs');
    const path = ${JSON.stringify(path)};
    for (let at = 1; at <= 2_000; at++) {
      writeFileSync(path + '~', 'saved ' + at);
      renameSync(path + '~', path);
    }
  `);
  let done = false;
  void saving.then(() => (done = true));
  let taken = '';
  while (!done) {
    const text = readFileSync(path, 'utf8');
    // What it replaces has been read; what was saved since then must still be there.
    if (await exchange(path, `${text}.`, text)) taken = `${text}.`;
  }
  const { code } = await saving;
  expect(code).toBe(0);
  const last = readFileSync(path, 'utf8').replaceAll('.', '');
  expect([last, taken.replaceAll('.', '')]).toContain('saved 2000');
  expect(last).toBe('saved 2000');
});

it('a lock is one’s own until it is released or its process is gone', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  const held = await lock(path);
  expect(await lock(path)).toBeNull();
  await held?.release();
  const { out } = await runScript('console.log(process.pid)');
  writeFileSync(path, `${HOST}-${out.trim()}-1`);
  writeFileSync(join(folder, `.note.md.${HOST}-${out.trim()}-3.part`), 'half');
  writeFileSync(join(folder, `.note.md.${HOST}-${process.pid}-3.part`), 'half');
  expect(await lock(path)).not.toBeNull();
  await sweepFolder(folder);
  expect(readdirSync(folder).sort()).toEqual([`.note.md.${HOST}-${process.pid}-3.part`, 'lock']);
  writeFileSync(path, 'elsewhere-1-1');
  expect(await lock(path)).toBeNull();
  rmSync(path);
});
