import { describe, expect, it } from 'vitest';
import { openTestMemory, temporaryFile, testClock } from '../../../test/support/open-test-memory.js';
import type { LearnedId, Mneme, TrajectoryInput } from '../../index.js';

const DAY = 86_400_000;
const run = (query: string, actions: readonly string[], outcome: TrajectoryInput['outcome'] = 'success', more: Partial<TrajectoryInput> = {}): TrajectoryInput => ({ query, steps: actions.map((action) => ({ action })), outcome, domain: 'shop', ...more });
const orders = (memory: Mneme): Promise<unknown> => memory.observe({ transition: { action: 'submit the order', context: ['card is valid'], state: ['accepted'], domain: 'shop' } });

/** A strategy of the field shop, learned from runs. */
async function refunding(memory: Mneme): Promise<LearnedId> {
  const { strategies } = await memory.learn([run('refund a parcel', ['look_up_order', 'check_policy', 'refund_payment'])]);
  return strategies[0]!.id;
}

/** A memory whose language model writes these strategies. */
async function advisedBy(...strategies: readonly object[]): Promise<Mneme> {
  const { memory } = await openTestMemory();
  Object.assign((memory as unknown as { core: { parts: object } }).core.parts, { languageModel: { id: 'fake', complete: () => Promise.resolve({ strategies } as never) } });
  return memory;
}

describe('from facts to strategies (P2)', () => {
  it('a fact that violates a condition takes the strategy out of the advice, and its end brings it back', async () => {
    const memory = await advisedBy({ title: 'Refund at once', description: 'Refund a parcel without asking.', content: 'Refund the parcel to the card right away.', preconditions: ['The card terminal is online'], risk: 'low' });
    await memory.learn([run('refund a parcel', ['refund_payment'])]);
    expect((await memory.groundStrategy({ task: 'refund a parcel' })).strategies).toMatchObject([{ title: 'Refund at once' }]);
    const { id } = await memory.remember('The card terminal is offline.');
    const ruled = await memory.groundStrategy({ task: 'refund a parcel', about: 'Is the card terminal online?' });
    expect(ruled).toMatchObject({ strategies: [], ruledOut: [{ title: 'Refund at once', restsOn: [id] }] });
    expect((await memory.chooseStrategy({ task: 'refund a parcel', about: 'Is the card terminal online?' })).leftOut).toMatchObject([{ why: 'a fact violates: The card terminal is online' }]);
    await memory.forget([id]);
    expect((await memory.groundStrategy({ task: 'refund a parcel', about: 'Is the card terminal online?' })).strategies).toHaveLength(1);
  });

  it('ranks by how it went in like tasks, and tells which variant is liked', async () => {
    const { memory } = await openTestMemory();
    const id = await refunding(memory);
    const { id: brief } = await memory.remember({ content: 'Ana prefers brief answers about refunds.', kind: 'opinion', speaker: 'Ana' });
    const before = await memory.groundStrategy({ task: 'refund a parcel' });
    expect(before.preferences.map((each) => each.id)).toEqual([brief]);
    await memory.recordUse({ id, task: 'refund a parcel of books', success: false, failureMode: 'no receipt' });
    const after = await memory.groundStrategy({ task: 'refund a parcel' });
    expect(after.strategies[0]).toMatchObject({ id, here: { attempts: 1, successes: 0 } });
    expect(after.strategies[0]!.score).toBeLessThan(before.strategies[0]!.score!);
  });
});

describe('from strategies to facts (P3)', () => {
  it('a use is recalled as an experience, what it showed as a fact, and failing as a belief that uses move', async () => {
    const { memory, clock } = await openTestMemory();
    const id = await refunding(memory);
    const used = await memory.recordUse({ id, task: 'refund a parcel', success: false, failureMode: 'no receipt', pattern: { text: 'Parcels from Malta need a customs form.', confidence: 0.8 } });
    expect(used.strategy).toMatchObject({ applications: 1, successes: 0, failureModes: { 'no receipt': 1 } });
    expect((await memory.show(used.experience)).memory).toMatchObject({ kind: 'experience', confidence: 1, metadata: { outcome: 'failure', strategy: id } });
    expect((await memory.recall('What do parcels from Malta need?')).results[0]).toMatchObject({ id: used.fact, confidence: 0.8 });
    const belief = async () => (await memory.findOpinion('unreliable'))!.confidence;
    expect(await belief()).toBeCloseTo(0.6, 12);
    clock.advance(DAY);
    await memory.recordUse({ id, task: 'refund a parcel', success: false });
    const surer = await belief();
    expect(surer).toBeGreaterThan(0.6);
    await memory.recordUse({ id, task: 'refund a parcel', success: true });
    expect(await belief()).toBeLessThan(surer);
  });
});

