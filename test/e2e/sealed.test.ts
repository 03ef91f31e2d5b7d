/** A sealed memory under attack: whatever is done with it, no file holds a word of it, nor its key. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { isSealedFile, sealMemory } from '../../packages/core/src/seal-file.js';
import { FileKey } from '../../packages/core/src/adapters/store/sqlite/file-key.js';
import {
  loads,
  openDatabase,
  SEALING,
} from '../../packages/core/src/adapters/store/sqlite/open-database.js';
import {
  type Mneme,
  openMemory,
  restoreBackup,
  verifyBackup,
} from '../../packages/mneme/src/index.js';
import { migrate } from '../../packages/mneme/src/migrate.js';
import { temporaryFolder } from '../support/open-test-memory.js';
import { COMPILED, LIBRARY, PLAIN, ROOT, runProgram, runScript } from '../support/run-node.js';
import { serveTestMemory } from '../support/served-memory.js';
import { tracesOf } from '../support/traces.js';

vi.setConfig({ testTimeout: 120_000 });

/** Taken as it is: what a passphrase is stretched to, which takes a tenth of a second for each file that is opened. */
const KEY = '5ca1ab1e'.repeat(8);
const PASSPHRASE = 'correct-horse-battery';
const WORDS = ['zorblatine', 'Quixandra', 'Vennamurk', 'plimquat'];
const TOLD = [
  'Quixandra keeps the zorblatine bicycle in Vennamurk.',
  'Quixandra moved from Vennamurk because of the plimquat harvest in 2019.',
  'def zorblatine(plimquat): return plimquat + 1',
];

interface World {
  readonly folder: string;
  readonly file: string;
  /** What programs are started with: data and temporary files are below the folder, caches as {@link world} says. */
  readonly env: Record<string, string>;
  readonly open: (more?: object) => Promise<Mneme>;
  readonly traces: () => string[];
}

/** An empty folder. With `compiled`, programs write what is compiled of them there too, which each does anew. */
function world({ key = KEY, compiled = false } = {}): World {
  const folder = temporaryFolder();
  const env = {
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    TMPDIR: join(folder, 'tmp'),
    SQLITE_TMPDIR: join(folder, 'tmp'),
    HOME: folder,
    MNEME_KEY: key,
  };
  mkdirSync(env.TMPDIR);
  if (!compiled) symlinkSync(COMPILED, env.XDG_CACHE_HOME);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const file = join(folder, 'memory.mneme');
  return {
    folder,
    file,
    env,
    open: (more = {}) => openMemory({ file, ...more }),
    traces: () => tracesOf([...WORDS, key], folder),
  };
}

async function fill(of: World): Promise<World> {
  const memory = await of.open();
  for (const content of TOLD) await memory.remember(content);
  await memory.recall('Where is the zorblatine bicycle?');
  await memory.close();
  return of;
}

/** What {@link fill} made, by its key. */
const FILLED = new Map<string, Buffer>();

/** With a file as {@link fill} makes it. */
async function filled(of: World, key = of.env['MNEME_KEY'] ?? ''): Promise<World> {
  const made = FILLED.get(key);
  if (made === undefined) FILLED.set(key, readFileSync((await fill(of)).file));
  else writeFileSync(of.file, made, { mode: 0o600 });
  return of;
}

/** The same memory before it was sealed. */
async function plain(of: World): Promise<World> {
  vi.stubEnv('MNEME_KEY', '');
  await filled(of, '');
  vi.stubEnv('MNEME_KEY', of.env['MNEME_KEY']);
  expect(of.traces().length).toBeGreaterThan(2);
  return of;
}

const contents = async (memory: Mneme): Promise<string[]> =>
  (await memory.list({ limit: 10 })).memories.map(({ content }) => content).sort();

async function holds(of: World, file = of.file): Promise<void> {
  const memory = await openMemory({ file });
  expect(await contents(memory)).toEqual([...TOLD].sort());
  await memory.close();
}

/** Under a key that is lost, whatever it was before. */
async function sealedAgain(of: World): Promise<void> {
  const now = isSealedFile(of.file);
  const key = ['a key that is lost', 'a guess at it'].find((each) => opens(of.file, each));
  await sealMemory(of.file, { isSealed: now, key, newKey: 'a key that is lost' });
}

function opens(file: string, key: string): boolean {
  try {
    openDatabase(file, true, undefined, new FileKey(key)).close();
    return true;
  } catch {
    return false;
  }
}

