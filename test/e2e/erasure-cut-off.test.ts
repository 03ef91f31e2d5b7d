/** An erasure is one commit and then the rewriting of the file: what is cut off in between is told until it is finished, and finished by who opens the file next. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../packages/core/src/adapters/store/sqlite/open-database.js';
import { openMemory, type EraseReport } from '../../packages/mneme/src/index.js';
import type { Diagnosis } from '../../packages/mneme/src/public-types.js';
import { openTestMemory, temporaryFile } from '../support/open-test-memory.js';
import { LIBRARY, ROOT } from '../support/run-node.js';

vi.setConfig({ testTimeout: 120_000 });

const UNFINISHED = /^An erasure of 20\S+ is not finished: what was erased is still in the file\.$/;

/** How often the name is in what lies on the disk. No process of SQLite's has it open. */
function pieces(file: string): number {
  return ['', '-wal']
    .filter((part) => existsSync(file + part))
    .reduce((sum, part) => sum + readFileSync(file + part, 'latin1').split('Zyberg').length - 1, 0);
}

async function filled(): Promise<string> {
  const file = temporaryFile();
  const { memory } = await openTestMemory({ file });
  await memory.rememberAll(
    Array.from({ length: 80 }, (_, at) => ({
      content: `Parcel ${at} of Zyberg went to shelf ${at}.`,
      speaker: at % 3 === 0 ? 'Zyberg' : 'Ana',
    })),
  );
  await memory.rememberAll(
    Array.from(
      { length: 80 },
      (_, at) => `Barrel ${at} of the cellar holds ${at} litres of cider.`,
    ),
  );
  await memory.close();
  return file;
}

/** A process of its own that erases, and says what came of it. */
function erasing(file: string, limit = '') {
  const script = `import { openMemory } from ${JSON.stringify(LIBRARY)};
    const memory = await openMemory({ file: ${JSON.stringify(file)}, bank: 'test' });
    const told = await memory.privacy.erase({ subject: 'Zyberg', yes: true }).catch((error) => ({ code: error.code, message: error.message }));
    const { problems } = await memory.care.doctor();
    const { tasks } = await memory.guidance.status();
    process.stdout.write(JSON.stringify({ told, problems, tasks }));
    process.exit(0);`;
  const child = spawn(
    'bash',
    ['-c', `${limit} exec "$0" "$@"`, process.execPath, '--input-type=module', '-e', script],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<string>((resolve) => child.on('close', () => resolve(said)));
  return { child, ended };
}

/** Opens it anew and looks whether the erasure is done, and all else is there. */
async function assertFinished(file: string): Promise<void> {
  const memory = await openMemory({ file, bank: 'test' });
  expect((await memory.care.doctor()).problems).toEqual([]);
  expect((await memory.care.stats()).memories).toBe(80);
  expect((await memory.recall('How much does barrel 7 hold?')).results[0]?.content).toContain(
    'Barrel 7 ',
  );
  await memory.close();
  expect(pieces(file)).toBe(0);
}

/** Kills an erasure as soon as its change is in the journal; whether that came before its end. */
async function isKilledAfterCommit(file: string): Promise<boolean> {
  const { child, ended } = erasing(file);
  const watcher = openDatabase(file, true);
  const done = watcher.prepare("SELECT 1 FROM journal WHERE verb = 'erase'");
  while (done.get() === undefined) await new Promise((resolve) => setImmediate(resolve));
  child.kill('SIGKILL');
  await ended;
  watcher.close();
  return pieces(file) > 0;
}

describe('an erasure', () => {
  it('that is killed after its commit is told until it is finished', async () => {
    // On a busy machine it may be through before the kill: then another is killed.
    let file = await filled();
    for (let tries = 0; tries < 10 && !(await isKilledAfterCommit(file)); tries++)
      file = await filled();
    expect(pieces(file)).toBeGreaterThan(0);
    // Who may only read cannot finish it, and says so.
    const reader = await openMemory({ file, bank: 'test', readOnly: true });
    expect((await reader.care.doctor()).problems).toMatchObject([
      { what: expect.stringMatching(UNFINISHED) as string },
    ]);
    expect((await reader.guidance.status()).tasks).toMatchObject([
      { task: 'finish_erasure', priority: 'high' },
    ]);
    await reader.close();
    expect(pieces(file)).toBeGreaterThan(0);
    // Nor can who opens it while another still reads it as it was.
    const older = openDatabase(file, true);
    older.exec('BEGIN');
    older.prepare('SELECT count(*) FROM memory').get();
    const memory = await openMemory({ file, bank: 'test' });
    expect((await memory.care.doctor()).problems[0]?.what).toMatch(UNFINISHED);
    older.close();
    expect((await memory.care.doctor({ rebuild: true })).problems).toEqual([]);
    await memory.close();
    await assertFinished(file);
  });

  it('that finds no room for the new file is told as what it is, and finished when there is some', async () => {
    const file = await filled();
    // In KiB: enough for the change, not for the file.
    const { ended } = erasing(file, `ulimit -f ${Math.floor((statSync(file).size * 0.6) / 1024)};`);
    const { told, problems, tasks } = JSON.parse(await ended) as {
      told: EraseReport;
      problems: Diagnosis['problems'];
      tasks: readonly { task: string }[];
    };
    expect(told).toMatchObject({ done: false });
    expect(told.remains.join(' ')).toMatch(/not yet out of the file/);
    expect(told.remains.join(' ')).not.toMatch(/nothing/i);
    expect(told.proof?.bytesFound).toBeGreaterThan(0);
    expect(problems[0]?.what).toMatch(UNFINISHED);
    expect(tasks[0]?.task).toBe('finish_erasure');
    await assertFinished(file);
  });
});