describe('from facts to forecasts (P4)', () => {
  it('a fact that is recalled decides what will come, and its doubt is the forecast’s doubt', async () => {
    const { memory } = await openTestMemory();
    for (let at = 0; at < 8; at++) {
      await memory.observe({ transition: { action: 'click send', context: ['the form is complete'], state: ['sent'] } });
      await memory.observe({ transition: { action: 'click send', context: [], state: ['refused'] } });
    }
    expect((await memory.foretell({ actions: ['click send'] })).state).toEqual(['refused']);
    const { id } = await memory.remember({ content: 'The form is complete.', confidence: 0.6 });
    const told = await memory.foretell({ actions: ['click send'] });
    expect(told).toMatchObject({ state: ['sent'], doubt: 'facts', prediction: null });
    expect(told.facts.filter(({ decided }) => decided).map((fact) => fact.id)).toEqual([id]);
    expect(told.confidence).toBeCloseTo(0.6 * told.steps[0]!.pattern!.reliability, 9);
    expect(told.uncertainty.map(({ source }) => source)).toContain('facts unsure');
    const { prediction } = await memory.foretell({ actions: ['click send'], keep: true });
    const settled = await memory.settle({ id: prediction!, state: ['sent'] });
    expect(settled.beliefs).toMatchObject([{ id }]);
  });
});

describe('from forecasts to facts (P5)', () => {
  it('a prediction that comes true makes the fact it leaned on surer, so that it comes up higher; a failed one the other way', async () => {
    const { memory } = await openTestMemory();
    const { receipts } = await memory.rememberAll([{ content: 'The north gate opens at nine.', confidence: 0.6 }, { content: 'The south gate opens at nine.', confidence: 0.6 }]);
    const [north, south] = receipts.map(({ id }) => id) as [typeof receipts[0]['id'], typeof receipts[0]['id']];
    const order = async () => (await memory.recall({ query: 'Which gate opens at nine?', reasoning: 'descriptive' })).results.map(({ id }) => id);
    const scores = async () => new Map((await memory.recall({ query: 'Which gate opens at nine?' })).results.map(({ id, score }) => [id, score]));
    const before = await scores();
    for (let at = 0; at < 5; at++) {
      const { id } = await memory.predict({ action: `walk to the north gate ${at}`, state: ['inside'], probability: 0.7, beliefs: [north] });
      expect((await memory.observe({ prediction: { id, state: ['inside'] } })).prediction!.beliefs[0]!.after).toBeGreaterThan(0.6);
    }
    const { id } = await memory.predict({ action: 'walk to the south gate', state: ['inside'], probability: 0.7, beliefs: [south] });
    const failed = await memory.settle({ id, state: ['turned away'] });
    expect(failed).toMatchObject({ came: false, beliefs: [{ id: south, before: 0.6 }] });
    expect(failed.beliefs[0]!.after).toBeLessThan(0.6);
    expect((await memory.show(failed.experience!)).memory.content).toContain('turned away');
    const after = await scores();
    expect((after.get(north) ?? 0) - (after.get(south) ?? 0)).toBeGreaterThan((before.get(north) ?? 0) - (before.get(south) ?? 0));
    expect((await order())[0]).toBe(north);
    await expect(memory.settle({ id })).rejects.toMatchObject({ code: 'conflict' });
    await expect(memory.settle({ id: 'p_0000000000000' as never, came: true })).rejects.toMatchObject({ code: 'not_found', field: 'prediction.id' });
  });

  it('a rule becomes a fact when it is reliable, seen twenty times and its bound is high; never by seven hits; and loses when it fails', async () => {
    const { memory } = await openTestMemory();
    const settleOne = async (state: string) => {
      const { id } = await memory.predict({ action: 'submit the order', context: ['card is valid'], domain: 'shop' });
      return memory.settle({ id, state: [state] });
    };
    for (let at = 0; at < 9; at++) await orders(memory);
    expect((await settleOne('accepted')).promoted).toBeNull();
    for (let at = 0; at < 12; at++) await orders(memory);
    const { promoted } = await settleOne('accepted');
    expect(promoted!.rule).toBe('In shop, “submit the order” leads to accepted.');
    const fact = (await memory.recall('What does submit the order lead to?')).results.find(({ id }) => id === promoted!.id)!;
    expect(fact).toMatchObject({ kind: 'fact' });
    expect((await settleOne('accepted')).promoted).toBeNull();
    const { beliefs } = await settleOne('declined');
    expect(beliefs).toMatchObject([{ id: promoted!.id, before: fact.confidence }]);
    expect(beliefs[0]!.after).toBeLessThan(fact.confidence!);
  });
});

