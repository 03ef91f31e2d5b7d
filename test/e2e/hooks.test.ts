/** The hook's own process, as an agent's program runs it: it answers, hands over, never blocks and never speaks of its troubles. */
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openMemory } from '../../packages/mneme/src/index.js';
import { hookAddress, readFailures } from '../../packages/server/src/hooks/hook-protocol.js';
import { temporaryFolder } from '../support/open-test-memory.js';
import { COMPILED, PLAIN, ROOT, runProgram } from '../support/run-node.js';

interface Hooked {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A memory's file, with sockets and home in folders of the test's own. */
function place(): {
  file: string;
  run: (input: string, ...more: string[]) => Promise<Hooked>;
  env: Record<string, string>;
} {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const file = join(folder, 'memory.mneme');
  const env = { ...PLAIN, TMPDIR: folder, HOME: folder, XDG_CACHE_HOME: COMPILED };
  const run = (input: string, ...more: string[]): Promise<Hooked> =>
    new Promise((resolve) => {
      const child = spawn(
        process.execPath,
        ['dist/bin/mneme-hook.js', '--file', file, '--bank', 'default', ...more],
        { cwd: ROOT, env: { PATH: process.env.PATH ?? '', ...env } },
      );
      let [out, err] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
      child.on('close', (code) => resolve({ code, out, err }));
    });
  return { file, run, env };
}

const event = (name: string, more: object = {}): string =>
  JSON.stringify({
    session_id: 's-now',
    cwd: '/home/ravi/code/parcel',
    hook_event_name: name,
    ...more,
  });
const SILENT: Hooked = { code: 0, out: '', err: '' };

/** Several whole programs, one after the other, on a machine that may be busy. */
const LONG = 120_000;

it(
  'starts a keeper, tells what is known, takes in what was said; a turn’s end is handed over without waiting',
  { timeout: LONG },
  async () => {
    const { file, run, env } = place();
    const memory = await openMemory({ file });
    await memory.remember({
      content: 'The upload chunk size is 8 MB, because the proxy timed out.',
      session: 'old',
      saidAt: '2025-02-01T10:00:00Z',
    });
    await memory.close();
    onTestFinished(() =>
      runProgram(['hooks', 'remove', 'claude-code', '--file', file], { env }).then(() => undefined),
    );

    const prompt = event('UserPromptSubmit', { prompt: 'Why is the upload chunk size 8 MB?' });
    const { hookSpecificOutput } = JSON.parse((await run(prompt, '--deadline', '25000')).out) as {
      hookSpecificOutput: { hookEventName: string; additionalContext: string };
    };
    expect(hookSpecificOutput.hookEventName).toBe('UserPromptSubmit');
    expect(hookSpecificOutput.additionalContext).toMatch(
      /<recalled-memory id="m_\w+">[^<]*8 MB[^<]*<\/recalled-memory>/,
    );

    // What it has, it is not told again.
    expect(await run(prompt, '--deadline', '25000')).toEqual(SILENT);

    const transcript = join(dirname(file), 'talk.jsonl');
    copyFileSync(join(ROOT, 'samples/imports/claude-code.jsonl'), transcript);
    expect(
      await run(event('Stop', { transcript_path: transcript }), '--deadline', '25000'),
    ).toEqual(SILENT);
    const reader = await openMemory({ file });
    onTestFinished(() => reader.close());
    await vi.waitFor(
      async () =>
        expect(
          (await reader.list({ session: 's-77' })).memories.map(({ content }) => content),
        ).toContain('Good, commit it.'),
      { timeout: 20_000, interval: 100 },
    );

    const status = JSON.parse(
      (await runProgram(['hooks', 'status', '--json', '--file', file], { env })).out,
    ) as { keeper: boolean };
    expect(status.keeper).toBe(true);
    await runProgram(['hooks', 'remove', 'claude-code', '--file', file], { env });
    await vi.waitFor(
      async () =>
        expect(
          JSON.parse(
            (await runProgram(['hooks', 'status', '--json', '--file', file], { env })).out,
          ),
        ).toMatchObject({ keeper: false }),
      { timeout: 20_000 },
    );
    expect(readFileSync(hookAddress({ file, bank: 'default' }).progress, 'utf8')).not.toContain(
      'talk',
    );
  },
);

it('ends with 0 and says nothing when the memory hangs, the input is none, or the folder is another’s; the log tells why', async () => {
  const { file, run } = place();
  const address = hookAddress({ file, bank: 'default' });
  mkdirSync(address.folder ?? '', { mode: 0o700 });
  const hanging = createServer(() => undefined);
  await new Promise<void>((resolve) => hanging.listen(address.socket, resolve));
  onTestFinished(() => void hanging.close());
  for (const name of ['SessionStart', 'UserPromptSubmit', 'Stop'])
    expect(await run(event(name, { prompt: 'Where do we keep the keys?' }))).toEqual(SILENT);
  for (const input of ['', 'no json', '[]', event('PreToolUse'), '{"hook_event_name": "Stop"}'])
    expect(await run(input)).toEqual(SILENT);
  chmodSync(address.folder ?? '', 0o777);
  expect(await run(event('Stop'))).toEqual(SILENT);
  const reasons = readFailures(address, 20).map(({ why }) => why);
  expect(reasons).toEqual([
    'unsafe_folder',
    ...Array<string>(5).fill('bad_input'),
    ...Array<string>(3).fill('deadline'),
  ]);
  expect(readFileSync(address.logs[0] ?? '', 'utf8')).not.toMatch(/keys|parcel/);
});
