import { describe, expect, it } from 'vitest';
import { openTestMemory, START, temporaryFile } from '../../../../test/support/open-test-memory.js';
import { LIBRARY, runScript } from '../../../../test/support/run-node.js';
import type { LearnedId, ObserveInput } from '@mneme/mneme/public-types.js';

const DAY = 86_400_000;
const paying = (context: string[], state: string): ObserveInput => ({
  transition: { action: 'pay', context, state: [state], domain: 'shop' },
});

describe('what will happen', () => {
  it('is foretold by what was seen, kept on request, and settled once', async () => {
    const { memory } = await openTestMemory();
    expect(await memory.foresight.foretell({ actions: ['pay'], domain: 'shop' })).toMatchObject({
      known: false,
      confidence: 0,
      state: [],
    });
    for (let at = 0; at < 8; at++) {
      await memory.foresight.observe(paying(['card: valid'], 'paid'));
      await memory.foresight.observe(paying(['card: expired'], 'declined'));
    }
    const simulated = await memory.foresight.foretell({
      actions: ['pay'],
      context: ['card: expired', 'monday'],
      domain: 'shop',
    });
    expect(simulated).toMatchObject({
      known: true,
      state: ['card: expired', 'monday', 'declined'],
    });
    expect(simulated.steps[0]?.pattern?.preconditions).toHaveLength(1);
    expect((await memory.foresight.world({ domain: 'shop' })).patterns).toHaveLength(2);
    const kept = await memory.foresight.predict({
      action: 'pay',
      context: ['card: valid'],
      domain: 'shop',
    });
    expect(kept).toMatchObject({ state: ['paid'], probability: simulated.confidence });
    const { prediction, transition } = await memory.foresight.observe({
      prediction: { id: kept.id, state: ['paid'] },
    });
    expect(prediction).toMatchObject({
      came: true,
      brier: expect.closeTo((1 - kept.probability) ** 2, 12),
    });
    expect(transition).toMatchObject({ came: true, seen: 17 });
    await expect(
      memory.foresight.observe({ prediction: { id: kept.id, came: false } }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  it('follows a plan of several actions through what each changes', async () => {
    const { memory } = await openTestMemory();
    for (let at = 0; at < 6; at++) {
      await memory.foresight.observe({
        transition: { action: 'fill', context: ['cart: empty'], state: ['cart: full'] },
      });
      await memory.foresight.observe({
        transition: { action: 'pay', context: ['cart: full'], state: ['paid', 'cart: empty'] },
      });
      await memory.foresight.observe({
        transition: { action: 'pay', context: ['cart: empty'], state: ['refused'] },
      });
    }
    const plan = await memory.foresight.foretell({
      actions: ['fill', 'pay'],
      context: ['cart: empty'],
    });
    expect(plan.state).toEqual(['cart: empty', 'paid']);
    expect(plan.confidence).toBeCloseTo(plan.steps[0]!.confidence * plan.steps[1]!.confidence, 12);
    expect(plan.uncertainty.map(({ source }) => source)).toContain('earlier steps');
    expect(
      (await memory.foresight.foretell({ actions: ['pay'], context: ['cart: empty'] })).state,
    ).toContain('refused');
  });

  it.each([
    [{ probability: 1.2 }, 'prediction.probability'],
    [{ probability: Number.NaN }, 'prediction.probability'],
  ])('refuses a probability such as %j', async (bad, field) => {
    const { memory } = await openTestMemory();
    await expect(memory.foresight.predict({ action: 'pay', ...bad })).rejects.toMatchObject({
      code: 'invalid_input',
      field,
    });
  });

  it('refuses what it cannot learn from', async () => {
    const { memory } = await openTestMemory();
    await expect(memory.foresight.observe({})).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(
      memory.foresight.observe({ prediction: { id: 'p_0000000000000' as LearnedId, came: true } }),
    ).rejects.toMatchObject({ code: 'not_found' });
    const { id } = await memory.foresight.predict({ action: 'pay', state: ['paid'] });
    await expect(memory.foresight.observe({ prediction: { id } })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'prediction.state',
    });
  });
});

describe('the self model', () => {
  it('tells whether to attempt a task, by the capability it takes', async () => {
    const { memory } = await openTestMemory();
    for (let at = 0; at < 12; at++) {
      await memory.foresight.observe({
        task: { capability: 'sql queries', success: at % 6 !== 0, difficulty: 'medium', steps: 5 },
      });
      await memory.foresight.observe({
        task: { capability: 'shell scripts', success: at % 6 === 0, failureMode: 'quoting' },
      });
    }
    const sql = (
      await memory.foresight.foretell({ actions: ['write two sql queries for the report'] })
    ).self[0];
    expect(sql).toMatchObject({
      capability: 'sql queries',
      known: true,
      samples: 12,
      verdict: 'attempt',
    });
    expect(sql?.interval[0]).toBeLessThan(sql?.accuracy ?? 0);
    const shell = (await memory.foresight.foretell({ actions: ['shell scripts'] })).self[0];
    expect(shell).toMatchObject({
      verdict: 'ask_for_help',
      failureModes: [{ mode: 'quoting', count: 10, share: 1 }],
    });
    expect(shell?.notice).toContain('Ask for help');
    expect(await memory.foresight.foretell({ actions: ['juggling'] })).toMatchObject({
      ...{ whether: 'unknown', chance: null, self: [] },
    });
    expect(await memory.foresight.foretell()).toMatchObject({
      ...{ steps: [], confidence: 0, whether: 'unknown' },
      self: [{ capability: 'sql queries' }, { capability: 'shell scripts' }],
    });
  });

  it('loses no count when two processes report at once', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    const script = `
      const { openMemory } = await import('${LIBRARY}');
      const memory = await openMemory({ file: ${JSON.stringify(file)}, bank: 'test' });
      for (let at = 0; at < 15; at++) await memory.foresight.observe({ task: { capability: 'typing', success: at % 3 !== 0 } });
      await memory.close();`;
    const [one, other] = await Promise.all([
      runScript(script),
      runScript(script),
      (async () => {
        for (let at = 0; at < 10; at++)
          await memory.foresight.observe({ task: { capability: 'typing', success: true } });
      })(),
    ]);
    expect([one.code, other.code]).toEqual([0, 0]);
    expect((await memory.foresight.foretell({ actions: ['typing'] })).self[0]).toMatchObject({
      samples: 40,
      accuracy: expect.closeTo((3 + 30) / 44, 9),
    });
  }, 60_000);
});

describe('goals that are planned', () => {
  it('stand by urgency, blocked ones last, and come to mind once for each cue', async () => {
    const { memory, clock } = await openTestMemory();
    const star = (await memory.goals.set({ description: 'Run the Porto marathon' })).goal;
    const { subgoals } = await memory.goals.set({
      id: star.id,
      subgoals: [
        { description: 'Buy running shoes' },
        { description: 'Train for ten weeks', after: [0] },
        { description: 'Book the hotel' },
      ],
    });
    const [shoes, train, hotel] = subgoals.map(({ goal }) => goal.id);
    await memory.goals.set({
      id: hotel!,
      priority: 'low',
      deadline: START + 3 * DAY,
      triggers: [
        { on: 'time', at: START + DAY },
        { on: 'mention', words: 'hotel prices' },
      ],
    });
    await memory.goals.set({ id: shoes!, priority: 'high' });
    await memory.goals.set({ id: train!, priority: 'critical' });
    const order = async () =>
      (await memory.goals.list({ order: 'urgency' })).goals.map(({ goal, state }) => [
        goal.id,
        Number(state?.urgency.toFixed(2)),
      ]);
    expect(await order()).toEqual([
      [shoes, 0.8],
      [star.id, 0.5],
      [hotel, 0.36],
      [train, 1],
    ]);
    expect((await memory.goals.list({ due: true })).goals).toEqual([]);
    expect(
      (await memory.goals.list({ mention: 'The prices of the hotels are rising.' })).goals,
    ).toMatchObject([{ goal: { id: hotel }, fired: [{ on: 'mention' }] }]);
    clock.advance(DAY + 1);
    const due = (await memory.goals.list()).goals.filter(({ state }) => state?.due === true);
    expect(due).toMatchObject([{ goal: { id: hotel } }]);
    expect((await memory.goals.list({ due: true })).goals).toMatchObject([
      { goal: { id: hotel }, fired: [{ on: 'time' }] },
    ]);
    expect((await memory.goals.list({ mention: 'hotel prices' })).goals).toEqual([]);
    clock.advance(3 * DAY);
    expect((await order())[0]).toEqual([hotel, 1]);
    await memory.goals.set({ id: shoes!, status: 'completed' });
    const stateOf = async (id?: string) =>
      (await memory.goals.list()).goals.find(({ goal }) => goal.id === id)?.state;
    expect((await stateOf(train))?.waitsFor).toEqual([]);
    expect((await stateOf(star.id))?.progress).toBeCloseTo(1 / 3, 9);
  });

  it('are refused in a ring, and when they are not there', async () => {
    const { memory } = await openTestMemory();
    const star = (await memory.goals.set({ description: 'Ship it' })).goal;
    await expect(
      memory.goals.set({
        id: star.id,
        subgoals: [
          { description: 'One', after: [1] },
          { description: 'Two', after: [0] },
        ],
      }),
    ).rejects.toMatchObject({ code: 'invalid_input', field: 'goal.dependsOn' });
    const { subgoals } = await memory.goals.set({
      id: star.id,
      subgoals: [{ description: 'One' }, { description: 'Two', after: [0] }],
    });
    const [one, two] = subgoals.map(({ goal }) => goal.id);
    await expect(memory.goals.set({ id: one!, dependsOn: [two!] })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('ring') as string,
    });
    await expect(
      memory.goals.set({ id: 'g_0000000000000' as typeof star.id }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(memory.goals.set({ id: one!, decompose: true })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'goal.subgoals',
    });
  });

  it('tell what they lack, and what memory has already', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      'The hotel Aliados in Porto takes runners.',
      'Porto hotels are full in October.',
      'A hotel in Porto costs 90 euros.',
    ]);
    for (let at = 0; at < 6; at++)
      await memory.foresight.observe({ task: { capability: 'booking', success: true } });
    const { goal } = await memory.goals.set({ description: 'Run the Porto marathon' });
    await memory.goals.set({
      id: goal.id,
      needs: {
        knowledge: ['hotel Porto', 'the course record'],
        skills: ['booking', 'pacing'],
        resources: ['a ticket'],
      },
    });
    const { goal: outlook } = await memory.foresight.foretell({ goal: goal.id });
    expect(outlook?.gaps.map(({ kind, what }) => [kind, what])).toEqual([
      ['knowledge', 'the course record'],
      ['skill', 'pacing'],
      ['resource', 'a ticket'],
    ]);
    expect(outlook?.covered).toEqual(['hotel Porto', 'booking']);
    expect(outlook?.feasibility).toBeLessThan(0.2);
    const { goal: bare } = await memory.goals.set({
      description: 'Learn to weld',
      parent: goal.id,
    });
    const { goal: untold } = await memory.foresight.foretell({ goal: bare.id });
    expect(untold).toMatchObject({ feasibility: null, gaps: [], told: { chance: null } });
  });
});

