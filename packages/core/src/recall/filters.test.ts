import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { START, openTestMemory } from '../../../../test/support/open-test-memory.js';
import { contents } from '../../../../test/support/recollections.js';
import {
  MEMORY_KINDS,
  type Mneme,
  type RecallProfile,
  type RememberInput,
} from '@mneme/mneme/index.js';

const DAY = 86_400_000;
/** Without notes, which need a structure. */
const TOLD_KINDS = MEMORY_KINDS.filter((kind) => kind !== 'note');

/** Twenty memories of two speakers, in all kinds, a month apart. */
const KINDS_AND_TAGS: RememberInput[] = Array.from({ length: 20 }, (_, at) => ({
  content: `The lighthouse keeper wrote in log ${at} about storm ${at * 7} and the ${['boat', 'lamp', 'bell', 'gull'][at % 4] ?? ''}.`,
  kind: TOLD_KINDS[at % TOLD_KINDS.length] ?? 'fact',
  speaker: at % 2 === 0 ? 'Ana' : 'Tom',
  session: `s${at % 3}`,
  tags: ['log', ...(at % 4 === 0 ? ['calm'] : [])],
  confidence: (at % 10) / 10,
  occurredFrom: START + at * 30 * DAY,
  occurredTo: START + (at * 30 + 1) * DAY,
}));

describe('filters', () => {
  async function logs(): Promise<Mneme> {
    const { memory } = await openTestMemory();
    await memory.rememberAll(KINDS_AND_TAGS);
    return memory;
  }

  it.each<[string, Omit<RecallProfile, 'query'>, (input: RememberInput) => boolean]>([
    ['one kind', { kinds: ['decision'] }, ({ kind }) => kind === 'decision'],
    ['two kinds', { kinds: ['fact', 'claim'] }, ({ kind }) => kind === 'fact' || kind === 'claim'],
    ['a tag', { tags: ['calm'] }, ({ tags }) => tags?.includes('calm') === true],
    ['all of two tags', { tags: ['log', 'calm'] }, ({ tags }) => tags?.includes('calm') === true],
    ['a tag nobody has', { tags: ['log', 'rough'] }, () => false],
    ['a speaker in any case', { speaker: 'ANA' }, ({ speaker }) => speaker === 'Ana'],
    [
      'any of several speakers',
      { speakers: ['ana', 'Nobody Known'] },
      ({ speaker }) => speaker === 'Ana',
    ],
    [
      'all but some speakers, what nobody said among them',
      { exceptSpeakers: ['ANA'] },
      ({ speaker }) => speaker !== 'Ana',
    ],
    [
      'some speakers and not others',
      { speakers: ['Ana', 'Tom'], exceptSpeakers: ['Ana'] },
      ({ speaker }) => speaker === 'Tom',
    ],
    ['a session', { session: 's1' as never }, ({ session }) => session === 's1'],
    [
      'from',
      { from: START + 300 * DAY },
      ({ occurredTo }) => Number(occurredTo) > START + 300 * DAY,
    ],
    [
      'to',
      { to: START + 300 * DAY },
      ({ occurredFrom }) => Number(occurredFrom) < START + 300 * DAY,
    ],
    [
      'from and to',
      { from: START + 100 * DAY, to: START + 200 * DAY },
      ({ occurredFrom, occurredTo }) =>
        Number(occurredTo) > START + 100 * DAY && Number(occurredFrom) < START + 200 * DAY,
    ],
    [
      'a threshold, itself included',
      { threshold: 0.7 },
      ({ confidence }) => Number(confidence) >= 0.7,
    ],
    ['a threshold of 0.9', { threshold: 0.9 }, ({ confidence }) => Number(confidence) >= 0.9],
  ])('%s', async (_name, filter, keeps) => {
    const memory = await logs();
    const expected = KINDS_AND_TAGS.filter(keeps).map(({ content }) => content);
    const { results } = await memory.recall({
      query: 'lighthouse keeper log storm',
      limit: 50,
      ...filter,
    });
    expect(results.map(({ content }) => content).sort()).toEqual(expected.sort());
  });

  it('what the caller has already is left out, and others take its place', async () => {
    const memory = await logs();
    const first = await memory.recall({ query: 'lighthouse keeper log storm', limit: 8 });
    const ids = first.results.flatMap(({ id }) => id ?? []);
    const rest = await memory.recall({
      query: 'lighthouse keeper log storm',
      limit: 8,
      exclude: ids,
    });
    expect(rest.results).toHaveLength(8);
    expect(rest.results.filter(({ id }) => id !== undefined && ids.includes(id))).toEqual([]);
  });

  it('every result satisfies the whole filter', async () => {
    const memory = await logs();
    const profiles = fc.record(
      {
        kinds: fc.subarray([...MEMORY_KINDS], { minLength: 1 }),
        tags: fc.subarray(['log', 'calm'], { minLength: 1 }),
        speaker: fc.constantFrom('Ana', 'tom'),
        session: fc.constantFrom('s0', 's1', 's2'),
        threshold: fc.constantFrom(0, 0.1, 0.3, 0.5, 0.8),
        from: fc.integer({ min: 0, max: 600 }).map((days) => START + days * DAY),
        to: fc.integer({ min: 601, max: 900 }).map((days) => START + days * DAY),
        limit: fc.integer({ min: 1, max: 30 }),
        depth: fc.integer({ min: 1, max: 3 }),
        query: fc.constantFrom(
          'lighthouse storm',
          'What did Tom write in log 7?',
          'the lamp and the bell in June 2025',
          'xylophone',
        ),
      },
      { requiredKeys: ['query'] },
    );
    await fc.assert(
      fc.asyncProperty(profiles, async (profile) => {
        const { results } = await memory.recall(profile as RecallProfile);
        const {
          kinds,
          tags = [],
          speaker,
          session,
          threshold = 0,
          from = -Infinity,
          to = Infinity,
          limit = 10,
        } = profile;
        expect(results.length).toBeLessThanOrEqual(limit);
        for (const result of results) {
          if (kinds !== undefined) expect(kinds).toContain(result.kind);
          expect(result.tags).toEqual(expect.arrayContaining(tags));
          if (speaker !== undefined)
            expect(result.speaker?.toLowerCase()).toBe(speaker.toLowerCase());
          if (session !== undefined) expect(result.session).toBe(session);
          expect(result.why!.confidence).toBeGreaterThanOrEqual(threshold);
          expect(result.occurred?.to).toBeGreaterThan(from);
          expect(result.occurred?.from).toBeLessThan(to);
        }
      }),
      { numRuns: 120 },
    );
  });

  it('asOf answers from what the bank held then', async () => {
    const { memory, clock } = await openTestMemory();
    const { id } = await memory.remember('The connection pool has 10 connections.');
    const early = clock.now();
    clock.advance(DAY);
    await memory.remember('The connection pool has 25 connections.');
    const middle = clock.now();
    clock.advance(DAY);
    await memory.forget([id]);
    const query = 'How large is the connection pool?';
    expect(contents(await memory.recall(query))).toEqual([
      'The connection pool has 25 connections.',
    ]);
    expect(contents(await memory.recall({ query, asOf: middle })).sort()).toEqual([
      'The connection pool has 10 connections.',
      'The connection pool has 25 connections.',
    ]);
    expect(contents(await memory.recall({ query, asOf: early }))).toEqual([
      'The connection pool has 10 connections.',
    ]);
    expect(contents(await memory.recall({ query, asOf: early - 1 }))).toEqual([]);
    expect(await memory.recall({ query, asOf: early })).toMatchObject({ asOf: early });
  });
});
