/** Real programs behind the port: answers, failures and time limits. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/open-test-memory.js';
import { createTextProgram } from './program.js';

/** A JavaScript program, as a command of a user. */
function program(source: string, timeoutMs = 20_000, maxBytes?: number) {
  const path = join(temporaryFolder(), 'reader.mjs');
  writeFileSync(path, source);
  const limit = maxBytes === undefined ? {} : { maxBytes };
  return createTextProgram({ command: [process.execPath, path, '-p'], timeoutMs, ...limit });
}

const ECHO = `
  let text = '';
  for await (const part of process.stdin) text += part;
`;

describe('a program that reads', () => {
  it('gets the prompt on its input, whole, and what it writes is the answer', async () => {
    const long = `${'ü'.repeat(400_000)} end`;
    const { id, ask } = program(
      `${ECHO} process.stdout.write(text.length + ' ' + text.slice(-3));`,
    );
    expect(id).toMatch(/^program node/);
    expect(await ask(long)).toBe(`${long.length} end`);
  });

  it('sees no shell: what its words say is handed on as it stands', async () => {
    const path = join(temporaryFolder(), 'words.mjs');
    writeFileSync(path, 'process.stdout.write(JSON.stringify(process.argv.slice(2)));');
    const words = ['$(touch /tmp/never)', 'a b', ';', '*'];
    const { ask } = createTextProgram({
      command: [process.execPath, path, ...words],
      timeoutMs: 20_000,
    });
    expect(JSON.parse(await ask(''))).toEqual(words);
  });

  it.each([
    [
      'ends with an error',
      'process.stderr.write("not logged in"); process.exit(3);',
      /ended with code 3: not logged in/,
    ],
    ['answers nothing', '', /answered nothing/],
    ['never ends', 'setInterval(() => undefined, 1000);', /did not answer within 1500 ms/],
    [
      'writes without end',
      `const part = 'x'.repeat(1 << 20);
       const write = () => { while (process.stdout.write(part)); process.stdout.once('drain', write); };
       write();`,
      /answered with more than 4194304 bytes/,
    ],
    [
      'asks for a password',
      `import { openSync, readSync } from 'node:fs';
       try { readSync(openSync('/dev/tty', 'r'), Buffer.alloc(10)); }
       catch { process.stderr.write('no terminal'); process.exit(1); }`,
      /ended with code 1: no terminal/,
    ],
    ['is killed', 'process.kill(process.pid, "SIGKILL");', /ended with the signal SIGKILL/],
  ])('that %s is unavailable, in words', async (what, source, why) => {
    const { ask } = program(source, what === 'never ends' ? 1_500 : 20_000);
    await expect(ask('read this')).rejects.toMatchObject({
      code: 'unavailable',
      field: 'reader',
      message: expect.stringMatching(why) as string,
    });
  });

  it('that does not exist is named', async () => {
    const { ask } = createTextProgram({ command: ['no-such-reader-here'], timeoutMs: 5_000 });
    await expect(ask('read this')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'program no-such-reader-here: there is no such program.',
    });
  });

  it('ends with its children when it is interrupted', async () => {
    const marks = join(temporaryFolder(), 'pids');
    const { ask } = program(`
      import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
      writeFileSync(${JSON.stringify(marks)}, process.pid + ' ' + child.pid + ';');
      setInterval(() => undefined, 1000);
    `);
    const stop = new AbortController();
    const asked = ask('read this', stop.signal);
    // The file exists before it has content: wait for both numbers.
    const pids = await vi.waitFor(() => {
      const written = readFileSync(marks, 'utf8').match(/^(\d+) (\d+);$/);
      expect(written).not.toBeNull();
      return written!.slice(1).map(Number);
    }, 20_000);
    stop.abort();
    await expect(asked).rejects.toMatchObject({ code: 'interrupted' });
    const alive = (): boolean[] =>
      pids.map((pid) => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      });
    await vi.waitFor(() => expect(alive()).toEqual([false, false]), 20_000);
    await expect(ask('again', stop.signal)).rejects.toMatchObject({ code: 'interrupted' });
  });
});
