import { describe, expect, it } from 'vitest';
import { opinionOn } from '../../../../test/support/opinion-on.js';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { refunding, run } from '../../../../test/support/shop-runs.js';
import type { Mneme } from '@mneme/mneme/index.js';

const DAY = 86_400_000;
const orders = (memory: Mneme): Promise<unknown> =>
  memory.foresight.observe({
    transition: {
      action: 'submit the order',
      context: ['card is valid'],
      state: ['accepted'],
      domain: 'shop',
    },
  });

/** A memory with a language model that returns these strategies. */
async function advisedBy(...strategies: readonly object[]): Promise<Mneme> {
  const { memory } = await openTestMemory();
  Object.assign(memory.care['bank'].parts, {
    languageModel: { id: 'fake', complete: () => Promise.resolve({ strategies } as never) },
  });
  return memory;
}

describe('from facts to strategies', () => {
  it('a fact that violates a condition takes the strategy out of the advice, and its end brings it back', async () => {
    const memory = await advisedBy({
      title: 'Refund at once',
      description: 'Refund a parcel without asking.',
      content: 'Refund the parcel to the card right away.',
      preconditions: ['The card terminal is online'],
      risk: 'low',
    });
    await memory.strategies.learn([run('refund a parcel', ['refund_payment'])]);
    expect((await memory.strategies.find({ task: 'refund a parcel' })).strategies).toMatchObject([
      { title: 'Refund at once' },
    ]);
    const { id } = await memory.remember('The card terminal is offline.');
    const ruled = await memory.strategies.find({
      task: 'refund a parcel',
      about: 'Is the card terminal online?',
    });
    expect(ruled).toMatchObject({
      strategies: [],
      leftOut: [{ title: 'Refund at once', why: 'a fact violates: The card terminal is online' }],
    });
    await memory.forget([id]);
    expect(
      (
        await memory.strategies.find({
          task: 'refund a parcel',
          about: 'Is the card terminal online?',
        })
      ).strategies,
    ).toHaveLength(1);
  });

  it('ranks by how it went in like tasks, and tells which variant is liked', async () => {
    const { memory } = await openTestMemory();
    const id = await refunding(memory);
    const { id: brief } = await memory.remember({
      content: 'Ana prefers brief answers about refunds.',
      kind: 'opinion',
      speaker: 'Ana',
    });
    const before = await memory.strategies.find({ task: 'refund a parcel' });
    expect(before.preferences.map((each) => each.id)).toEqual([brief]);
    await memory.strategies.recordOutcome({
      id,
      task: 'refund a parcel of books',
      success: false,
      failureMode: 'no receipt',
    });
    const after = await memory.strategies.find({ task: 'refund a parcel' });
    expect(after.strategies[0]).toMatchObject({
      id,
      grounds: { here: { attempts: 1, successes: 0 } },
    });
    expect(after.strategies[0]!.score).toBeLessThan(before.strategies[0]!.score!);
  });
});

describe('from strategies to facts', () => {
  it('a use is recalled as an experience, what it showed as a fact, and failing as a belief that uses move', async () => {
    const { memory, clock } = await openTestMemory();
    const id = await refunding(memory);
    const used = await memory.strategies.recordOutcome({
      id,
      task: 'refund a parcel',
      success: false,
      failureMode: 'no receipt',
      pattern: { text: 'Parcels from Malta need a customs form.', confidence: 0.8 },
    });
    expect(used.strategy).toMatchObject({
      applications: 1,
      successes: 0,
      failureModes: { 'no receipt': 1 },
    });
    expect((await memory.show(used.experience ?? '')).memory).toMatchObject({
      kind: 'experience',
      confidence: 1,
      metadata: { outcome: 'failure', strategy: id },
    });
    expect((await memory.recall('What do parcels from Malta need?')).results[0]).toMatchObject({
      id: used.fact,
      why: { confidence: 0.8 },
    });
    const belief = async () => (await opinionOn(memory, 'unreliable'))!.confidence;
    expect(await belief()).toBeCloseTo(0.6, 12);
    clock.advance(DAY);
    await memory.strategies.recordOutcome({ id, task: 'refund a parcel', success: false });
    const surer = await belief();
    expect(surer).toBeGreaterThan(0.6);
    await memory.strategies.recordOutcome({ id, task: 'refund a parcel', success: true });
    expect(await belief()).toBeLessThan(surer);
  });
});

