/** What one process does with the file, another may rely on: SQLite tells by locks who has it open, and any other handle that is closed drops them all. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { connect } from '../../packages/client/src/connect.js';
import { openMemory, restoreBackup, verifyBackup } from '../../packages/mneme/src/index.js';
import type { Operation } from '../../packages/core/src/operations/operation.js';
import { OPERATIONS, type OperationName } from '../../packages/mneme/src/operations/table.js';
import { serverProcess } from '../support/mcp-process.js';
import { filled, samples } from '../support/operation-samples.js';
import { openTestMemory, temporaryFile, temporaryFolder } from '../support/open-test-memory.js';
import { runProgram } from '../support/run-node.js';

vi.setConfig({ testTimeout: 120_000 });

/** Which of the memory's files this process holds no lock on: the kernel's own list, where there is one. */
function unlocked(file: string): string[] {
  const held = readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, pid, inode] = /POSIX +ADVISORY +\w+ +(\d+) +\S+:(\d+) /.exec(line) ?? [];
      return pid === String(process.pid) ? [Number(inode)] : [];
    });
  return [file, `${file}-shm`].filter((path) => !held.includes(statSync(path).ino));
}

const onLinux = existsSync('/proc/locks') ? it : it.skip;

describe('a memory that is open', () => {
  onLinux('keeps its locks through every verb', async () => {
    const { file, ...ids } = await filled();
    const open = () => openMemory({ file, vaultKey: 'ab'.repeat(32) });
    let memory = await open();
    const releasing: string[] = [];
    const watch = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      await work().catch(() => undefined);
      if (unlocked(file).length === 0) return;
      releasing.push(what);
      await memory.close();
      memory = await open();
    };
    expect(unlocked(file)).toEqual([]);
    for (const [name, input] of Object.entries(samples({ file, ...ids })))
      await watch(name, () =>
        (OPERATIONS[name as OperationName] as Operation).run(memory, input as never, {}),
      );
    const copy = join(temporaryFolder(), 'copy');
    await watch('erase', () => memory.privacy.erase({ subject: 'Marmalade', yes: true }));
    await watch('backup', () => memory.file.backup(copy));
    await watch('export', () => memory.care.export(`${copy}.jsonl`));
    await watch('rebuild', () => memory.care.doctor({ rebuild: true }));
    await watch('verifying itself', () => verifyBackup(file));
    await watch('restoring itself', () => restoreBackup(file, { file: `${copy}.mneme` }));
    await watch('importing itself', () => memory.import(file));
    await watch('importing its log', () => memory.import(`${file}-wal`));
    await watch('a picture of itself', () =>
      memory.remember({ content: 'Look.', images: [{ path: file }] } as never),
    );
    await watch('another connection', async () => (await openMemory({ file })).close());
    expect(releasing).toEqual([]);
    await memory.close();
  });

  it('loses nothing of what others write after an erasure in a running server', async () => {
    const file = temporaryFile();
    const { child, exited, saying } = serverProcess(
      ['--port', '0', '--file', file, '--threads', '1'],
      'serve',
    );
    const client = await connect((await saying(/Listening at (\S+)/))[1]!);
    await client.remember({ content: 'Tom lives in Porto.', speaker: 'Tom' });
    await client.privacy.erase({ subject: 'Tom', yes: true });
    const told: string[] = [];
    for (let at = 0; at < 3; at++) {
      told.push((await client.remember(`The server wrote down parcel ${at}.`)).id);
      const { out } = await runProgram([
        'remember',
        `The shell wrote down parcel ${at}.`,
        '--file',
        file,
        '--json',
      ]);
      told.push((JSON.parse(out) as { id: string }).id);
    }
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    const { memory } = await openTestMemory({ file, bank: 'default' });
    expect((await memory.list({ limit: 100 })).memories.map(({ id }) => id)).toEqual(told);
  });
});
