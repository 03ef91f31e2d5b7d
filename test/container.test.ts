/** The image's recipe: what it calls is there. `docker build` itself needs a daemon. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PROGRAM, runNode } from './support/run-node.js';

const ROOT = new URL('../', import.meta.url);
const lines = readFileSync(new URL('Dockerfile', ROOT), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^([A-Z]+) (.+)$/.exec(line)?.slice(1) ?? [line]);

it('consists of instructions that there are, and ends as nobody special', () => {
  const known = ['FROM', 'ENV', 'WORKDIR', 'COPY', 'RUN', 'USER', 'VOLUME', 'EXPOSE', 'CMD'];
  expect(lines.filter(([name = '']) => !known.includes(name))).toEqual([]);
  expect(lines.filter(([name]) => name === 'USER').at(-1)).toEqual(['USER', 'node']);
  const copied = lines.flatMap(([name, what = '']) =>
    name === 'COPY' && !what.startsWith('--') ? what.split(' ').slice(0, -1) : [],
  );
  expect(copied.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
});

it('starts the program with flags that it has', async () => {
  const [, command = '[]'] = lines.find(([name]) => name === 'CMD') ?? [];
  const [program, verb = '', ...args] = JSON.parse(command) as string[];
  expect(program).toBe('mneme');
  const { code, out } = await runNode([PROGRAM, verb, '--help']);
  expect(code).toBe(0);
  for (const flag of args.filter((arg) => arg.startsWith('--'))) expect(out).toContain(flag);
});