describe('from facts to forecasts', () => {
  it('a fact that is recalled decides what will come, and its doubt is the forecast’s doubt', async () => {
    const { memory } = await openTestMemory();
    for (let at = 0; at < 8; at++) {
      await memory.foresight.observe({
        transition: { action: 'click send', context: ['the form is complete'], state: ['sent'] },
      });
      await memory.foresight.observe({
        transition: { action: 'click send', context: [], state: ['refused'] },
      });
    }
    expect((await memory.foresight.foretell({ actions: ['click send'] })).state).toEqual([
      'refused',
    ]);
    const { id } = await memory.remember({ content: 'The form is complete.', confidence: 0.6 });
    const told = await memory.foresight.foretell({ actions: ['click send'] });
    expect(told).toMatchObject({ state: ['sent'], doubt: 'facts', prediction: null });
    expect(told.facts.filter(({ decided }) => decided).map((fact) => fact.id)).toEqual([id]);
    expect(told.confidence).toBeCloseTo(0.6 * told.steps[0]!.pattern!.reliability, 9);
    expect(told.uncertainty.map(({ source }) => source)).toContain('facts unsure');
    const { prediction } = await memory.foresight.foretell({ actions: ['click send'], keep: true });
    const settled = await memory.foresight.settle({ id: prediction!, state: ['sent'] });
    expect(settled.beliefs).toMatchObject([{ id }]);
  });
});

describe('from forecasts to facts', () => {
  it('a prediction that comes true makes the fact it leaned on surer, so that it comes up higher; a failed one the other way', async () => {
    const { memory } = await openTestMemory();
    const { receipts } = await memory.rememberAll([
      { content: 'The north gate opens at nine.', confidence: 0.6 },
      { content: 'The south gate opens at nine.', confidence: 0.6 },
    ]);
    const [north, south] = receipts.map(({ id }) => id) as [
      (typeof receipts)[0]['id'],
      (typeof receipts)[0]['id'],
    ];
    const order = async () =>
      (
        await memory.recall({ query: 'Which gate opens at nine?', reasoning: 'descriptive' })
      ).results.map(({ id }) => id);
    const scores = async () =>
      new Map(
        (await memory.recall({ query: 'Which gate opens at nine?' })).results.map(({ id, why }) => [
          id,
          why.score,
        ]),
      );
    const before = await scores();
    for (let at = 0; at < 5; at++) {
      const { id } = await memory.foresight.predict({
        action: `walk to the north gate ${at}`,
        state: ['inside'],
        probability: 0.7,
        beliefs: [north],
      });
      expect(
        (await memory.foresight.observe({ prediction: { id, state: ['inside'] } })).prediction!
          .beliefs[0]!.after,
      ).toBeGreaterThan(0.6);
    }
    const { id } = await memory.foresight.predict({
      action: 'walk to the south gate',
      state: ['inside'],
      probability: 0.7,
      beliefs: [south],
    });
    const failed = await memory.foresight.settle({ id, state: ['turned away'] });
    expect(failed).toMatchObject({ came: false, beliefs: [{ id: south, before: 0.6 }] });
    expect(failed.beliefs[0]!.after).toBeLessThan(0.6);
    expect((await memory.show(failed.experience!)).memory.content).toContain('turned away');
    const after = await scores();
    expect((after.get(north) ?? 0) - (after.get(south) ?? 0)).toBeGreaterThan(
      (before.get(north) ?? 0) - (before.get(south) ?? 0),
    );
    expect((await order())[0]).toBe(north);
    await expect(memory.foresight.settle({ id })).rejects.toMatchObject({ code: 'conflict' });
    await expect(
      memory.foresight.settle({ id: 'p_0000000000000' as never, came: true }),
    ).rejects.toMatchObject({ code: 'not_found', field: 'prediction.id' });
  });

  it('a rule becomes a fact when it is reliable, seen twenty times and its bound is high; never by seven hits; and loses when it fails', async () => {
    const { memory } = await openTestMemory();
    const settleOne = async (state: string) => {
      const { id } = await memory.foresight.predict({
        action: 'submit the order',
        context: ['card is valid'],
        domain: 'shop',
      });
      return memory.foresight.settle({ id, state: [state] });
    };
    for (let at = 0; at < 9; at++) await orders(memory);
    expect((await settleOne('accepted')).promoted).toBeNull();
    for (let at = 0; at < 12; at++) await orders(memory);
    const { promoted } = await settleOne('accepted');
    expect(promoted!.rule).toBe('In shop, “submit the order” leads to accepted.');
    const fact = (await memory.recall('What does submit the order lead to?')).results.find(
      ({ id }) => id === promoted!.id,
    )!;
    expect(fact).toMatchObject({ kind: 'fact' });
    expect((await settleOne('accepted')).promoted).toBeNull();
    const { beliefs } = await settleOne('declined');
    expect(beliefs).toMatchObject([{ id: promoted!.id, before: fact.why.confidence }]);
    expect(beliefs[0]!.after).toBeLessThan(fact.why.confidence!);
  });
});

