/** `mneme sync` as a person runs it, on two machines. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFile, temporaryFolder } from '../support/open-test-memory.js';
import { runProgram } from '../support/run-node.js';

it('keeps two memories in step, and goes on while it watches', async () => {
  const folder = join(temporaryFolder(), 'shared');
  const [here, there] = [temporaryFile(), temporaryFile()];
  const run = (file: string, ...args: readonly string[]) =>
    runProgram([...args, '--file', file], { env: { MNEME_PASSPHRASE: '5a'.repeat(32) } });
  await run(here, 'remember', 'Tom lives in Oslo.');
  const bare = await runProgram(['sync', folder, '--file', here, '--json']);
  expect([bare.code, JSON.parse(bare.err)]).toMatchObject([
    expect.any(Number),
    { error: { code: 'invalid_input', field: 'passphrase' } },
  ]);
  expect(existsSync(folder)).toBe(false);
  expect((await run(here, 'sync', folder, '--preview')).out).toMatch(
    /Would be done: .* \d+ records sent/,
  );
  expect(existsSync(folder)).toBe(false);
  expect((await run(here, 'sync', folder, '--name', 'desk')).out).toMatch(
    /In step: .*, nothing new/,
  );
  let stop = (): void => undefined;
  const lines: string[] = [];
  const watching = runProgram(['sync', folder, '--watch', '--file', there], {
    env: { MNEME_PASSPHRASE: '5a'.repeat(32) },
    onStarted: (kill) => (stop = () => kill('SIGINT')),
    onLine: (line) => {
      lines.push(line);
      if (lines.filter((each) => each.includes('desk')).length === 2) stop();
      else if (line.includes('desk'))
        void run(here, 'remember', 'Leah plays the cello.').then(() =>
          run(here, 'sync', folder, '--name', 'desk'),
        );
    },
  });
  expect((await watching).err).toBe('');
  expect(lines.join('\n')).toMatch(/desk +\d+ records taken in[^]*desk +\d+ records taken in/);
  expect((await run(there, 'list')).out).toMatch(/Oslo[^]*cello|cello[^]*Oslo/);
});
