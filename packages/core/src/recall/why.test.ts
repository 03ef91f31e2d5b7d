import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import {
  MnemeError,
  type Mneme,
  type RankingExplanation,
  type RecallProfile,
  type WhyNot,
} from '@mneme/mneme/index.js';
import type { LossStep } from '@mneme/mneme/public-types.js';
import { FEATURES } from './ranking/feature-list.js';
import { explainRow, scoreRows, type FusionModel } from './ranking/fusion-model.js';

const QUERY = 'Where does the heron nest?';

/** Thirty memories of herons, of which the first matches best, and a few others. */
async function herons(): Promise<{ memory: Mneme; ids: string[] }> {
  const { memory } = await openTestMemory();
  const texts = [
    'The heron nests in the old willow by the weir.',
    ...Array.from(
      { length: 40 },
      (_, at) =>
        `Heron count number ${at + 2}: the ranger of district ${at} wrote down one heron and ${at + 3} ducks on the lake of that morning.`,
    ),
    'The price of copper rose.',
  ];
  const { receipts } = await memory.rememberAll(
    texts.map((content, position) => ({
      content,
      position,
      speaker: position % 2 === 0 ? 'Ana' : 'Tom',
      tags: ['birds'],
    })),
  );
  return { memory, ids: receipts.map(({ id }) => id) };
}

const sum = (values: Iterable<number>): number =>
  [...values].reduce((total, value) => total + value, 0);

describe('why', () => {
  it('takes every score apart so that the parts add up to it, in the order of recall', async () => {
    const { memory } = await herons();
    const recalled = await memory.recall({ query: QUERY, limit: 5 });
    const explained: RankingExplanation = await memory.why({ query: QUERY, limit: 5 });
    expect(explained.results.map(({ id, score }) => [id, score])).toEqual(
      recalled.results.map(({ id, why }) => [id, why.score]),
    );
    for (const { terms, logit, base, features, rest, fit, rank, paths } of explained.results) {
      expect(sum(Object.values(terms))).toBeCloseTo(logit, 6);
      expect(base + sum(features.map(({ logits }) => logits)) + rest).toBeCloseTo(
        terms.fusion ?? 0,
        4,
      );
      expect(rest).toBeCloseTo(0, 3);
      expect(sum(fit.map(({ weight }) => weight))).toBeCloseTo(1, 9);
      expect(paths.length).toBeGreaterThan(0);
      for (const found of paths) expect(found.rank).toBeGreaterThanOrEqual(1);
      expect(recalled.results[rank - 1]?.paths).toEqual(paths.map(({ path }) => path));
    }
    expect(explained.results[0]?.features.length).toBeGreaterThan(5);
    expect(Object.keys(explained.timings)).toEqual(
      expect.arrayContaining(['understand', 'paths', 'features', 'fuse', 'rank']),
    );
    expect((await memory.care.stats()).changes).toBe(1);
  });

  it('has the order of recall where claims of the value asked for lead it, and says so', async () => {
    const { memory } = await openTestMemory();
    const { receipts } = await memory.rememberAll([
      { speaker: 'Jonas', session: 'a', content: 'I still live in Halle, same flat as always.' },
      { speaker: 'Jonas', session: 'a', content: "I always forget where Marek's parents live." },
      {
        speaker: 'Marek',
        session: 'a',
        content:
          'My sister Lena is in town; where does she live, asks Jonas each time, and where do we all live?',
      },
      {
        speaker: 'Jonas',
        session: 'a',
        content: 'My sister Lena just moved to Rostock with her husband.',
      },
      {
        speaker: 'Marek',
        session: 'a',
        content: 'My parents live in Poznan, and my brother Piotr drives a taxi in Berlin.',
      },
      { speaker: 'Jonas', content: 'My boss is called Lena.' },
    ]);
    const inOrder = ['Where does Jonas live?', 'Where does Lena live?'];
    for (const query of inOrder) {
      const { results } = await memory.recall({ query, limit: 2 });
      expect((await memory.why({ query, limit: 2 })).results.map(({ id }) => id)).toEqual(
        results.map(({ id }) => id),
      );
    }
    for (const query of [...inOrder, "What does Jonas' boss drive?"]) {
      for (const { terms, logit } of (await memory.why({ query, limit: 2 })).results)
        expect(sum(Object.values(terms))).toBeCloseTo(logit, 6);
    }
    expect((await memory.why('Where does Jonas live?')).notices).toContainEqual(
      expect.stringContaining('claims the value asked for'),
    );
    expect((await memory.why("What does Jonas' boss drive?")).notices).toContainEqual(
      expect.stringMatching(/^Read “Jonas. boss” as “Lena”/),
    );
    const { lost } = await memory.why({
      query: 'Where does Jonas live?',
      memory: receipts[0]?.id ?? '',
    });
    expect(lost?.step).toBe('delivered');
  });

  it('takes a memory that is code apart by the fusion for code', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(
      [
        '```ts\nexport function seatsLeft(capacity: number): number {\n  return capacity;\n}\n```',
        'The seats are red.',
      ].map((content) => ({ content })),
    );
    const { results } = await memory.why('function that counts seats left');
    const code = results.find(({ content }) => content.includes('seatsLeft'));
    expect(code?.fusion).toBe('code');
    expect(
      (code?.base ?? 0) +
        sum((code?.features ?? []).map(({ logits }) => logits)) +
        (code?.rest ?? 0),
    ).toBeCloseTo(code?.terms.fusion ?? NaN, 4);
    expect(code?.rest).toBeCloseTo(0, 3);
    expect(results.find(({ content }) => content === 'The seats are red.')?.fusion).toBe('text');
  });

  it('explains a fusion that is not linear, and says what only features together add', () => {
    const layer = (weights: number[], bias: number[]) => ({ weights, bias });
    const bent: FusionModel = {
      features: ['a', 'b'],
      mean: [0, 0],
      scale: [1, 1],
      networks: [[layer([2, 2], [0]), layer([1], [0.25])]],
      slope: 1,
      intercept: 0,
      fittedOn: 'nothing',
    };
    const row = Float32Array.of(0.6, 0.7);
    const { base, logits, rest } = explainRow(bent, row);
    expect(base).toBeCloseTo(0.25, 6);
    expect(base + sum(logits) + rest).toBeCloseTo(scoreRows(bent, row, 1, 2)[0] ?? NaN, 5);
    expect(Math.abs(rest)).toBeGreaterThan(0.1);
  });
});