describe('between strategies and the self model', () => {
  it('uses of strategies are competence at once, and a task that was reported for that field is not counted twice', async () => {
    const { memory } = await openTestMemory();
    const id = await refunding(memory);
    for (const success of [true, true, false])
      await memory.strategies.recordOutcome({
        id,
        success,
        ...(success ? {} : { failureMode: 'no receipt' }),
      });
    const told = async () => (await memory.metamemory.report()).competence;
    expect(await told()).toMatchObject([
      {
        domain: 'shop',
        samples: 4,
        mean: 3.5 / 5,
        failureModes: [{ mode: 'no receipt', count: 1 }],
      },
    ]);
    expect((await memory.foresight.foretell({ actions: ['shop'] })).self[0]).toMatchObject({
      known: true,
      samples: 4,
      accuracy: 3.5 / 5,
    });
    await memory.foresight.observe({
      query: 'refund a vase',
      status: 'success',
      strategy: id as never,
      capability: 'shop',
      domain: 'shop',
    });
    expect((await memory.foresight.foretell({ actions: ['shop'] })).self[0]).toMatchObject({
      samples: 5,
    });
    expect(await told()).toMatchObject([{ samples: 5 }]);
  });

  it('where little goes well nothing risky is offered, and a weak field counts half', async () => {
    const risky = {
      title: 'Rewrite the whole schema',
      description: 'Migrate the database in one go.',
      content: 'Rewrite the database schema in one migration.',
      preconditions: [],
      risk: 'high',
    };
    const careful = {
      title: 'Add a column',
      description: 'Migrate the database step by step.',
      content: 'Migrate the database by one column at a time.',
      preconditions: [],
      risk: 'low',
    };
    const memory = await advisedBy(risky, careful);
    await memory.strategies.learn([
      run('migrate the database', ['alter_table'], 'success', { domain: 'databases' }),
    ]);
    const ask = () =>
      memory.strategies.find({ task: 'migrate the database', domain: 'databases', limit: 3 });
    const before = await ask();
    expect(before.strategies.map(({ title }) => title).sort()).toEqual([
      'Add a column',
      'Rewrite the whole schema',
    ]);
    for (let at = 0; at < 8; at++)
      await memory.foresight.observe({
        task: { capability: 'databases', success: false, domain: 'databases' },
      });
    const after = await ask();
    expect(after.strategies.map(({ title }) => title)).toEqual(['Add a column']);
    expect(after.leftOut).toMatchObject([
      { title: 'Rewrite the whole schema', why: expect.stringContaining('risky') },
    ]);
    const { accuracy } = (await memory.foresight.foretell({ actions: ['databases'] })).self[0]!;
    expect(after.strategies[0]!.grounds?.competence).toBeCloseTo(accuracy / 2, 9);
  });
});

