import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { OPERATIONS } from '@mneme/mneme/operations/table.js';
import { parseInput } from './input.js';
import { fromMessages, readMessages, type ChatTurn } from './chat-turns.js';

const CHAT: ChatTurn[] = [
  { role: 'system', content: 'You are a helpful assistant.' },
  { role: 'user', content: 'I moved to Porto last week.', name: 'Tom', timestamp: '2025-07-08' },
  { role: 'assistant', content: [{ type: 'text', text: 'How is the weather there?' }] },
  { role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } } as never] },
];

describe('messages of a chat', () => {
  it('become turns with speaker, source, time and session; the system and what has no words are left out', () => {
    expect(fromMessages(CHAT, { session: 'chat-7' })).toEqual([
      expect.objectContaining({
        content: 'I moved to Porto last week.',
        speaker: 'Tom',
        source: 'user',
        session: 'chat-7',
      }),
      {
        content: 'How is the weather there?',
        speaker: 'assistant',
        source: 'agent',
        session: 'chat-7',
      },
    ]);
  });

  it('are remembered as they are, by the operation that doors call', async () => {
    const { memory } = await openTestMemory();
    const { remember_all } = OPERATIONS;
    const input = parseInput(
      remember_all.input,
      { messages: CHAT, session: 'chat-7' },
      'remember_all',
    );
    const { receipts } = await remember_all.run(memory, input, {});
    expect(receipts).toHaveLength(2);
    const { results } = await memory.recall({ query: 'Where did Tom move?', limit: 1 });
    expect(results[0]).toMatchObject({ speaker: 'Tom', session: 'chat-7', trust: 'user' });
  });

  it.each([
    [{ messages: [] }, 'messages'],
    [{}, 'inputs'],
    [{ inputs: ['x'], messages: CHAT }, 'messages'],
    [{ messages: [{ role: 'narrator', content: 'x' }] }, 'messages.0.role'],
    [{ messages: [{ role: 'user', content: 7 }] }, 'messages.0.content'],
    [{ messages: [{ role: 'user', content: 'x', timestamp: 'soon' }] }, 'messages.0.timestamp'],
  ])('are refused by what is wrong with them: %j', (input, field) => {
    expect(() => parseInput(OPERATIONS.remember_all.input, input, 'it')).toThrow(
      expect.objectContaining({ code: 'invalid_input', field: `it.${field}` }) as Error,
    );
  });
});

const call = {
  id: 'call_1',
  type: 'function',
  function: { name: 'weather', arguments: '{"city":"Porto"}' },
};
const words = (inputs: readonly { speaker?: string; source?: string; content: string }[]) =>
  inputs.map(({ speaker, source, content }) => [speaker, source, content]);

