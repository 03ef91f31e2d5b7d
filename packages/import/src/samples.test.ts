/** Whole files of other programs: format detected by content, imported with provenance, recognised the second time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../test/support/open-test-memory.js';
import type { ReaderName } from '@mneme/core/domain/import-export.js';
import { RememberInput } from '@mneme/core/domain/input.js';
import type { ImportItem } from './item.js';
import { chooseReader, readerNamed } from './import-text.js';

const FOLDER = fileURLToPath(new URL('../../../samples/imports', import.meta.url));
const FALLBACK = Date.UTC(2025, 0, 1);
const textOf = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

/** Each sample under a name that does not give its format away. */
const SAMPLES: readonly (readonly [file: string, neutral: string, format: ReaderName])[] = [
  ['memory.jsonl', 'a.jsonl', 'mcp-memory'],
  ['memory.jsonl', 'memory.json', 'mcp-memory'],
  ['mem0.json', 'a.json', 'mem0'],
  ['gardener.af', 'a.json', 'letta'],
  ['conversations.json', 'a.json', 'chatgpt'],
  ['claude-code.jsonl', 'a.jsonl', 'claude-code'],
  ['chat.json', 'a.json', 'claude-ai'],
  ['zep.json', 'a.json', 'zep'],
  ['hindsight.json', 'a.json', 'hindsight'],
  ['claude-mem.json', 'a.json', 'claude-mem'],
];

async function readAs(format: ReaderName, text: string, size = text.length): Promise<ImportItem[]> {
  async function* source(): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const items: ImportItem[] = [];
  for await (const item of readerNamed(format).read(source(), {
    origin: 'file',
    fallbackTime: FALLBACK,
  }))
    items.push(item);
  return items;
}

const inputs = (items: readonly ImportItem[]): RememberInput[] =>
  items.flatMap((item) =>
    item.ok && !('skipped' in item) ? [RememberInput.parse(item.input)] : [],
  );
const reasons = (items: readonly ImportItem[]): string[] =>
  items.flatMap((item) => (item.ok && 'skipped' in item ? [item.skipped] : []));
const faults = (items: readonly ImportItem[]): string[] =>
  items.flatMap((item) => (item.ok ? [] : [item.error.message]));

describe.each(SAMPLES)('%s as %s', (file, neutral, format) => {
  it('is told by its content, wherever the chunks are cut', async () => {
    const text = textOf(file);
    for (const path of [neutral, 'export', '-'])
      expect(chooseReader(path, text.slice(0, 4_096)).name).toBe(format);
    const whole = await readAs(format, text);
    expect(faults(whole)).toEqual([]);
    expect(await readAs(format, text, 61)).toEqual(whole);
    const bytes = whole.reduce((sum, item) => sum + item.bytes, 0);
    expect(bytes).toBeGreaterThan(Buffer.byteLength(text) - 1_000);
    expect(bytes).toBeLessThanOrEqual(Buffer.byteLength(text));
  });

  it('adds nothing the second time, whenever the file was written again', async () => {
    const { memory, clock } = await openTestMemory();
    const text = textOf(file);
    async function* chunks(): AsyncGenerator<string> {
      yield text;
    }
    const first = await memory.import({ name: neutral, chunks: chunks() });
    expect(first).toMatchObject({ format, badCount: 0 });
    expect(first.outcomes.remembered).toBeGreaterThan(0);
    clock.advance(86_400_000);
    const again = await memory.import({ name: neutral, chunks: chunks() });
    expect(again.outcomes).toEqual({
      ...first.outcomes,
      remembered: 0,
      known: first.outcomes.remembered,
    });
    expect(again.sequence).toBe(first.sequence);
  });
});

