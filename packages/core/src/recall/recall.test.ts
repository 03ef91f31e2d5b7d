import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import {
  START,
  openTestMemory,
  seededRandom,
  temporaryFile,
  testClock,
} from '../../../../test/support/open-test-memory.js';
import { contents } from '../../../../test/support/recollections.js';
import {
  PATHS,
  REASONING_TYPES,
  RESULT_FIELDS,
  openMemory,
  type Mneme,
  type Recollection,
} from '@mneme/mneme/index.js';
import { countTokens } from '../language/count-tokens.js';

const SAMPLE = fileURLToPath(
  new URL('../../../../samples/kitchen-and-code.jsonl', import.meta.url),
);
const NOW = Date.UTC(2025, 9, 27, 12);
/** The paths that a question in words uses. */
const TEXT_PATHS = PATHS.filter((path) => path !== 'image' && path !== 'feedback');

/** An answer without what depends on clock and cache. */
function timeless({ timings: _timings, cacheHit: _hit, plan, ...answer }: Recollection): unknown {
  return {
    ...answer,
    plan: { ...plan, paths: plan.paths.map(({ tookMs: _took, ...path }) => path) },
  };
}

describe('on the sample conversation', () => {
  let sample: Mneme;
  beforeAll(async () => {
    sample = await openMemory({
      file: ':memory:',
      bank: 'sample',
      clock: testClock(NOW),
      random: seededRandom(3),
    });
    await sample.import(SAMPLE);
  });
  afterAll(() => sample.close());

  it('the same question gives the same answer, in another file with other ids too', async () => {
    const other = await openTestMemory({
      clock: testClock(NOW),
      random: seededRandom(4),
      cacheCapacity: 0,
    });
    await other.memory.import(SAMPLE);
    const words = ({ results, plan, why }: Recollection): unknown => ({
      plan: plan.paths.map(({ path, found, note }) => ({ path, found, note })),
      coverage: why.coverage,
      results: results.map((result) => ({
        content: result.content,
        score: result.why?.score,
        paths: result.paths,
      })),
    });
    for (const query of [
      'Where does Tom live now?',
      'Why was the first supper served cold?',
      'What happened in May?',
      'ideas for the dog',
    ]) {
      const first = await other.memory.recall({ query, now: NOW });
      const second = await other.memory.recall({ query, now: NOW });
      expect(first.cacheHit || second.cacheHit).toBe(false);
      expect(timeless(second)).toEqual(timeless(first));
      expect(words(await sample.recall({ query, now: NOW }))).toEqual(words(first));
    }
  });

  it.each<[string, string]>([
    ['Where does Tom live now?', 'I live in Porto!!'],
    ['How do you roll back a deployment at Farolim?', 'freeze'],
    ['Why did Tom give up the 3:30 goal?', '3:45'],
  ])('%s is answered among the first five', async (query, words) => {
    expect(contents(await sample.recall({ query, now: NOW, limit: 5 })).join('\n')).toContain(
      words,
    );
  });

  it('scores are sorted and 0 to 1, as are their parts; coverage too', async () => {
    for (const query of [
      'Where does Tom live now?',
      'dog',
      'compare York and Porto',
      'xylophone quagmire',
      '?!',
      'the of and',
    ]) {
      const {
        results,
        why: { coverage },
        considered,
      } = await sample.recall({
        query,
        now: NOW,
        limit: 50,
      });
      const scores = results.map(({ why }) => why.score);
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
      expect([...scores].sort((a, b) => b - a)).toEqual(scores);
      for (const { why } of results)
        for (const part of Object.values<number>({ ...why.scores }))
          expect(part >= 0 && part <= 1).toBe(true);
      expect(coverage).toBeGreaterThanOrEqual(0);
      expect(coverage).toBeLessThanOrEqual(1);
      expect(considered).toBeGreaterThanOrEqual(results.length);
    }
  });

  it.each<[(typeof REASONING_TYPES)[number], string]>([
    ['descriptive', 'Where does Marmalade sleep?'],
    ['causal', 'Why did Priya leave Farolim?'],
    ['evaluative', 'Was the September dinner a success?'],
    ['procedural', 'How do you make a sourdough starter?'],
    ['comparative', 'Compare the York marathon with the Porto one'],
    ['strategic', 'What are the long-term goals of the supper club?'],
    ['creative', 'Brainstorm ideas for the winter menu'],
  ])(
    '%s questions are told by their cues, and any question can be weighed so',
    async (reasoning, query) => {
      const { plan } = await sample.recall({ query, now: NOW });
      expect(plan.reasoning).toBe(reasoning);
      expect(plan.cues.length > 0).toBe(reasoning !== 'descriptive');
      const { results, plan: asked } = await sample.recall({
        query: 'What about the kitchen?',
        reasoning,
        now: NOW,
      });
      expect(asked).toMatchObject({ reasoning, cues: [] });
      expect(results.length).toBe(10);
      for (const { why } of results) {
        expect(Number.isFinite(why.score)).toBe(true);
        expect(Object.values(why.scores).every(Number.isFinite)).toBe(true);
      }
    },
  );

  it('the kind of question changes how results are weighed', async () => {
    const fits = await Promise.all(
      REASONING_TYPES.map(async (reasoning) =>
        (await sample.recall({ query: 'What about the kitchen?', reasoning, now: NOW })).results
          .map(({ id, why }) => `${id}${why.scores.reasoningFit}`)
          .join(),
      ),
    );
    expect(new Set(fits).size).toBe(REASONING_TYPES.length);
  });

  it('the plan reports every path with notes on those that were not walked', async () => {
    const { plan } = await sample.recall({ query: 'Where did Tom run in May?', now: NOW });
    expect(plan.paths.map(({ path }) => path)).toEqual(TEXT_PATHS);
    expect(
      plan.paths
        .filter(({ path }) => path !== 'causal')
        .every(({ found, note, budgetMs }) => found > 0 && note === null && budgetMs > 0),
    ).toBe(true);
    expect(plan.entities).toContain('Tom');
    expect(plan.periods).toEqual(['May 2025']);
    const bare = await sample.recall({
      query: 'kitchen',
      now: NOW,
      paths: ['lexical', 'graph', 'temporal'],
    });
    expect(bare.plan.paths.map(({ path, note }) => [path, note])).toEqual([
      ['semantic', 'not asked for'],
      ['lexical', null],
      ['graph', 'the query names nothing the bank knows'],
      ['temporal', 'the query names no time'],
      ['causal', 'not asked for'],
    ]);
    const why = await sample.recall({ query: 'Why is Tom tired?', now: NOW });
    expect(why.plan.paths.find(({ path }) => path === 'causal')).toMatchObject({ note: null });
    expect(bare.results.every(({ paths }) => paths?.join() === 'lexical')).toBe(true);
  });

  it('each path finds by itself', async () => {
    for (const path of TEXT_PATHS) {
      const query = path === 'causal' ? 'Why did Tom move?' : 'Where did Tom run in May?';
      const { results, plan } = await sample.recall({ query, paths: [path], now: NOW });
      expect(results.length).toBeGreaterThan(0);
      expect(results.every(({ paths }) => paths?.join() === path)).toBe(true);
      expect(plan.paths.filter(({ found }) => found > 0).map((report) => report.path)).toEqual([
        path,
      ]);
    }
  });

  it('limit bounds the results', async () => {
    for (const limit of [1, 3, 200]) {
      const { results } = await sample.recall({ query: 'Tom and the marathon', limit, now: NOW });
      expect(results.length).toBeLessThanOrEqual(limit);
      expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
    }
    expect((await sample.recall({ query: 'Tom and the marathon', now: NOW })).results).toHaveLength(
      10,
    );
    expect(
      (await sample.recall({ query: 'Tom and the marathon', limit: 200, now: NOW })).results.length,
    ).toBeGreaterThan(50);
  });

  it('depth lets the graph path walk further', async () => {
    const found = async (depth: number) =>
      (
        await sample.recall({ query: 'Emeka', depth, paths: ['graph'], now: NOW, limit: 200 })
      ).plan.paths.find(({ path }) => path === 'graph')?.found ?? 0;
    const [one, two, three] = [await found(1), await found(2), await found(3)];
    expect(one).toBeGreaterThan(0);
    expect(two).toBeGreaterThan(one);
    expect(three).toBeGreaterThanOrEqual(two);
  });

  it('only the chosen fields are delivered', async () => {
    const all = await sample.recall({ query: 'Where does Tom live now?', now: NOW, limit: 3 });
    for (const field of RESULT_FIELDS) {
      const { results } = await sample.recall({
        query: 'Where does Tom live now?',
        now: NOW,
        limit: 3,
        fields: [field],
      });
      const keys =
        field === 'provenance'
          ? ['provenance', 'evidence']
          : field === 'validity'
            ? ['validity', 'validityDetail']
            : // Texts of one passage have no other, and turns are no notes.
              field === 'excerpt' || field === 'note'
              ? []
              : field === 'why'
                ? ['probability', 'why']
                : [field];
      expect(results.map((result) => Object.keys(result))).toEqual(results.map(() => keys));
      expect(results.map((result) => result[field])).toEqual(
        all.results.map((result) => result[field]),
      );
    }
  });

  it('reasons and origins are in words', async () => {
    const { results } = await sample.recall({
      query: 'Where does Tom live now?',
      now: NOW,
      limit: 1,
    });
    expect(results[0]?.provenance).toMatch(
      /“live”.*found by .*Said by Tom on 6 July 2025, in session 2025-07-06/,
    );
    expect(results[0]?.evidence).toHaveLength(1);
  });

  it('a token budget is never exceeded, counted on the JSON as delivered', async () => {
    const queries = fc.constantFrom(
      'Where does Tom live now?',
      'dog',
      'Why was the first supper served cold?',
      'knife 青葉',
      'seatsLeft',
    );
    await fc.assert(
      fc.asyncProperty(
        queries,
        fc.integer({ min: 50, max: 6_000 }),
        fc.option(fc.subarray([...RESULT_FIELDS], { minLength: 1 }), { nil: undefined }),
        fc.boolean(),
        async (query, tokenBudget, fields, expand) => {
          const { results, tokens, notices } = await sample.recall({
            query,
            tokenBudget,
            expand,
            limit: 20,
            now: NOW,
            ...(fields === undefined ? {} : { fields }),
          });
          expect(countTokens(JSON.stringify(results))).toBeLessThanOrEqual(tokenBudget);
          expect(tokens).toBeLessThanOrEqual(tokenBudget);
          expect(tokens).toBeGreaterThanOrEqual(countTokens(JSON.stringify(results)));
          if (results.length === 0) expect(notices.join()).toContain(`${tokenBudget} tokens`);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('expand attaches the next turns and names the people; without it nothing is attached', async () => {
    const query = 'Which medicine upset the stomach of the dog?';
    const { results } = await sample.recall({ query, now: NOW, limit: 5 });
    const attached = results.flatMap(({ related }) => related ?? []);
    expect(attached.some(({ why }) => why === 'next_turn')).toBe(true);
    expect(results.flatMap(({ entities }) => entities ?? []).length).toBeGreaterThan(0);
    const bare = await sample.recall({ query, now: NOW, limit: 5, expand: false });
    expect(
      bare.results.flatMap(({ related, supporting, contradictions, entities }) =>
        [related, supporting, contradictions, entities].flat(),
      ),
    ).toEqual([]);
    expect(bare.results.map(({ id }) => id)).toEqual(results.map(({ id }) => id));
  });

  it('a question in no known word says so', async () => {
    const {
      notices,
      why: { coverage },
    } = await sample.recall({ query: 'xylophone quagmire', now: NOW });
    expect(notices.join(' ')).toContain('“xylophon');
    expect(coverage).toBe(0);
  });
});

describe('a bank without memories', () => {
  it('says that it holds none', async () => {
    const { memory } = await openTestMemory();
    expect(await memory.recall('Where does Tom live?')).toMatchObject({
      results: [],
      considered: 0,
      notices: ['The bank holds no memories.'],
    });
  });

  it('says that signs alone ask for nothing', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('Tom lives in Porto.');
    for (const query of ['???', '… — →', 'what is the of'])
      expect(await memory.recall(query), query).toMatchObject({
        results: [],
        notices: ['The question has no word, name or time to look for.'],
      });
  });

  it('says so too when the filter admits none', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({ content: 'Tom lives in Porto.', speaker: 'Ana' });
    expect(await memory.recall({ query: 'Where does Tom live?', speaker: 'Rui' })).toMatchObject({
      results: [],
      notices: ['No memory of the bank was said by Rui.'],
    });
    expect(await memory.recall({ query: 'Where does Tom live?', threshold: 0.95 })).toMatchObject({
      results: [],
      notices: ['No memory has a confidence of 0.95 or more; the surest has 0.9.'],
    });
    expect(
      await memory.recall({ query: 'Where does Tom live?', threshold: 0.95, kinds: ['decision'] }),
    ).toMatchObject({
      results: [],
      notices: ['No memory of the bank is of the kind decision.'],
    });
    expect(await memory.recall({ query: 'Tom', tags: ['a', 'b'], to: '2001-02-03' })).toMatchObject(
      {
        results: [],
        notices: [
          'No memory of the bank has the tags a and b and happened before 4 February 2001.',
        ],
      },
    );
    expect(await memory.recall({ query: 'Tom', asOf: '2001-02-03' })).toMatchObject({
      results: [],
      notices: [
        expect.stringMatching(/^Nothing had been recorded by 3 February 2001 23:59\. “As of”/),
      ],
    });
  });
});

describe('the cache', () => {
  it('answers a question that was asked, until the bank changes', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('The heron nests by the weir.');
    const ask = () => memory.recall({ query: 'Where does the heron nest?', now: START });
    const first = await ask();
    expect(first.cacheHit).toBe(false);
    const second = await ask();
    expect(second.cacheHit).toBe(true);
    expect(timeless(second)).toEqual(timeless(first));
    expect(
      (await memory.recall({ query: 'Where does the heron nest?', now: START, limit: 3 })).cacheHit,
    ).toBe(false);

    await memory.remember('The heron eats eels.');
    expect(await ask()).toMatchObject({ cacheHit: false, results: [{}, {}] });
    await memory.forget([id]);
    expect(contents(await ask())).toEqual(['The heron eats eels.']);
    await memory.undo({ ids: [id] });
    expect(await ask()).toMatchObject({ cacheHit: false, results: [{}, {}] });
    expect((await ask()).cacheHit).toBe(true);
    expect((await memory.care.stats()).cache).toMatchObject({ hits: 2, invalidated: 4 });
  });

  it('gives way when another handle on the file commits', async () => {
    const file = temporaryFile();
    const [one, two] = [await openTestMemory({ file }), await openTestMemory({ file })];
    await one.memory.remember('The heron nests by the weir.');
    const ask = () => one.memory.recall({ query: 'heron', now: START });
    await ask();
    expect((await ask()).cacheHit).toBe(true);
    const { id } = await two.memory.remember('A second heron came to the weir.');
    expect(await ask()).toMatchObject({ cacheHit: false, results: [{}, {}] });
    await two.memory.forget([id]);
    expect(contents(await ask())).toEqual(['The heron nests by the weir.']);
  });

  it('does not mix up banks', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('The heron nests by the weir.');
    await memory.bank('other').remember('The heron of the other bank is blue.');
    await memory.recall({ query: 'heron', now: START });
    expect(contents(await memory.bank('other').recall({ query: 'heron', now: START }))).toEqual([
      'The heron of the other bank is blue.',
    ]);
  });
});

describe('recall itself', () => {
  it('changes nothing but what use has taught', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('The heron nests by the weir.');
    await memory.recall('heron');
    await memory.recall('heron weir');
    expect((await memory.care.stats()).changes).toBe(1);
    await memory.flush();
    expect(await memory.metamemory.usage(id)).toMatchObject({
      accessCount: 2,
      lastAccessedAt: START,
    });
    expect((await memory.show(id)).memory.version).toBe(1);
  });

  it('relative dates in a question count from now', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      { content: 'We sailed to the island.', saidAt: '2025-03-05T10:00:00Z' },
      { content: 'We sailed to the harbour.', saidAt: '2025-04-05T10:00:00Z' },
    ]);
    const { plan, results } = await memory.recall({
      query: 'Where did we sail last month?',
      now: '2025-05-10T00:00:00Z',
    });
    expect(plan.periods).toEqual(['April 2025']);
    expect(results[0]?.content).toContain('harbour');
    expect(
      (await memory.recall({ query: 'Where did we sail last month?', now: '2025-04-10T00:00:00Z' }))
        .results[0]?.content,
    ).toContain('island');
  });
});
