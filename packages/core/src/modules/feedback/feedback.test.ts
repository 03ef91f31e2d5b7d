import { describe, expect, it } from 'vitest';
import {
  openTestMemory,
  temporaryFile,
  type TestClock,
} from '../../../../../test/support/open-test-memory.js';
import {
  MnemeError,
  type FeedbackInput,
  type Mneme,
  type Recollection,
} from '@mneme/mneme/index.js';

const TEXTS = [
  'The boiler in the cellar was serviced by Kessler.',
  'Our boiler makes a knocking noise in the cellar when it starts.',
  'The manual says to press the red button for ten seconds to reset it.',
  'The cellar is damp and the boiler stands next to the shelves.',
  'Ana keeps the ladder in the garage.',
  'The garage door needs oil.',
];

/** LIKE shares words with the answer; ASKED, the same need, shares none. */
const ASKED = 'How do I restart the cellar boiler, is there a button?';
const LIKE = 'restart the cellar boiler';

async function filled(
  options: Parameters<typeof openTestMemory>[0] = {},
): Promise<{ memory: Mneme; ids: readonly string[]; clock: TestClock }> {
  const { memory, clock } = await openTestMemory(options);
  const { receipts } = await memory.rememberAll(
    TEXTS.map((content, position) => ({ content, position })),
  );
  return { memory, ids: receipts.map(({ id }) => id), clock };
}

const voteOn = (
  recollection: Recollection,
  id: string,
  verdict: FeedbackInput['verdict'],
): FeedbackInput => ({ recollection: recollection.id, memory: id, verdict });
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => (MnemeError.is(error) ? { code: error.code, field: error.field } : error),
  );
const placeOf = ({ delivered }: Recollection, id: string): number =>
  (delivered as readonly string[]).indexOf(id);

