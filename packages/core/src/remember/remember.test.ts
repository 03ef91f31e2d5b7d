import { describe, expect, it } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../test/support/open-test-memory.js';
import { fenceRecalled, type Mneme, type RememberInput } from '@mneme/mneme/index.js';

const DAY = 86_400_000;

async function found(memory: Mneme, query: string): Promise<(string | undefined)[]> {
  return (await memory.recall({ query, limit: 5 })).results.map(({ content }) => content);
}

async function held(memory: Mneme): Promise<number> {
  return (await memory.care.stats()).memories;
}

describe('many texts at once', () => {
  it('let others have the event loop, and are forgotten and brought back whole', async () => {
    const { memory } = await openTestMemory({ file: temporaryFile() });
    const turnsOf = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
      let [turns, done] = [0, false];
      const turn = (): void => {
        turns++;
        if (!done) setImmediate(turn);
      };
      setImmediate(turn);
      const result = await work();
      done = true;
      return [result, turns];
    };
    const texts = Array.from(
      { length: 400 },
      (_, at) => `Jar ${at} holds pickled walnuts no ${at}.`,
    );
    const [told, remembering] = await turnsOf(() => memory.rememberAll(texts));
    expect(remembering).toBeGreaterThan(8);
    const ids = told.receipts.map(({ id }) => id);
    const [{ reversal, changed }] = await turnsOf(() => memory.forget(ids));
    expect(changed).toHaveLength(new Set(ids).size);
    expect(await found(memory, 'pickled walnuts')).toEqual([]);
    await memory.undo(reversal ?? '');
    expect(await found(memory, 'pickled walnuts')).toHaveLength(5);
  });
});

describe('a new text', () => {
  it('can be recalled at once', async () => {
    const { memory } = await openTestMemory();
    const receipt = await memory.remember('The wifi of the cabin is called heron-42.');
    expect(receipt).toMatchObject({ outcome: 'remembered', sequence: 1 });
    expect(await found(memory, 'What is the wifi of the cabin called?')).toEqual([
      'The wifi of the cabin is called heron-42.',
    ]);
  });

  it('is there after the file is opened again', async () => {
    const file = temporaryFile();
    const first = await openTestMemory({ file });
    await first.memory.remember({
      content: 'Ana keeps bees.',
      speaker: 'Ana',
      tags: ['bees'],
      metadata: { hives: 3 },
    });
    await first.memory.close();
    const { memory } = await openTestMemory({ file });
    const [result] = (await memory.recall('Who keeps bees?')).results;
    expect(result).toMatchObject({
      content: 'Ana keeps bees.',
      speaker: 'Ana',
      tags: ['bees'],
      metadata: { hives: 3 },
    });
  });

  it('keeps kind, confidence, importance and times as given', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember({
      content: 'We ship on Fridays.',
      kind: 'decision',
      confidence: 0.4,
      importance: 0.7,
      session: 's',
      turn: 't1',
      position: 9,
      source: 'tool',
      saidAt: '2025-01-02T03:04:05Z',
      occurredFrom: '2025-01-01',
      occurredTo: '2025-02-01',
    });
    const { memory: kept, stratum } = await memory.show(id);
    expect(kept).toMatchObject({
      kind: 'decision',
      confidence: 0.4,
      importance: 0.7,
      session: 's',
      position: 9,
      saidAt: Date.UTC(2025, 0, 2, 3, 4, 5),
      occurredFrom: Date.UTC(2025, 0, 1),
      occurredTo: Date.UTC(2025, 1, 1),
    });
    expect(kept.provenance).toEqual([
      {
        source: 'tool',
        speaker: null,
        session: 's',
        turn: 't1',
        origin: null,
        saidAt: kept.saidAt,
      },
    ]);
    expect(stratum).toBe('experiential');
  });

  it.each([
    [{ occurredFrom: '2019' }, '2019'],
    [{ occurredFrom: '2019-05' }, 'May 2019'],
    [{ occurredFrom: '2019-05-03' }, '3 May 2019'],
    [{ occurredFrom: '2019-05-03T10:00' }, '3 May 2019 10:00'],
    [{ occurredFrom: '2019', occurredTo: '2021' }, '2019 to 2020'],
    [{ saidAt: '2025-06-01', occurredTo: '2020' }, '2019'],
    [{ saidAt: '2025-06-01', occurredTo: '2019-05-03' }, '2 May 2019'],
    [{ saidAt: '2025-06-01' }, '1 June 2025'],
    [{ saidAt: '2025-06-01T10:00' }, '1 June 2025 10:00'],
  ])('happened as finely as %j says', async (times, happened) => {
    const { memory } = await openTestMemory();
    await memory.remember({ content: 'The bridge was painted green.', ...times });
    const [result] = (await memory.recall('What was painted green?')).results;
    expect(result?.occurred?.text).toBe(happened);
  });

  it('is believed by its source', async () => {
    const { memory } = await openTestMemory();
    const confidence = async (source: NonNullable<RememberInput['source']>) =>
      (
        await memory.show(
          (
            await memory.remember({
              content: `The ${source} says that the bridge is closed.`,
              source,
            })
          ).id,
        )
      ).memory.confidence;
    const [user, agent, tool, web] = [
      await confidence('user'),
      await confidence('agent'),
      await confidence('tool'),
      await confidence('web'),
    ];
    expect(user).toBeGreaterThan(agent);
    expect(agent).toBeGreaterThan(tool);
    expect(tool).toBeGreaterThan(web);
  });
});