/** It is as it was. */
async function holdsPlain(of: World): Promise<void> {
  const memory = await of.open({ key: null });
  expect(await contents(memory)).toEqual([...TOLD].sort());
  await memory.close();
}

const quietly = { PATH: process.env['PATH'] ?? '', ...PLAIN };

describe.skipIf(!loads(SEALING))('of a sealed memory no word stands', () => {
  it('1 in a file that was sealed from the beginning', async () => {
    const of = await fill(world({ key: PASSPHRASE }));
    expect([isSealedFile(of.file), of.traces()]).toEqual([true, []]);
    await holds(of);
  });

  it('2 in its log and the index of that, while it is open and written to', async () => {
    const of = world();
    const memory = await of.open();
    for (const content of TOLD) await memory.remember(content);
    await memory.recall('Where is the zorblatine bicycle?');
    expect(readdirSync(of.folder)).toEqual(
      expect.arrayContaining(['memory.mneme-wal', 'memory.mneme-shm']),
    );
    expect(of.traces()).toEqual([]);
    await memory.close();
  });

  it('3 in what a kill leaves in the middle of writing', async () => {
    const of = world();
    const script = `import { openMemory } from ${JSON.stringify(LIBRARY)};
      const memory = await openMemory({ file: ${JSON.stringify(of.file)} });
      for (let at = 0; ; at++) { await memory.rememberAll(Array.from({ length: 40 }, (_, n) => 'Quixandra keeps zorblatine ' + at + '.' + n + ' in Vennamurk, by plimquat.')); console.log(at); }`;
    let stop: (() => void) | undefined;
    // In the middle of the batch after the one that it tells of.
    await runScript(script, {
      env: of.env,
      onStarted: (kill) => (stop = () => kill('SIGKILL')),
      onLine: (line) => line === '3' && stop?.(),
    });
    expect(readdirSync(of.folder)).toContain('memory.mneme-wal');
    expect(of.traces()).toEqual([]);
    const memory = await of.open();
    expect((await memory.list({ limit: 1 })).memories).toHaveLength(1);
    await memory.close();
  });

  it('4 in a backup, nor after that is read, verified and restored', async () => {
    const of = await filled(world());
    const backup = join(of.folder, 'a.backup');
    const memory = await of.open();
    expect(await memory.file.backup(backup)).toMatchObject({ encrypted: true });
    await memory.close();
    expect(await verifyBackup(backup)).toMatchObject({ whole: true, encrypted: true });
    await restoreBackup(backup, { file: join(of.folder, 'again.mneme') });
    await holds(of, join(of.folder, 'again.mneme'));
    await holds(of, backup);
    expect(of.traces()).toEqual([]);
  });

  it('5 in a backup under a passphrase', async () => {
    const of = await filled(world());
    vi.stubEnv('MNEME_PASSPHRASE', 'something else again');
    const backup = join(of.folder, 'a.backup');
    const memory = await of.open();
    await memory.file.backup(backup, { encrypt: true });
    await memory.close();
    expect(await verifyBackup(backup)).toMatchObject({ whole: true, encrypted: true });
    await restoreBackup(backup, { file: join(of.folder, 'again.mneme') });
    await holds(of, join(of.folder, 'again.mneme'));
    expect(of.traces()).toEqual([]);
  });

  it('6 in an export, which another memory under the key takes in', async () => {
    const of = await filled(world());
    const path = join(of.folder, 'all.jsonl');
    const memory = await of.open();
    expect(await memory.care.export(path)).toMatchObject({ encrypted: true });
    await memory.close();
    const other = await openMemory({ file: join(of.folder, 'other.mneme') });
    await other.import(path);
    await other.close();
    await holds(of, join(of.folder, 'other.mneme'));
    expect(of.traces()).toEqual([]);
  });

  it('7 in what the program writes of it, but for --plain', async () => {
    const of = await filled(world({ compiled: true }));
    const run = (...args: string[]) => runProgram([...args, '--file', of.file], { env: of.env });
    expect(await run('export', join(of.folder, 'all.jsonl'))).toMatchObject({ code: 0 });
    expect(await run('backup', join(of.folder, 'a.backup'), '--json')).toMatchObject({ code: 0 });
    expect(await run('export', '-')).toMatchObject({ code: 2, out: '' });
    expect(await run('doctor', '--json')).toMatchObject({ code: 0 });
    expect(of.traces()).toEqual([]);
    expect((await run('export', '-', '--plain')).out).toContain('zorblatine');
    expect(await run('export', join(of.folder, 'plain.jsonl'), '--plain')).toMatchObject({
      code: 0,
    });
    expect(of.traces()).toHaveLength(WORDS.length);
  });

  it('8 in a plain memory that is sealed, nor beside it', async () => {
    const of = await plain(world());
    vi.stubEnv('MNEME_KEY', '');
    const open = await of.open();
    const refused = await runProgram(['seal', '--file', of.file], { env: of.env });
    expect(refused).toMatchObject({ code: 6, out: '' });
    await expect(sealMemory(of.file, { isSealed: false, newKey: KEY })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await open.close();
    vi.stubEnv('MNEME_KEY', KEY);
    await holdsPlain(of);
    expect(await runProgram(['seal', '--file', of.file], { env: of.env })).toMatchObject({
      code: 0,
      err: '',
    });
    expect(of.traces()).toEqual([]);
    await holds(of);
    const again = await runProgram(['seal', '--file', of.file, '--json'], { env: of.env });
    expect(again).toMatchObject({ code: 10 });
    expect(again.err).toContain('mneme rekey');
  });

  it('9 once whoever comes after a kill of sealing has sealed it; it is whole at every moment', async () => {
    const of = world();
    vi.stubEnv('MNEME_KEY', '');
    const first = await of.open();
    await first.rememberAll(Array.from({ length: 60 }, (_, at) => `${TOLD[0] ?? ''} ${at}`));
    await first.close();
    vi.stubEnv('MNEME_KEY', KEY);
    const original = readFileSync(of.file);
    const seen = new Set<string>();
    // While rows are copied, whenever it comes; from then on, before each thing that is asked of the disk.
    const kills = [...Array.from({ length: 6 }, (_, at) => ({ after: at * 8 }))];
    for (let step = 1, whole = false; !whole; step++) {
      const kill = kills[step - 1] ?? { before: step - kills.length };
      for (const name of readdirSync(of.folder).filter((each) => each.includes('mneme')))
        rmSync(join(of.folder, name), { force: true, recursive: true });
      writeFileSync(of.file, original);
      whole = await killedWhileSealing(of, kill);
      seen.add(
        `${isSealedFile(of.file) ? 'sealed' : 'plain'}${readdirSync(of.folder).includes('.memory.mneme.unsealed') ? ', and a second name' : ''}`,
      );
      if (!isSealedFile(of.file)) await sealMemory(of.file, { isSealed: false, newKey: KEY });
      const memory = await of.open();
      expect((await memory.care.stats()).memories).toBe(60);
      await memory.close();
      expect({ kill, traces: of.traces() }).toEqual({ kill, traces: [] });
      expect(readdirSync(of.folder).sort()).toEqual(
        ['cache', 'data', 'memory.mneme', 'tmp'].filter((name) =>
          existsSync(join(of.folder, name)),
        ),
      );
    }
    expect([...seen].sort()).toEqual([
      'plain',
      'plain, and a second name',
      'sealed',
      'sealed, and a second name',
    ]);
  });

  it('10 under a new key, nor does the old one open it', async () => {
    const of = await filled(world({ key: PASSPHRASE }));
    const env = { ...of.env, MNEME_NEW_KEY: 'another-horse-battery' };
    expect(await runProgram(['rekey', '--file', of.file], { env })).toMatchObject({ code: 0 });
    const refused = await runProgram(['list', '--file', of.file, '--json'], { env });
    expect(JSON.parse(refused.err)).toMatchObject({
      error: { code: 'invalid_input', field: 'key', message: `The key does not open ${of.file}.` },
    });
    expect(refused.err + refused.out).not.toMatch(/horse/);
    expect([...of.traces(), ...tracesOf(['another-horse-battery'], of.folder)]).toEqual([]);
    vi.stubEnv('MNEME_KEY', 'another-horse-battery');
    await holds(of);
  });

  it('11 in a memory restored from a backup of before', async () => {
    const of = await plain(world());
    vi.stubEnv('MNEME_KEY', '');
    const memory = await of.open();
    const backup = join(of.folder, 'before.backup');
    await memory.file.backup(backup);
    await memory.close();
    vi.stubEnv('MNEME_KEY', KEY);
    await restoreBackup(backup, { file: of.file, overwrite: true });
    rmSync(backup);
    expect([isSealedFile(of.file), of.traces()]).toEqual([true, []]);
    await holds(of);
  });

  it('12 in what is kept of a file that was moved away while it was open', async () => {
    const of = world();
    const memory = await of.open();
    for (const content of TOLD) await memory.remember(content);
    renameSync(of.file, join(of.folder, 'moved.mneme'));
    await expect(memory.remember('Quixandra has a plimquat.')).rejects.toMatchObject({
      code: 'unavailable',
    });
    await memory.close();
    expect(readdirSync(of.folder)).toContain('memory.mneme.kept');
    expect(of.traces()).toEqual([]);
    await holds(of, join(of.folder, 'memory.mneme.kept'));
  });

  it('13 after an erasure, which rewrites the file, nor in files that SQLite sets aside for it', async () => {
    const of = world();
    const erased = (): Promise<string[]> =>
      filesSetAside(
        `import { openMemory } from ${JSON.stringify(LIBRARY)};
        const memory = await openMemory({ file: ${JSON.stringify(of.file)} });
        await memory.rememberAll(Array.from({ length: 30 }, (_, at) => 'Zorblatine ' + at + '. ' + 'Vennamurk '.repeat(1_500)));
        for (let at = 0; at < 6; at++) await memory.branching.make('large-' + at);
        await memory.remember('Quixandra is well.');
        const { done } = await memory.privacy.erase({ subject: 'Quixandra', yes: true });
        await memory.close();
        if (!done) throw new Error('not erased');`,
        of,
      );
    expect([await erased(), of.traces()]).toEqual([[], []]);
    // Of a plain file that is as large, SQLite sets parts aside.
    rmSync(of.file);
    of.env['MNEME_KEY'] = '';
    if (process.platform === 'linux') expect(await erased()).toHaveLength(1);
  });

  it('14 after indexes, words and vectors were made anew', async () => {
    const of = await filled(world());
    expect(
      await runProgram(['doctor', '--rebuild', '--file', of.file], { env: of.env }),
    ).toMatchObject({ code: 0 });
    expect(of.traces()).toEqual([]);
    await holds(of);
  });

  it('15 in what a client sends to be imported, while it waits and afterwards', async () => {
    const of = world();
    const served = await serveTestMemory({ file: of.file });
    let finish = (): void => undefined;
    const half = new ReadableStream<Uint8Array>({
      start(sender) {
        for (const content of TOLD) sender.enqueue(Buffer.from(`${content}\n\n`.repeat(3_000)));
        finish = () => sender.close();
      },
    });
    const sending = fetch(`${served.url}/v1/banks/default/import?path=talk.txt`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: half,
      duplex: 'half',
    } as RequestInit);
    const spools: string[] = [];
    for (let look = 0; look < 400 && spools.length === 0; look++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      spools.push(...uploads(of));
    }
    expect([spools.length > 0, of.traces()]).toEqual([true, []]);
    finish();
    expect((await sending).status).toBe(202);
    await served.close();
    expect(of.traces()).toEqual([]);
  });

  it('16 in a backup that waits to be fetched', async () => {
    const of = await filled(world());
    const served = await serveTestMemory({ file: of.file });
    await served.ask('POST', '/v1/backups', { body: {} });
    await vi.waitFor(
      () => expect(readdirSync(of.env['TMPDIR'] ?? '').join()).toContain('backup'),
      5_000,
    );
    expect(of.traces()).toEqual([]);
    await served.close();
  });

  it('17 in what hooks keep: their daemon, its logs and its sockets', async () => {
    const of = await filled(world());
    const event = {
      session_id: 's',
      cwd: of.folder,
      hook_event_name: 'UserPromptSubmit',
      prompt: 'Where is the zorblatine bicycle of Quixandra?',
    };
    const answer = await hooked(of, event);
    expect(answer).toContain('Vennamurk');
    expect(of.traces()).toEqual([]);
    await runProgram(['hooks', 'remove', 'claude-code', '--file', of.file], { env: of.env });
    expect(of.traces()).toEqual([]);
  });

  it('18 in a file that a plain one was migrated to, nor in one that is read from it', async () => {
    const of = await plain(world());
    const to = join(of.folder, 'sealed.mneme');
    await migrate({ from: of.file, to });
    rmSync(of.file);
    await migrate({ from: to, to: join(of.folder, 'next.mneme') });
    expect(of.traces()).toEqual([]);
    await holds(of, join(of.folder, 'next.mneme'));
  });

  it('19 in branches, deleted banks, nor where cases are tried on a copy', async () => {
    const of = await filled(world());
    const memory = await of.open();
    const backup = join(of.folder, 'a.backup');
    await memory.file.backup(backup);
    const cases = 'cases:\n  - ask: Where is the zorblatine bicycle?\n    mustReturn: [bicycle]\n';
    const tried = await runProgram(['test', '-', '--on', backup], { env: of.env, input: cases });
    expect(tried).toMatchObject({ code: 0, err: '' });
    await memory.branching.make('trial');
    await memory.file.deleteBank({ name: 'default', reason: 'a trial' });
    await memory.close();
    expect(of.traces()).toEqual([]);
  });

  it('20 in the environment and the arguments of programs that are not ours, nor does its key', async () => {
    const of = await filled(world({ key: PASSPHRASE }));
    const spy = join(of.folder, 'spy.sh');
    writeFileSync(
      spy,
      `#!/bin/sh\nenv > ${of.folder}/spied; ps -ef >> ${of.folder}/spied; echo ${'x'.repeat(3)}\n`,
    );
    chmodSync(spy, 0o700);
    vi.stubEnv('MNEME_PASSPHRASE', 'something else again');
    await runProgram(['doctor', '--reader', spy, '--file', of.file], {
      env: { ...of.env, MNEME_PASSPHRASE: 'something else again' },
    });
    expect(readFileSync(join(of.folder, 'spied'), 'utf8')).toMatch(/PATH=/);
    expect(tracesOf([PASSPHRASE, 'something else again'], of.folder)).toEqual([]);
  });
});

