import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { MnemeError, type Mneme } from '@mneme/mneme/index.js';

/** A caller that ignores the types. */
type Loose = (input: unknown) => Promise<unknown>;
const loosely = (
  memory: Mneme,
): {
  remember: Loose;
  accept: Loose;
  recall: Loose;
  list: Loose;
  show: Loose;
  forget: Loose;
  rememberAll: Loose;
} => ({
  remember: (input) => memory.remember(input as string),
  accept: (input) => memory.accept(input as string),
  recall: (input) => memory.recall(input as string),
  list: (input) => memory.list(input as object),
  show: (input) => memory.show(input as string),
  forget: (input) => memory.forget(input as string[]),
  rememberAll: (input) => memory.rememberAll(input as string[]),
});

describe('remember refuses', () => {
  it.each<[string, unknown, string, unknown]>([
    ['an empty text', { content: '' }, 'input.content', ''],
    ['a blank text', { content: ' \n\t ' }, 'input.content', ' \n\t '],
    [
      'a text of which nothing is seen',
      { content: '\u200b\u200d \ufeff\u2060' },
      'input.content',
      '\u200b\u200d \ufeff\u2060',
    ],
    ['a missing text', { speaker: 'Ana' }, 'input.content', undefined],
    [
      '16,777,217 characters',
      { content: 'a'.repeat(16_777_217) },
      'input.content',
      `${'a'.repeat(77)}…`,
    ],
    ['an unknown kind', { content: 'x', kind: 'rumour' }, 'input.kind', 'rumour'],
    ['a confidence over 1', { content: 'x', confidence: 1.5 }, 'input.confidence', 1.5],
    ['a confidence below 0', { content: 'x', confidence: -0.1 }, 'input.confidence', -0.1],
    ['NaN', { content: 'x', confidence: NaN }, 'input.confidence', NaN],
    [
      'an infinite importance',
      { content: 'x', importance: Infinity },
      'input.importance',
      Infinity,
    ],
    ['a moment that is none', { content: 'x', saidAt: 'soon' }, 'input.saidAt', 'soon'],
    ['a moment beyond the calendar', { content: 'x', saidAt: 8.64e15 }, 'input.saidAt', 8.64e15],
    [
      'an end before the beginning',
      { content: 'x', occurredFrom: 2_000, occurredTo: 1_000 },
      'input.occurredTo',
      1_000,
    ],
    [
      'an end at the beginning',
      { content: 'x', occurredFrom: 1_000, occurredTo: 1_000 },
      'input.occurredTo',
      1_000,
    ],
    ['an unknown key', { content: 'x', colour: 'red' }, 'input.colour', 'red'],
    ['a number for a text', { content: 5 }, 'input.content', 5],
    ['a text for a list', { content: 'x', tags: 'red' }, 'input.tags', 'red'],
    ['an empty tag', { content: 'x', tags: ['a', ' '] }, 'input.tags.1', ' '],
    ['half a position', { content: 'x', position: 0.5 }, 'input.position', 0.5],
    ['nested metadata', { content: 'x', metadata: { a: { b: 1 } } }, 'input.metadata.a', { b: 1 }],
    ['null', null, 'input', null],
    ['a list', [], 'input', []],
    ['a number', 7, 'input', 7],
  ])('%s, naming field, value and mend', async (_what, input, field, value) => {
    const { memory } = await openTestMemory();
    const refusal: unknown = await loosely(memory)
      .remember(input)
      .catch((error: unknown) => error);
    expect(MnemeError.is(refusal)).toBe(true);
    expect(refusal).toMatchObject({
      code: 'invalid_input',
      field,
      hint: expect.stringMatching(/^Got .+\.$/) as string,
    });
    expect((refusal as MnemeError).value).toEqual(value);
    expect((refusal as MnemeError).message).toContain(field);
    expect((await memory.care.stats()).changes).toBe(0);
    await expect(loosely(memory).accept(input)).rejects.toMatchObject({
      code: 'invalid_input',
      field,
    });
  });

  it('no single word of 65,536 letters, and lists it whole', async () => {
    const { memory } = await openTestMemory();
    for (const word of ['a'.repeat(65_536), 'f00dCafe'.repeat(8_192), 'ж'.repeat(65_536)])
      expect(await memory.remember(word)).toMatchObject({ outcome: 'remembered' });
    expect((await memory.list()).memories.map(({ content }) => content.length)).toEqual([
      65_536, 65_536, 65_536,
    ]);
  });

  it('no text of 65,536 characters', async () => {
    const { memory } = await openTestMemory();
    const content = 'heron '.repeat(10_922) + 'fern';
    expect(content).toHaveLength(65_536);
    const { id } = await memory.remember(content);
    expect((await memory.show(id)).memory.content).toBe(content);
  });
});