describe('a repeat', () => {
  it('becomes evidence: one memory, two pieces of provenance, more confidence, never certainty', async () => {
    const { memory, clock } = await openTestMemory();
    const first = await memory.remember({
      content: 'Priya is allergic to walnuts.',
      speaker: 'Tom',
    });
    const before = (await memory.show(first.id)).memory;
    clock.advance(DAY);
    const again = await memory.remember({
      content: '  priya is  allergic to walnuts! ',
      speaker: 'Tom',
    });
    expect(again).toMatchObject({ outcome: 'reinforced', id: first.id });
    const after = (await memory.show(first.id)).memory;
    expect(after.provenance.map(({ saidAt }) => saidAt)).toEqual([
      before.saidAt,
      before.saidAt + DAY,
    ]);
    expect(after.confidence).toBeGreaterThan(before.confidence);
    for (let time = 0; time < 60; time++) {
      clock.advance(DAY);
      await memory.remember({ content: 'Priya is allergic to walnuts.', speaker: 'Tom' });
    }
    expect((await memory.show(first.id)).memory.confidence).toBeLessThan(1);
    expect(await held(memory)).toBe(1);
  });

  it('within one batch is one memory', async () => {
    const { memory } = await openTestMemory();
    const { receipts } = await memory.rememberAll([
      'The kiln fires at 1,240 degrees.',
      'Leeds has a canal.',
      'The kiln fires at 1,240 degrees.',
    ]);
    expect(receipts.map(({ outcome }) => outcome)).toEqual(['remembered', 'remembered', 'known']);
    expect(receipts[2]?.id).toBe(receipts[0]?.id);
    expect(await held(memory)).toBe(2);
  });

  it.each([
    [
      'The supper club opens at eight on Fridays.',
      'Well, the supper club just opens at eight on Fridays, really.',
    ],
    [
      'Tom bought the red kettle at the flea market.',
      'oh wow, Tom actually bought the red kettle at the flea market haha',
    ],
  ])('in other light words is the same: %s', async (one, other) => {
    const { memory } = await openTestMemory();
    const first = await memory.remember({ content: one, speaker: 'Ana' });
    expect(await memory.remember({ content: other, speaker: 'Ana' })).toMatchObject({
      outcome: 'reinforced',
      id: first.id,
    });
    expect(await held(memory)).toBe(1);
    const batch = await openTestMemory();
    const { receipts } = await batch.memory.rememberAll([
      { content: one, speaker: 'Ana' },
      { content: other, speaker: 'Ana' },
    ]);
    expect(receipts.map(({ outcome }) => outcome)).toEqual(['remembered', 'reinforced']);
  });

  it.each([
    [
      'a number',
      'The pool size of the web service is 40.',
      'The pool size of the web service is 25.',
    ],
    [
      'a negation',
      'Marmalade likes the new greyhound coat.',
      'Marmalade does not like the new greyhound coat.',
    ],
    [
      'a negation in a long text',
      'On Sunday the studio in Marvila will open its large door for twenty guests of the supper club at noon',
      'On Sunday the studio in Marvila will never open its large door for twenty guests of the supper club at noon',
    ],
    [
      'a number in a long text',
      'On Sunday the studio in Marvila will open its large door for 20 guests of the supper club at noon',
      'On Sunday the studio in Marvila will open its large door for 24 guests of the supper club at noon',
    ],
    [
      'a name',
      'Anjali works nights at the hospital in Coimbra.',
      'Beatriz works nights at the hospital in Coimbra.',
    ],
  ])('that differs in %s is another memory', async (_what, one, other) => {
    const { memory } = await openTestMemory();
    await memory.remember({ content: one, speaker: 'Ana' });
    expect(await memory.remember({ content: other, speaker: 'Ana' })).toMatchObject({
      outcome: 'remembered',
    });
    expect(await held(memory)).toBe(2);
  });

  it('by another speaker, or of another kind, is another memory', async () => {
    const { memory } = await openTestMemory();
    const content = 'The north door sticks when it rains.';
    await memory.remember({ content, speaker: 'Ana' });
    expect(await memory.remember({ content, speaker: 'Tom' })).toMatchObject({
      outcome: 'remembered',
    });
    expect(await memory.remember({ content, speaker: 'Ana', kind: 'opinion' })).toMatchObject({
      outcome: 'remembered',
    });
    expect(await held(memory)).toBe(3);
    await memory.remember('The south door was painted in oak brown.');
    // A speaker new to the bank is not the same as no speaker.
    expect(
      await memory.remember({
        content: 'The south door was painted in oak brown.',
        speaker: 'Rui',
      }),
    ).toMatchObject({ outcome: 'remembered' });
  });

  it('of what was forgotten is remembered afresh', async () => {
    const { memory } = await openTestMemory();
    const first = await memory.remember('The spare key is under the fern.');
    await memory.forget([first.id]);
    const again = await memory.remember('The spare key is under the fern.');
    expect(again.outcome).toBe('remembered');
    expect(again.id).not.toBe(first.id);
  });
});