describe.skipIf(!loads(SEALING))('the key of a sealed memory', () => {
  it('comes from a command, whose first line it is, from a file, or from the environment', async () => {
    const of = await filled(world({ key: PASSPHRASE }));
    const { MNEME_KEY: _, ...env } = of.env;
    const path = join(of.folder, 'key');
    const list = async (by: Record<string, string>): Promise<number | null> =>
      (await runProgram(['list', '--file', of.file], { env: { ...env, ...by } })).code;
    const say = join(of.folder, 'say key');
    writeFileSync(say, `#!/bin/sh\nprintf '%s\\nname: somebody\\n' ${PASSPHRASE}\n`);
    chmodSync(say, 0o700);
    expect(await list({ MNEME_KEY_COMMAND: `"${say}" of mine` })).toBe(0);
    rmSync(say);
    writeFileSync(path, `${PASSPHRASE}\n`);
    expect(await list({ MNEME_KEY_FILE: path })).toBe(0);
    expect(await list({ MNEME_KEY: PASSPHRASE, MNEME_KEY_FILE: '/nowhere' })).toBe(0);
    rmSync(path);
  });

  it.each([
    [{}, 2, 'is sealed, and no key was given'],
    [{ MNEME_KEY: 'short' }, 2, 'at least 8 characters'],
    [{ MNEME_KEY: 'a wrong key' }, 2, 'The key does not open'],
    [{ MNEME_KEY_FILE: '/nowhere/key' }, 3, 'There is no file /nowhere/key'],
    [{ MNEME_KEY_COMMAND: '/nowhere/key' }, 11, 'is not there'],
    [{ MNEME_KEY_COMMAND: 'sh -c "echo correct-horse-battery; exit 3"' }, 11, 'exit code 3'],
    [{ MNEME_KEY_COMMAND: 'sh -c ":"' }, 2, 'at least 8 characters'],
  ])('is missed with a mend: %j', async (by, code, message) => {
    const of = await filled(world({ key: PASSPHRASE }));
    const { MNEME_KEY: _, ...env } = of.env;
    const ran = await runProgram(['list', '--file', of.file, '--json'], { env: { ...env, ...by } });
    expect(ran).toMatchObject({ code, out: '' });
    const { error } = JSON.parse(ran.err) as { error: { message: string; hint: string } };
    expect(error.message).toContain(message);
    expect(error.hint.length).toBeGreaterThan(20);
    expect(ran.err).not.toMatch(/horse|a wrong key|short"/);
  });

  it('can be lost: a backup of before, or under another key, takes the place of the file', async () => {
    const of = await plain(world());
    vi.stubEnv('MNEME_KEY', '');
    const memory = await of.open();
    const backup = join(of.folder, 'before.backup');
    await memory.file.backup(backup);
    await memory.close();
    await sealMemory(of.file, { isSealed: false, newKey: 'a key that is lost' });
    for (const key of ['', 'a guess at it', KEY]) {
      vi.stubEnv('MNEME_KEY', key);
      await sealedAgain(of);
      await restoreBackup(backup, { overwrite: true, file: of.file });
      expect(isSealedFile(of.file)).toBe(key !== '');
      await holds(of);
    }
    // Whoever has it open would write on into what is gone.
    const held = await openMemory({ file: of.file });
    vi.stubEnv('MNEME_KEY', 'a guess at it');
    const refused = await runProgram(
      ['backup', 'restore', backup, '--overwrite', '--file', of.file],
      { env: { ...of.env, MNEME_KEY: 'a guess at it' } },
    );
    expect(refused.code).toBe(6);
    await held.close();
  });

  it('is not for servers, which say how they can be sealed', async () => {
    const ran = await runProgram(['list', '--store', 'postgres://me@localhost/x'], {
      env: { MNEME_KEY: KEY },
    });
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/cannot be sealed[^]+LUKS/);
    const seal = await runProgram(['seal', '--store', 'postgres://me@localhost/x'], {
      env: { MNEME_KEY: KEY },
    });
    expect(seal.err).toMatch(/cannot be sealed/);
  });
});

