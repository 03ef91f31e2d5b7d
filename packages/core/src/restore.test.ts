import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  openTestMemory,
  temporaryFile,
  temporaryFolder,
} from '../../../test/support/open-test-memory.js';
import { openDatabase } from './adapters/store/sqlite/open-database.js';
import { restoreBackup, verifyBackup } from '@mneme/mneme/index.js';

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: { code?: unknown }) => error.code,
  );
const TEXTS = Array.from(
  { length: 40 },
  (_, at) => `The doctor of house ${at} came on day ${at} with a red bag.`,
);
const PASSPHRASE = 'four words are enough';

describe('a backup', () => {
  it('made while others write is one moment of the file, proves whole, and restores to the same answers', async () => {
    const file = temporaryFile();
    const copy = join(dirname(file), 'safe', 'copy.backup');
    const { memory } = await openTestMemory({ file });
    const { memory: other } = await openTestMemory({ file });
    await memory.rememberAll(TEXTS);
    await memory.bank('second').remember('Another bank lies in the same file.');
    const asked = await memory.recall('doctor of house 7');
    let beside = 0;
    const writing: Promise<unknown>[] = [];
    const report = await memory.file.backup(copy, {
      onProgress: () =>
        void (beside++ < 5 && writing.push(other.remember(`Said meanwhile, number ${beside}.`))),
    });
    await Promise.all(writing);
    expect(beside).toBeGreaterThan(1);
    expect(report.manifest.banks.map(({ name, memories }) => [name, memories])).toEqual([
      ['second', 1],
      ['test', 40],
    ]);
    expect(readdirSync(dirname(copy))).toEqual(['copy.backup']);
    expect(statSync(copy).mode & 0o077).toBe(0);
    expect(await verifyBackup(copy)).toMatchObject({ whole: true, encrypted: false, problems: [] });
    expect(await codeOf(memory.file.backup(copy))).toBe('conflict');

    // An existing memory is not replaced without `overwrite`, nor while it is open.
    expect(await codeOf(restoreBackup(copy, { file }))).toBe('conflict');
    expect(await codeOf(restoreBackup(copy, { file, overwrite: true }))).toBe('locked');
    await memory.close();
    await other.close();
    await restoreBackup(copy, { file, overwrite: true });
    const { memory: again } = await openTestMemory({ file });
    expect((await again.recall('doctor of house 7')).results.map(({ id }) => id)).toEqual(
      asked.results.map(({ id }) => id),
    );
    expect((await again.list({ match: 'meanwhile' })).memories).toEqual([]);
    expect((await again.care.doctor()).problems).toEqual([]);
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('that was recalled from is as it was: it opens to be read alone, and says so', async () => {
    const folder = temporaryFolder();
    const { memory } = await openTestMemory({ file: join(folder, 'memory.mneme') });
    await memory.rememberAll(TEXTS);
    const copy = join(folder, 'copy.backup');
    await memory.file.backup(copy);
    const before = readFileSync(copy);
    const { memory: opened } = await openTestMemory({ file: copy });
    expect((await opened.recall('doctor of house 7')).results[0]?.content).toBe(TEXTS[7]);
    expect((await opened.list({ limit: 3 })).memories).toHaveLength(3);
    const refused: unknown = await opened.remember('One more.').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'read_only' });
    expect(JSON.stringify(refused)).toContain(`mneme backup restore ${copy}`);
    await opened.close();
    expect(readFileSync(copy).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.backup']);
    expect(await verifyBackup(copy)).toMatchObject({ whole: true, problems: [] });
    await restoreBackup(copy, { file: join(folder, 'again.mneme') });
  });

  it('that an earlier version noted recalls in still proves whole and restores', async () => {
    const folder = temporaryFolder();
    const { memory } = await openTestMemory({ file: join(folder, 'memory.mneme') });
    await memory.rememberAll(TEXTS);
    await memory.recall('doctor of house 7');
    const copy = join(folder, 'copy.backup');
    await memory.file.backup(copy);
    const database = openDatabase(copy, false);
    database.exec(`INSERT INTO recall_log (bank, id, at, need, delivered) VALUES (1, 'r_1', 1, '{}', '[]');
      INSERT OR REPLACE INTO usage (memory, access_count, last_accessed_at) VALUES (3, 7, 1);
      INSERT INTO reply (owner, key, request, status, body, at) VALUES ('a', 'b', 'c', 200, '{}', 1);
      INSERT INTO snapshot (bank, sequence, format) VALUES (1, 1, 'x');
      INSERT INTO snapshot_part (bank, part, data) VALUES (1, 'x', x'00')`);
    database.close();
    expect(await verifyBackup(copy)).toMatchObject({ whole: true, problems: [] });
    await restoreBackup(copy, { file: join(folder, 'again.mneme') });
  });

  it('with one changed bit is found out and not restored', async () => {
    const folder = temporaryFolder();
    const { memory } = await openTestMemory({ file: join(folder, 'memory.mneme') });
    await memory.rememberAll(TEXTS);
    const copy = join(folder, 'copy.backup');
    await memory.file.backup(copy);
    const bytes = readFileSync(copy);
    // Free space of a page may hold the text a second time.
    for (
      let at = bytes.indexOf('doctor of house 3 ');
      at >= 0;
      at = bytes.indexOf('doctor of house 3 ', at)
    )
      bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(copy, bytes);
    const verdict = await verifyBackup(copy);
    expect(verdict.whole).toBe(false);
    expect(verdict.problems.join(' ')).toMatch(/Table memory is not as it was/);
    const target = join(folder, 'restored.mneme');
    expect(await codeOf(restoreBackup(copy, { file: target }))).toBe('corrupt');
    writeFileSync(copy, bytes.subarray(0, bytes.length / 2));
    expect((await verifyBackup(copy)).whole).toBe(false);
    writeFileSync(copy, 'these are notes, no backup\n'.repeat(500));
    expect((await verifyBackup(copy)).whole).toBe(false);
    expect(readdirSync(folder).filter((name) => !name.startsWith('memory.mneme'))).toEqual([
      'copy.backup',
    ]);
  });

  it('that is sealed opens with its passphrase alone', async () => {
    const folder = temporaryFolder();
    const copy = join(folder, 'copy.backup');
    const { memory } = await openTestMemory({
      file: join(folder, 'memory.mneme'),
      passphrase: PASSPHRASE,
    });
    await memory.rememberAll(TEXTS);
    expect(await memory.file.backup(copy, { encrypt: true })).toMatchObject({ encrypted: true });
    expect(readFileSync(copy).includes('doctor')).toBe(false);
    expect(await verifyBackup(copy, { passphrase: PASSPHRASE })).toMatchObject({
      whole: true,
      encrypted: true,
    });
    expect(await codeOf(verifyBackup(copy, { passphrase: 'something else' }))).toBe(
      'invalid_input',
    );
    expect(await codeOf(verifyBackup(copy))).toBe('invalid_input');
    const target = join(folder, 'restored.mneme');
    await restoreBackup(copy, { file: target, passphrase: PASSPHRASE });
    const { memory: again } = await openTestMemory({ file: target });
    expect((await again.care.stats()).memories).toBe(TEXTS.length);
    const bytes = readFileSync(copy);
    bytes[70_000] = (bytes[70_000] ?? 0) ^ 1;
    writeFileSync(copy, bytes);
    expect((await verifyBackup(copy, { passphrase: PASSPHRASE })).whole).toBe(false);
    const { memory: plain } = await openTestMemory();
    expect(await codeOf(plain.file.backup(join(folder, 'other'), { encrypt: true }))).toBe(
      'invalid_input',
    );
  });

  it('that is stopped leaves nothing behind; a memory without a file is copied too', async () => {
    const folder = temporaryFolder();
    const { memory } = await openTestMemory();
    await memory.rememberAll(TEXTS);
    const stop = new AbortController();
    let steps = 0;
    expect(
      await codeOf(
        memory.file.backup(join(folder, 'copy'), {
          signal: stop.signal,
          onProgress: () => void (++steps === 2 && stop.abort()),
        }),
      ),
    ).toBe('interrupted');
    expect(readdirSync(folder)).toEqual([]);
    await memory.file.backup(join(folder, 'copy'));
    expect((await verifyBackup(join(folder, 'copy'))).manifest?.banks).toMatchObject([
      { name: 'test', memories: 40 },
    ]);
  });
});