describe('the same turn handed over twice', () => {
  const turn = {
    content: 'I signed up for the marathon.',
    speaker: 'Tom',
    session: 's1',
    saidAt: '2025-02-03T18:16:33Z',
  };

  it('is known by its name and adds nothing', async () => {
    const { memory } = await openTestMemory();
    const first = await memory.remember({ ...turn, turn: 'D1:4' });
    expect(await memory.remember({ ...turn, turn: 'D1:4' })).toMatchObject({
      outcome: 'known',
      id: first.id,
      sequence: 1,
    });
    const { memory: kept } = await memory.show(first.id);
    expect(kept).toMatchObject({ version: 1 });
    expect(kept.provenance).toHaveLength(1);
  });

  it('is known by its place in an imported file that names no turns', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({ ...turn, origin: 'chat.jsonl' });
    expect(await memory.remember({ ...turn, origin: 'chat.jsonl' })).toMatchObject({
      outcome: 'known',
    });
    expect(
      await memory.remember({ ...turn, origin: 'chat.jsonl', saidAt: '2025-02-04T18:16:33Z' }),
    ).toMatchObject({ outcome: 'reinforced' });
    expect(await memory.remember({ ...turn, origin: 'other.jsonl' })).toMatchObject({
      outcome: 'reinforced',
    });
  });

  it.each([
    { session: 's1', turn: 'D1:4' },
    { turn: 'D1:4' },
    { session: 's1' },
    {},
    { saidAt: '2025-02-03T18:16:33Z' },
    { session: 's1', saidAt: '2025-02-03T18:16:33Z' },
    { source: 'agent', turn: 'D1:4' },
  ] as const)('is one piece of evidence however often it is sent: %j', async (shape) => {
    const { memory, clock } = await openTestMemory();
    const said = { content: 'I signed up for the marathon.', speaker: 'Tom', ...shape };
    const { id } = await memory.remember(said);
    const before = (await memory.show(id)).memory;
    for (let retry = 0; retry < 65; retry++) {
      clock.advance(20 * 60_000);
      expect(await memory.remember(said)).toMatchObject({ outcome: 'known', id });
    }
    expect((await memory.show(id)).memory).toEqual(before);
  });

  it('adds nothing beyond the pieces that are kept by name, so that none counts twice', async () => {
    const { memory } = await openTestMemory();
    const said = (session: number) => ({ content: 'The kiln is hot.', session: `s${session}` });
    const { id } = await memory.remember(said(0));
    await memory.rememberAll(Array.from({ length: 49 }, (_, at) => said(at + 1)));
    const { confidence } = (await memory.show(id)).memory;
    for (let retry = 0; retry < 3; retry++) await memory.remember(said(99));
    expect((await memory.show(id)).memory).toMatchObject({ confidence });
  });

  it('without a session or a moment counts anew on another day, and in other words', async () => {
    const { memory, clock } = await openTestMemory();
    const said = { content: 'The supper club opens at eight on Fridays.', speaker: 'Tom' };
    await memory.remember(said);
    expect(
      await memory.remember({
        ...said,
        content: 'Well, the supper club just opens at eight on Fridays, really.',
      }),
    ).toMatchObject({ outcome: 'reinforced' });
    clock.advance(DAY);
    expect(await memory.remember(said)).toMatchObject({ outcome: 'reinforced' });
    expect(await memory.remember(said)).toMatchObject({ outcome: 'known' });
  });

  it('that took its place back is news, even soon after', async () => {
    const { memory, clock } = await openTestMemory();
    const live = (town: string) => ({ content: `I live in ${town}.`, speaker: 'Tom' });
    await memory.remember(live('Porto'));
    clock.advance(60_000);
    await memory.remember({ content: 'I live in Leeds now.', speaker: 'Tom' });
    clock.advance(60_000);
    expect(await memory.remember(live('Porto'))).toMatchObject({ outcome: 'remembered' });
  });

  it('said again in another turn is evidence', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({ ...turn, turn: 'D1:4' });
    expect(await memory.remember({ ...turn, turn: 'D2:1' })).toMatchObject({
      outcome: 'reinforced',
    });
  });
});