/** Where one memory dropped out of the answer. */
async function lossOf(memory: Mneme, profile: RecallProfile | string, id: string): Promise<WhyNot> {
  const asked = typeof profile === 'string' ? { query: profile } : profile;
  const { lost } = await memory.why({ ...asked, memory: id });
  if (lost === null) throw new Error('No loss was told.');
  return lost;
}

describe('what the answer lost', () => {
  const step = async (
    memory: Mneme,
    profile: RecallProfile | string,
    id: string | undefined,
  ): Promise<WhyNot> => lossOf(memory, profile, id ?? '');
  const expectStep = (answer: WhyNot, wanted: LossStep): void => expect(answer.step).toBe(wanted);

  it('tells what is delivered', async () => {
    const { memory, ids } = await herons();
    expect(await step(memory, QUERY, ids[0])).toMatchObject({ step: 'delivered', rank: 1, of: 10 });
  });

  it('names every field of the profile that keeps it out', async () => {
    const { memory, ids } = await herons();
    const answer = await step(
      memory,
      {
        query: QUERY,
        speaker: 'Tom',
        kinds: ['opinion'],
        tags: ['fish'],
        threshold: 0.95,
        session: 'x',
        from: '2031-01-01',
        exclude: [ids[0] ?? ''] as never,
      },
      ids[0],
    );
    expectStep(answer, 'filtered');
    expect(answer.refusals.map(({ field }) => field)).toEqual([
      'kinds',
      'tags',
      'speaker',
      'session',
      'threshold',
      'from, to',
      'exclude',
    ]);
    expect(answer.refusals).toContainEqual({ field: 'speaker', wanted: 'Tom', has: 'Ana' });
    expect((await step(memory, { query: QUERY, speaker: 'Tom' }, ids[0])).refusals).toHaveLength(1);
  });

  it('tells of forgetting, and of what the bank did not know yet', async () => {
    const { memory, clock } = await openTestMemory();
    const before = clock.now();
    clock.advance(1_000);
    const { id } = await memory.remember('The heron nests by the weir.');
    expectStep(await step(memory, { query: QUERY, asOf: before }, id), 'not_recorded');
    clock.advance(1_000);
    const held = clock.now();
    clock.advance(1_000);
    await memory.forget([id], 'it flew away');
    const answer = await step(memory, QUERY, id);
    expectStep(answer, 'forgotten');
    expect(answer.reason).toContain('it flew away');
    expectStep(await step(memory, { query: QUERY, asOf: held }, id), 'delivered');
  });

  it('tells what each path made of a memory that none found', async () => {
    const { memory, ids } = await herons();
    const copper = ids.at(-1);
    const answer = await step(memory, { query: 'heron ducks', paths: ['lexical'] }, copper);
    expectStep(answer, 'not_found');
    const lexical = answer.paths.find(({ path }) => path === 'lexical');
    expect(lexical).toMatchObject({ note: null, found: false, score: 0, full: false });
    expect(lexical?.lowest).toBeGreaterThan(0);
    expect(answer.paths.find(({ path }) => path === 'semantic')?.note).toBe('not asked for');
  });

  it('tells of one that was fused too low to be looked at, and what cost it most', async () => {
    const { memory, ids } = await herons();
    const answer = await step(memory, { query: QUERY, limit: 1 }, ids[38]);
    expectStep(answer, 'fused_low');
    expect(answer.rank).toBeGreaterThan(24);
    expect(answer.short).toBeGreaterThanOrEqual(0);
    expect(answer.score ?? NaN).toBeLessThanOrEqual(answer.needed ?? NaN);
    expect(answer.against?.costs.length).toBeGreaterThan(0);
    for (const { name, logits } of answer.against?.costs ?? []) {
      expect(logits).toBeGreaterThan(0);
      expect(FEATURES as readonly string[]).toContain(name);
    }
  });

  it('tells of one that others looked better than at first sight', async () => {
    const { memory } = await openTestMemory();
    const receipts = await memory.rememberAll(
      Array.from({ length: 300 }, (_, at) => ({
        content:
          at % 2 === 0
            ? `Ana saw heron ${at} land on pond ${at} of the estate.`
            : `Pond ${at} has a small ferry, painted ${at} times.`,
        session: `walk ${at % 40}`,
      })),
    );
    const query = 'Which heron landed on a pond?';
    const { considered } = await memory.recall({ query });
    expect(considered).toBeGreaterThan(150);
    const answers = await Promise.all(
      receipts.receipts.slice(0, 60).map(({ id }) => step(memory, { query }, id)),
    );
    const unread = answers.filter((answer) => answer.step === 'not_ranked');
    expect(unread.length).toBeGreaterThan(0);
    for (const answer of unread)
      expect(answer).toMatchObject({
        of: considered,
        reason: expect.stringContaining('at first sight') as string,
      });
  });

  it('tells of one below the limit by how much', async () => {
    const { memory } = await herons();
    const { delivered } = await memory.recall({ query: QUERY, limit: 10 });
    const answer = await step(memory, { query: QUERY, limit: 2 }, delivered[4]);
    const [, second] = (await memory.why({ query: QUERY, limit: 2 })).results;
    expect(answer).toMatchObject({
      step: 'ranked_low',
      rank: 5,
      needed: second?.score,
      against: { id: second?.id },
    });
    expect(answer.short).toBeGreaterThanOrEqual(0);
    expect(answer.paths.some(({ found }) => found)).toBe(true);
  });

  it('tells of one that is not sure enough', async () => {
    const { memory, ids } = await herons();
    expectStep(await step(memory, { query: QUERY, minCertainty: 0.99 }, ids[0]), 'unsure');
    expectStep(await step(memory, { query: QUERY, minCertainty: 0.01 }, ids[0]), 'delivered');
  });

  it('tells what the budget cut and what it took for a repetition', async () => {
    const { memory } = await openTestMemory();
    const long = 'The heron stands in the reeds and waits for fish. '.repeat(30);
    const { receipts } = await memory.rememberAll(
      [
        'The grey heron nests in the willow.',
        'The grey heron nests in the tall willow here.',
        `The heron nests far away. ${long}`,
        'The grey heron nests in the tall willow here today.',
      ].map((content, at) => ({ content, speaker: `Speaker${at}` })),
    );
    const ids = receipts.map(({ id }) => id);
    const profile: RecallProfile = {
      query: 'grey heron nests willow',
      tokenBudget: 120,
      fields: ['content'],
      expand: false,
    };
    const steps = await Promise.all(ids.map(async (id) => (await step(memory, profile, id)).step));
    const { delivered } = await memory.recall(profile);
    expect(steps.flatMap((each, at) => (each === 'delivered' ? [ids[at]] : [])).sort()).toEqual(
      [...delivered].sort(),
    );
    expect(steps).toContain('repeats');
    expect(steps[2]).toBe('over_budget');
  });

  it('refuses ids that the bank does not hold, and names the bank that does', async () => {
    const { memory, ids } = await herons();
    const other = memory.bank('other');
    const errorOf = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: unknown) => (MnemeError.is(error) ? error : null),
      );
    expect(await errorOf(lossOf(memory, QUERY, 'm_0000000000000'))).toMatchObject({
      code: 'not_found',
      field: 'memory',
    });
    expect(await errorOf(lossOf(memory, QUERY, 'heron'))).toMatchObject({
      code: 'invalid_input',
      field: 'memory',
    });
    const elsewhere = await errorOf(lossOf(other, QUERY, ids[0] ?? ''));
    expect(elsewhere).toMatchObject({ code: 'not_found', hint: 'Ask that bank: --bank test.' });
    expect(await errorOf(lossOf(memory, { query: QUERY, limit: 0 }, ids[0] ?? ''))).toMatchObject({
      code: 'invalid_input',
      field: 'profile.limit',
    });
  });
});
