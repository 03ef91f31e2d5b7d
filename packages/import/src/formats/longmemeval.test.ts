import { describe, expect, it } from 'vitest';
import { RememberInput } from '@mneme/core/domain/input.js';
import type { ImportItem } from '../item.js';
import { longMemEval } from './benchmark-data-sets.js';

const instance = (id: string): Record<string, unknown> => ({
  question_id: id,
  question: 'SECRET?',
  answer: 'SECRET',
  haystack_dates: ['2024/03/09 (Sat) 13:05', 'long ago'],
  haystack_session_ids: ['s_a', 's_b'],
  haystack_sessions: [
    [
      { role: 'user', content: 'I planted beans.', has_answer: true },
      { role: 'assistant', content: 'Water them.' },
    ],
    [{ role: 'user', content: 'Hello.' }],
  ],
});

async function read(json: unknown, sample?: string): Promise<ImportItem[]> {
  async function* source(): AsyncGenerator<string> {
    yield JSON.stringify(json);
  }
  const items: ImportItem[] = [];
  for await (const item of longMemEval.read(source(), {
    origin: 'haystack.json',
    fallbackTime: 5_000,
    sample,
  }))
    items.push(item);
  return items;
}

const inputs = (items: readonly ImportItem[]): RememberInput[] =>
  items.flatMap((item) =>
    item.ok && !('skipped' in item) ? [RememberInput.parse(item.input)] : [],
  );

describe('longmemeval', () => {
  it('reads the chats of a haystack, and says which date it cannot read', async () => {
    const items = await read([instance('q1')]);
    const start = Date.UTC(2024, 2, 9, 13, 5);
    expect(inputs(items)).toEqual([
      {
        content: 'I planted beans.',
        kind: 'experience',
        speaker: 'user',
        source: 'user',
        session: 's_a',
        turn: 's_a_1',
        position: 0,
        saidAt: start,
        origin: 'haystack.json',
      },
      {
        content: 'Water them.',
        kind: 'experience',
        speaker: 'assistant',
        source: 'agent',
        session: 's_a',
        turn: 's_a_2',
        position: 1,
        saidAt: start + 30_000,
        origin: 'haystack.json',
      },
      {
        content: 'Hello.',
        kind: 'experience',
        speaker: 'user',
        source: 'user',
        session: 's_b',
        turn: 's_b_1',
        position: 0,
        saidAt: 5_000,
        origin: 'haystack.json',
      },
    ]);
    expect(items[2]).toMatchObject({
      ok: false,
      error: { message: 's_b: its date cannot be read.', value: 'long ago' },
    });
    expect(JSON.stringify(items)).not.toMatch(/SECRET|has_answer/);
  });

  it('keeps the sessions of several instances apart', async () => {
    const file = [instance('q1'), instance('q2')];
    expect(new Set(inputs(await read(file)).map(({ session }) => session))).toEqual(
      new Set(['q1/s_a', 'q1/s_b', 'q2/s_a', 'q2/s_b']),
    );
    expect(new Set(inputs(await read(file, 'q2')).map(({ session }) => session))).toEqual(
      new Set(['s_a', 's_b']),
    );
  });

  it('refuses what is no haystack', async () => {
    expect(await read([{ question_id: 'q1' }])).toMatchObject([
      {
        ok: false,
        error: {
          code: 'malformed_import',
          message: expect.stringMatching(/^Instance 1: haystack_session_ids: /) as string,
        },
      },
    ]);
  });
});
