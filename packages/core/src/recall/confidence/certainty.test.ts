import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openModelServer, SERVED_DIMENSIONS } from '../../../../../test/support/model-server.js';
import {
  openTestMemory,
  seededRandom,
  testClock,
} from '../../../../../test/support/open-test-memory.js';
import { contents } from '../../../../../test/support/recollections.js';
import { CERTAINTY_LEVELS, openMemory, type Mneme } from '@mneme/mneme/index.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2025, 5, 1, 12);

/** A conversation of two friends over some weeks, each with a life of their own. */
const TALK: readonly (readonly [string, string])[] = [
  ['Nadia', 'I finally bought the cello I told you about. It is from 1921 and sounds warm.'],
  ['Owen', 'Congratulations! I spent the weekend repairing my sailing boat in the harbour.'],
  ['Nadia', 'What broke on the boat?'],
  ['Owen', 'The rudder cracked in the storm. I had to order a new one from Bergen.'],
  ['Nadia', 'My sister Irina moved to Lisbon last month, she works at the aquarium there.'],
  ['Owen', 'I am training for a half marathon in October, my knee hurts already.'],
  ['Nadia', 'Try swimming. I play in a string quartet every Thursday now, we rehearse Dvorak.'],
  ['Owen', 'My daughter Freya starts school in September and wants to learn the drums.'],
  ['Nadia', 'Drums! Poor neighbours. I adopted a grey cat, her name is Biscuit.'],
  ['Owen', 'I am allergic to cats, so we only keep two goldfish.'],
  ['Nadia', 'The aquarium gave Irina a tour behind the tanks for us all.'],
  ['Owen', 'I sold my old motorbike to pay for the rudder.'],
];

