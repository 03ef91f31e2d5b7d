import { describe, expect, it } from 'vitest';
import { RememberInput } from '@mneme/core/domain/input.js';
import type { ImportItem } from '../item.js';
import { locomo, parseLocomo } from './benchmark-data-sets.js';

const FALLBACK = Date.UTC(2025, 0, 1);
const START = Date.UTC(2024, 2, 9, 13, 5);

function sample(
  id: string,
): { sample_id: string; conversation: Record<string, unknown> } & Record<string, unknown> {
  return {
    sample_id: id,
    qa: [{ question: 'SECRET question?', answer: 'SECRET', evidence: ['D1:2'] }],
    session_summary: { session_1_summary: 'SECRET' },
    conversation: {
      speaker_a: 'Ada',
      speaker_b: 'Ben',
      session_10_date_time: '9:00 am on 1 April, 2024',
      session_10: [{ speaker: 'Ben', dia_id: 'D10:1', text: 'Spring!' }],
      session_2_date_time: '1:05 pm on 9 March, 2024',
      session_2: [
        {
          speaker: 'Ada',
          dia_id: 'D2:1',
          text: 'Look.',
          blip_caption: 'a red kite',
          query: 'SECRET',
          img_url: ['SECRET'],
        },
        { speaker: 'Ben', dia_id: 'D2:2', text: '', blip_caption: 'a blue kite' },
        { speaker: 'Ada', dia_id: 'D2:3', text: 'Nice.' },
      ],
      session_11_date_time: '9:00 am on 2 April, 2024',
    },
  };
}

async function read(json: unknown, wanted?: string): Promise<ImportItem[]> {
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  async function* source(): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += 37) yield text.slice(at, at + 37);
  }
  const items: ImportItem[] = [];
  for await (const item of locomo.read(source(), {
    origin: 'talks.json',
    fallbackTime: FALLBACK,
    sample: wanted,
  }))
    items.push(item);
  return items;
}

function inputs(items: readonly ImportItem[]): RememberInput[] {
  return items.flatMap((item) =>
    item.ok && !('skipped' in item) ? [RememberInput.parse(item.input)] : [],
  );
}

const messages = (items: readonly ImportItem[]): string[] =>
  items.flatMap((item) => (item.ok ? [] : [item.error.message]));

describe('locomo', () => {
  it('reads the turns of one sample, in the order of the sessions', async () => {
    const items = await read(sample('conv-1'));
    expect(inputs(items)).toEqual([
      {
        content: 'Look.\n[shares a picture: a red kite]',
        kind: 'experience',
        speaker: 'Ada',
        session: 'session_2',
        turn: 'D2:1',
        position: 0,
        saidAt: START,
        origin: 'talks.json',
      },
      {
        content: '[shares a picture: a blue kite]',
        kind: 'experience',
        speaker: 'Ben',
        session: 'session_2',
        turn: 'D2:2',
        position: 1,
        saidAt: START + 30_000,
        origin: 'talks.json',
      },
      {
        content: 'Nice.',
        kind: 'experience',
        speaker: 'Ada',
        session: 'session_2',
        turn: 'D2:3',
        position: 2,
        saidAt: START + 60_000,
        origin: 'talks.json',
      },
      {
        content: 'Spring!',
        kind: 'experience',
        speaker: 'Ben',
        session: 'session_10',
        turn: 'D10:1',
        position: 0,
        saidAt: Date.UTC(2024, 3, 1, 9),
        origin: 'talks.json',
      },
    ]);
    expect(JSON.stringify(items)).not.toContain('SECRET');
    expect(items.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(
      JSON.stringify(sample('conv-1')).length,
    );
  });

  it('keeps the sessions of several samples apart, and reads one when asked', async () => {
    const file = [sample('conv-1'), sample('conv-2')];
    expect([...new Set(inputs(await read(file)).map(({ session }) => session))]).toEqual([
      'conv-1/session_2',
      'conv-1/session_10',
      'conv-2/session_2',
      'conv-2/session_10',
    ]);
    expect([...new Set(inputs(await read(file, 'conv-2')).map(({ session }) => session))]).toEqual([
      'session_2',
      'session_10',
    ]);
  });

  it('names the samples there are when the one asked for is missing', async () => {
    const [item] = await read([sample('conv-1'), sample('conv-2')], 'conv-3');
    expect(item).toMatchObject({
      ok: false,
      error: { code: 'malformed_import', hint: 'It holds conv-1, conv-2.' },
    });
  });

  it('gives no items for an empty file', async () => {
    expect(await read('')).toEqual([]);
    expect(await read('\uFEFF \n')).toEqual([]);
  });

  it('reads around a turn and a date that make no sense', async () => {
    const file = sample('conv-1');
    file.conversation.session_2_date_time = 'long ago';
    file.conversation.session_2 = [
      { speaker: 'Ada', text: 'No id.' },
      { speaker: 'Ben', dia_id: 'D2:2', text: 'Fine.' },
    ];
    const items = await read(file);
    expect(messages(items)).toEqual([
      'session_2: the date cannot be read.',
      expect.stringMatching(/^session_2, entry 1: dia_id: /),
    ]);
    expect(inputs(items)[0]).toMatchObject({
      content: 'Fine.',
      position: 1,
      saidAt: FALLBACK + 30_000,
    });
  });

  it.each([
    [
      '{"sample_id": "a",\n "conversation": {',
      /^Line 2: no valid JSON at column 19: the text ends where /,
    ],
    ['[{"conversation": 5}]', /^Sample 1: conversation: /],
    ['42', /^Sample 1: /],
  ])('refuses %s', async (text, expected) => {
    const items = await read(text);
    expect(messages(items)).toEqual([expect.stringMatching(expected)]);
    expect(items[0]?.bytes).toBe(text.length);
  });

  it('shares its parser, which throws for what is no sample', () => {
    expect(parseLocomo(sample('conv-1'))[0]).toMatchObject({
      sampleId: 'conv-1',
      sessions: [
        {
          name: 'session_2',
          startedAt: START,
          turns: [{ id: 'D2:1', caption: 'a red kite' }, {}, {}],
        },
        { name: 'session_10' },
      ],
    });
    expect(() => parseLocomo('text')).toThrow(/^Sample 1: /);
  });
});
