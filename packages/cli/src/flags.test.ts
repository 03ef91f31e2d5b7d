import { writeFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { temporaryFile } from '../../../test/support/open-test-memory.js';
import { createProgram } from './program.js';

async function run(file: string, ...words: string[]): Promise<string> {
  let out = '';
  const terminal = {
    screen: { width: 100 },
    interactive: false,
    out: (text: string) => void (out += text),
    piped: () => (async function* () {})(),
  };
  await createProgram(terminal, new AbortController().signal).parseAsync([
    'node',
    'mneme',
    ...words,
    '--file',
    file,
  ]);
  return out;
}

it('takes the names that say the same in every memory, and says ours for the others', async () => {
  const file = temporaryFile();
  await run(file, 'remember-all', 'Tom lives in Porto.', 'Tom likes tea.', 'Tom runs at dawn.');
  for (const flag of ['--limit', '--top-k']) {
    const found = await run(file, 'recall', 'What of Tom?', flag, '2', '--json');
    expect((JSON.parse(found) as { results: unknown[] }).results).toHaveLength(2);
  }
  await expect(run(file, 'recall', 'Tom', '--top-k', 'many')).rejects.toThrow(/limit|number/);
  const said: string[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.push(String(text));
    return true;
  });
  for (const flag of ['--min-score', '--filters', '--tokens'])
    await expect(run(file, 'recall', 'Tom', flag, '1')).rejects.toThrow(/unknown option/);
  spy.mockRestore();
  expect(said.join('')).toContain('Did you mean --threshold?');
  expect(said.join('')).toContain('Did you mean --metadata?');
  expect(said.join('')).toContain('Did you mean --token-budget?');
});

it('takes what is too long for a command line from a file', async () => {
  const file = temporaryFile();
  const [turn = ''] = /m_\w{13}/.exec(await run(file, 'remember', 'My dog is called Bruno.')) ?? [];
  const notes = `${file}.json`;
  const text = "The user's dog is called Bruno.";
  const note = { text, about: 'Bruno', aspect: 'name', value: 'Bruno', turns: [turn] };
  writeFileSync(notes, JSON.stringify([note]));
  expect(await run(file, 'mark', 'read', turn, '--notes', `@${notes}`)).toContain('1 note written');
  await expect(run(file, 'mark', 'read', turn, '--notes', '@nowhere.json')).rejects.toMatchObject({
    code: 'invalid_input',
    field: '--notes',
    value: '@nowhere.json',
  });
});
