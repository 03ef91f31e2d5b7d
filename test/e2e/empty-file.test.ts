/** What is only read stays as it is, to the byte: an empty file, and one in a folder that nobody may write to. */
import { chmodSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProgram } from '../../packages/cli/src/program.js';
import type { Terminal } from '../../packages/cli/src/process.js';
import { openMemory } from '../../packages/mneme/src/index.js';
import { temporaryFolder } from '../support/open-test-memory.js';
import { runProgram } from '../support/run-node.js';

async function run(args: readonly string[]): Promise<string> {
  let out = '';
  const terminal: Terminal = {
    screen: { width: 100 },
    interactive: false,
    out: (text) => void (out += text),
    piped: async function* () {},
  };
  await createProgram(terminal, new AbortController().signal).parseAsync([
    'node',
    'mneme',
    ...args,
  ]);
  return out;
}

const READERS = [
  'recall heron',
  'context heron',
  'list',
  'list --order newest',
  'stats',
  'doctor',
  'banks',
  'log',
  'show m_0000000000000',
  'conflicts',
  '--read-only list',
  'keys list',
  'backup {folder}/copy',
  'export {folder}/lines',
];

describe('an empty file', () => {
  it.each(READERS)('is told as one by `%s`, and stays empty', async (line) => {
    const folder = temporaryFolder();
    const file = join(folder, 'empty.mneme');
    writeFileSync(file, '');
    const before = statSync(file, { bigint: true }).mtimeNs;
    await expect(
      run([...line.replace('{folder}', folder).split(' '), '--file', file]),
    ).rejects.toMatchObject({
      code: 'not_found',
      field: 'file',
      value: expect.any(String) as string,
      message: expect.stringContaining(
        'is an empty file: nothing was ever remembered in it',
      ) as string,
      hint: expect.stringContaining('mneme remember') as string,
    });
    expect(readdirSync(folder)).toEqual(['empty.mneme']);
    expect(statSync(file).size).toBe(0);
    expect(statSync(file, { bigint: true }).mtimeNs).toBe(before);
  });

  it('is founded by the first who writes', async () => {
    const file = join(temporaryFolder(), 'empty.mneme');
    writeFileSync(file, '');
    await run(['remember', 'The heron nests by the weir.', '--file', file]);
    expect(await run(['recall', 'heron', '--file', file])).toContain('nests by the weir');
  });

  it('opened only to read by a program is refused with the same words', async () => {
    const file = join(temporaryFolder(), 'empty.mneme');
    writeFileSync(file, '');
    await expect(openMemory({ file, readOnly: true })).rejects.toMatchObject({
      code: 'not_found',
      field: 'file',
    });
    expect(readFileSync(file)).toHaveLength(0);
  });
});

describe('a folder that nobody may write to', () => {
  it('keeps its files as they are: an empty one is told as one, a memory is read only to read', async () => {
    const folder = temporaryFolder();
    const [empty, memory] = [join(folder, 'empty.mneme'), join(folder, 'm.mneme')];
    writeFileSync(empty, '');
    await run(['remember', 'The heron nests by the weir.', '--file', memory]);
    for (const file of [empty, memory]) chmodSync(file, 0o444);
    chmodSync(folder, 0o555);
    onTestFinished(() => chmodSync(folder, 0o755));
    const [names, bytes] = [readdirSync(folder), readFileSync(memory)];
    const [ofEmpty, ofMemory, read] = await Promise.all(
      [
        ['list', empty],
        ['list', memory],
        ['recall', memory, 'heron', '--read-only'],
      ].map(([verb = '', file = '', ...more]) =>
        runProgram([verb, ...more, '--file', file], { asNobody: true }),
      ),
    );
    expect(ofEmpty).toMatchObject({
      code: 3,
      err: expect.stringContaining('nothing was ever remembered in it') as string,
    });
    expect(ofMemory).toMatchObject({
      code: 7,
      err: expect.stringMatching(/readonly[^]*--read-only/) as string,
    });
    expect(read).toMatchObject({
      code: 0,
      out: expect.stringContaining('nests by the weir') as string,
    });
    expect(readdirSync(folder)).toEqual(names);
    expect(readFileSync(memory).equals(bytes)).toBe(true);
    expect(readFileSync(empty)).toHaveLength(0);
  });
});

describe('what is no file', () => {
  const NO_FILES: readonly (readonly [string, () => string, string])[] = [
    ['a device', () => '/dev/null', 'not_a_bank'],
    ['a folder', () => temporaryFolder(), 'invalid_input'],
  ];

  it.each(NO_FILES)(
    '%s is refused as what it is, by readers and writers',
    async (_, made, code) => {
      const path = made();
      for (const line of ['list', 'stats', '--read-only list', 'remember heron'])
        await expect(run([...line.split(' '), '--file', path])).rejects.toMatchObject({
          code,
          field: 'file',
          value: path,
          message: expect.stringMatching(/is a (?:folder|device), not a file/) as string,
        });
    },
  );
});

describe('a memory that is only read', () => {
  it('keeps its bytes', async () => {
    const file = join(temporaryFolder(), 'm.mneme');
    await run(['remember', 'The heron nests by the weir.', '--file', file]);
    const before = readFileSync(file);
    for (const line of [
      'list',
      'stats',
      'doctor',
      'banks',
      'recall heron',
      '--read-only recall heron',
    ]) {
      await run([...line.split(' '), '--file', file]);
      // What was delivered is counted; what only tells changes nothing.
      if (!line.startsWith('recall'))
        expect([line, readFileSync(file).equals(before)]).toEqual([line, true]);
      else writeFileSync(file, before);
    }
  });
});
