import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestMemory, temporaryFolder } from '../../../../../test/support/open-test-memory.js';

async function tool() {
  const { memory } = await openTestMemory();
  for (const [aspect, value] of [
    ['home', 'Bergen'],
    ['car', 'Volvo'],
    ['pet', 'cat'],
    ['job', 'nurse'],
  ] as const)
    await memory.remember({
      content: `The ${aspect} of Leah is ${value}.`,
      note: { about: 'Leah', aspect, value },
    });
  const folder = temporaryFolder();
  return {
    memory,
    folder,
    call: (call: Record<string, unknown>) => memory.files.tool(folder, call as never),
    values: async () =>
      (await memory.browse.about('Leah')).slots
        .filter(({ part }) => part !== 'over')
        .flatMap(({ claims }) => claims)
        .filter(({ validity }) => validity !== 'superseded')
        .map(({ value }) => value)
        .sort(),
  };
}

it('shows the notes as files, and takes what a model writes as notes', async () => {
  const { memory, call, values } = await tool();
  expect(await call({ command: 'view', path: '/memories' })).toMatch(
    /^Here're the files and directories up to 2 levels deep in \/memories, .*:\n-\t\/memories\n0\.\dK\t\/memories\/leah\.md$/,
  );
  const leah = '/memories/leah.md';
  expect(await call({ command: 'view', path: leah, view_range: [8, 8] })).toMatch(
    /:\n {5}8\t- \*\*home\*\*: Bergen <!-- m_/,
  );
  expect(
    await call({ command: 'str_replace', path: leah, old_str: ': Bergen', new_str: ': Oslo' }),
  ).toContain('has been edited');
  await call({ command: 'insert', path: leah, insert_line: 7, insert_text: '- hobby: chess\n' });
  expect(await values()).toEqual(['Oslo', 'Volvo', 'cat', 'chess', 'nurse']);
  expect(
    await call({
      command: 'create',
      path: '/memories/people/tom.md',
      file_text: '---\nabout: Tom\n---\n- home: Rome\n',
    }),
  ).toBe('File created successfully at: /memories/people/tom.md');
  expect((await memory.browse.about('Tom')).read).toBe(true);
  for (const about of ['Tom', 'Leah']) {
    const [latest] = (await memory.list({ about, reader: 'agent', order: 'newest' })).memories;
    expect(latest?.provenance).toMatchObject([{ source: 'agent' }]);
  }
  await call({
    command: 'rename',
    old_path: '/memories/people/tom.md',
    new_path: '/memories/t.md',
  });
  expect(await call({ command: 'view', path: '/memories/t.md' })).toContain('Rome <!-- m_');
  expect(await call({ command: 'delete', path: leah })).toBe(`Successfully deleted ${leah}`);
  expect(await values()).toEqual([]);
  expect(await call({ command: 'view', path: '/memories' })).not.toContain('leah');
});

it('keeps files that are no notes, and says so', async () => {
  const { call, folder } = await tool();
  const path = '/memories/progress.md';
  expect(await call({ command: 'create', path, file_text: 'Half done.\n' })).toContain(
    'Note: it does not say whom it is about',
  );
  await call({ command: 'str_replace', path, old_str: 'Half', new_str: 'All' });
  expect(readFileSync(join(folder, 'progress.md'), 'utf8')).toBe('All done.\n');
});

it.each([
  [{ command: 'view', path: '/memories/../etc/passwd' }, 'not within'],
  [{ command: 'view', path: '/etc/passwd' }, 'not within'],
  [{ command: 'view', path: 'memories/leah.md' }, 'not within'],
  [{ command: 'view', path: '/memories/.mneme/files.json' }, 'not within'],
  [{ command: 'view', path: '/memories/nobody.md' }, 'does not exist'],
  [{ command: 'create', path: '/memories/leah.md', file_text: '' }, 'already exists'],
  [{ command: 'str_replace', path: '/memories/leah.md', old_str: 'zzz' }, 'did not appear'],
  [{ command: 'str_replace', path: '/memories/leah.md', old_str: 'Leah' }, 'Multiple'],
  [
    { command: 'insert', path: '/memories/leah.md', insert_line: 999, insert_text: 'x' },
    'insert_line',
  ],
  [{ command: 'delete', path: '/memories/nobody.md' }, 'does not exist'],
  [
    { command: 'rename', old_path: '/memories/leah.md', new_path: '/memories/../x.md' },
    'not within',
  ],
])('answers %j with what is wrong, and changes nothing', async (asked, why) => {
  const { call, folder, values } = await tool();
  expect(await call(asked)).toMatch(new RegExp(`^Error: .*${why}`));
  expect(await values()).toEqual(['Bergen', 'Volvo', 'cat', 'nurse']);
  expect(existsSync(join(folder, '..', 'x.md'))).toBe(false);
});

it('refuses a call that is none', async () => {
  const { call, folder } = await tool();
  await expect(call({ command: 'shred', path: '/memories' })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  writeFileSync(join(folder, 'x.md'), '');
  await expect(call({ command: 'view' })).rejects.toMatchObject({ code: 'invalid_input' });
});
