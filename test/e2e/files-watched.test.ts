/** `mneme files --watch` beside an editor and another process that remembers. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openMemory } from '../../packages/mneme/src/index.js';
import { temporaryFile, temporaryFolder } from '../support/open-test-memory.js';
import { runProgram } from '../support/run-node.js';

it('follows both sides until it is stopped', async () => {
  const file = temporaryFile();
  const folder = join(temporaryFolder(), 'notes');
  const memory = await openMemory({ file, bank: 'test' });
  const tell = (about: string, aspect: string, value: string) =>
    memory.remember({
      content: `The ${aspect} of ${about} is ${value}.`,
      note: { about, aspect, value },
    });
  for (const about of ['Tom', 'Leah', 'Ana']) await tell(about, 'home', 'Bergen');

  let stop: (signal: NodeJS.Signals) => void = () => undefined;
  let told = '';
  const running = runProgram(['files', folder, '--watch'], {
    env: { MNEME_FILE: file, MNEME_BANK: 'test' },
    onLine: (line) => (told += `${line}\n`),
    onStarted: (kill) => (stop = kill),
  });
  const leah = join(folder, 'leah.md');
  const soon = { timeout: 20_000, interval: 100 };
  await vi.waitFor(() => expect(existsSync(leah)).toBe(true), soon);
  await vi.waitFor(() => expect(told).toContain('In step'), soon);

  appendFileSync(leah, '- car: Volvo\n');
  await vi.waitFor(
    () => expect(readFileSync(leah, 'utf8')).toMatch(/\*\*car\*\*: Volvo <!-- m_/),
    soon,
  );
  await tell('Leah', 'dog', 'Rex');
  await vi.waitFor(() => expect(readFileSync(leah, 'utf8')).toContain('**dog**: Rex'), soon);

  // While git writes into the working tree it waits, and goes on afterwards.
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, '.git', 'index.lock'), '');
  appendFileSync(leah, '- pet: cat\n');
  await tell('Tom', 'dog', 'Fido');
  rmSync(join(folder, '.git'), { recursive: true });
  await vi.waitFor(() => expect(readFileSync(leah, 'utf8')).toContain('**pet**: cat'), soon);

  // A folder that vanishes is no wish, and is not made anew.
  rmSync(folder, { recursive: true });
  await vi.waitFor(() => expect(told).toContain('is gone; nothing was forgotten'), soon);
  expect(existsSync(folder)).toBe(false);
  stop('SIGINT');
  const { err } = await running;
  expect(err).toBe('');
  expect((await memory.list({ kinds: ['note'] })).memories).toHaveLength(7);
  await memory.close();
});