it('says what is to be installed where the driver is missing', async () => {
  const of = world();
  const script = `import { createRequire } from 'node:module';
    const Module = createRequire(import.meta.url)('node:module');
    const load = Module._load;
    Module._load = (name, ...rest) => { if (name === 'better-sqlite3-multiple-ciphers') throw new Error('Cannot find module'); return load(name, ...rest); };
    const { openMemory } = await import(${JSON.stringify(LIBRARY)});
    await openMemory({ file: ${JSON.stringify(of.file)} }).catch((error) => console.log(JSON.stringify(error)));`;
  const { out } = await runScript(script, { env: of.env });
  expect(JSON.parse(out)).toMatchObject({
    code: 'unavailable',
    hint: expect.stringContaining('npm install better-sqlite3-multiple-ciphers') as string,
  });
});

/**
 * Seals in a process that is killed so many milliseconds after it made its copy, or before its so many-th call of the
 * file system. Whether it lived to the end.
 */
async function killedWhileSealing(
  of: World,
  { after, before }: { readonly after?: number; readonly before?: number },
): Promise<boolean> {
  const script = `const fs = require('node:fs');
    const { sealMemory } = require('./dist/cjs/library.js');
    let calls = 0;
    for (const name of ['openSync', 'linkSync', 'renameSync', 'writeSync', 'fsyncSync', 'closeSync', 'rmSync']) {
      const real = fs[name];
      fs[name] = (...given) => {
        if (++calls === ${before ?? 0}) process.kill(process.pid, 'SIGKILL');
        return real(...given);
      };
    }
    void sealMemory(${JSON.stringify(of.file)}, { isSealed: false, newKey: ${JSON.stringify(KEY)} });`;
  const child = spawn(process.execPath, ['--input-type=commonjs', '-e', script], {
    cwd: ROOT,
    env: { ...quietly, ...of.env, XDG_CACHE_HOME: COMPILED },
    stdio: 'ignore',
  });
  const look = (): void => {
    if (readdirSync(of.folder).some((name) => name.endsWith('.part')))
      setTimeout(() => child.kill('SIGKILL'), after);
    else if (child.exitCode === null) setTimeout(look, 1);
  };
  if (after !== undefined) look();
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
}