describe('a task, made ready, done and learned from', () => {
  it('goes through all three paradigms, and what it throws is learned from, too', async () => {
    const { memory } = await openTestMemory();
    const id = await refunding(memory);
    const done = await memory.paradigms.execute(
      { task: 'refund a parcel', domain: 'shop' },
      async ({ strategy, action, probability }) => {
        expect(strategy!.id).toBe(id);
        expect(action).toContain('look up order');
        expect(probability).toBeGreaterThan(0.5);
        return {
          status: 'success',
          trajectory: { steps: [{ action: 'look_up_order' }, { action: 'refund_payment' }] },
        };
      },
    );
    expect(done.conclusion).toMatchObject({
      succeeded: true,
      strategy: { id, applications: 1, successes: 1 },
      predictions: [{ came: true }],
      competence: { samples: 2 },
    });
    const better = await memory.foresight.foretell({
      actions: ['refund a parcel'],
      domain: 'shop',
    });
    expect(better).toMatchObject({
      past: { attempts: 1, successes: 1 },
      parts: { pastSuccess: 1, strategy: 1 },
    });
    expect(better.score).toBeGreaterThan(done.prepared.advice.score ?? 0);
    await expect(
      memory.paradigms.execute({ task: 'refund a parcel', domain: 'shop' }, () =>
        Promise.reject(new Error('the till is jammed')),
      ),
    ).rejects.toThrow('the till is jammed');
    const [estimate] = (await memory.foresight.foretell({ actions: ['shop'] })).self;
    expect(estimate).toMatchObject({ samples: 3, failureModes: [{ mode: 'the till is jammed' }] });
    expect(
      (await memory.recall('What is known of the till?')).results.map(({ content }) => content),
    ).toContain('Discovered a way of failing at shop: the till is jammed.');
    expect(
      (
        await memory.paradigms.execute({ task: 'refund a parcel', domain: 'shop' }, () =>
          Promise.resolve(null),
        )
      ).conclusion,
    ).toBeNull();
  });

  it('preferences, a pattern, a goal and a strategy move in one change that is there whole', async () => {
    const { memory } = await openTestMemory();
    const id = await refunding(memory);
    const { goal, sequence: before } = await memory.goals.set({
      description: 'Refund all parcels of March',
    });
    const first = await memory.foresight.observe({
      query: 'refund a lamp',
      status: 'success',
      strategy: id as never,
      preferences: [{ topic: 'lamps', statement: 'Ana likes old lamps.' }],
      pattern: { text: 'Lamps are fragile.', confidence: 0.95 },
      goal: { id: goal.id, progress: 0.4 },
    });
    expect(first.interaction?.told).toHaveLength(2);
    expect(first.interaction?.goal).toEqual({ id: goal.id, progress: 0.4, status: 'active' });
    expect(first.sequence).toBe(before + 1);
    const second = await memory.foresight.observe({
      query: 'refund a lamp',
      status: 'success',
      preferences: [{ topic: 'lamps', statement: 'Ana likes old lamps.' }],
      pattern: { text: 'Lamps break at night.', confidence: 0.6 },
      goal: { id: goal.id, progress: 0.6 },
    });
    const learned = second.interaction!;
    expect(learned.beliefs).toMatchObject([{ before: 0.6 }]);
    expect(learned.beliefs[0]!.after).toBeGreaterThan(0.6);
    expect(learned.told).toEqual([]);
    expect(learned.goal).toMatchObject({ progress: 1, status: 'completed' });
    const third = await memory.foresight.observe({
      query: 'refund a lamp',
      status: 'unknown',
      strategy: id as never,
      capability: 'refunds',
    });
    expect(third.interaction).toMatchObject({
      succeeded: false,
      competence: null,
      strategy: { applications: 1 },
    });
  });

  it('refuses what it cannot learn from, and then nothing is changed', async () => {
    const { memory } = await openTestMemory();
    const { changes: before } = await memory.care.stats();
    const refused = (input: object) =>
      memory.foresight.observe({ query: 'refund', status: 'success', ...input });
    await expect(refused({ predictions: [{ id: 'p_0000000000000' }] })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(refused({ strategy: 's_0000000000000' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(refused({ goal: { id: 'g_0000000000000', progress: 0.1 } })).rejects.toMatchObject(
      { code: 'not_found', field: 'goal.id' },
    );
    await expect(refused({ predicted: 1.2 })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'observation.predicted',
    });
    await expect(refused({ status: undefined })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'observation.status',
    });
    await expect(
      memory.strategies.learn([{ query: 'refund', steps: [{ action: 'pay' }] } as never]),
    ).rejects.toMatchObject({ code: 'invalid_input', field: 'trajectories.0.outcome' });
    const { id } = await memory.foresight.predict({
      action: 'pay',
      state: ['paid'],
      probability: 0.5,
    });
    await expect(refused({ status: 'unknown', predictions: [{ id }] })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'observation.predictions',
    });
    expect((await memory.care.stats()).changes).toBe(before + 1);
  });
});
