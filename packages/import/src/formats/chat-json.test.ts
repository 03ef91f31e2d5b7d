import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RememberInput } from '@mneme/core/domain/input.js';
import { chatJsonl } from './chat-json.js';
import type { ImportItem } from '../item.js';

const FALLBACK = Date.UTC(2025, 0, 1);

async function read(...chunks: string[]): Promise<ImportItem[]> {
  async function* source(): AsyncGenerator<string> {
    yield* chunks;
  }
  const items: ImportItem[] = [];
  for await (const item of chatJsonl.read(source(), {
    origin: 'chat.jsonl',
    fallbackTime: FALLBACK,
  }))
    items.push(item);
  return items;
}

const lines = (...messages: unknown[]): string =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join('');

function input(item: ImportItem | undefined): RememberInput {
  if (item?.ok !== true || 'skipped' in item) throw new Error(`no memory: ${JSON.stringify(item)}`);
  return RememberInput.parse(item.input);
}

function refusal(item: ImportItem | undefined): {
  code: string;
  message: string;
  value: unknown;
  hint: string | undefined;
} {
  if (item?.ok !== false) throw new Error(`no refusal: ${JSON.stringify(item)}`);
  return item.error;
}

describe('chat-jsonl', () => {
  it('reads a message with all its fields', async () => {
    const [item] = await read(
      lines({
        role: 'user',
        name: 'Ada',
        content: 'I moved to Porto.',
        timestamp: '2025-02-03T18:12:00Z',
        session: 's1',
        id: 7,
        tags: ['home'],
        metadata: { app: 'web', nested: { a: 1 }, none: null },
        kind: 'fact',
        confidence: 0.7,
      }),
    );
    expect(item).toMatchObject({ ok: true, line: 1 });
    expect(input(item)).toEqual({
      content: 'I moved to Porto.',
      speaker: 'Ada',
      source: 'user',
      session: 's1',
      turn: '7',
      position: 0,
      saidAt: Date.UTC(2025, 1, 3, 18, 12),
      origin: 'chat.jsonl',
      tags: ['home'],
      metadata: { app: 'web', nested: '{"a":1}' },
      kind: 'fact',
      confidence: 0.7,
    });
  });

  it('takes the file for the session, and a chat turn for an experience', async () => {
    const [item] = await read(lines({ role: 'assistant', content: 'Noted.' }));
    expect(input(item)).toMatchObject({
      kind: 'experience',
      session: 'chat.jsonl',
      origin: 'chat.jsonl',
      source: 'agent',
      speaker: 'assistant',
      saidAt: FALLBACK,
    });
  });

  it.each([
    ['user', 'user'],
    ['Human', 'user'],
    ['assistant', 'agent'],
    ['ai', 'agent'],
    ['agent', 'agent'],
    ['tool', 'tool'],
    ['function', 'tool'],
    ['Grandmother', 'user'],
  ])('takes role %s for source %s', async (role, source) => {
    expect(input((await read(lines({ role, content: 'Hello.' })))[0])).toMatchObject({
      source,
      speaker: role,
    });
    expect(input((await read(lines({ from: role, text: 'Hello.' })))[0])).toMatchObject({
      source,
      speaker: role,
    });
  });

  it.each<[string, unknown]>([
    [
      'parts',
      [{ type: 'text', text: 'One.' }, { type: 'image_url', image_url: { url: 'x' } }, 'Two.'],
    ],
    [
      'a tool result',
      [
        {
          type: 'tool_result',
          content: [{ type: 'text', text: 'One.' }, { text: { value: 'Two.' } }],
        },
      ],
    ],
    ['parts of an export', { content_type: 'text', parts: ['One.', 'Two.'] }],
  ])('reads content given as %s', async (_name, content) => {
    expect(input((await read(lines({ role: 'user', content })))[0]).content).toBe('One.\nTwo.');
  });

  it('reads the message inside an event record', async () => {
    const event = {
      type: 'assistant',
      sessionId: 's9',
      timestamp: '2025-02-03T18:12:00Z',
      message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
    };
    expect(input((await read(lines(event)))[0])).toMatchObject({
      content: 'Done.',
      source: 'agent',
      session: 's9',
    });
  });

  it('passes over system prompts and messages without words, and counts them', async () => {
    const items = await read(
      lines(
        { role: 'system', content: 'Be kind.' },
        { role: 'developer', content: 'Be brief.' },
        { role: 'assistant', content: null, tool_calls: [{}] },
        { role: 'user', content: '  ' },
        { role: 'user', content: 'Hi.' },
      ),
    );
    expect(items.map((item) => 'skipped' in item && item.skipped)).toEqual([
      'system prompt',
      'system prompt',
      'no text',
      'no text',
      false,
    ]);
    expect(input(items[4]).position).toBe(0);
  });

  it('tells seconds from milliseconds', async () => {
    const items = await read(
      lines(
        { content: 'a', ts: 1_738_606_320 },
        { content: 'b', ts: 1_738_606_320_000 },
        { content: 'c', created_at: '1738606320.25' },
        { content: 'd', saidAt: '2025-02-03T18:12:00Z' },
      ),
    );
    expect(items.map((item) => input(item).saidAt)).toEqual([
      1_738_606_320_000,
      1_738_606_320_000,
      1_738_606_320_250,
      Date.UTC(2025, 1, 3, 18, 12),
    ]);
  });

  it('never puts a message without a time before an earlier one of its session', async () => {
    const day = '2026-02-03T18:12:00Z';
    const items = await read(
      lines(
        { content: 'a', session: 'x' },
        { content: 'b', session: 'y', time: day },
        { content: 'c', session: 'y' },
        { content: 'd', session: 'x', time: null },
      ),
    );
    expect(items.map((item) => input(item).saidAt)).toEqual([
      FALLBACK,
      Date.parse(day),
      Date.parse(day),
      FALLBACK,
    ]);
    expect(items.map((item) => input(item).position)).toEqual([0, 0, 1, 1]);
  });

  it('names a malformed line in the middle and reads on', async () => {
    const items = await read('{"content": "one"}\n{"content": "two",}\n{"content": "three"}\n');
    expect(items.map(({ ok, line }) => [ok, line])).toEqual([
      [true, 1],
      [false, 2],
      [true, 3],
    ]);
    expect(refusal(items[1])).toMatchObject({
      code: 'malformed_import',
      message: 'Line 2: no valid JSON at column 19: expected a key in double quotes, got "}".',
      value: '{"content": "two",}',
    });
    expect(refusal(items[1]).hint).toMatch(/Mend the line/);
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', [1], /^Line 1: a JSON object was expected\.$/],
    ['no content', { role: 'user' }, /^Line 1: the message has no content\.$/],
    ['a bad time', { content: 'a', time: 'soon' }, /^Line 1: the time cannot be read: "soon"\.$/],
    ['a bad kind', { content: 'a', kind: 'rumour' }, /^Line 1: kind: /],
    ['a bad confidence', { content: 'a', confidence: 7 }, /^Line 1: confidence: must be 0 to 1\.$/],
    ['bad tags', { content: 'a', tags: [1] }, /^Line 1: tags\.0: /],
  ])('refuses %s', async (_name, message, expected) => {
    const error = refusal((await read(lines(message)))[0]);
    expect(error.message).toMatch(expected);
    expect(String(error.value).length).toBeLessThanOrEqual(80);
    expect(error.hint).not.toBe('');
  });

  it('tolerates a byte order mark, CRLF cut between chunks, blank lines and no end of line', async () => {
    const items = await read('\uFEFF{"content": "one"}\r', '\n\r\n   \n{"content": "two"}');
    expect(items.map((item) => [item.line, input(item).content, item.bytes])).toEqual([
      [1, 'one', 23],
      [4, 'two', 24],
    ]);
  });

  it('gives no items for an empty or blank file', async () => {
    expect(await read()).toEqual([]);
    expect(await read('\uFEFF', '\n \r\n')).toEqual([]);
  });

  it('refuses a line over 4 MB without holding it, and reads on', async () => {
    const items = await read('{"content": "', 'x'.repeat(5_000_000), '"}\n{"content": "next"}\n');
    expect(refusal(items[0]).message).toBe('Line 1: the line is longer than 4194304 characters.');
    expect(input(items[1]).content).toBe('next');
  });

  it('joins a surrogate pair cut by a chunk, and replaces half a pair', async () => {
    const items = await read('{"content": "a\uD83D', '\uDE00"}\n{"content": "cut \\ud83d"}\n');
    expect(items.map((item) => input(item).content)).toEqual(['a😀', 'cut \uFFFD']);
  });

  it('keeps the end of an origin that is too long', async () => {
    async function* source(): AsyncGenerator<string> {
      yield '{"content": "a"}';
    }
    for await (const item of chatJsonl.read(source(), {
      origin: `${'d/'.repeat(200)}chat.jsonl`,
      fallbackTime: 0,
    }))
      expect(input(item).origin).toMatch(/^….*chat\.jsonl$/);
  });

  it('yields one item for each line that is not blank, whatever stands there and however it is cut', async () => {
    const line = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .record({ role: fc.string(), content: fc.string(), ts: fc.integer() }, { requiredKeys: [] })
        .map((message) => JSON.stringify(message)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 8 }),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 50 }),
        async (texts, end, size) => {
          const text = texts.join(end);
          const items = await read(text);
          expect(items.map((item) => item.line)).toEqual(
            text
              .split('\n')
              .flatMap((part, index) =>
                part.replace(/^\uFEFF/, '').trim() === '' ? [] : [index + 1],
              ),
          );
          const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
            text.slice(index * size, (index + 1) * size),
          );
          expect(JSON.stringify(await read(...chunks))).toBe(JSON.stringify(items));
          for (const item of items)
            if (item.ok && !('skipped' in item))
              expect(RememberInput.safeParse(item.input).success).toBe(true);
        },
      ),
    );
  });
});
