import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../test/support/open-test-memory.js';
import { OPERATIONS } from '../operations/table.js';
import { parseInput } from './parse-input.js';
import { fromMessages, type ChatTurn } from './chat-turns.js';

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
