import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  START,
  openTestMemory,
  seededRandom,
  testClock,
} from '../../../../test/support/open-test-memory.js';
import { openMemory, type Mneme, type Recollection } from '@mneme/mneme/index.js';

const TOLD = [
  ['Caroline', 'We had the kitchen redone in May, with oak worktops.'],
  ['Jon', 'The restaurant on Hill Street burnt down because of a candle.'],
  ['Caroline', 'Running and hiking keep me sane.'],
  ['Jon', 'I adopted a puppy and called him Biscuit.'],
  ['Caroline', 'The zorblat machine hums at night.'],
  ['Jon', 'There is a small café beside the Straße der Nelken, you would like it.'],
  ['Caroline', 'My grandmother Ingeborg sends parcels from Sweden.'],
  ['Jon', 'A parrot learns a new phrase in about a week.'],
] as const;

const notices = async (memory: Mneme, query: string): Promise<readonly string[]> =>
  (await memory.recall(query)).notices;
const first = ({ results }: Recollection): string => results[0]?.content ?? '';

describe('typing errors in a question', () => {
  let memory: Mneme;
  beforeAll(async () => {
    memory = await openMemory({
      file: ':memory:',
      clock: testClock(START),
      random: seededRandom(1),
    });
    await memory.rememberAll(
      TOLD.map(([speaker, content], at) => ({
        speaker,
        content,
        session: 's1',
        position: at,
        saidAt: START + at * 60_000,
      })),
    );
  });
  afterAll(() => memory.close());

  it.each([
    ['Which kitchne was redone?', 'Read “kitchne” as “kitchen”.', 'kitchen'],
    ['What restuarnat burnt?', 'Read “restuarnat” as “restaurant”.', 'restaurant'],
    ['Is hikng or runnnig fun?', 'Read “hikng” as “hiking”, “runnnig” as “running”.', 'hiking'],
    ['The zorbalt, what does it do?', 'Read “zorbalt” as “zorblat”.', 'zorblat'],
    ['parcels from Ignebogr', 'Read “Ignebogr” as “Ingeborg”.', 'Ingeborg'],
    ['the biscuti', 'Read “biscuti” as “Biscuit”.', 'Biscuit'],
  ])('%s', async (query, notice, found) => {
    const answer = await memory.recall(query);
    expect(answer.notices).toContain(notice);
    expect(first(answer)).toContain(found);
  });

  it('a misspelt speaker is the one asked about', async () => {
    const answer = await memory.recall("What did Carolne's freind Jno hike?");
    expect(answer.notices[0]).toContain("“Carolne's” as “Caroline's”");
    expect(answer.notices[0]).toContain('“Jno” as “Jon”');
    const about = await memory.recall('What did Jno adopt?');
    expect(about.results[0]).toMatchObject({ speaker: 'Jon' });
    expect(about.results[0]?.provenance).toContain('was said by the person asked about');
  });

  it('misspelt words that ask still tell what is asked', async () => {
    const answer = await memory.recall('Whhy did the restaurant brun down?');
    expect(answer.notices[0]).toContain('“Whhy” as “Why”');
    expect(answer.plan).toMatchObject({ reasoning: 'causal', cues: ['why'] });
  });

  it('a misspelt month is a time', async () => {
    const { plan, notices: said } = await memory.recall('kitchen in Janaury 2024');
    expect(said[0]).toContain('“Janaury” as “January”');
    expect(plan.periods).toHaveLength(1);
  });

  it('accents left out or put in', async () => {
    expect(await notices(memory, 'the cafe near the Strasse')).toContain(
      'Read “cafe” as “café”, “Strasse” as “Straße”.',
    );
    expect(await notices(memory, 'the kítchen')).toContain('Read “kítchen” as “kitchen”.');
  });

  it('a letter behind a possessive', async () => {
    expect(await notices(memory, "Caroline'sx kitchen")).toEqual([
      "Read “Caroline'sx” as “Caroline's”.",
    ]);
  });

  it('words that are spelt rightly stay, though no memory has them', async () => {
    expect(await notices(memory, 'Is a carrot impossible in Kent?')).toEqual([
      'No memory has the words “carrot”, “impossible”, or “kent”.',
    ]);
    expect(await notices(memory, 'Did John or Joan burn the puppet?')).toEqual([
      'No memory has the words “john”, “joan”, or “puppet”.',
    ]);
  });

  it('a word that is like none of the bank stays, and is told to be unknown', async () => {
    expect(await notices(memory, 'What about quxizzle?')).toEqual([
      'No memory has the word “quxizzle”.',
    ]);
    expect(
      await notices(memory, 'What does Lindqvist say about the getUserName2 field?'),
    ).not.toContainEqual(expect.stringContaining('Read'));
  });

  it('a question without errors is read as it stands', async () => {
    const query = 'Why did the restaurant on Hill Street burn?';
    const {
      timings: _one,
      plan: _plan,
      id: _id,
      resultIds: _results,
      ...forgiving
    } = await memory.recall({ query });
    const {
      timings: _other,
      plan: _same,
      id: _otherId,
      resultIds: _otherResults,
      ...strict
    } = await memory.recall({ query, forgiveTypos: false });
    expect(forgiving).toEqual(strict);
  });

  it('forgiveTypos: false takes every word as it is', async () => {
    const answer = await memory.recall({ query: 'Which kitchne?', forgiveTypos: false });
    expect(answer.notices).toEqual(['No memory has the word “kitchne”.']);
  });

  it('says nothing of a bank that holds nothing', async () => {
    expect(await notices(memory.bank('empty'), 'Which kitchne?')).toEqual([
      'The bank holds no memories.',
    ]);
  });
});

describe('typing errors in German', () => {
  it('finds stems and function words of the language', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      'Wir haben die Kaffeemaschine gestern in der Küche aufgestellt und sie ist sehr laut.',
      'Der Hund schläft immer auf dem Sofa und nicht in seinem Korb.',
    ]);
    const answer = await memory.recall(
      'Wo haben wir die Kafeemaschiene aufgestelt und was ist mit ihr?',
    );
    expect(answer.notices[0]).toMatch(/^Read “Kafeemaschiene” as “Kaffeemaschin/);
    expect(first(answer)).toContain('Kaffeemaschine');
  });
});