describe('conversations as SDKs return them', () => {
  it.each<[string, object | object[], string[][], Record<string, number>]>([
    [
      'OpenAI, a turn of tools',
      [
        { role: 'user', content: 'How is Porto?', name: null },
        {
          role: 'assistant',
          content: null,
          refusal: null,
          annotations: [],
          audio: null,
          tool_calls: [call, call],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'Porto: 31 degrees' },
        { role: 'assistant', content: '', tool_calls: [] },
      ],
      [
        ['user', 'user', 'How is Porto?'],
        ['tool', 'tool', 'Porto: 31 degrees'],
      ],
      { 'calls of tools': 2, 'messages without words': 1 },
    ],
    [
      'OpenAI, a whole completion',
      {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1_750_000_000,
        model: 'x',
        choices: [
          {
            index: 0,
            finish_reason: 'stop',
            logprobs: null,
            message: {
              role: 'assistant',
              content: 'It is hot in Porto.',
              refusal: null,
              annotations: [],
            },
          },
          { index: 1, message: { role: 'assistant', content: 'Another choice.' } },
        ],
        usage: { total_tokens: 3 },
      },
      [['assistant', 'agent', 'It is hot in Porto.']],
      {},
    ],
    [
      'OpenAI, a refusal and a spoken answer',
      [
        { role: 'assistant', content: null, refusal: 'I cannot help with that.' },
        { role: 'assistant', content: null, audio: { id: 'a', transcript: 'Hello Ann.' } },
      ],
      [
        ['assistant', 'agent', 'I cannot help with that.'],
        ['assistant', 'agent', 'Hello Ann.'],
      ],
      {},
    ],
    [
      'OpenAI, the Responses API',
      [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Where is Ann?' },
            { type: 'input_image', image_url: 'x' },
          ],
        },
        {
          id: 'resp_1',
          object: 'response',
          created_at: 1_750_000_000,
          output: [
            { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
            { type: 'function_call', call_id: 'c', name: 'find', arguments: '{}' },
            {
              type: 'message',
              id: 'msg_1',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: 'In Ghent.', annotations: [] }],
            },
          ],
        },
        { type: 'function_call_output', call_id: 'c', output: 'Ann: Ghent' },
      ],
      [
        ['user', 'user', 'Where is Ann?'],
        ['assistant', 'agent', 'In Ghent.'],
        ['tool', 'tool', 'Ann: Ghent'],
      ],
      { 'pictures, recordings and files': 1, 'reasoning of a model': 1, 'calls of tools': 1 },
    ],
    [
      'Anthropic',
      [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64' } },
            { type: 'text', text: 'What is this?', cache_control: { type: 'ephemeral' } },
          ],
        },
        {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'm',
          stop_reason: 'tool_use',
          stop_sequence: null,
          usage: {},
          content: [
            { type: 'thinking', thinking: 'A secret thought.', signature: 's' },
            { type: 'text', text: 'I look it up.', citations: null },
            { type: 'tool_use', id: 't', name: 'look', input: { text: 'not said' } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 't',
              content: [{ type: 'text', text: 'A heron.' }],
            },
          ],
        },
      ],
      [
        ['user', 'user', 'What is this?'],
        ['assistant', 'agent', 'I look it up.'],
        ['tool', 'tool', 'A heron.'],
      ],
      { 'pictures, recordings and files': 1, 'reasoning of a model': 1, 'calls of tools': 1 },
    ],
    [
      'AI SDK, messages of the interface',
      [
        {
          id: 'u1',
          role: 'user',
          metadata: { a: 1 },
          parts: [
            { type: 'text', text: 'Find Ann.' },
            { type: 'file', mediaType: 'image/png', url: 'x' },
          ],
        },
        {
          id: 'a1',
          role: 'assistant',
          parts: [
            { type: 'step-start' },
            { type: 'reasoning', text: 'A thought.', state: 'done' },
            {
              type: 'tool-find',
              toolCallId: 'c',
              state: 'output-available',
              input: {},
              output: { text: 'x' },
            },
            { type: 'data-progress', data: { done: 1 } },
            { type: 'text', text: 'She is in Ghent.', state: 'done' },
          ],
        },
      ],
      [
        ['user', 'user', 'Find Ann.'],
        ['assistant', 'agent', 'She is in Ghent.'],
      ],
      { 'pictures, recordings and files': 2, 'reasoning of a model': 1, 'calls of tools': 1 },
    ],
    [
      'AI SDK, messages of a model and an older interface',
      [
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'A thought.' },
            { type: 'text', text: 'I ask.', providerOptions: {} },
            { type: 'tool-call', toolCallId: 'c', toolName: 'find', input: {} },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c',
              toolName: 'find',
              output: { type: 'text', value: 'Ann: Ghent' },
            },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'd',
              toolName: 'find',
              output: { type: 'json', value: { a: 1 } },
            },
          ],
        },
        {
          id: '3',
          createdAt: new Date('2025-06-15T12:00:00Z'),
          role: 'assistant',
          content: 'In Ghent.',
          parts: [{ type: 'text', text: 'In Ghent.' }],
          toolInvocations: [{ state: 'result' }],
        },
      ],
      [
        ['assistant', 'agent', 'I ask.'],
        ['tool', 'tool', 'Ann: Ghent'],
        ['assistant', 'agent', 'In Ghent.'],
      ],
      { 'reasoning of a model': 1, 'calls of tools': 2, 'results of tools without words': 1 },
    ],
  ])('%s', async (_, messages, said, leftOut) => {
    expect(words(fromMessages(messages) as never)).toEqual(said);
    expect(readMessages(messages).leftOut).toEqual(leftOut);
    const { memory } = await openTestMemory();
    const { remember_all } = OPERATIONS;
    const listed = Array.isArray(messages) ? messages : [messages];
    const parsed = parseInput(remember_all.input, { messages: listed, session: 's' }, 'it');
    const { receipts, leftOut: counted } = await remember_all.run(memory, parsed, {});
    expect(receipts).toHaveLength(said.length);
    expect(counted).toEqual(leftOut);
  });

  it('with the time at which an SDK says that they were made', () => {
    const said = (turn: object): unknown =>
      fromMessages([{ role: 'user', content: 'x', ...turn }])[0]?.saidAt;
    const at = Date.UTC(2025, 5, 15, 12);
    expect(said({ created_at: at / 1_000 })).toBe(at);
    expect(said({ createdAt: new Date(at) })).toBe(at);
    expect(said({ created_at: 'yesterday' })).toBeUndefined();
    expect(said({ created_at: at / 1_000, timestamp: '2025-07-08' })).toBe('2025-07-08');
  });

  it('and a reply whose fields are getters', () => {
    class Result {
      get response() {
        return {
          id: 'r',
          messages: [{ role: 'assistant', content: [{ type: 'text', text: 'In Ghent.' }] }],
        };
      }
    }
    expect(words(fromMessages(new Result()) as never)).toEqual([
      ['assistant', 'agent', 'In Ghent.'],
    ]);
  });
});
