import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '@mneme/mneme/open.js';
import { sourcesFound } from '@mneme/server/setup/sources-found.js';
import { temporaryFile, temporaryFolder } from '../../../test/support/open-test-memory.js';
import { fillMemory } from './fill-memory.js';
import type { Terminal } from './process.js';

function put(folder: string, path: string, content: unknown): string {
  const at = join(folder, path);
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, typeof content === 'string' ? content : JSON.stringify(content));
  return at;
}

const entry = (uuid: string, content: string, type = 'user') =>
  JSON.stringify({
    ...{ type, uuid, sessionId: 's1', timestamp: '2025-09-01T10:00:00Z', cwd: '/work/shop' },
    message: { role: type, content },
  });

/** A home with a transcript, an export of chats, a vault, and what is none of these. */
function inhabited(): string {
  const home = temporaryFolder();
  put(
    home,
    '.claude/projects/-work-shop/a.jsonl',
    `${entry('u1', 'The staging database is called fjord.')}\n`,
  );
  const message = {
    ...{ id: 'n1', author: { role: 'user' }, create_time: 1_756_700_000 },
    content: { content_type: 'text', parts: ['We go to Sintra on 4 October.'] },
  };
  put(home, 'Downloads/chats/conversations.json', [
    {
      title: 'Trip',
      create_time: 1_756_700_000,
      current_node: 'n1',
      mapping: { n1: { id: 'n1', parent: null, children: [], message } },
    },
  ]);
  put(home, 'Downloads/other/conversations.json', [{ unlike: true }]);
  put(home, 'Documents/Vault/Ola.md', 'Ola has her birthday on 3 March.\n');
  mkdirSync(join(home, 'Documents/Vault/.obsidian'));
  put(home, 'Documents/loose.md', 'This is in no vault.\n');
  return home;
}

function listening(): { readonly terminal: Terminal; readonly said: () => string } {
  let out = '';
  const terminal: Terminal = {
    screen: { width: 100 },
    interactive: false,
    out: (text) => void (out += `${text}\n`),
    piped: async function* () {},
  };
  return { terminal, said: () => out };
}

it('finds transcripts, exports by what they hold, and vaults, and nothing in an empty home', () => {
  const home = inhabited();
  expect(sourcesFound({ home })).toEqual([
    { title: 'Sessions of Claude Code', path: join(home, '.claude/projects'), files: 1 },
    { title: 'Chats of ChatGPT', path: join(home, 'Downloads/chats/conversations.json'), files: 1 },
    { title: 'Notes of Obsidian', path: join(home, 'Documents/Vault'), files: 1 },
  ]);
  expect(sourcesFound({ home: temporaryFolder() })).toEqual([]);
  expect(sourcesFound({ home: join(home, 'nowhere') })).toEqual([]);
});

it('takes in what is found, goes on past what is broken, and tells what it knows then', async () => {
  const home = inhabited();
  const broken = put(home, 'Downloads/conversations.json', '[{"chat_messages": [');
  const file = temporaryFile();
  const { terminal, said } = listening();
  const filled = await fillMemory(
    ...([sourcesFound({ home }), { file, bank: 'mine' }, { fill: true }] as const),
    ...([terminal, new AbortController().signal] as const),
  );
  expect(filled.map(({ path, taken }) => [path, taken])).toEqual([
    [join(home, '.claude/projects'), 1],
    [broken, 0],
    [join(home, 'Downloads/chats/conversations.json'), 1],
    [join(home, 'Documents/Vault'), 1],
  ]);
  expect(said()).toMatch(/Chats of Claude: 0 memories taken in; 1 entry could not be read/);
  expect(said()).toMatch(
    /What I know about you\n {2}3 memories, most of them on .*Sintra[^]*Nobody has read/,
  );

  const memory = await openMemory({ file, bank: 'mine' });
  expect(
    (await memory.recall('What is the staging database called?')).results[0]?.content,
  ).toContain('fjord');
  await memory.remember({
    content: 'Ola’s birthday is on 3 March.',
    note: { about: 'Ola', aspect: 'birthday', value: '3 March' },
  });
  await memory.close();
  const again = listening();
  await fillMemory(
    ...([sourcesFound({ home }).slice(0, 1), { file, bank: 'mine' }, { fill: true }] as const),
    ...([again.terminal, new AbortController().signal] as const),
  );
  expect(again.said()).toMatch(
    /0 memories taken in\n\nWhat I know about you\n {2}Ola’s birthday is on 3 March\./,
  );
});

it('takes in nothing where nobody agrees, and says how', async () => {
  const home = inhabited();
  const file = temporaryFile();
  const { terminal, said } = listening();
  const signal = new AbortController().signal;
  expect(await fillMemory(sourcesFound({ home }), { file }, {}, terminal, signal)).toEqual([]);
  expect(said()).toMatch(/can be filled[^]*mneme setup --fill/);
  expect(
    await fillMemory(sourcesFound({ home }), { file }, { fill: false }, terminal, signal),
  ).toEqual([]);
});