describe('what recall delivered', () => {
  it('is not taken in, alone or inside another text', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('Emeka plays the cello.');
    const fenced = fenceRecalled(id, 'Emeka plays the cello.');
    expect(await memory.remember(fenced)).toMatchObject({ outcome: 'recalled', id });
    const mixed = await memory.remember(`As I recall, ${fenced} and Rui plays the oud.`);
    expect(mixed.outcome).toBe('remembered');
    expect((await memory.show(mixed.id)).memory.content).not.toContain('cello');
    expect((await memory.show(mixed.id)).memory.content).toContain('Rui plays the oud');
    expect((await memory.show(id)).memory.provenance).toHaveLength(1);
    expect(await held(memory)).toBe(2);
  });

  it('stays out when the agent cuts the fence open or nests it', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('Emeka plays the cello.');
    const open = fenceRecalled(id, 'Emeka plays the cello.').slice(0, -5);
    expect(await memory.remember(open)).toMatchObject({ outcome: 'recalled' });
    const nested = fenceRecalled(id, `${fenceRecalled(id, 'Emeka plays the cello.')} indeed`);
    await memory.remember(`${nested} Rui plays the oud.`);
    expect(await found(memory, 'cello')).not.toContainEqual(
      expect.stringMatching(/oud[\s\S]*cello|cello[\s\S]*oud/),
    );
  });

  it('is an echo, not evidence, when an agent says it again', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('Emeka plays the cello.');
    await memory.recall('What does Emeka play?');
    expect(
      await memory.remember({ content: 'Emeka plays the cello.', source: 'agent' }),
    ).toMatchObject({ outcome: 'recalled', id });
    expect((await memory.show(id)).memory).toMatchObject({ version: 1 });
  });

  it.each([
    { source: 'agent', speaker: 'assistant' },
    { source: 'agent', speaker: 'Emeka', session: 'other', turn: '7' },
    { source: 'agent', kind: 'opinion' },
    { source: 'agent', kind: 'observation', speaker: 'helper', saidAt: '2026-05-05' },
    { source: 'tool', speaker: 'memory' },
    { source: 'web', origin: 'https://example.org/a' },
    { source: 'agent', speaker: 'assistant', content: 'well, Emeka just plays the cello' },
  ] as const)('is an echo, whoever is named and of whatever kind: %j', async (as) => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember({ content: 'Emeka plays the cello.', speaker: 'Ana' });
    await memory.context('What does Emeka play?');
    const echo = await memory.remember({ content: 'Emeka plays the cello.', ...as });
    expect(echo).toMatchObject({ outcome: 'recalled', id });
    const { memories } = await memory.list({ limit: 5 });
    expect(memories).toMatchObject([{ id, version: 1 }]);
    expect(memories[0]?.provenance).toHaveLength(1);
  });

  it('of something that happens is an echo soon after, and news another day', async () => {
    const { memory, clock } = await openTestMemory();
    const content = 'The build server crashed again.';
    const told = await memory.remember({ content, speaker: 'Ana' });
    clock.advance(5 * DAY);
    await memory.recall('What crashed?');
    const echo = { content, source: 'agent', speaker: 'assistant' } as const;
    expect(await memory.remember(echo)).toMatchObject({ outcome: 'recalled', id: told.id });
    expect(await memory.remember({ ...echo, source: 'tool' })).toMatchObject({
      outcome: 'remembered',
    });
    expect(await memory.remember({ ...echo, occurredFrom: '2026-01-01' })).toMatchObject({
      outcome: 'remembered',
    });
  });

  it('is evidence when the user says it again, or an agent that was never told', async () => {
    const { memory, clock } = await openTestMemory();
    await memory.remember('Emeka plays the cello.');
    expect(
      await memory.remember({ content: 'Emeka plays the cello.', source: 'agent' }),
    ).toMatchObject({ outcome: 'reinforced' });
    await memory.recall('What does Emeka play?');
    clock.advance(DAY);
    expect(await memory.remember('Emeka plays the cello.')).toMatchObject({
      outcome: 'reinforced',
    });
  });
});