describe('between strategies and the self model (P6, P7)', () => {
  it('uses of strategies become competence once, and a task that was reported for that field is not counted twice', async () => {
    const { memory } = await openTestMemory();
    const id = await refunding(memory);
    for (const success of [true, true, false]) await memory.strategyOutcome({ id, success, ...(success ? {} : { failureMode: 'no receipt' }) });
    expect((await memory.introspect({ task: 'shop' })).estimate).toMatchObject({ known: false });
    expect((await memory.syncCompetence()).domains).toMatchObject([{ domain: 'shop', applications: 3, added: 3, failureModes: [{ mode: 'no receipt', count: 1 }] }]);
    expect((await memory.introspect({ task: 'shop' })).estimate).toMatchObject({ known: true, samples: 3, accuracy: 5 / 7 });
    expect((await memory.syncCompetence()).domains).toMatchObject([{ added: 0 }]);
    await memory.conclude({ query: 'refund a vase', status: 'success', strategy: id as never, capability: 'shop', domain: 'shop' });
    expect((await memory.introspect({ task: 'shop' })).estimate).toMatchObject({ samples: 4 });
    expect((await memory.syncCompetence()).domains).toMatchObject([{ applications: 4, added: 0 }]);
  });

  it('where little goes well nothing risky is offered, and a weak field counts half', async () => {
    const risky = { title: 'Rewrite the whole schema', description: 'Migrate the database in one go.', content: 'Rewrite the database schema in one migration.', preconditions: [], risk: 'high' };
    const careful = { title: 'Add a column', description: 'Migrate the database step by step.', content: 'Migrate the database by one column at a time.', preconditions: [], risk: 'low' };
    const memory = await advisedBy(risky, careful);
    await memory.learn([run('migrate the database', ['alter_table'], 'success', { domain: 'databases' })]);
    const ask = () => memory.chooseStrategy({ task: 'migrate the database', domain: 'databases' });
    const before = await ask();
    expect(before.strategies.map(({ title }) => title).sort()).toEqual(['Add a column', 'Rewrite the whole schema']);
    for (let at = 0; at < 8; at++) await memory.observe({ task: { capability: 'databases', success: false, domain: 'databases' } });
    const after = await ask();
    expect(after.strategies.map(({ title }) => title)).toEqual(['Add a column']);
    expect(after.leftOut).toMatchObject([{ title: 'Rewrite the whole schema', why: expect.stringContaining('risky') }]);
    const { accuracy } = (await memory.introspect({ task: 'databases' })).estimate!;
    expect(after.strategies[0]!.competence).toBeCloseTo(accuracy / 2, 9);
  });
});