describe('recall refuses', () => {
  it.each<[string, unknown, string]>([
    ['an empty query', '', 'profile.query'],
    ['a query of which nothing is seen', '\u200b\u00ad\u3164', 'profile.query'],
    ['no query', {}, 'profile.query'],
    ['4,097 characters', 'a'.repeat(4_097), 'profile.query'],
    ['limit 0', { query: 'x', limit: 0 }, 'profile.limit'],
    ['limit 201', { query: 'x', limit: 201 }, 'profile.limit'],
    ['depth 4', { query: 'x', depth: 4 }, 'profile.depth'],
    ['a reasoning type there is not', { query: 'x', reasoning: 'magical' }, 'profile.reasoning'],
    ['a threshold over 1', { query: 'x', threshold: 1.01 }, 'profile.threshold'],
    ['no kinds', { query: 'x', kinds: [] }, 'profile.kinds'],
    ['an unknown field', { query: 'x', fields: ['secret'] }, 'profile.fields.0'],
    ['an unknown path', { query: 'x', paths: ['psychic'] }, 'profile.paths.0'],
    ['a budget of 49', { query: 'x', tokenBudget: 49 }, 'profile.tokenBudget'],
    ['an id that is none', { query: 'x', exclude: ['m_1'] }, 'profile.exclude.0'],
    ['from after to', { query: 'x', from: '2025-02-01', to: '2025-01-01' }, 'profile.to'],
    ['an unknown key', { query: 'x', colour: 5 }, 'profile.colour'],
    ['a bigint', { query: 5n }, 'profile.query'],
  ])('%s', async (_what, profile, field) => {
    const { memory } = await openTestMemory();
    await expect(loosely(memory).recall(profile)).rejects.toMatchObject({
      code: 'invalid_input',
      field,
      hint: expect.any(String) as string,
    });
  });
});

describe('the other verbs refuse', () => {
  it('what is no id, no list, no filter', async () => {
    const { memory } = await openTestMemory();
    const { show, forget, list, rememberAll } = loosely(memory);
    await expect(show('x')).rejects.toMatchObject({ code: 'invalid_input', field: 'id' });
    await expect(show('m_0000000000000')).rejects.toMatchObject({ code: 'not_found', field: 'id' });
    await expect(forget([])).rejects.toMatchObject({ code: 'invalid_input', field: 'ids' });
    await expect(forget('m_0000000000000')).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'ids',
    });
    await expect(forget(['nope'])).rejects.toMatchObject({ code: 'invalid_input', field: 'ids.0' });
    await expect(list({ limit: 0 })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'filter.limit',
    });
    await expect(list({ cursor: 'garbage' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'cursor',
    });
    await expect(rememberAll('one')).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'inputs',
    });
    expect(() => memory.bank('../etc')).toThrow(
      expect.objectContaining({ code: 'invalid_input', field: 'bank' }),
    );
  });
});

/** Any JSON, and JSON with the right keys and arbitrary values, so that later checks are reached too. */
function nearly(keys: readonly string[], words: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), words, fc.double(), fc.integer());
  const shaped = fc
    .tuple(words, fc.dictionary(fc.constantFrom(...keys), anything, { maxKeys: 3 }))
    .map(([first, rest]) => ({ [keys[0] ?? '']: first, ...rest }));
  return fc.oneof(fc.jsonValue(), fc.anything(), shaped);
}

const TEXT = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        'Tom',
        'last',
        'Saturday',
        'because',
        'not',
        '2019',
        '<recalled-memory',
        '"',
        '*',
        'NEAR(',
        'café',
        '包丁',
        '\u0000',
        '\ud800',
        '?',
        'tomorrow',
        'in 3000 years',
        '',
      ),
    )
    .map((words) => words.join(' ')),
);

describe('half of a surrogate pair', () => {
  it.each([
    ['in the content', { content: 'Cut \ud83d off' }],
    ['as speaker', { content: 'Cut off', speaker: 'Tom \udc00' }],
    [
      'in tags and metadata',
      { content: 'Cut off', tags: ['a\ud83d'], metadata: { 'k\ud83d': 'v\udc00' } },
    ],
  ])('%s comes in as the replacement sign, and stays as written', async (_where, input) => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember(input);
    expect((await memory.remember(input)).outcome).not.toBe('remembered');
    expect(JSON.stringify((await memory.show(id)).memory)).toContain('\ufffd');
    expect((await memory.care.doctor()).problems).toEqual([]);
  });
});

describe('whatever comes in', () => {
  it('remember and recall answer, or throw a MnemeError', async () => {
    const { memory } = await openTestMemory();
    const { remember, recall, list } = loosely(memory);
    const settles = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (!MnemeError.is(error)) throw error;
        expect(error.code).toBe('invalid_input');
      }
    };
    const inputs = nearly(
      [
        'content',
        'kind',
        'confidence',
        'speaker',
        'session',
        'turn',
        'position',
        'saidAt',
        'occurredFrom',
        'occurredTo',
        'tags',
        'metadata',
        'source',
      ],
      TEXT,
    );
    const profiles = nearly(
      [
        'query',
        'limit',
        'depth',
        'reasoning',
        'threshold',
        'kinds',
        'tags',
        'speaker',
        'from',
        'to',
        'asOf',
        'now',
        'tokenBudget',
        'fields',
        'paths',
      ],
      TEXT,
    );
    const filters = nearly(['match', 'kinds', 'tags', 'from', 'asOf', 'limit', 'after'], TEXT);
    await fc.assert(
      fc.asyncProperty(inputs, profiles, filters, async (input, profile, filter) => {
        await settles(() => remember(input));
        await settles(() => recall(profile));
        await settles(() => list(filter));
      }),
      { numRuns: 120 },
    );
    expect((await memory.care.doctor()).problems).toEqual([]);
  });
});