describe('accept', () => {
  it('returns before the commit, and flush waits for it', async () => {
    const { memory } = await openTestMemory();
    expect(await memory.accept('The tide turns at four.')).toEqual({
      outcome: 'accepted',
      waiting: 1,
    });
    expect(await memory.accept('The ferry leaves at five.')).toEqual({
      outcome: 'accepted',
      waiting: 2,
    });
    expect(await held(memory)).toBe(0);
    await memory.flush();
    expect(await held(memory)).toBe(2);
    expect((await memory.care.stats()).changes).toBe(1);
    expect((await memory.list()).memories.map(({ content }) => content)).toEqual([
      'The tide turns at four.',
      'The ferry leaves at five.',
    ]);
  });

  it('refuses bad input at once', async () => {
    const { memory } = await openTestMemory();
    await expect(memory.accept('')).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'input.content',
    });
  });

  it('is finished by close', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.accept('The tide turns at four.');
    await memory.close();
    expect(await held((await openTestMemory({ file })).memory)).toBe(1);
  });
});

describe('a batch', () => {
  it('is all in or nothing is, and the refusal names the input', async () => {
    const { memory } = await openTestMemory();
    await expect(
      memory.rememberAll([
        'One is fine.',
        'Two is fine.',
        { content: 'Three is not.', confidence: 1.5 },
      ]),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'inputs.2.confidence',
      value: 1.5,
    });
    expect(await memory.care.stats()).toMatchObject({ memories: 0, entities: 0, changes: 0 });
  });

  it('of none changes nothing', async () => {
    const { memory } = await openTestMemory();
    expect(await memory.rememberAll([])).toMatchObject({ receipts: [], sequence: 0 });
  });

  it('names its steps and how long each took', async () => {
    const { memory } = await openTestMemory();
    const { timings } = await memory.rememberAll(['Leeds has a canal.']);
    expect(Object.keys(timings)).toEqual(
      expect.arrayContaining(['admit', 'follow', 'read', 'commit']),
    );
    expect(Object.values(timings).every((time) => time >= 0)).toBe(true);
  });
});
