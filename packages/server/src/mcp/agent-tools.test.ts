import type { CallToolResult } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { countTokens } from '@mneme/core/language/count-tokens.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { toolsOf } from './tool-sets.js';
import { TOOL_SETS, type ToolSet } from './clients.js';

const listed = (set: ToolSet) => toolsOf(set).filter(({ unlisted }) => unlisted !== true);

async function call(memory: Mneme, name: string, args: object): Promise<CallToolResult> {
  const tool = toolsOf('agent').find(({ listing }) => listing.name === name);
  return tool!.call(memory, args, { offered: new Set() });
}

async function say(memory: Mneme, name: string, args: object): Promise<string> {
  const { content } = await call(memory, name, args);
  return (content as { text: string }[])[0]?.text ?? '';
}

const idIn = (text: string): string => /\bm_[0-9a-z]{13}\b/.exec(text)?.[0] ?? '';

describe('the tools that an agent has by default', () => {
  it('cost little to list, and so do all of them together', () => {
    const cost = (set: ToolSet): number =>
      countTokens(JSON.stringify(listed(set).map(({ listing }) => listing)));
    expect(listed('agent')).toHaveLength(12);
    expect(cost('agent')).toBeLessThan(2_500);
    // The estimate is an upper bound: for schemas it counts about half more than the tokens.
    expect(cost('full')).toBeLessThan(27_500);
  });

  it('carry a memory through its life, in sentences', async () => {
    const { memory } = await openTestMemory();
    const kept = await say(memory, 'remember', {
      content: 'Tom moved to Porto.',
      speaker: 'Priya',
      said_at: '2025-02-03T18:12:00Z',
    });
    const id = idIn(kept);
    expect(kept).toContain(`Remembered as ${id}.`);
    const found = await say(memory, 'recall', { query: 'Where does Tom live?' });
    expect(found).toContain('2025-02-03T18:12:00Z Priya');
    expect(found).toContain(`<recalled-memory id="${id}" from="agent">Tom moved to Porto.</`);
    const corrected = await say(memory, 'update', { id, content: 'Tom moved to Lisbon.' });
    expect(corrected).toContain(`In place of ${id}.`);
    expect(await say(memory, 'show', { id })).toContain(`In its place: ${idIn(corrected)}.`);
    const by = idIn(corrected);
    const gone = await say(memory, 'forget', { ids: [by], reason: 'said in jest' });
    expect(await say(memory, 'recall', { query: 'Where does Tom live?' })).toMatch(
      /^Nothing was found\. .*The bank holds no memories\./,
    );
    const code = /To undo: (\S+?)\.$/.exec(gone)?.[1] ?? '';
    expect(await say(memory, 'undo', { code })).toContain('Undone: forget');
    expect(await say(memory, 'recent', { limit: 1 })).toContain('Tom moved to Lisbon.');
  });

  it('tell what no longer holds, and take votes by the code of a result', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      { content: 'Ana works at Nokia.', saidAt: '2025-01-01' },
      { content: 'Ana works at Volvo now.', saidAt: '2025-03-01' },
    ]);
    const text = await say(memory, 'recall', { query: 'Where does Ana work?' });
    expect(text).toMatch(/^Is the answer known\? Probably \(\d+ %\)/);
    expect(text.split('\n').at(1)).toContain('Volvo');
    expect(text).toMatch(/\[no longer holds: see m_\w+\]/);
    const result = /\((r_\w+\.1)\)/.exec(text)?.[1];
    expect(await say(memory, 'feedback', { result, verdict: 'useful' })).toBe('Noted.');
  });

  it('keep a long answer short', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(
      Array.from({ length: 5 }, (_, at) => ({
        content: `Report ${at} on the weir. ${'The water stood high and the gate was shut again. '.repeat(90)}`,
        distinct: true,
      })),
    );
    const text = await say(memory, 'recall', { query: 'What do reports say of the weir?' });
    expect(text.match(/<recalled-memory/g)).toHaveLength(5);
    expect(text.match(/<\/recalled-memory>/g)).toHaveLength(5);
    expect(text.length).toBeLessThan(5_000);
  });

  it('answer to the names of the core set, too, which are not listed', async () => {
    const { memory } = await openTestMemory();
    await call(memory, 'store_memory', { content: 'The heron nests by the weir.' });
    const { structuredContent } = await call(memory, 'search_graph', { query: 'heron' });
    expect((structuredContent as { results: unknown[] }).results).toHaveLength(1);
    expect(listed('agent').map(({ listing }) => listing.name)).not.toContain('search_graph');
  });

  it('let an agent read what waits: told once, shown with how to read it, handed in', async () => {
    const { memory } = await openTestMemory();
    const said = idIn(
      await say(memory, 'remember', {
        content: 'I moved to Porto.',
        speaker: 'Tom',
        source: 'user',
      }),
    );
    const all = { offered: new Set(listed('agent').map(({ listing }) => listing.name)) };
    const context = toolsOf('agent').find(({ listing }) => listing.name === 'context');
    const ask = async (): Promise<string> =>
      JSON.stringify((await context!.call(memory, { query: 'Where is Tom?' }, all)).content);
    expect(await ask()).toContain('Unread: 1 turn waits to be read into notes, as no reader is');
    expect(await ask()).not.toContain('Unread:');
    const unread = await say(memory, 'unread', {});
    expect(unread).toContain(`<recalled-memory id="${said}">I moved to Porto.</recalled-memory>`);
    expect(unread).toContain('- status: holds | planned');
    const note = { about: 'Tom', aspect: 'home', value: 'Porto', text: 'Tom lives in Porto.' };
    const bad = { ids: [said], notes: [{ ...note, turns: [said], status: 'maybe' }] };
    expect(await say(memory, 'mark_read', bad)).toContain('mark_read.notes.0.status');
    const good = {
      ids: [said],
      notes: [
        { ...note, turns: [said] },
        { ...note, turns: ['t9'] },
      ],
    };
    expect(await say(memory, 'mark_read', good)).toBe(
      '1 turn read, 1 note written. Not taken: 1: cites no turn of the request. Not written: x2. x2: cites no turn of the request. Mend them and hand them in again, with the ids of the same turns. Nothing waits.',
    );
    expect(await say(memory, 'unread', {})).toBe('Nothing waits to be read.');
    const { text, ...structure } = note;
    const own = await say(memory, 'remember', {
      content: text.replace('Porto', 'Faro'),
      note: { ...structure, value: 'Faro', replaces: [] },
    });
    expect((await memory.show(idIn(own))).memory.note).toMatchObject({ value: 'Faro' });
  });

  it('refuse a call by the field at fault, so that it can be mended', async () => {
    const { memory } = await openTestMemory();
    expect(await call(memory, 'recall', { query: '' })).toMatchObject({ isError: true });
    const { error } = JSON.parse(await say(memory, 'context', { query: 'x', max_tokens: 9 })) as {
      error: { field: string };
    };
    expect(error.field).toBe('context.max_tokens');
  });

  it('take what a client writes for nothing, for a number and for a list', async () => {
    const { memory } = await openTestMemory();
    const told = await say(memory, 'remember', {
      content: 'Tom lives in Porto.',
      speaker: '',
      said_at: null,
      session: [],
      tags: 'home,tom',
      ttl: '',
    });
    expect(told).toMatch(/^Remembered/);
    expect((await memory.show(idIn(told))).memory.tags).toEqual(['home', 'tom']);
    for (const nothing of [null, '', []]) {
      const optional = { speaker: nothing, tags: nothing, from: nothing, to: nothing };
      const args = { query: 'Where does Tom live?', limit: '3', as_of: nothing, ...optional };
      expect(await say(memory, 'recall', args)).toContain('Tom lives in Porto.');
    }
    const id = idIn(told);
    expect(await say(memory, 'forget', { ids: id, reason: null })).toContain(`Taken back: ${id}`);
  });

  it('say that a filter names nobody', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([{ content: 'I live in Porto.', speaker: 'Tom' }]);
    expect(await say(memory, 'recall', { query: 'Where?', speaker: 'Rui' })).toContain(
      'No memory of the bank was said by Rui.',
    );
    expect(await say(memory, 'recall', { query: 'Where?', tags: 'hobby' })).toContain(
      'No memory of the bank has the tag hobby.',
    );
  });

  it.each(TOOL_SETS)('and those of the set %s describe every parameter', (set) => {
    const undescribed = toolsOf(set).flatMap(({ listing }) =>
      Object.entries(listing.inputSchema.properties ?? {})
        .filter(([, field]) => !(field as { description?: string }).description)
        .map(([name]) => `${listing.name}.${name}`),
    );
    expect(undescribed).toEqual([]);
  });
});
