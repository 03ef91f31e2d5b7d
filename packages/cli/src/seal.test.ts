import { describe, expect, it, vi } from 'vitest';
import { loads, SEALING } from '@mneme/core/adapters/store/sqlite/open-database.js';
import { readConfig } from '@mneme/core/config/config.js';
import { isSealedFile } from '@mneme/core/seal-file.js';
import { openMemory } from '@mneme/mneme/index.js';
import { temporaryFile } from '../../../test/support/open-test-memory.js';
import { openOptions } from './flags.js';
import { ownLaunch } from './mcp.js';
import type { Terminal } from './process.js';
import { createProgram } from './program.js';

/** Runs commands at a terminal where a person types these answers; what was asked, and what was said. */
async function typed(
  args: readonly string[],
  answers: readonly string[],
): Promise<{ readonly asked: readonly string[]; readonly said: string }> {
  const asked: string[] = [];
  const said: string[] = [];
  const terminal: Terminal = {
    screen: { width: 80 },
    interactive: true,
    out: (text) => said.push(text),
    piped: async function* () {},
    secret: async (question) => {
      asked.push(question);
      return answers[asked.length - 1] ?? '';
    },
  };
  await createProgram(terminal, new AbortController().signal).parseAsync([
    'node',
    'mneme',
    ...args,
  ]);
  return { asked, said: said.join('\n') };
}

describe.skipIf(!loads(SEALING))('a key that a person types', () => {
  it('seals after it was typed twice, is asked for at each command, and is never shown', async () => {
    for (const name of ['MNEME_KEY', 'MNEME_KEY_FILE', 'MNEME_KEY_COMMAND', 'MNEME_NEW_KEY'])
      vi.stubEnv(name, '');
    const file = temporaryFile();
    const memory = await openMemory({ file });
    await memory.remember('Quixandra likes plums.');
    await memory.close();
    await expect(typed(['seal', '--file', file], ['a good key', 'a bad key!'])).rejects.toThrow(
      'The two keys are not the same.',
    );
    await expect(typed(['seal', '--file', file], ['short', 'short'])).rejects.toThrow(
      'at least 8 characters',
    );
    expect(isSealedFile(file)).toBe(false);
    const seal = await typed(['seal', '--file', file], ['a good key', 'a good key']);
    expect(isSealedFile(file)).toBe(true);
    const list = await typed(['--file', file, 'list'], ['a good key']);
    expect(list.asked).toEqual([`Key of ${file}: `]);
    expect(list.said).toContain('plums');
    // For other commands of this process it is in the environment, which ends with the test.
    vi.stubEnv('MNEME_KEY', '');
    await expect(typed(['list', '--file', file], ['another key'])).rejects.toThrow('does not open');
    vi.stubEnv('MNEME_KEY', '');
    const rekey = await typed(
      ['rekey', '--file', file],
      ['a good key', 'the next key', 'the next key'],
    );
    expect(rekey.asked).toHaveLength(3);
    vi.stubEnv('MNEME_KEY', '');
    const unseal = await typed(['unseal', '--file', file, '--json'], ['the next key']);
    expect(JSON.parse(unseal.said)).toEqual({ file, sealed: false });
    expect([seal, list, rekey, unseal].map(({ said }) => said).join()).not.toMatch(/good|next key/);
    vi.unstubAllEnvs();
  });
});

it('goes into the settings of a client as the command that prints it', () => {
  const flags = { keyCommand: `op read "op://a b/key" it's` };
  expect(() => ownLaunch({ ...flags, tools: 'agent' })).toThrow('a quote is not closed');
  const launch = ownLaunch({ keyCommand: 'op read "op://a b/key"', file: '/m', tools: 'agent' });
  const given = launch.args[launch.args.indexOf('--key-command') + 1] ?? '';
  expect(readConfig(openOptions({ keyCommand: given })).keyCommand).toEqual([
    'op',
    'read',
    'op://a b/key',
  ]);
});