describe('how sure recall is', () => {
  let memory: Mneme;
  beforeAll(async () => {
    memory = await openMemory({ file: ':memory:', clock: testClock(NOW), random: seededRandom(3) });
    await memory.rememberAll(
      TALK.map(([speaker, content], at) => ({
        content,
        speaker,
        kind: 'experience',
        session: `week-${Math.floor(at / 4)}`,
        position: at,
        saidAt: NOW - (TALK.length - at) * DAY,
      })),
    );
  });
  afterAll(() => memory.close());

  it('every result tells its factors, overall certainty, level and probability', async () => {
    const {
      results,
      why: { known },
    } = await memory.recall('What did Owen repair?');
    expect(results.length).toBeGreaterThan(3);
    for (const { probability, why } of results) {
      const { factors, overall, level } = why.certainty;
      for (const factor of Object.values<number>({ ...factors }))
        expect(factor >= 0 && factor <= 1).toBe(true);
      expect(overall).toBeCloseTo(
        0.35 * factors.relevance +
          0.25 * factors.sourceQuality +
          0.15 * factors.recency +
          0.15 * factors.consistency +
          0.1 * factors.completeness,
        9,
      );
      expect(CERTAINTY_LEVELS).toContain(level);
      expect(probability! > 0 && probability! < 1).toBe(true);
    }
    expect(results.reduce((sum, { probability }) => sum + probability!, 0)).toBeLessThan(3);
    expect(known.verdict).toBe('known');
    expect(known.doubts).toEqual([]);
  });

  it('a probability does not depend on how many results are asked for', async () => {
    const few = await memory.recall({ query: 'Who is Irina?', limit: 2 });
    const many = await memory.recall({ query: 'Who is Irina?', limit: 50 });
    expect(few.results.map(({ probability }) => probability)).toEqual(
      many.results.slice(0, 2).map(({ probability }) => probability),
    );
    expect([few.probability, few.why.known]).toEqual([many.probability, many.why.known]);
  });

  it('takes a time that the question names for a word that what happened then has', async () => {
    const inTime = await memory.recall('What happened in May 2025?');
    const before = await memory.recall('What happened in May 2019?');
    expect(inTime.why.coverage).toBeGreaterThan(0.5);
    expect(before.why.coverage).toBe(0);
    expect(inTime.probability!).toBeGreaterThan(before.probability! + 0.05);
    expect(before.why.known.verdict).not.toBe('known');
  });

  it('is surer of what the right person said than of the same question about the other', async () => {
    const right = await memory.recall('Where did Owen order the new rudder?');
    const wrong = await memory.recall('Where did Nadia order the new rudder?');
    expect(right.probability!).toBeGreaterThan(wrong.probability! + 0.2);
    expect(wrong.why.known.doubts.join()).toContain('not said by Nadia');
  });

  it('says that nothing is known of somebody nobody named', async () => {
    const {
      why: { known },
    } = await memory.recall('What did Bartholomew study in Uppsala?');
    expect(known.verdict).toBe('unknown');
    expect(known.doubts.join()).toContain('no memory names Bartholomew, Uppsala');
  });

  it('answers nothing, and says why, when it is asked to be surer of knowing anything', async () => {
    const {
      results,
      delivered,
      probability: knows,
      notices,
    } = await memory.recall({
      query: 'What did Bartholomew study in Uppsala?',
      minKnown: 0.5,
    });
    expect(results).toEqual([]);
    expect(delivered).toEqual([]);
    expect(knows!).toBeLessThan(0.5);
    expect(notices.join()).toMatch(
      /Nothing relevant is known with a chance of 50 %; it is \d+ %: no memory names Bartholomew, Uppsala/,
    );
  });

  it('leaves out what is not probable or certain enough', async () => {
    const query = 'What is the name of the cat of Nadia?';
    const all = await memory.recall({ query, limit: 50 });
    const probable = await memory.recall({ query, limit: 50, minProbability: 0.2 });
    const certain = await memory.recall({ query, limit: 50, minCertainty: 0.6 });
    expect(contents(probable)).toEqual(
      all.results.filter(({ probability }) => probability! >= 0.2).map(({ content }) => content),
    );
    expect(probable.results.length).toBeGreaterThan(0);
    expect(probable.results.length).toBeLessThan(all.results.length);
    expect(contents(certain)).toEqual(
      all.results.filter(({ why }) => why.certainty.overall >= 0.6).map(({ content }) => content),
    );
  });

  it('a threshold that nothing meets gives an empty answer that says how near the best came', async () => {
    const { results, notices } = await memory.recall({
      query: 'What is the name of the cat of Nadia?',
      minProbability: 1,
    });
    expect(results).toEqual([]);
    expect(notices.join()).toMatch(
      /None of \d+ candidates is sure enough: the best has a probability of \d+ % \(asked for: 100 %\)/,
    );
  });

  it.each(['certainty', 'probability'] as const)(
    'puts results in order of %s when asked',
    async (order) => {
      const { results } = await memory.recall({ query: 'What does Owen do in October?', order });
      const values = results.map(({ probability, why }) =>
        order === 'certainty' ? why.certainty.overall : probability!,
      );
      expect(values).toEqual([...values].sort((a, b) => b - a));
    },
  );

  it('older news is less certain, and so is what another memory speaks against', async () => {
    const { memory: other } = await openTestMemory({ clock: testClock(NOW) });
    await other.rememberAll([
      { content: 'The gallery opens at nine.', kind: 'fact', saidAt: NOW - 30 * DAY },
      { content: 'The bakery opens at seven.', kind: 'fact', saidAt: NOW - DAY / 2 },
    ]);
    const { results } = await other.recall('When does it open?');
    const factorsOf = (word: string) =>
      results.find(({ content }) => content?.includes(word))!.why.certainty.factors;
    expect(factorsOf('gallery').recency).toBeCloseTo(0.07, 2);
    expect(factorsOf('bakery').recency).toBe(0.95);
    expect(factorsOf('gallery').sourceQuality).toBe(0.8);
    await other.close();
  });

  it('a single memory about something else is not thought to answer', async () => {
    const { memory: other } = await openTestMemory({ clock: testClock(NOW) });
    await other.remember('The tram to the museum leaves every ten minutes.');
    const { results, probability: knows } = await other.recall(
      'Which medicine does my grandmother take?',
    );
    for (const { probability } of results) expect(probability!).toBeLessThan(0.2);
    expect(knows!).toBeLessThan(0.5);
    await other.close();
  });

  it('an empty bank knows nothing', async () => {
    const { memory: empty } = await openTestMemory();
    expect(await empty.recall('anything')).toMatchObject({
      probability: 0,
      why: { known: { verdict: 'unknown', doubts: ['no memory was found'] } },
    });
    await empty.close();
  });
});

