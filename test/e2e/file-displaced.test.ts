/** A file that is removed, replaced or moved while it is open: nothing is acknowledged that is lost, and what took its place stays as it is. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { connect } from '../../packages/client/src/connect.js';
import {
  openMemory,
  restoreBackup,
  verifyBackup,
  type Mneme,
} from '../../packages/mneme/src/index.js';
import { serverProcess } from '../support/mcp-process.js';
import { openTestMemory, temporaryFile } from '../support/open-test-memory.js';
import { runProgram } from '../support/run-node.js';

vi.setConfig({ testTimeout: 120_000 });

const OTHERS = Array.from(
  { length: 40 },
  (_, at) => `Parcel ${at} of the others is on shelf ${at}.`,
);
const contents = async (memory: Mneme): Promise<(string | undefined)[]> =>
  (await memory.list({ limit: 100 })).memories.map(({ content }) => content);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string; message: string; hint: string }) => error,
  );

/** Another memory, whole in one file, in the same folder. */
async function another(file: string): Promise<string> {
  const path = join(dirname(file), 'another.mneme');
  const memory = await openMemory({ file: path, bank: 'test' });
  await memory.rememberAll(OTHERS);
  await memory.close();
  return path;
}

async function contentsOf(file: string): Promise<(string | undefined)[]> {
  const memory = await openMemory({ file, bank: 'test' });
  try {
    expect((await memory.care.doctor()).problems).toEqual([]);
    return await contents(memory);
  } finally {
    await memory.close();
  }
}

describe('a file that is open', () => {
  it('and is removed takes nothing more, and what is in hand is kept beside it', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.remember('The kiln is red.');
    await memory.recall('kiln');
    rmSync(file);
    const refused = await refusal(memory.remember('The barn is green.'));
    expect(refused).toMatchObject({ code: 'unavailable' });
    expect(refused?.message).toContain(`${file} was removed while it was open`);
    expect(refused?.message).toContain(`${file}.kept`);
    // Once: another refusal names the same copy.
    expect((await refusal(memory.remember('The weir is grey.')))?.message).toBe(refused?.message);
    expect((await memory.care.doctor()).problems.map(({ what }) => what)).toEqual([
      `${file} was removed while it was open.`,
    ]);
    expect((await memory.recall('kiln')).results[0]?.content).toBe('The kiln is red.');
    expect(await contents(memory)).toEqual(['The kiln is red.']);
    await memory.care.export(`${file}.jsonl`);
    await memory.close();
    expect(readdirSync(dirname(file)).sort()).toEqual(['memory.mneme.jsonl', 'memory.mneme.kept']);
    expect(await verifyBackup(`${file}.kept`)).toMatchObject({ whole: true });
    await restoreBackup(`${file}.kept`, { file });
    expect(await contentsOf(file)).toEqual(['The kiln is red.']);
  });

  it('and is replaced leaves the file that took its place as it is', async () => {
    for (const told of [true, false]) {
      const file = temporaryFile();
      const { memory } = await openTestMemory({ file });
      await memory.rememberAll(['The kiln is red.', 'The barn is green.']);
      renameSync(await another(file), file);
      if (told) {
        const refused = await refusal(memory.remember('The weir is grey.'));
        expect(refused?.message).toContain(`Another file took the place of ${file}`);
        expect((await refusal(memory.forget([(await memory.list()).memories[0]!.id])))?.code).toBe(
          'unavailable',
        );
        expect(await contents(memory)).toEqual(['The kiln is red.', 'The barn is green.']);
      }
      await memory.close();
      expect(await contentsOf(file)).toEqual(OTHERS);
      expect(existsSync(`${file}.kept`)).toBe(told);
    }
  });

  it('and is replaced under a server that nobody asks anything is left to who opens it next', async () => {
    const file = temporaryFile();
    const { child, exited, saying } = serverProcess(
      ['--port', '0', '--file', file, '--bank', 'test', '--threads', '1'],
      'serve',
    );
    const url = (await saying(/Listening at (\S+)/))[1]!;
    const client = await connect(url, { bank: 'test' });
    await client.remember('The kiln is red.');
    await client.recall('kiln');
    renameSync(await another(file), file);
    // It looks by itself, before a person's next command is up.
    while (existsSync(`${file}-wal`)) await new Promise((resolve) => setTimeout(resolve, 20));
    const { out } = await runProgram([
      'remember',
      'The weir is grey.',
      '--file',
      file,
      '--bank',
      'test',
      '--json',
    ]);
    expect(JSON.parse(out)).toMatchObject({ outcome: 'remembered' });
    const refused = await refusal(client.remember('The barn is green.'));
    expect(refused).toMatchObject({ code: 'unavailable' });
    expect(refused?.message).toContain(`${file}.kept`);
    expect((await fetch(`${url}/health/ready`)).status).toBe(503);
    child.kill('SIGTERM');
    await exited;
    expect(await contentsOf(file)).toEqual([...OTHERS, 'The weir is grey.']);
    expect((await verifyBackup(`${file}.kept`)).manifest?.banks).toMatchObject([
      { name: 'test', memories: 1 },
    ]);
  });

  it('and is moved has all that was acknowledged at its new place', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.rememberAll(OTHERS);
    const elsewhere = join(dirname(file), 'elsewhere', 'memory.mneme');
    mkdirSync(dirname(elsewhere));
    renameSync(file, elsewhere);
    expect((await refusal(memory.remember('The weir is grey.')))?.code).toBe('unavailable');
    await memory.close();
    expect(await contentsOf(elsewhere)).toEqual(OTHERS);
  });

  it.each(['-wal', '-shm'])('and loses its %s is whole for who opens it next', async (part) => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.remember('The kiln is red.');
    rmSync(file + part);
    const refused = await refusal(memory.remember('The barn is green.'));
    expect(refused?.message).toContain(`${file}${part} was removed`);
    const { memory: next } = await openTestMemory({ file });
    await next.remember('The weir is grey.');
    await memory.close();
    await next.close();
    expect(await contentsOf(file)).toEqual(['The kiln is red.', 'The weir is grey.']);
  });

  it('is not founded anew over the log of one that is gone', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.remember('The barn is green.');
    const log = `${file}-wal`;
    execFileSync('cp', [log, `${log}.left`]);
    await memory.close();
    rmSync(file);
    renameSync(`${log}.left`, log);
    const refused = await refusal(openMemory({ file }));
    expect(refused).toMatchObject({ code: 'not_found' });
    expect(refused?.message).toContain(log);
    expect(existsSync(log)).toBe(true);
    expect(existsSync(file)).toBe(false);
  });
});
