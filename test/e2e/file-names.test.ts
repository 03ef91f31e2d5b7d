/** Names that lead nowhere, round in a circle, or somewhere else: each is a clear refusal, or means what it leads to. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MnemeError, openMemory, restoreBackup } from '../../packages/mneme/src/index.js';
import { temporaryFolder } from '../support/open-test-memory.js';
import { ROOT } from '../support/run-node.js';

type Named = (folder: string) => string;

/** What a file may be called that no file can be. */
const NAMES: readonly (readonly [string, Named, RegExp])[] = [
  ['a link to itself', (at) => (symlinkSync('loop', join(at, 'loop')), join(at, 'loop')), /circle/],
  [
    'two links to each other',
    (at) => {
      symlinkSync('two', join(at, 'one'));
      symlinkSync('one', join(at, 'two'));
      return join(at, 'one');
    },
    /circle/,
  ],
  [
    'a file below a link to itself',
    (at) => (symlinkSync('loop', join(at, 'loop')), join(at, 'loop', 'x')),
    /circle/,
  ],
  ['a name of 300 characters', (at) => join(at, 'n'.repeat(300)), /longer/],
  ['a name of 90 characters of 3 bytes', (at) => join(at, '名'.repeat(90)), /longer/],
  ['a folder of 300 characters', (at) => join(at, 'n'.repeat(300), 'x'), /longer/],
  ['a path of 5,000 characters', (at) => join(at, 'folder/'.repeat(720), 'x'), /longer/],
  [
    'a file below a file',
    (at) => (writeFileSync(join(at, 'file'), ''), join(at, 'file', 'x')),
    /no folder|not a directory/,
  ],
  ['a file below a device', () => '/dev/null/x', /no folder|not a directory/],
  ['a device', () => '/dev/null', /not a file|a device/],
  ['a folder', (at) => at, /folder|not a file/],
  ['a file below /proc', () => '/proc/nowhere/at/all', /made|no file/],
  ['a file in /proc', () => '/proc/nowhere', /made|no file/],
  ['a character of number 0', (at) => join(at, 'a\0b'), /number 0/],
];

function codeAndWords(error: unknown): { code: string; words: string } {
  if (!MnemeError.is(error)) throw error;
  expect(error.field).toBeDefined();
  expect(error.hint ?? '').not.toBe('');
  return { code: error.code, words: error.message };
}

describe.skipIf(process.platform === 'win32')('a name', () => {
  it.each(NAMES)(
    'that is %s is refused in a sentence as the memory',
    async (_what, named, says) => {
      const folder = temporaryFolder();
      const file = named(folder);
      const before = readdirSync(folder);
      const refused = await openMemory({ file }).then(() => null, codeAndWords);
      expect(refused?.words).toMatch(says);
      expect(readdirSync(folder)).toEqual(before);
    },
  );

  it.each(NAMES)(
    'that is %s is refused as a place of a backup, an export, and to be read',
    async (_what, named, says) => {
      const folder = temporaryFolder();
      const memory = await openMemory({ file: join(folder, 'memory.mneme') });
      onTestFinished(() => memory.close());
      await memory.remember('The heron stands at the pond.');
      const whole = join(folder, 'whole.backup');
      await memory.file.backup(whole);
      const path = named(folder);
      const before = readdirSync(folder);
      for (const overwrite of [false, true]) {
        const backup = await memory.file.backup(path, { overwrite }).then(() => null, codeAndWords);
        expect(backup?.words).toMatch(says);
        const exported = await memory.care
          .export(path, { overwrite })
          .then(() => null, codeAndWords);
        expect(exported?.words).toMatch(says);
        const restored = await restoreBackup(whole, { file: path, overwrite }).then(
          () => null,
          codeAndWords,
        );
        expect(restored?.words).toMatch(says);
      }
      // A folder can be imported.
      if (path !== folder)
        expect(await memory.import(path).then(() => null, codeAndWords)).not.toBeNull();
      expect(readdirSync(folder)).toEqual(before);
    },
  );
});

const TEXT = 'The heron stands at the pond.';

async function remembered(file: string, text: string): Promise<void> {
  const memory = await openMemory({ file });
  await memory.remember(text);
  await memory.close();
}

async function texts(file: string): Promise<readonly string[]> {
  const memory = await openMemory({ file });
  const { memories } = await memory.list();
  await memory.close();
  return memories.map(({ content }) => content);
}

