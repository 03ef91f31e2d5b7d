import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { readerPrograms } from '../../../../test/support/reader-program.js';
import { temporaryFolder } from '../../../../test/support/open-test-memory.js';
import { ReaderCommand } from '@mneme/core/config/settings.js';
import { readersFound } from './readers-found.js';

const places = (path: string, home = temporaryFolder()) => ({
  path,
  home,
  platform: 'linux' as const,
});

it('finds what is installed, in the first folder of PATH that has it, with what each is called with', () => {
  const [first, second] = [readerPrograms('codex', 'llm'), readerPrograms('claude', 'codex')];
  expect(readersFound(places(`.${delimiter}${first.folder}${delimiter}${second.folder}`))).toEqual([
    { name: 'claude', command: `${join(second.folder, 'claude')} -p` },
    { name: 'codex', command: `${join(first.folder, 'codex')} exec --skip-git-repo-check -` },
    { name: 'llm', command: join(first.folder, 'llm') },
  ]);
  expect(readersFound(places(second.folder), true)[0]).toEqual({
    name: 'claude',
    command: 'claude -p',
  });
});

it('finds nothing in what cannot be started: a folder, a file without the right, a relative path', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'claude'));
  writeFileSync(join(folder, 'gemini'), '');
  chmodSync(join(folder, 'gemini'), 0o644);
  expect(readersFound(places(`${folder}${delimiter}${delimiter}bin${delimiter}/nowhere`))).toEqual(
    [],
  );
});

it('offers the models that Ollama holds, and nothing of it without one', () => {
  const { folder } = readerPrograms('ollama');
  const home = temporaryFolder();
  expect(readersFound(places(folder, home))).toEqual([]);
  const held = join(home, '.ollama/models/manifests/registry.ollama.ai/library');
  for (const [model, tag] of [
    ['qwen3', '8b'],
    ['llama3.2', 'latest'],
    ['a b;c', 'x'],
  ] as const) {
    mkdirSync(join(held, model), { recursive: true });
    writeFileSync(join(held, model, tag), '{}');
  }
  expect(readersFound(places(folder, home)).map(({ name }) => name)).toEqual([
    'ollama/llama3.2',
    'ollama/qwen3:8b',
  ]);
});

it('quotes a path so that the command is taken apart as it was put together', () => {
  const { folder } = readerPrograms('claude');
  const spaced = join(temporaryFolder(), 'my programs');
  mkdirSync(spaced);
  writeFileSync(join(spaced, 'claude'), '');
  chmodSync(join(spaced, 'claude'), 0o755);
  const [found] = readersFound(places(spaced + delimiter + folder));
  expect(ReaderCommand.parse(found?.command)).toEqual([join(spaced, 'claude'), '-p']);
});
