import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RecallProfile } from './profile.js';
import { parseCoerced } from './input.js';

const recall = (given: Record<string, unknown>): Record<string, unknown> =>
  parseCoerced(RecallProfile, { query: 'Where?', ...given }, 'recall');

describe('what stands in the place of an optional field', () => {
  it.each([
    'limit',
    'speaker',
    'speakers',
    'tags',
    'kinds',
    'session',
    'from',
    'to',
    'asOf',
    'threshold',
    'fields',
    'expand',
    'precision',
    'tokenBudget',
  ])('is nothing for %s, however it is written', (field) => {
    for (const nothing of [null, '', [], [''], [null], {}])
      expect([nothing, recall({ [field]: nothing })]).toEqual([nothing, recall({})]);
  });

  it.each(['limit', 'from', 'kinds', 'expand'])('is nothing for %s, in words', (field) => {
    for (const nothing of ['null', 'undefined', '  '])
      expect([nothing, recall({ [field]: nothing })]).toEqual([nothing, recall({})]);
  });

  it.each([
    [{ limit: '5' }, { limit: 5 }],
    [{ limit: ' 7 ' }, { limit: 7 }],
    [{ threshold: '0.5' }, { threshold: 0.5 }],
    [{ expand: 'false' }, { expand: false }],
    [{ expand: 'True' }, { expand: true }],
    [{ topK: '3' }, { limit: 3 }],
    [{ tags: 'a,b' }, { tags: ['a', 'b'] }],
    [{ tags: 'a' }, { tags: ['a'] }],
    [{ tags: '["a","b"]' }, { tags: ['a', 'b'] }],
    [{ tags: ['a', null] }, { tags: ['a'] }],
    [{ kinds: 'fact, opinion' }, { kinds: ['fact', 'opinion'] }],
    [{ kinds: 'fact' }, { kinds: ['fact'] }],
    [{ speakers: 'Tom, Ana' }, { speakers: ['Tom', 'Ana'] }],
    [{ session: 12 }, { session: '12' }],
    [{ metadata: '{"ticket":"P-12"}' }, { metadata: { ticket: 'P-12' } }],
    [{ context: { recent: 'Tom: I moved.' } }, { context: { recent: ['Tom: I moved.'] } }],
    [{ context: { session: '', recent: ['a'] } }, { context: { recent: ['a'] } }],
  ])('is read as it is meant: %j', (given, meant) => {
    expect(recall(given)).toMatchObject(meant);
    expect(Object.keys(recall(given)).sort()).toEqual(Object.keys(recall(meant)).sort());
  });
});

describe('what the schema takes', () => {
  it('is left as it is', () => {
    const given = {
      query: '5',
      speaker: 'a,b',
      tags: ['a,b'],
      metadata: { ticket: '12', open: true },
      session: 'null',
    };
    expect(parseCoerced(RecallProfile, given, 'recall')).toMatchObject(given);
  });

  it('keeps a null and an empty text that mean something', () => {
    const schema = z.strictObject({
      note: z.string().optional(),
      parent: z.string().nullable().optional(),
      tags: z.array(z.string()).optional(),
    });
    const given = { note: '', parent: null, tags: [] };
    expect(parseCoerced(schema, given, 'it')).toEqual(given);
  });
});

it.each([
  [{ limit: 'many' }, 'recall.limit'],
  [{ limit: [1, 2] }, 'recall.limit'],
  [{ kinds: 'fact,poem' }, 'recall.kinds'],
  [{ precision: 'highest' }, 'recall.precision'],
  [{ query: '' }, 'recall.query'],
  [{ query: null }, 'recall.query'],
  [{ colour: '' }, 'recall.colour'],
])('what fits no reading is refused: %j', (given, field) => {
  expect(() => recall(given)).toThrow(
    expect.objectContaining({ code: 'invalid_input', field: expect.stringContaining(field) }),
  );
});
