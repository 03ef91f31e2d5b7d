/** Whose a memory's files are: their owner's alone, whatever the mask of the process and whoever makes them. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openMemory } from '../../packages/mneme/src/index.js';
import { openTestMemory, temporaryFile, temporaryFolder } from '../support/open-test-memory.js';
import { PROGRAM, ROOT } from '../support/run-node.js';

vi.setConfig({ testTimeout: 120_000 });

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** Every file and folder below a folder with its mode. */
function modes(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), modeOf(path)];
    }),
  );
}

describe.skipIf(process.platform === 'win32')('on a machine with other users', () => {
  it('whatever is founded is its owner’s alone, under a mask that takes nothing away', () => {
    const home = temporaryFolder();
    const run = (...args: string[]) =>
      spawnSync('sh', ['-c', `umask 000 && exec "$0" "$@"`, process.execPath, PROGRAM, ...args], {
        cwd: ROOT,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: home, MNEME_PASSPHRASE: 'four words are enough' },
      });
    const ran = [
      run('remember', 'The heron nests by the weir.'),
      run('backup', join(home, 'safe', 'plain.backup')),
      run('backup', join(home, 'safe', 'sealed.backup'), '--encrypt'),
      run('export', join(home, 'out', 'bank.jsonl')),
      run(
        'backup',
        'restore',
        join(home, 'safe', 'plain.backup'),
        '--file',
        join(home, 'again', 'm'),
      ),
      run('hooks', 'install', 'claude-code'),
    ];
    expect(ran.map(({ status, stderr }) => [status, stderr])).toEqual(
      ran.map(() => [0, expect.any(String)]),
    );
    const found = modes(home);
    expect(Object.keys(found)).toEqual(
      expect.arrayContaining(['.local/share/mneme/memory.mneme', 'out/bank.jsonl', 'again/m']),
    );
    expect(found).toEqual(
      Object.fromEntries(
        Object.keys(found).map((path) => [
          path,
          statSync(join(home, path)).isDirectory() ? '700' : '600',
        ]),
      ),
    );
  });

  it('so is what SQLite keeps beside the file while it is open', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file: join(dirname(file), 'deep', 'm.mneme') });
    await memory.remember('The heron nests by the weir.');
    expect(modes(dirname(file))).toEqual({
      deep: '700',
      'deep/m.mneme': '600',
      'deep/m.mneme-shm': '600',
      'deep/m.mneme-wal': '600',
    });
    // A backup grows under a hidden name, and is its owner's alone then, too.
    const growing: string[] = [];
    await memory.file.backup(join(dirname(file), 'safe', 'b'), {
      onProgress: () => growing.push(...Object.values(modes(join(dirname(file), 'safe')))),
    });
    expect([...new Set(growing)]).toEqual(['600']);
  });

  it('doctor finds files that others can read, and closes them; a folder is told of and left', async () => {
    const folder = temporaryFolder();
    const shared = join(folder, 'shared');
    mkdirSync(shared, { mode: 0o755 });
    chmodSync(shared, 0o755);
    const file = join(shared, 'm.mneme');
    const memory = await openMemory({ file });
    await memory.remember('The heron nests by the weir.');
    writeFileSync(`${file}.hooks.json`, '{}');
    for (const part of ['', '-wal', '-shm', '.hooks.json']) chmodSync(file + part, 0o644);
    const found = await memory.care.doctor();
    expect(found.healthy).toBe(false);
    expect(found.problems.map(({ what }) => what)).toEqual(
      ['', '-wal', '-shm', '.hooks.json'].map(
        (part) => `Others on this machine can get at ${file}${part} (mode 644).`,
      ),
    );
    expect(found.notices[0]?.what).toContain(`a memory in ${shared} (mode 755)`);
    expect(modeOf(file)).toBe('644');
    const mended = await memory.care.doctor({ rebuild: true });
    expect(mended).toMatchObject({ healthy: true, problems: [] });
    expect(mended.mended.join(' ')).toContain(
      `${file} is its owner's alone now; its mode was 644.`,
    );
    expect(modes(shared)['m.mneme']).toBe('600');
    expect(modeOf(shared)).toBe('755');
    chmodSync(shared, 0o777);
    expect((await memory.care.doctor()).problems[0]?.what).toContain('can replace the memory');
    await memory.close();
  });
});
