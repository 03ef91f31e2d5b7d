import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { MemoryFiles, MnemeMemoryTool } from './memory-tool.js';

const open = async () => {
  const { memory } = await openTestMemory();
  return { memory, tool: new MnemeMemoryTool({ memory }) };
};
const NOTES = '/memories/notes/ann.md';

describe('the memory tool', () => {
  it('keeps files word for word, shows them with numbers, and recall finds what they say', async () => {
    const { memory, tool } = await open();
    expect(await tool.view({ path: '/memories' })).toMatch(/\n0B\t\/memories$/);
    const text = 'Ann likes tea.\n  She lives in Leeds.\n';
    expect(await tool.create({ path: NOTES, file_text: text })).toBe(
      `File created successfully at: ${NOTES}`,
    );
    expect(await tool.view({ path: NOTES })).toBe(
      `Here's the content of ${NOTES} with line numbers:\n     1\tAnn likes tea.\n     2\t  She lives in Leeds.\n     3\t`,
    );
    expect(await tool.view({ path: NOTES, view_range: [2, 2] })).toMatch(
      /numbers:\n {5}2\t {2}She/,
    );
    await tool.create({ path: '/memories/a/b/c/d.txt', file_text: 'deep' });
    await tool.create({ path: '/memories/.hidden', file_text: 'x' });
    expect((await tool.view({ path: '/memories' })).split('\n').slice(1)).toEqual([
      '41B\t/memories',
      '4B\t/memories/a/',
      '4B\t/memories/a/b/',
      '37B\t/memories/notes/',
      `37B\t${NOTES}`,
    ]);
    const { results } = await memory.recall('Where does Ann live?');
    expect(results[0]?.content).toContain('Leeds');
  });

  it('edits what is there once, in the words that its model knows', async () => {
    const { memory, tool } = await open();
    await tool.create({ path: NOTES, file_text: 'one\ntwo\ntwo\nfour' });
    await expect(tool.str_replace({ path: NOTES, old_str: 'two', new_str: 'x' })).rejects.toThrow(
      'No replacement was performed. Multiple occurrences of old_str `two` in lines: 2, 3. Please ensure it is unique',
    );
    await expect(tool.str_replace({ path: NOTES, old_str: 'five', new_str: 'x' })).rejects.toThrow(
      `No replacement was performed, old_str \`five\` did not appear verbatim in ${NOTES}.`,
    );
    // Special replacement patterns are inserted literally, also across lines.
    expect(
      await tool.str_replace({ path: NOTES, old_str: 'two\nfour', new_str: "three $& $' four" }),
    ).toMatch(/\n {5}3\tthree \$& \$' four$/);
    expect(await tool.insert({ path: NOTES, insert_line: 0, insert_text: 'zero\n' })).toBe(
      `The file ${NOTES} has been edited.`,
    );
    await expect(tool.insert({ path: NOTES, insert_line: 9, insert_text: 'x' })).rejects.toThrow(
      'Invalid `insert_line` parameter: 9. It should be within the range of lines of the file: [0, 4]',
    );
    const file = { namespace: ['memories'], key: NOTES };
    expect((await memory.documents.list(file)).documents[0]?.value).toEqual({
      text: "zero\none\ntwo\nthree $& $' four",
    });
    // Concurrent edits are both applied.
    await Promise.all([
      tool.insert({ path: NOTES, insert_line: 0, insert_text: 'a' }),
      tool.insert({ path: NOTES, insert_line: 0, insert_text: 'b' }),
    ]);
    expect(
      String((await memory.documents.list(file)).documents[0]?.value['text']).split('\n'),
    ).toHaveLength(6);
  });

  it('renames and deletes files and folders whole, each in one change that undo takes back', async () => {
    const { memory, tool } = await open();
    await tool.create({ path: '/memories/a/1', file_text: 'The heron nests by the weir.' });
    await tool.create({ path: '/memories/a/b/2', file_text: 'two' });
    await tool.create({ path: '/memories/ab', file_text: 'beside' });
    await tool.rename({ old_path: '/memories/a', new_path: '/memories/z' });
    expect(await tool.view({ path: '/memories' })).toMatch(/\/memories\/z\/b\/$/);
    await tool.delete({ path: '/memories/z' });
    const herons = async (): Promise<number> =>
      (await memory.list({ match: 'heron' })).memories.length;
    expect(await herons()).toBe(0);
    await expect(tool.view({ path: '/memories/z/1' })).rejects.toThrow(
      'The path /memories/z/1 does not exist. Please provide a valid path.',
    );
    const [last] = (await memory.curation.log()).changes;
    await memory.undo(last?.reversal ?? '');
    expect(await tool.view({ path: '/memories/z/1' })).toMatch(/heron/);
    expect(await herons()).toBe(1);
  });

  it('refuses what is not there, what is there already, and the folder of all', async () => {
    const { tool } = await open();
    await tool.create({ path: NOTES, file_text: 'x' });
    for (const [asked, words] of [
      [() => tool.create({ path: NOTES, file_text: 'y' }), `File ${NOTES} already exists`],
      [() => tool.create({ path: '/memories/notes', file_text: 'y' }), 'already exists'],
      [() => tool.str_replace({ path: '/memories/notes', old_str: 'x' }), 'is not a file'],
      [() => tool.delete({ path: '/memories/none' }), 'The path /memories/none does not exist'],
      [() => tool.delete({ path: '/memories/' }), 'Cannot delete the /memories directory itself'],
      [() => tool.rename({ old_path: '/memories', new_path: '/memories/x' }), 'Cannot rename'],
      [
        () => tool.rename({ old_path: NOTES, new_path: NOTES }),
        `The destination ${NOTES} already exists`,
      ],
      [
        () => tool.rename({ old_path: '/memories/notes', new_path: '/memories/notes/in/it' }),
        'cannot be moved into itself',
      ],
      [() => tool.view({ path: '/etc/passwd' }), 'Path must start with /memories'],
      [() => tool.view({ path: '/memories_backup/x' }), 'Path must start with /memories'],
    ] as const)
      await expect(asked()).rejects.toThrow(words);
  });

  it('no path leads out of its folder', () => {
    const files = new MemoryFiles({} as never, ['memories']);
    const part = fc.oneof(
      fc.constantFrom('..', '.', '%2e%2e', '%2E.', '..%2f', '\\..', '', 'a', '~', '\0', '%'),
      fc.string({ maxLength: 5 }),
    );
    const path = fc
      .tuple(fc.constantFrom('/memories', '/memories/', '/memories_', '', '/'), fc.array(part))
      .map(([root, parts]) => root + parts.join('/'));
    fc.assert(
      fc.property(path, (given) => {
        let read: string;
        try {
          read = files.path(given);
        } catch {
          return;
        }
        for (const seen of [read, decodeURIComponent(read.replace(/%(?![0-9a-f]{2})/gi, '%25'))]) {
          const [first, root, ...parts] = seen.replaceAll('\\', '/').split('/');
          expect([first, root]).toEqual(['', 'memories']);
          expect(parts.filter((each) => /^\.*$/.test(each) && each !== '...')).not.toContain('..');
          expect(parts).not.toContain('.');
        }
      }),
    );
  });
});