describe('knowing that one knows', () => {
  it('is one figure, whichever verb tells it', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      { content: 'My violin teacher moved to Oslo in spring.', speaker: 'Priya' },
      { content: 'I repaired the kayak with epoxy.', speaker: 'Tom' },
      { content: 'The greenhouse got new windows.', speaker: 'Tom' },
    ]);
    for (const question of [
      'What did Tom repair the kayak with?',
      'Which airline did Beatrix fly to Samarkand with?',
      'The kayak was repaired with epoxy.',
    ]) {
      const { probability, why } = await memory.recall(question);
      const { verdict, doubts } = why.known;
      expect(await memory.metamemory.knows(question)).toMatchObject({
        ...{ probability, verdict, doubts },
      });
      const { sentences } = await memory.guidance.check(question);
      expect(sentences).toMatchObject([{ probability, known: verdict }]);
    }
    const stranger = await memory.metamemory.knows('Which airline did Beatrix fly with?');
    expect(stranger.verdict).toBe('unknown');
    expect(stranger.doubts.join(' ')).toContain('Beatrix');
    const [about, now] = ['What did Tom say last week?', '2031-05-01'];
    const { probability } = await memory.recall({ query: about, now });
    expect(await memory.metamemory.knows({ about, now })).toMatchObject({ probability });
    expect(await memory.metamemory.knows(about)).not.toMatchObject({ probability });
  });

  it('tells how a memory came to be, and which beliefs to look at again', async () => {
    const { memory, clock } = await openTestMemory();
    const { receipts } = await memory.rememberAll([
      { content: 'The pool size is 20.', source: 'tool' },
      'Tom lives in Leeds.',
      { content: 'Perhaps the vault is under the bridge.' },
      { content: 'Tom likes coriander.', kind: 'opinion', confidence: 0.2 },
    ]);
    expect(
      await Promise.all(
        receipts
          .slice(0, 3)
          .map(async ({ id }) => (await memory.show(id, { source: true })).source?.source),
      ),
    ).toEqual(['observed', 'told', 'imagined']);
    const revise = async () => (await memory.opinions.list({ revise: true })).opinions;
    expect(await revise()).toMatchObject([{ id: receipts[3]!.id, revise: ['unsure'] }]);
    clock.advance(400 * DAY);
    expect(await revise()).toMatchObject([{ revise: ['unsure', 'old'] }]);
    await expect(memory.show('m_0000000000000', { source: true })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
