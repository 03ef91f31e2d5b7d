import type { CallToolResult } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { getPrompt, listPrompts, listResources, readResource } from './resources-and-prompts.js';
import { TOOL_SETS, type ToolSet } from './clients.js';
import { toolsOf } from './tool-sets.js';

const MANY_MATTERS = [
  'The heron nests by the weir.',
  'The pool size of the staging database is 20.',
  'Ana bakes rye bread on Sundays.',
  'Marmalade is a greyhound.',
  'The invoice of Vestra came in March.',
  'Tom plays the cello.',
  'The north gate is locked at nine.',
  'Quartz is harder than glass.',
];

const SAID = 'Maria Keller works as a nurse at the clinic in Leeds since the spring of 2021.';
const SAID_AGAIN = 'Since the spring of 2021 Maria Keller works as a nurse at the clinic in Leeds.';

async function matters(): Promise<Mneme> {
  const { memory } = await openTestMemory();
  await memory.rememberAll(MANY_MATTERS.map((content, at) => ({ content, session: `s${at}` })));
  return memory;
}

async function callIn(
  set: ToolSet,
  name: string,
  args: Record<string, unknown>,
  memory: Mneme,
): Promise<CallToolResult> {
  const tools = toolsOf(set);
  const tool = tools.find(({ listing }) => listing.name === name);
  return tool!.call(memory, args, { offered: new Set(tools.map(({ listing }) => listing.name)) });
}

interface Suggested {
  readonly why: string;
  readonly operation: string;
  readonly input: Record<string, unknown>;
}
const pulseIn = ({ _meta }: CallToolResult): { suggested: Suggested | null } =>
  _meta?.['mneme/pulse'] as { suggested: Suggested | null };

describe('what a set of tools suggests', () => {
  it('is offered in it: by the pulse, in the text, in its warnings and in prompts', async () => {
    const [empty, full] = [(await openTestMemory()).memory, await matters()];
    for (const set of TOOL_SETS) {
      const offered = new Set(toolsOf(set).map(({ listing }) => listing.name));
      const named = (text: string): string[] =>
        [
          ...text.matchAll(
            /\b(?:critique_context|reflect_on_memory|get_neighborhood|search_graph|store_memory|advise|critique|resolve)\b(?! ID)/g,
          ),
        ].map(([name]) => name);
      for (const memory of [empty, full]) {
        const asked = await callIn(
          set,
          set === 'reference' ? 'read_graph' : 'inject_context',
          set === 'reference' ? {} : { query: 'heron, database, bread, cello and glass' },
          memory,
        );
        const { suggested } = pulseIn(asked);
        if (suggested !== null) expect([...offered]).toContain(suggested.operation);
        const told = JSON.stringify([asked.content, asked.structuredContent ?? {}]);
        for (const name of named(told))
          expect([set, name, offered.has(name)]).toEqual([set, name, true]);
      }
      await full.rememberAll([
        { content: 'The pool size of the staging database is 30.', saidAt: '2025-02-01T10:00:01Z' },
      ]);
      for (const { name } of listPrompts().filter((prompt) => prompt.arguments?.length === 0)) {
        const { messages } = await getPrompt(name, {}, full, offered);
        for (const tool of named(JSON.stringify(messages)))
          expect([set, tool, offered.has(tool)]).toEqual([set, tool, true]);
      }
    }
  });

  it('is the nearest that the set has', async () => {
    const memory = await matters();
    const query = 'What do we know of heron, database, bread, cello and glass?';
    expect((await memory.context({ query })).pulse.suggested).toMatchObject({
      operation: 'advise',
      input: { goal: query },
    });
    expect((await memory.context({ query, offer: [] })).pulse.suggested).toBeNull();
  });

  it('settles what waits first, and can be called as it is told', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      { content: 'The pool size of the staging database is 20.', saidAt: '2025-02-01T10:00:00Z' },
      { content: 'The pool size of the staging database is 30.', saidAt: '2025-02-01T10:00:01Z' },
    ]);
    const { suggested } = pulseIn(await callIn('full', 'list', {}, memory));
    expect(suggested).toMatchObject({ operation: 'resolve', input: { keep: 'newer' } });
    expect((await memory.guidance.status()).pulse.suggested).toEqual(suggested);
    const settled = await callIn('full', suggested!.operation, suggested!.input, memory);
    expect(settled.isError).toBeUndefined();
    expect((await memory.guidance.pulse()).suggested?.operation).not.toBe('resolve');
  });

  it('raises what the latest memories are worth', async () => {
    const { memory } = await openTestMemory();
    const tell = (content: string, speaker: string): ReturnType<typeof memory.remember> =>
      memory.remember({ content, speaker, session: 's1' });
    const first = await tell(SAID, 'Tom Okafor');
    const again = await tell(SAID_AGAIN, 'Tom Okafor');
    const worthOf = async (): Promise<number> => {
      const { memories } = await memory.list();
      const all = await Promise.all(
        memories.map(async (each) => (await memory.guidance.worth({ id: each.id })).worth.reward),
      );
      return all.reduce((sum, reward) => sum + reward, 0) / all.length;
    };
    const before = await worthOf();
    const { suggested } = await memory.guidance.pulse();
    expect(suggested).toMatchObject({ operation: 'merge', input: { ids: [first.id, again.id] } });
    await memory.curation.merge(suggested!.input as never);
    expect(await worthOf()).toBeGreaterThan(before);
    expect((await memory.guidance.pulse()).suggested?.operation).not.toBe('merge');
  });

  it('is nothing that would be refused: what two people said is not merged', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({ content: SAID, speaker: 'Tom Okafor', session: 's1' });
    await memory.remember({ content: SAID_AGAIN, speaker: 'Ana Ruiz', session: 's2' });
    expect((await memory.guidance.pulse()).suggested?.operation).not.toBe('merge');
  });
});

it('resources are JSON', async () => {
  const memory = await matters();
  for (const { uri } of listResources())
    expect(JSON.parse(await readText(uri, memory))).toBeTypeOf('object');
});

async function readText(uri: string, memory: Mneme): Promise<string> {
  return ((await readResource(uri, memory)).contents as { text: string }[])[0]?.text ?? '';
}