describe('a task, made ready, done and learned from (P8, P13)', () => {
  it('goes through all three paradigms, and what it throws is learned from, too', async () => {
    const { memory } = await openTestMemory();
    const id = await refunding(memory);
    const done = await memory.execute({ task: 'refund a parcel', domain: 'shop' }, async ({ strategy, action, probability }) => {
      expect(strategy!.id).toBe(id);
      expect(action).toContain('look up order');
      expect(probability).toBeGreaterThan(0.5);
      return { status: 'success', trajectory: { steps: [{ action: 'look_up_order' }, { action: 'refund_payment' }] } };
    });
    expect(done.conclusion).toMatchObject({ succeeded: true, strategy: { id, applications: 1, successes: 1 }, predictions: [{ came: true }], competence: { samples: 1 } });
    const better = await memory.shouldAttempt({ task: 'refund a parcel', domain: 'shop' });
    expect(better).toMatchObject({ past: { attempts: 1, successes: 1 }, parts: { pastSuccess: 1, strategy: 1 } });
    expect(better.score).toBeGreaterThan(done.prepared.advice.score);
    await expect(memory.execute({ task: 'refund a parcel', domain: 'shop' }, () => Promise.reject(new Error('the till is jammed')))).rejects.toThrow('the till is jammed');
    const { estimate } = await memory.introspect({ task: 'shop' });
    expect(estimate).toMatchObject({ samples: 2, failureModes: [{ mode: 'the till is jammed' }] });
    expect((await memory.recall('What is known of the till?')).results.map(({ content }) => content)).toContain('Discovered a way of failing at shop: the till is jammed.');
    expect((await memory.execute({ task: 'refund a parcel', domain: 'shop' }, () => Promise.resolve(null))).conclusion).toBeNull();
  });

  it('preferences, a pattern, a goal and a strategy move in one change that is there whole', async () => {
    const { memory } = await openTestMemory();
    const id = await refunding(memory);
    const { goal, sequence: before } = await memory.setGoal({ description: 'Refund all parcels of March' });
    const first = await memory.conclude({ query: 'refund a lamp', status: 'success', strategy: id as never, preferences: [{ topic: 'lamps', statement: 'Ana likes old lamps.' }], pattern: { text: 'Lamps are fragile.', confidence: 0.95 }, goal: { id: goal.id, progress: 0.4 } });
    expect(first.told).toHaveLength(2);
    expect(first.goal).toEqual({ id: goal.id, progress: 0.4, status: 'active' });
    expect(first.sequence).toBe(before + 1);
    const second = await memory.conclude({ query: 'refund a lamp', status: 'success', preferences: [{ topic: 'lamps', statement: 'Ana likes old lamps.' }], pattern: { text: 'Lamps break at night.', confidence: 0.6 }, goal: { id: goal.id, progress: 0.6 } });
    expect(second.beliefs).toMatchObject([{ before: 0.6 }]);
    expect(second.beliefs[0]!.after).toBeGreaterThan(0.6);
    expect(second.told).toEqual([]);
    expect(second.goal).toMatchObject({ progress: 1, status: 'completed' });
    const third = await memory.conclude({ query: 'refund a lamp', status: 'unknown', strategy: id as never, capability: 'refunds' });
    expect(third).toMatchObject({ succeeded: false, competence: null, strategy: { applications: 1 } });
  });

  it('refuses what it cannot learn from, and then nothing is changed', async () => {
    const { memory } = await openTestMemory();
    const { changes: before } = await memory.stats();
    const refused = (input: object) => memory.conclude({ query: 'refund', status: 'success', ...input });
    await expect(refused({ predictions: [{ id: 'p_0000000000000' }] })).rejects.toMatchObject({ code: 'not_found' });
    await expect(refused({ strategy: 's_0000000000000' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(refused({ goal: { id: 'g_0000000000000', progress: 0.1 } })).rejects.toMatchObject({ code: 'not_found', field: 'goal.id' });
    await expect(refused({ predicted: 1.2 })).rejects.toMatchObject({ code: 'invalid_input', field: 'interaction.predicted' });
    await expect(refused({ status: undefined })).rejects.toMatchObject({ code: 'invalid_input', field: 'interaction.status' });
    await expect(memory.learn([{ query: 'refund', steps: [{ action: 'pay' }] } as never])).rejects.toMatchObject({ code: 'invalid_input', field: 'trajectories.0.outcome' });
    const { id } = await memory.predict({ action: 'pay', state: ['paid'], probability: 0.5 });
    await expect(refused({ status: 'unknown', predictions: [{ id }] })).rejects.toMatchObject({ code: 'invalid_input', field: 'interaction.predictions' });
    expect((await memory.stats()).changes).toBe(before + 1);
  });
});

describe('a goal is pursued (P9)', () => {
  it('free steps come first, what memory knows blocks no more, and the last step completes it', async () => {
    const { memory } = await openTestMemory();
    const { goal } = await memory.setGoal({ description: 'Open the bakery' });
    const { subgoals } = await memory.decompose({ id: goal.id, subgoals: [{ description: 'Rent the corner shop' }, { description: 'Bake the first bread', after: [0] }] });
    const [rent, bake] = subgoals.map((each) => each.goal.id) as [typeof goal.id, typeof goal.id];
    await memory.planGoal({ id: rent, blockers: [{ what: 'the rent of the corner shop', kind: 'knowledge' }] });
    const first = await memory.pursue({ id: goal.id });
    expect(first.notices).toEqual([]);
    expect(first.ready).toEqual([]);
    expect(first.blocked.map(({ because }) => because)).toEqual(expect.arrayContaining([['the rent of the corner shop'], ['waits for “Rent the corner shop”']]));
    await memory.rememberAll(['The rent of the corner shop is 900 euros.', 'The rent of the corner shop is due on the first of the month.', 'The rent of the corner shop includes water.']);
    const second = await memory.pursue({ id: goal.id });
    expect(second.closed).toEqual(['the rent of the corner shop']);
    expect(second.ready.map(({ id }) => id)).toEqual([rent]);
    const seen: string[] = [];
    const { changes } = await memory.stats();
    await memory.pursue({ id: goal.id, outcomes: [{ goal: rent, success: false }] });
    expect((await memory.stats()).changes).toBe(changes + 1);
    const { pursuit, done } = await memory.pursueBy({ id: goal.id }, (step) => (seen.push(step.description), Promise.resolve({ status: 'success' as const })));
    expect(seen).toEqual(['Rent the corner shop', 'Bake the first bread']);
    expect(done).toEqual([{ goal: rent, success: true }, { goal: bake, success: true }]);
    expect(pursuit).toMatchObject({ progress: 1, ready: [], goal: { status: 'completed' } });
    await expect(memory.pursue({ id: 'g_0000000000000' as never })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is broken down, rid of what memory knows and worked on in one change', async () => {
    const { memory } = await openTestMemory();
    await refunding(memory);
    const { goal } = await memory.setGoal({ description: 'Refund a parcel' });
    await memory.planGoal({ id: goal.id, blockers: [{ what: 'refund a parcel', kind: 'skill' }] });
    const { changes } = await memory.stats();
    const { goal: after, closed, ready, blocked } = await memory.pursue({ id: goal.id, outcomes: [{ goal: goal.id, success: false }] });
    expect((await memory.stats()).changes).toBe(changes + 1);
    expect(closed).toEqual(['refund a parcel']);
    expect(after.id).toBe(goal.id);
    expect(ready.map(({ description }) => description)).toEqual(['Look up order']);
    expect(blocked).toHaveLength(2);
    const { goals } = await memory.goals();
    expect(goals).toHaveLength(4);
    // Nothing is left to do: nothing is written.
    await memory.pursue({ id: goal.id });
    expect((await memory.stats()).changes).toBe(changes + 1);
  });

  it('a step that failed stays open, and one of another goal is refused', async () => {
    const { memory } = await openTestMemory();
    const { goal } = await memory.setGoal({ description: 'Open the bakery' });
    const { goal: other } = await memory.setGoal({ description: 'Learn to swim' });
    const { subgoals } = await memory.decompose({ id: goal.id, subgoals: [{ description: 'Buy flour' }, { description: 'Buy an oven' }] });
    const step = subgoals[0]!.goal.id;
    expect(await memory.pursue({ id: goal.id, outcomes: [{ goal: step, success: false }] })).toMatchObject({ progress: 0, goal: { status: 'active' } });
    expect(await memory.pursue({ id: goal.id, outcomes: [{ goal: step, success: true }] })).toMatchObject({ progress: expect.closeTo(1 / 3, 9) });
    await expect(memory.pursue({ id: subgoals[1]!.goal.id, outcomes: [{ goal: other.id, success: true }] })).rejects.toMatchObject({ code: 'invalid_input', field: 'pursuit.outcomes' });
  });
});

describe('whether to attempt, and what to learn (P10, P11)', () => {
  it('goes from attempt to decline as failures come in, by the four parts', async () => {
    const { memory, clock } = await openTestMemory();
    const ask = () => memory.shouldAttempt({ task: 'solder the antenna', domain: 'soldering' });
    expect(await ask()).toMatchObject({ decision: 'attempt_with_caveat', score: expect.closeTo(0.3 * 0.75 + 0.7 * 0.5, 9), past: { attempts: 0 } });
    for (let at = 0; at < 6; at++) {
      await memory.conclude({ query: 'solder the antenna', status: 'failure', failureReason: 'the antenna burns', capability: 'soldering', domain: 'soldering' });
      clock.advance(DAY);
    }
    const worse = await ask();
    expect(worse).toMatchObject({ parts: { pastSuccess: 0, competence: 0.3 }, risks: ['the antenna burns'] });
    expect(worse.score).toBeCloseTo(0.3 * 0.3 + 0.25 * 0.5 + 0.2 * 0.5 - 0.1, 9);
    expect(worse.decision).toBe('decline');
    const { prepared, conclusion } = await memory.execute({ task: 'solder the antenna', domain: 'soldering' }, () => Promise.reject(new Error('must not be done')));
    expect([prepared.advice.decision, conclusion]).toEqual(['decline', null]);
    const { priorities } = await memory.learningPriorities();
    expect(priorities).toContainEqual(expect.objectContaining({ kind: 'recurring_failure', what: 'the antenna burns (6 times)', impact: expect.closeTo(0.6, 9) }));
    expect(priorities.map(({ kind }) => kind)).toContain('competence_gap');
  });

  it('what blocks pressing goals comes first, unsure beliefs that touch goals after', async () => {
    const { memory } = await openTestMemory();
    const { goal } = await memory.setGoal({ description: 'Sail to Iceland' });
    await memory.planGoal({ id: goal.id, priority: 'critical', blockers: [{ what: 'the tides at Reykjavik', kind: 'knowledge' }] });
    const { id } = await memory.remember({ content: 'Iceland is easy to sail to.', kind: 'opinion', confidence: 0.4 });
    const { priorities, total } = await memory.learningPriorities();
    expect(priorities.map(({ kind, impact }) => [kind, impact])).toEqual([['knowledge_gap', 1], ['uncertain_belief', 1]]);
    expect([total, priorities[1]!.memories]).toEqual([2, [id]]);
  });
});

describe('all of it at once (P12, P14)', () => {
  it('answers from what the question leads to, and a fact halves a forecast that it speaks against', async () => {
    const { memory } = await openTestMemory();
    for (let at = 0; at < 12; at++) await memory.observe({ transition: { action: 'call the ferry', state: ['the ferry comes'] } });
    const asked = 'What will happen if I call the ferry?';
    const before = await memory.synthesise({ query: asked, paradigms: ['declarative', 'predictive'] });
    expect(before.forecast).toMatchObject({ action: 'call the ferry', confidence: before.forecast!.simulation.confidence });
    const { id } = await memory.remember('The ferry does not come.');
    const after = await memory.synthesise({ query: asked, paradigms: ['declarative', 'predictive'] });
    expect(after.forecast!.confidence).toBeCloseTo(before.forecast!.confidence / 2, 9);
    expect(after.caveats.join()).toContain(id);
    expect(after.text).toContain(`The ferry does not come. [${id}]`);
    expect((await memory.synthesise(asked)).paradigms.value).toEqual(['predictive']);
    expect((await memory.synthesise({ query: 'zebra', paradigms: ['declarative'] })).text).not.toBe('');
  });

  it('keeps to budgets that are asked for, and tells what it left out', async () => {
    const clock = testClock();
    let [ticks, pace] = [0, 0];
    const { memory } = await openTestMemory({ clock: { ...clock, ticks: () => (ticks += pace) } });
    await refunding(memory);
    await memory.remember({ content: 'Ana prefers brief answers about refunds.', kind: 'opinion' });
    await memory.remember('A refund of a parcel takes three days.');
    const asked = { query: 'How do I refund a parcel, and will it work?', paradigms: ['declarative', 'procedural', 'predictive'] as ('declarative' | 'procedural' | 'predictive')[] };
    const whole = await memory.synthesise({ ...asked, budgets: {} });
    expect(whole).toMatchObject({ leftOut: [], overBudget: [] });
    expect([whole.facts.length, whole.preferences.length, whole.strategies.length]).toEqual([1, 1, 1]);

    const none = await memory.synthesise({ ...asked, budgets: { all: 0 } });
    expect(none).toMatchObject({ facts: [], preferences: [], strategies: [], forecast: null, goals: [], competence: null });
    expect(none.leftOut.map(({ what }) => what)).toEqual(['facts', 'preferences', 'strategies', 'the forecast', 'goals', 'competence']);
    expect(none.text).toContain('There was no time for facts');

    const hurried = await memory.synthesise({ ...asked, budgets: { declarative: 0 } });
    expect(hurried.leftOut.map(({ stage, what }) => [stage, what])).toEqual([['declarative', 'facts'], ['declarative', 'preferences']]);
    expect(hurried.strategies).toHaveLength(1);

    // Each look at the clock takes four milliseconds: the first piece of a stage is done, the next is not begun.
    pace = 4;
    const slow = await memory.synthesise({ ...asked, budgets: { declarative: 4, procedural: 4, simulate: 4 } });
    expect(slow.facts).toHaveLength(1);
    expect(slow.leftOut.map(({ what }) => what)).toEqual(['preferences', 'what the actions of “How to refund a parcel: look up order, check the policy, and then refund the payment” led to before', 'goals', 'competence']);
    expect(slow.overBudget).toContain('declarative');
    expect((await memory.synthesise(asked)).leftOut).toEqual([]);
    await expect(memory.synthesise({ ...asked, budgets: { all: -1 } })).rejects.toMatchObject({ code: 'invalid_input', field: 'synthesis.budgets.all' });
  });

  it('recall finds learned strategies in the procedural layer, with how they went', async () => {
    const { memory } = await openTestMemory();
    const id = await refunding(memory);
    await memory.strategyOutcome({ id, success: true });
    const rows = async (more: object = {}) => (await memory.recall({ query: 'How do I refund a parcel?', layers: ['procedural'], ...more })).layers!.procedural!.rows;
    expect(await rows()).toMatchObject([{ id, category: 'shop', successRate: 1, steps: ['Look up order', 'Check the policy', 'Refund the payment'] }]);
    expect(await rows({ speaker: 'Ana' })).toEqual([]);
    expect(await rows({ query: 'How tall is the lighthouse?' })).toEqual([]);
  });

  it('a preference that is kept is asked anew as soon as the bank changes', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.remember({ content: 'Ana prefers tea.', kind: 'opinion' });
    const drinks = async (asker: Mneme) => (await asker.synthesise({ query: 'What does Ana prefer to drink?', paradigms: ['declarative'] })).preferences.map(({ text }) => text);
    expect(await drinks(memory)).toEqual(['Ana prefers tea.']);
    const { memory: other } = await openTestMemory({ file });
    await other.remember({ content: 'Ana prefers coffee in the morning.', kind: 'opinion' });
    expect((await drinks(memory)).sort()).toEqual(['Ana prefers coffee in the morning.', 'Ana prefers tea.']);
  });

  it('each row of the matrix does what it says', async () => {
    const { memory, clock } = await openTestMemory();
    const { id: known } = await memory.remember('The lock of the shed is rusty.');
    clock.advance(1000);
    const predict = () => memory.predict({ action: 'open the shed', state: ['open'], probability: 0.8 });
    const first = await predict();
    expect(await memory.reconcile({ conflict: 'fact_prediction', fact: known, prediction: first.id as never })).toMatchObject({ moved: { before: 0.8, after: 0.4 } });
    clock.advance(1000);
    const { id: seen } = await memory.remember('The shed did not open.');
    expect(await memory.reconcile({ conflict: 'fact_prediction', fact: seen, prediction: first.id as never })).toMatchObject({ moved: { after: 0 } });
    expect((await memory.simulate({ actions: ['open the shed'] })).steps[0]!.state).toEqual(['not open']);

    const { goal } = await memory.setGoal({ description: 'Open the shed by noon' });
    const flagged = await memory.reconcile({ conflict: 'goal_fact', goal: goal.id, fact: seen });
    expect(flagged.question).toContain('The shed did not open.');
    expect((await memory.agenda()).goals[0]).toMatchObject({ goal: { status: 'suspended' }, blockers: [{ what: expect.stringContaining(seen) }] });

    const { id: belief } = await memory.remember({ content: 'The shed is easy to open.', kind: 'opinion', confidence: 0.7 });
    const moved = await memory.reconcile({ conflict: 'belief_evidence', belief, evidence: seen });
    expect(moved.moved!.after).toBeLessThan(0.7);
    expect(moved.moved!.after).toBeGreaterThan(0.4);

    const { id: id_ } = await memory.predict({ action: 'open the shed', probability: 0.3 });
    const wide = await memory.reconcile({ conflict: 'uncertain_prediction', prediction: id_ as never });
    expect(wide.interval![0]).toBeGreaterThanOrEqual(0);
    expect(wide.interval![1]).toBeLessThanOrEqual(1);
    const [low, high] = (await memory.world()).patterns[0]!.interval;
    expect(wide.interval![1] - wide.interval![0]).toBeGreaterThanOrEqual(Math.min(1, high - low));

    const id = await refunding(memory);
    for (let at = 0; at < 8; at++) await memory.observe({ task: { capability: 'shop', success: false } });
    const own = async () => (await memory.strategies({})).strategies.find((each) => each.id === id)!;
    const weigh = () => memory.reconcile({ conflict: 'strategy_competence', strategy: id as never });
    const found = async () => (await memory.strategies({ task: 'refund a parcel' })).strategies[0]!.score!;
    const full = await found();
    expect(await weigh()).toMatchObject({ moved: { of: id, before: 1, after: 0.5 } });
    expect((await own()).priority).toBe(0.5);
    expect(await found()).toBeCloseTo(full / 2, 9);
    const { changes } = await memory.stats();
    expect(await weigh()).toMatchObject({ moved: { before: 0.5, after: 0.5 } });
    expect((await memory.stats()).changes).toBe(changes);
    for (let at = 0; at < 30; at++) await memory.observe({ task: { capability: 'shop', success: true } });
    expect(await weigh()).toMatchObject({ moved: { before: 0.5, after: 1 } });
    expect(await found()).toBeCloseTo(full, 9);
    expect((await memory.reconcile({ conflict: 'strategies', task: 'refund a parcel' })).order).toContain(id);
    await expect(memory.reconcile({ conflict: 'strategies' })).rejects.toMatchObject({ code: 'invalid_input', field: 'reconcile.task' });
  });

  it('of an old and a new fact the newer holds, unless its source is much worse', async () => {
    const { memory, clock } = await openTestMemory();
    const say = async (content: string, source: 'user' | 'web') => {
      clock.advance(DAY);
      return (await memory.remember({ content, source })).id;
    };
    const settle = async (older: string, newer: string) => (await memory.reconcile({ conflict: 'facts', fact: older as never, other: newer as never })).order[0];
    const [a, b] = [await say('The pool size of the staging database is 20.', 'user'), await say('The pool size of the staging database is 30.', 'user')];
    expect(await settle(a, b)).toBe(b);
    const [c, d] = [await say('The port of the mail server is 25.', 'user'), await say('The port of the mail server is 587.', 'web')];
    expect(await settle(c, d)).toBe(c);
    await expect(memory.reconcile({ conflict: 'facts', fact: a, other: c })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('two handles on one file that learn at once lose nothing', async () => {
    const file = temporaryFile();
    const [{ memory: one }, { memory: two }] = [await openTestMemory({ file }), await openTestMemory({ file })];
    const id = await refunding(one);
    const conclude = (memory: Mneme, at: number) => memory.conclude({ query: `refund the parcel ${at}`, status: 'success', strategy: id as never, capability: 'refunding' });
    await Promise.all([...Array(4).keys()].flatMap((at) => [conclude(one, at), conclude(two, at + 10)]));
    expect((await two.introspect({ task: 'refunding' })).estimate).toMatchObject({ samples: 8 });
    expect((await two.strategies({})).strategies.find((each) => each.id === id)).toMatchObject({ applications: 8, successes: 8 });
  });
});