describe.skipIf(process.platform === 'win32')('a link', () => {
  async function backedUp(): Promise<{ folder: string; copy: string; file: string }> {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'real'));
    const [copy, file] = [join(folder, 'copy.backup'), join(folder, 'real', 'memory.mneme')];
    await remembered(file, TEXT);
    const memory = await openMemory({ file });
    await memory.file.backup(copy);
    await memory.remember('Said after the backup.');
    await memory.close();
    return { folder, copy, file };
  }

  it.each([
    ['to a memory', (file: string, link: string) => symlinkSync(file, link)],
    [
      'to a link',
      (file: string, link: string) => (
        symlinkSync(file, `${link}1`),
        symlinkSync(`${link}1`, link)
      ),
    ],
    ['by a relative path', (_: string, link: string) => symlinkSync('real/memory.mneme', link)],
    ['to nothing yet', (file: string, link: string) => symlinkSync(`${file}.new`, link)],
  ])('%s is restored to what it leads to, and stays a link', async (_what, made) => {
    const { folder, copy, file } = await backedUp();
    const link = join(folder, 'link.mneme');
    made(file, link);
    await restoreBackup(copy, { file: link, overwrite: true });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(await texts(link)).toEqual([TEXT]);
    const lead = readdirSync(join(folder, 'real'));
    expect(lead.filter((name) => !name.startsWith('memory.mneme'))).toEqual([]);
  });

  it('of two hard ones is not restored to, and a backup or an export through a link keeps it', async () => {
    const { folder, copy, file } = await backedUp();
    const hard = join(folder, 'hard.mneme');
    linkSync(file, hard);
    const refused = await restoreBackup(copy, { file: hard, overwrite: true }).then(
      () => null,
      codeAndWords,
    );
    expect(refused?.words).toContain('hard links');
    expect(statSync(hard).ino).toBe(statSync(file).ino);

    const memory = await openMemory({ file: join(folder, 'another.mneme') });
    onTestFinished(() => memory.close());
    for (const [name, written] of [
      ['a.backup', (to: string) => memory.file.backup(to, { overwrite: true })],
      ['b.jsonl', (to: string) => memory.care.export(to, { overwrite: true })],
    ] as const) {
      const [to, link] = [join(folder, name), join(folder, `${name}.link`)];
      writeFileSync(to, '');
      symlinkSync(to, link);
      await written(link);
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(statSync(to).size).toBeGreaterThan(0);
    }
  });
});

describe.skipIf(process.platform === 'win32')('an empty file', () => {
  it.each([0o644, 0o666, 0o640])(
    "of mode %o is its owner's alone once it is founded",
    async (mode) => {
      const file = join(temporaryFolder(), 'memory.mneme');
      writeFileSync(file, '');
      chmodSync(file, mode);
      const memory = await openMemory({ file });
      await memory.remember(TEXT);
      for (const part of ['', '-wal', '-shm'])
        expect(statSync(file + part).mode & 0o777).toBe(0o600);
      await memory.close();
    },
  );
});

describe('a restore that is killed', () => {
  it.each([
    [
      'the next restore',
      (copy: string, file: string) => restoreBackup(copy, { file, overwrite: true }),
    ],
    ['the next opening', (_: string, file: string) => remembered(file, 'One more.')],
  ])('leaves nothing after %s', async (_what, next) => {
    const folder = temporaryFolder();
    const [file, copy] = [join(folder, 'memory.mneme'), join(folder, 'copy.backup')];
    const memory = await openMemory({ file });
    await memory.rememberAll(Array.from({ length: 200 }, (_, at) => `${TEXT} It is heron ${at}.`));
    await memory.file.backup(copy);
    await memory.close();
    const child = spawn(
      process.execPath,
      [
        ...['--import', 'tsx', '--input-type=module', '--eval'],
        `import { restoreBackup } from './packages/mneme/src/index.js';
         const halt = () => process.kill(process.pid, 'SIGKILL');
         await restoreBackup(process.argv[1], { file: process.argv[2], overwrite: true, onProgress: halt });`,
        copy,
        file,
      ],
      { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const [, signal] = (await once(child, 'exit')) as [number | null, string];
    expect(signal).toBe('SIGKILL');
    const left = () => readdirSync(folder).filter((name) => name.includes('.part'));
    expect(left()).not.toEqual([]);
    await next(copy, file);
    expect(left()).toEqual([]);
  });
});