describe('what each holds', () => {
  it('mcp-memory: observations that name their entity, relations as sentences', async () => {
    const items = await readAs('mcp-memory', textOf('memory.jsonl'));
    expect(inputs(items).map(({ content }) => content)).toEqual([
      'Nadia Okoye: Prefers video calls before ten',
      'Nadia Okoye keeps bees on the roof of the depot',
      'Nadia Okoye: Allergic to cashews',
      'Lantern: Ships a firmware update every second Thursday',
      'Depot is a place.',
      'Nadia Okoye works on Lantern.',
    ]);
    expect(inputs(items)[0]).toMatchObject({
      kind: 'fact',
      source: 'agent',
      turn: 'Nadia_Okoye',
      metadata: { entity: 'Nadia_Okoye', entityType: 'person' },
    });
    expect(inputs(items)[5]).toMatchObject({
      turn: 'Nadia_Okoye works_on Lantern',
      metadata: { from: 'Nadia_Okoye', relation: 'works_on', to: 'Lantern' },
    });
    expect(reasons(items)).toEqual([]);
  });

  it('zep: facts with the time in which they hold, and what was said by whom', async () => {
    const items = await readAs('zep', textOf('zep.json'));
    expect(inputs(items)).toMatchObject([
      {
        content: 'Ines Duarte lives in Leeds.',
        occurredFrom: Date.UTC(2024, 5, 1),
        occurredTo: Date.UTC(2025, 2, 1),
        metadata: { relation: 'LIVES_IN' },
      },
      { content: 'Ines Duarte lives in Porto.', turn: 'e-2' },
      { content: 'I moved to Porto on Saturday.', speaker: 'Ines', session: 'support-7' },
      { content: 'How do you like the hills?', speaker: 'helper', source: 'agent' },
    ]);
    expect(reasons(items)).toEqual(['system prompt']);
    const bad = '{"edges":[{"fact":1},{"fact":"x","valid_at":"soon"}]}';
    expect(faults(await readAs('zep', bad))).toEqual([
      'Fact 1: the edge has no fact.',
      'Fact 2: valid_at cannot be read.',
    ]);
  });

  it('hindsight: its types as kinds, when it happened, document, context and tags', async () => {
    const items = await readAs('hindsight', textOf('hindsight.json'));
    expect(inputs(items)).toMatchObject([
      {
        kind: 'fact',
        session: 'chat-7',
        tags: ['hobby'],
        metadata: { source: 'chat', context: 'hobbies' },
        occurredFrom: Date.UTC(2024, 4, 1),
      },
      { kind: 'experience', session: 'chat-8' },
      { kind: 'observation', turn: 'f-3' },
    ]);
    expect(faults(await readAs('hindsight', '[{"text":1},{"text":"x","date":"soon"}]'))).toEqual([
      'Memory 1: the memory has no text.',
      'Memory 2: date cannot be read.',
    ]);
  });

  it('claude-mem: prompts, each fact of an observation, and summaries of sessions', async () => {
    const items = await readAs('claude-mem', textOf('claude-mem.json'));
    expect(inputs(items).map(({ content, kind }) => [kind, content])).toEqual([
      ['experience', 'Why does the upload fail behind the proxy?'],
      [
        'fact',
        'Upload chunks are 8 MB. The upload failed behind the proxy until chunks were made smaller.',
      ],
      ['fact', 'The proxy refuses bodies above 10 MB.'],
      ['fact', 'Chunks of 8 MB pass it with their headers.'],
      ['fact', 'Retries double the load'],
      [
        'fact',
        'Asked for: Make uploads work behind the proxy\nLearned: The proxy counts headers as well.\nDone: Chunks are 8 MB.',
      ],
    ]);
    expect(inputs(items)[1]).toMatchObject({
      session: 'ses-1',
      tags: ['decision', 'uploads', 'gotcha'],
      metadata: {
        project: 'parcel',
        files: 'src/upload.ts, src/proxy.ts',
      },
    });
    expect(faults(await readAs('claude-mem', '{"other":[]}'))).toEqual([
      'The file holds no observations.',
    ]);
  });

  it('mcp-memory: a line of another shape is named by its field', async () => {
    const items = await readAs(
      'mcp-memory',
      '{"type":"entity","name":"","entityType":"x","observations":[]}\n{"type":"note"}\n{"type":"relation","from":"A","to":"B"}\n{"type":"entity"',
    );
    expect(faults(items)).toEqual([
      'Line 1: name: must not be empty.',
      expect.stringMatching(/^Line 2: type: /) as string,
      expect.stringMatching(/^Line 3: relationType: /) as string,
      expect.stringMatching(/^Line 4: no valid JSON at column 17: /) as string,
    ]);
  });

  it('mem0: statements with owner, tags, times and how long they hold', async () => {
    const items = inputs(await readAs('mem0', textOf('mem0.json')));
    expect(items[0]).toMatchObject({
      content: 'Swims at the lido on Wednesday mornings',
      kind: 'fact',
      source: 'agent',
      speaker: 'iris',
      session: 'week-12',
      turn: '6f0f2a51-3c0f-4f0e-9d36-2f1c1d0f7a11',
      saidAt: Date.UTC(2025, 2, 19, 13, 40),
      tags: ['sports', 'routine'],
      metadata: { app: 'training', plan: '{"goal":"2 km"}', user_id: 'iris', agent_id: 'coach' },
    });
    expect(items[1]).toMatchObject({
      saidAt: Date.UTC(2025, 2, 22, 10),
      occurredFrom: Date.UTC(2025, 2, 22, 10),
      occurredTo: Date.UTC(2025, 5, 30),
    });
    expect(items[2]).toMatchObject({
      content: 'iris trains with Bogdan.',
      metadata: { relation: 'trains_with' },
    });
  });

  it('mem0: a bare array, and what is wrong with a memory', async () => {
    const items = await readAs(
      'mem0',
      JSON.stringify([
        { memory: 'Likes quinces', user_id: 'u', created_at: 'soon' },
        { id: 4 },
        { memory: 7 },
        { text: 'Likes medlars' },
      ]),
    );
    expect(faults(items)).toEqual([
      'Memory 1: created_at cannot be read.',
      'Memory 2: the memory has no text.',
      expect.stringMatching(/^Memory 3: memory: /) as string,
    ]);
    expect(inputs(items)).toMatchObject([{ content: 'Likes medlars', saidAt: FALLBACK }]);
    expect(faults(await readAs('mem0', '{"count": 3}'))).toEqual([
      'The file holds no list of memories.',
    ]);
  });

  it('letta: blocks part by part, what was said, neither thoughts nor system prompts', async () => {
    const items = await readAs('letta', textOf('gardener.af'));
    expect(
      inputs(items).map(({ content, kind, speaker, saidAt }) => ({
        content,
        kind,
        speaker,
        saidAt,
      })),
    ).toEqual([
      {
        content: '- Gardens in Ghent\n- Dislikes peat, because of the bogs',
        kind: 'fact',
        speaker: undefined,
        saidAt: Date.UTC(2025, 3, 2, 9),
      },
      {
        content: 'The fig tree froze back to the ground this winter.',
        kind: 'experience',
        speaker: 'user',
        saidAt: Date.UTC(2025, 3, 1, 8, 1),
      },
      {
        content: 'Figs shoot again from the root. Cut it back in May.',
        kind: 'experience',
        speaker: 'gardener',
        saidAt: Date.UTC(2025, 3, 1, 8, 1, 10),
      },
    ]);
    expect(inputs(items)[0]).toMatchObject({
      metadata: { block: 'human', heading: 'About the person' },
      turn: 'block human',
    });
    expect(reasons(items)).toEqual([
      'no text',
      'system prompt',
      'bookkeeping',
      'tool output',
      'no text',
    ]);
  });

  it('letta: the first version of the format', async () => {
    const old = {
      agent_type: 'memgpt_agent',
      name: 'sam',
      core_memory: [{ label: 'persona', value: 'I am Sam.', created_at: '2025-01-02T00:00:00Z' }],
      messages: [
        {
          role: 'assistant',
          content: [{ type: 'text', text: 'Hello, Ada.' }],
          created_at: '2025-01-03T00:00:00Z',
        },
        { content: 'x' },
      ],
      tools: [],
    };
    expect(chooseReader('a.json', JSON.stringify(old)).name).toBe('letta');
    const items = await readAs('letta', JSON.stringify(old));
    expect(inputs(items)).toMatchObject([
      { content: 'I am Sam.', saidAt: Date.UTC(2025, 0, 2) },
      { content: 'Hello, Ada.', session: 'sam', source: 'agent' },
    ]);
    expect(faults(items)).toEqual(['sam, message 2: it has no role.']);
    expect(faults(await readAs('letta', '{"tools": []}'))).toEqual(['The file holds no agent.']);
  });

  it('chatgpt: the branch that is shown, in order; a kept statement is a fact', async () => {
    const items = await readAs('chatgpt', textOf('conversations.json'));
    expect(inputs(items)).toMatchObject([
      {
        content: 'We ride to Oostende in August, with the cargo bike.',
        source: 'user',
        kind: 'experience',
        session: 'c-coast',
        turn: 'u1',
        saidAt: 1_746_000_010_250,
        metadata: { title: 'Bike trip to the coast' },
      },
      {
        content: 'User rides a cargo bike.',
        kind: 'fact',
        source: 'agent',
        tags: ['chatgpt-memory'],
      },
      {
        content: 'Start before ten: the wind turns west at noon.',
        source: 'agent',
        speaker: 'assistant',
        turn: 'a3',
      },
    ]);
    expect(reasons(items).sort()).toEqual([
      'other branch',
      'system prompt',
      'tool output',
      'tool output',
    ]);
  });

  it('chatgpt: without a shown node the newest leaf counts; a circle and a missing tree are named', async () => {
    const node = (
      id: string,
      parent: string | null,
      text: string,
      at: number | null,
      children: string[] = [],
    ): unknown => ({
      id,
      parent,
      children,
      message: {
        id,
        author: { role: 'user' },
        create_time: at,
        content: { content_type: 'text', parts: [text] },
      },
    });
    const tree = {
      mapping: {
        a: node('a', null, 'first', 10, ['b', 'c']),
        b: node('b', 'a', 'older', 20),
        c: node('c', 'a', 'newer', 30),
      },
    };
    const circle = {
      mapping: { a: node('a', 'b', 'x', 1, ['b']), b: node('b', 'a', 'y', 2, ['a']) },
      current_node: 'a',
    };
    const items = await readAs('chatgpt', JSON.stringify([tree, circle, { title: 'gone' }]));
    expect(inputs(items).map(({ content }) => content)).toEqual(['first', 'newer']);
    expect(faults(items)).toEqual([
      'Conversation 2: its nodes name each other as parents in a circle.',
      'Conversation 3: it has no "mapping".',
    ]);
  });

  it('claude-code: what was said and done; no secrets, no output, no announcements', async () => {
    const items = await readAs('claude-code', textOf('claude-code.jsonl'));
    expect(inputs(items).map(({ content, source, turn }) => [content, source, turn])).toEqual([
      [
        'The upload test is flaky since we raised the chunk size to 8 MB. Please mend it.',
        'user',
        'e-2',
      ],
      [
        'The test waits 2 s, and an 8 MB chunk takes longer on a slow disk. I raised its limit.',
        'agent',
        'e-9',
      ],
      ['Changed src/net/upload.ts. Ran “npm test -- upload” (failed).', 'agent', 'e-7#work'],
      ['Good, commit it.', 'user', 'e-10'],
    ]);
    expect(inputs(items)[0]).toMatchObject({
      session: 's-77',
      speaker: 'user',
      saidAt: Date.UTC(2025, 10, 3, 9, 0, 10),
      metadata: { project: 'parcel', branch: 'retry' },
    });
    expect(JSON.stringify(items)).not.toMatch(
      /SECRET|API_KEY|Caveat|Do not tell|side conversation|home\/ravi/,
    );
    expect(faults(await readAs('claude-code', '[]\n{"type":"user"}'))).toEqual([
      'Line 1: an entry with a type was expected.',
      'Line 2: it has no message.',
    ]);
  });

  it('chat-json: conversations with their messages', async () => {
    const items = inputs(await readAs('chat-json', textOf('chat.json')));
    expect(items).toMatchObject([
      {
        content: 'My starter smells of nail varnish.',
        source: 'user',
        session: 'conv-1',
        turn: 'm-1',
      },
      {
        content: 'It is hungry. Feed it twice a day.',
        source: 'agent',
        session: 'conv-1',
        saidAt: Date.UTC(2025, 4, 4, 7, 0, 1),
      },
    ]);
  });

  it.each<[string, unknown, number]>([
    [
      'an array of messages',
      [
        { role: 'user', content: 'Hi.' },
        { role: 'system', content: 'Be kind.' },
      ],
      1,
    ],
    ['an object with messages', { messages: [{ role: 'user', content: 'Hi.' }] }, 1],
    [
      'conversations in an object',
      {
        conversations: [
          { id: 1, messages: [{ from: 'Ada', text: 'Hi.' }] },
          { id: 2, messages: [{ from: 'Ben', text: 'Hi.' }] },
        ],
      },
      2,
    ],
  ])('chat-json: %s', async (_name, json, count) => {
    expect(chooseReader('a.json', JSON.stringify(json)).name).toBe('chat-json');
    expect(inputs(await readAs('chat-json', JSON.stringify(json)))).toHaveLength(count);
  });

  it('a JSON file of another kind is refused, not taken in as prose', async () => {
    const reader = chooseReader('package.json', '{"name": "x", "version": "1"}');
    expect(reader.name).toBe('chat-json');
    expect(faults(await readAs(reader.name, '{"name": "x", "version": "1"}'))).toEqual([
      'The file holds no messages: it is an object with name, version.',
    ]);
    expect(
      faults(await readAs('chat-json', '[{"a": 1}, {"role": "user", "content": "Hi."}]')),
    ).toEqual(['Message 1: the message has no content.']);
  });
});

describe('whatever stands in a file', () => {
  const FORMATS = [...new Set(SAMPLES.map(([, , format]) => format))];
  it.each(FORMATS)('%s never throws and gives valid inputs or named faults', async (format) => {
    const key = fc.constantFrom(
      'type',
      'name',
      'message',
      'messages',
      'mapping',
      'results',
      'memory',
      'agents',
      'blocks',
      'value',
      'role',
      'content',
      'parent',
      'children',
      'id',
      'author',
      'created_at',
      'uuid',
      'observations',
    );
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('user', 'assistant', 'entity', 'relation', 'a', null, 5, true, ''),
        fc.string(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 5 }),
      ),
    })).value;
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        for (const item of await readAs(format, JSON.stringify(value))) {
          if (!item.ok)
            expect([item.error.code, item.error.message, item.error.hint]).toEqual([
              'malformed_import',
              expect.stringMatching(/\.$/),
              expect.stringMatching(/./),
            ]);
          else if (!('skipped' in item))
            expect(RememberInput.safeParse(item.input).success).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});
