import { expect, it } from 'vitest';
import { temporaryFile } from '../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';
import { withIds } from './cited.js';
import { createProgram } from './program.js';

async function run(...args: readonly string[]): Promise<string> {
  let out = '';
  await createProgram(
    {
      screen: { width: 100 },
      interactive: false,
      out: (text) => void (out += `${text}\n`),
      piped: async function* () {},
    },
    new AbortController().signal,
  ).parseAsync(['node', 'mneme', ...args]);
  return out;
}

it('a memory is named by the short name that a context gives it, forgotten or not', async () => {
  const at = ['--file', temporaryFile()];
  await run('remember', 'The heron nests by the weir.', ...at);
  const context = await run('context', 'Where does the heron nest?', '--mode', 'structured', ...at);
  const tag = /\[m_[0-9a-z]{4}\]/.exec(context)?.[0] ?? '';
  const shown = await run('show', tag, ...at);
  expect(shown).toContain('The heron nests by the weir.');
  const id = /m_[0-9a-z]{13}/.exec(shown)?.[0] ?? '';
  expect(await run('why', 'Where does the heron nest?', tag, ...at)).toContain(id);
  expect(await run('forget', tag.slice(1, -1), ...at)).toContain(`Forgotten: ${id}`);
  expect(await run('undo', tag, ...at)).toContain(`Restored: ${id}`);
  await expect(run('forget', 'm_000', ...at)).rejects.toMatchObject({
    code: 'not_found',
    field: 'ids',
    message: 'm_000 fits no memory.',
  });
  for (const query of [id, tag])
    await expect(run('why', query, ...at)).rejects.toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('mneme show m_') as string,
    });
});

it('a short name that fits several memories says which', async () => {
  const memories = [{ id: 'm_7wa4000000000' }, { id: 'm_7wa4111111111' }];
  const graph = { cite: async () => ({ expansions: [{ memories }], unknown: [] }) };
  await expect(
    withIds({ ids: ['[m_7wa4]'] }, ['ids'], { graph } as unknown as Mneme),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    message: '[m_7wa4] fits 2 memories.',
    hint: expect.stringContaining('m_7wa4000000000, m_7wa4111111111') as string,
  });
});