/** Runs a script, and watches which temporary files SQLite opens meanwhile: they have no name on the disk. */
async function filesSetAside(script: string, of: World): Promise<string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    env: { ...quietly, ...of.env, XDG_CACHE_HOME: COMPILED },
    stdio: 'ignore',
  });
  const found = new Set<string>();
  const look = setInterval(() => {
    try {
      for (const handle of readdirSync(`/proc/${child.pid ?? 0}/fd`)) {
        const place = readlinkSync(`/proc/${child.pid ?? 0}/fd/${handle}`);
        if (place.includes('etilqs')) found.add(place);
      }
    } catch {
      // It ended, or this system has no such list.
    }
  }, 1);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(look);
  expect(code).toBe(0);
  return [...found];
}

const uploads = (of: World): string[] =>
  readdirSync(of.env['TMPDIR'] ?? '')
    .filter((name) => name.startsWith('mneme-upload'))
    .flatMap((name) => readdirSync(join(of.env['TMPDIR'] ?? '', name)));

/** What a hook's process answers to an event. */
function hooked(of: World, event: object): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['dist/bin/mneme-hook.js', '--file', of.file, '--bank', 'default', '--deadline', '25000'],
      { cwd: ROOT, env: { ...quietly, ...of.env, XDG_CACHE_HOME: COMPILED } },
    );
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stdin.end(JSON.stringify(event));
    child.on('close', () => resolve(out));
  });
}