describe('feedback', () => {
  it('brings what was of use first for the same need in other words, even when no word of it is asked for', async () => {
    const { memory, ids } = await filled();
    const [, , manual = ''] = ids;
    const before = await memory.recall(ASKED);
    expect(placeOf(before, manual)).toBeGreaterThanOrEqual(0);
    expect(placeOf(await memory.recall(LIKE), manual)).toBe(-1);
    const receipt = await memory.feedback(voteOn(before, manual, 'useful'));
    expect(receipt).toMatchObject({
      memory: manual,
      verdict: 'useful',
      replaced: null,
      changed: true,
      usefulness: { from: 0.5, to: 0.6 },
      confidence: { from: 0.9, to: 0.9 },
      review: false,
    });
    expect(receipt.result).toBe(`${before.id}.${placeOf(before, manual) + 1}`);
    const again = await memory.recall({ query: LIKE, limit: 3 });
    const place = placeOf(again, manual);
    expect(place).toBeGreaterThanOrEqual(0);
    await memory.feedback({ result: again.resultIds[place] ?? '', verdict: 'useful' });
    const third = await memory.recall({ query: LIKE, limit: 3 });
    expect(placeOf(third, manual)).toBe(0);
    expect(third.results[0]).toMatchObject({
      paths: expect.arrayContaining(['feedback']) as unknown,
      provenance: expect.stringMatching(/was of use to a question like it/i) as unknown,
    });
    expect((await memory.metamemory.usage(manual)).usefulness).toBeGreaterThan(0.6);
  });

  it('leaves other questions as they are', async () => {
    const { memory, ids } = await filled();
    const ask = () => memory.recall('Where is the ladder?');
    const before = await ask();
    const boiler = await memory.recall(ASKED);
    await memory.feedback(voteOn(boiler, ids[2] ?? '', 'useful'));
    const after = await ask();
    expect(after.delivered).toEqual(before.delivered);
    expect(after.plan.paths.map(({ path }) => path)).not.toContain('feedback');
  });

  it('is no reward for being recalled: hundreds of recalls change no ranking', async () => {
    const { memory } = await filled({ cacheCapacity: 1 });
    const ask = async () =>
      (await memory.recall('boiler cellar noise')).results.map(({ id, why }) => [id, why.score]);
    const before = await ask();
    for (let round = 0; round < 300; round++)
      await memory.recall({
        query: round % 2 === 0 ? 'damp shelves' : 'red button',
        limit: 2,
        expand: false,
      });
    await memory.flush();
    expect(await ask()).toEqual(before);
    expect((await memory.metamemory.usage(String(before[0]?.[0]))).usefulness).toBe(0.5);
    expect((await memory.care.stats()).changes).toBe(1);
  }, 60_000);

  it('lets no single bad vote bury what was of use', async () => {
    const { memory, ids } = await filled();
    const query = 'Who serviced the boiler?';
    const [kessler = ''] = ids;
    for (let round = 0; round < 3; round++)
      await memory.feedback(voteOn(await memory.recall(query), kessler, 'useful'));
    await memory.feedback(voteOn(await memory.recall(query), kessler, 'irrelevant'));
    expect(placeOf(await memory.recall(query), kessler)).toBe(0);
  });

  it('wrong takes a bounded step of confidence and asks for a review; it deletes nothing, and can be taken back', async () => {
    const { memory, ids, clock } = await filled();
    const [kessler = ''] = ids;
    const answer = await memory.recall('Who serviced the boiler?');
    const then = clock.now();
    clock.advance(60_000);
    const wrong = await memory.feedback({
      ...voteOn(answer, kessler, 'wrong'),
      note: 'it was Brandt',
    });
    expect(wrong.confidence).toEqual({ from: 0.9, to: expect.closeTo(0.72, 9) as unknown });
    expect(wrong.review).toBe(true);
    expect((await memory.metamemory.report()).review).toEqual([kessler]);
    const after = await memory.recall('Who serviced the boiler?');
    expect(placeOf(after, kessler)).toBeGreaterThanOrEqual(0);
    expect(after.notices).toContain(`Said to be wrong, and not reviewed yet: ${kessler}.`);
    expect(await memory.show(kessler)).toMatchObject({
      review: true,
      votes: [{ verdict: 'wrong', note: 'it was Brandt' }],
      memory: { version: 2, retractedAt: null },
    });
    const past = await memory.recall({ query: 'Who serviced the boiler?', asOf: then });
    expect(past.notices).toEqual([]);
    expect(past.results.find(({ id }) => id === kessler)?.why.confidence).toBe(0.9);
    const back = await memory.feedback(voteOn(answer, kessler, 'useful'));
    expect(back).toMatchObject({
      replaced: 'wrong',
      review: false,
      confidence: { to: expect.closeTo(0.9, 9) as unknown },
    });
    expect((await memory.metamemory.report()).review).toEqual([]);
  });

  it('never takes confidence below its floor, however often it is said', async () => {
    const { memory, ids } = await filled();
    const [kessler = ''] = ids;
    for (let round = 0; round < 30; round++)
      await memory.feedback(
        voteOn(await memory.recall('Who serviced the boiler?'), kessler, 'wrong'),
      );
    const { memory: shown } = await memory.show(kessler);
    expect(shown.confidence).toBeCloseTo(0.1, 9);
    expect(shown.retractedAt).toBeNull();
  });

  it('replaces a second vote on a result, and writes nothing when it says the same', async () => {
    const { memory, ids } = await filled();
    const answer = await memory.recall('boiler');
    const input = voteOn(answer, ids[0] ?? '', 'useful');
    const first = await memory.feedback(input);
    const same = await memory.feedback({ result: first.result, verdict: 'useful' });
    expect(same).toMatchObject({
      changed: false,
      sequence: first.sequence,
      usefulness: { from: 0.6, to: 0.6 },
    });
    const other = await memory.feedback({ result: first.result, verdict: 'irrelevant' });
    expect(other).toMatchObject({ changed: true, replaced: 'useful' });
    expect((await memory.metamemory.usage(ids[0] ?? '')).usefulness).toBeLessThan(0.5);
    expect((await memory.metamemory.report()).votes).toBe(1);
  });

  it('has the same id for the same answer, and another after any change', async () => {
    const { memory, ids } = await filled();
    const [one, two] = [await memory.recall('boiler'), await memory.recall('boiler')];
    expect(two.id).toBe(one.id);
    expect(one.id).toMatch(/^r_[0-9a-v]{13}$/);
    expect(one.resultIds).toEqual(one.delivered.map((_, at) => `${one.id}.${at + 1}`));
    expect((await memory.recall({ query: 'boiler', limit: 2 })).id).not.toBe(one.id);
    await memory.feedback(voteOn(one, ids[0] ?? '', 'useful'));
    expect((await memory.recall('boiler')).id).not.toBe(one.id);
  });

  it('can be given later and by another process, which sees what others gave', async () => {
    const file = temporaryFile();
    const { memory, ids } = await filled({ file });
    const [, , manual = ''] = ids;
    const answer = await memory.recall(ASKED);
    await memory.flush();
    const { memory: other } = await openTestMemory({ file });
    await other.feedback(voteOn(answer, manual, 'useful'));
    expect((await memory.metamemory.usage(manual)).usefulness).toBeCloseTo(0.6, 9);
    expect(placeOf(await memory.recall(LIKE), manual)).toBeGreaterThanOrEqual(0);
    await memory.close();
    const { memory: later } = await openTestMemory({ file });
    expect(placeOf(await later.recall(LIKE), manual)).toBeGreaterThanOrEqual(0);
    expect(
      await later.feedback({
        result: `${answer.id}.${placeOf(answer, manual) + 1}`,
        verdict: 'irrelevant',
      }),
    ).toMatchObject({ replaced: 'useful' });
  });

  it('answers as of a moment without what was voted later', async () => {
    const { memory, ids, clock } = await filled();
    const [, , manual = ''] = ids;
    const before = await memory.recall(ASKED);
    const then = clock.now();
    clock.advance(3_600_000);
    await memory.feedback(voteOn(before, manual, 'useful'));
    expect((await memory.recall({ query: ASKED, asOf: then })).delivered).toEqual(before.delivered);
    expect(placeOf(await memory.recall({ query: LIKE, asOf: then }), manual)).toBe(-1);
    expect(
      placeOf(await memory.recall({ query: LIKE, asOf: clock.now() }), manual),
    ).toBeGreaterThanOrEqual(0);
  });

  it('loses force with time', async () => {
    const { memory, ids, clock } = await filled();
    const [, , manual = ''] = ids;
    const query = ASKED;
    await memory.feedback(voteOn(await memory.recall(query), manual, 'useful'));
    const lift = async () =>
      (await memory.why(query)).results.find(({ id }) => id === manual)?.terms.feedback ?? NaN;
    const fresh = await lift();
    clock.advance(2 * 365 * 86_400_000);
    expect(fresh).toBeGreaterThan(3);
    expect(await lift()).toBeLessThan(fresh / 3);
  });

  it('refuses what it cannot know, by codes of the closed list', async () => {
    const { memory, ids } = await filled();
    const answer = await memory.recall({ query: 'boiler', limit: 2 });
    const [ladder = ''] = ids.slice(4);
    const unknown = 'r_0000000000000';
    expect(await codeOf(memory.feedback({ result: `${unknown}.1`, verdict: 'useful' }))).toEqual({
      code: 'not_found',
      field: 'feedback.result',
    });
    expect(
      await codeOf(memory.feedback({ recollection: unknown, memory: ladder, verdict: 'useful' })),
    ).toEqual({ code: 'not_found', field: 'feedback.recollection' });
    expect(await codeOf(memory.feedback({ result: `${answer.id}.3`, verdict: 'useful' }))).toEqual({
      code: 'not_found',
      field: 'feedback.result',
    });
    expect(await codeOf(memory.feedback(voteOn(answer, ladder, 'useful')))).toEqual({
      code: 'not_found',
      field: 'feedback.memory',
    });
    expect(
      await codeOf(memory.feedback({ result: `${answer.id}.1`, verdict: 'splendid' as never })),
    ).toEqual({ code: 'invalid_input', field: 'feedback.verdict' });
    expect(await codeOf(memory.feedback({ result: 'first', verdict: 'useful' }))).toEqual({
      code: 'invalid_input',
      field: 'feedback.result',
    });
    expect(await codeOf(memory.feedback({ verdict: 'useful' }))).toEqual({
      code: 'invalid_input',
      field: 'feedback.result',
    });
    expect(
      await codeOf(
        memory.feedback({ ...voteOn(answer, ladder, 'useful'), result: `${answer.id}.1` }),
      ),
    ).toEqual({ code: 'invalid_input', field: 'feedback.result' });
    const [first = ''] = answer.delivered;
    await memory.forget([first]);
    expect(await codeOf(memory.feedback({ result: `${answer.id}.1`, verdict: 'useful' }))).toEqual({
      code: 'not_found',
      field: 'feedback.result',
    });
    await memory.undo({ ids: [first] });
    expect(await memory.feedback({ result: `${answer.id}.1`, verdict: 'useful' })).toMatchObject({
      changed: true,
    });
    expect((await memory.care.stats()).changes).toBe(4);
  });

  it('is refused where nothing may be written', async () => {
    const file = temporaryFile();
    const { memory } = await filled({ file });
    const answer = await memory.recall('boiler');
    await memory.close();
    const { memory: reader } = await openTestMemory({ file, readOnly: true });
    expect(
      await codeOf(reader.feedback({ result: `${answer.id}.1`, verdict: 'useful' })),
    ).toMatchObject({ code: 'read_only' });
  });
});

describe('the feeling of knowing', () => {
  it('rises with useful answers to such questions and falls with useless ones', async () => {
    const { memory } = await filled();
    const ask = () => memory.recall('When was the boiler serviced?');
    const first = await ask();
    expect(first.why.feelingOfKnowing).toBe(0.5);
    await memory.feedback({ result: `${first.id}.1`, verdict: 'irrelevant' });
    const second = await ask();
    expect(second.why.feelingOfKnowing).toBeLessThan(0.5);
    await memory.feedback({ result: `${first.id}.1`, verdict: 'useful' });
    expect((await ask()).why.feelingOfKnowing).toBeGreaterThan(0.5);
    expect((await memory.metamemory.report()).patterns).toMatchObject([
      { pattern: 'descriptive: time', recalls: 1 },
    ]);
  });
});