describe('a bank that another encoder fills', () => {
  it('gives certainty without probability, and says so', async () => {
    const server = await openModelServer();
    const { memory } = await openTestMemory({
      embedder: { url: server.url, model: 'words', dimensions: SERVED_DIMENSIONS },
      wait: () => Promise.resolve(),
    });
    await memory.rememberAll(['The doctor came on Monday.', 'The kiln fires at noon.']);
    const {
      results,
      probability: knows,
      why: { known },
      notices,
    } = await memory.recall({
      query: 'When did the doctor come?',
      minProbability: 0.9,
      minKnown: 0.9,
    });
    expect(results.length).toBeGreaterThan(0);
    for (const { probability, why } of results)
      expect([probability, why.certainty.overall]).toEqual([null, expect.any(Number)]);
    expect([knows, known.verdict]).toEqual([null, 'unjudged']);
    expect(known.doubts.join()).toMatch(
      /^probabilities are fitted for .*, and http:words@64 fills/,
    );
    expect(notices.join()).toContain('No probabilities: they are fitted for');
    expect(notices.join()).toContain('minProbability and minKnown had no effect');
    const { layers } = await memory.recall({ query: 'kiln', layers: ['semantic'] });
    expect(layers?.semantic?.rows.map(({ probability }) => probability)).toEqual([null, null]);
    await memory.close();
  });

  it('gives only what answers by its words where only that is asked for', async () => {
    const server = await openModelServer();
    const { memory } = await openTestMemory({
      embedder: { url: server.url, model: 'words', dimensions: SERVED_DIMENSIONS },
      wait: () => Promise.resolve(),
    });
    await memory.rememberAll([
      'The doctor came on Monday.',
      'The kiln fires at noon.',
      'Mara paints the shed.',
      'The bus to Kent leaves at six.',
      'Owen keeps bees.',
    ]);
    for (const [query, answer] of [
      ['When does the kiln fire?', ['The kiln fires at noon.']],
      ['Who paints the shed?', ['Mara paints the shed.']],
      ['capital of France?', []],
      ['How tall is the Eiffel Tower?', []],
      ['Which medicine does my grandmother take?', []],
    ] as const) {
      expect(contents(await memory.recall({ query, precision: 'high' })), query).toEqual(answer);
      expect((await memory.recall(query)).results.length).toBeGreaterThan(1);
    }
    const { results, notices } = await memory.recall({
      query: 'capital of France?',
      precision: 'high',
    });
    expect(results).toEqual([]);
    expect(notices.join()).toMatch(/none of \d+ candidates answers the question/);
    expect(notices.join()).toContain('precision went by the words alone');
    expect((await memory.context({ query: 'capital of France?' })).context).toBe('');
    await memory.close();
  });
});

describe('the bank and its results', () => {
  const PLAIN = [
    'I moved to Porto because the rent in Leeds went up.',
    'The rate limit of the gateway is 100 now.',
    'Mia is allergic to walnuts.',
    'We meet the landlord on Friday.',
    'The alarm of the shed is loud.',
  ];
  const TALK = [
    ['Ana', 'Two weeks of sun and sea, what a June!'],
    ['Ben', 'I finally fixed my bike.'],
    ['Ana', 'My knee hurts since the marathon.'],
    ['Ben', 'I hope it gets better.'],
    ['Ana', 'I start at the bakery on Monday.'],
  ] as const;

  it.each([
    ['of notes', PLAIN.map((content) => ({ content }))],
    ['of talk', TALK.map(([speaker, content]) => ({ speaker, content, session: 's' }))],
  ])('agree on how sure they are, in a small bank %s', async (_, texts) => {
    const { memory } = await openTestMemory({ clock: testClock(NOW) });
    await memory.rememberAll(texts);
    for (const query of [
      'Where do I live?',
      'What is Mia allergic to?',
      'What happened last week?',
      'What did Ana do in June?',
      'What does Ana think of the EU?',
      'Where does Ben work?',
      'Who is Ana?',
      'How do I restart the gateway?',
      'how many times did I go running this year',
      'capital of France?',
      'thanks',
    ]) {
      const { results, probability } = await memory.recall(query);
      const chances = results.map((result) => result.probability!);
      const none = chances.reduce((share, chance) => share * (1 - chance), 1);
      expect(probability!, query).toBeLessThanOrEqual(1 - none + 1e-9);
      expect(probability! + 1e-9, query).toBeGreaterThanOrEqual(Math.max(...chances));
    }
    await memory.close();
  });

  it('are both sure of what is exactly what was asked for', async () => {
    const { memory } = await openTestMemory({ clock: testClock(NOW) });
    await memory.rememberAll(PLAIN);
    const { results, probability } = await memory.recall('Where do I live?');
    expect(results[0]?.content).toBe(PLAIN[0]);
    expect([probability, results[0]?.probability].map((each) => each! > 0.9)).toEqual([true, true]);
    await memory.close();
  });
});
