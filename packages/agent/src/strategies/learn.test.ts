import { writeFileSync } from 'node:fs';
import type { BankName } from '@mneme/core/domain/ids.js';
import { describe, expect, it } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../test/support/open-test-memory.js';
import type { TrajectoryInput } from '@mneme/mneme/public-types.js';

const steps = (...actions: string[]) =>
  actions.map((action) => ({ action: { name: action, arguments: {} }, observation: 'ok' }));

const WELL: TrajectoryInput = {
  task: 'refund',
  query: 'I want to return a parcel.',
  steps: steps('get_order', 'check_policy', 'refund_order'),
  outcome: 'success',
  domain: 'shop',
};
const BADLY: TrajectoryInput = {
  task: 'refund',
  query: 'I want to return a parcel.',
  steps: steps('get_order', 'refund_order'),
  outcome: 'failure',
  domain: 'shop',
};
const again = (input: TrajectoryInput, at: number): TrajectoryInput => ({
  ...input,
  startedAt: at,
  steps: [...input.steps, ...steps(`tell_${at}`)],
});

const calls = (task: string, outcome: 'success' | 'failure', ...actions: string[]) => ({
  task,
  query: 'Reach the customer about the late parcel.',
  steps: steps(...actions),
  outcome,
  domain: 'shop',
});

describe('what must not be done', () => {
  const RUNS = [
    calls('reach', 'failure', 'get_order', 'phone_customer'),
    calls('reach', 'failure', 'phone_customer'),
    calls('reach', 'success', 'get_order', 'write_email'),
    calls('reach', 'success', 'get_order', 'write_email', 'tell'),
  ];
  const TASK = 'Reach the customer about the late parcel';

  it('is never a step: in lists, in the choice, in the task, in the procedural layer', async () => {
    const { memory } = await openTestMemory();
    await memory.strategies.learn(RUNS);
    const { strategies } = await memory.strategies.find();
    const warning = strategies.find(({ title }) => title.startsWith('Do not phone'));
    expect(warning).toMatchObject({ actions: [], avoids: ['phone_customer'] });
    expect(strategies.flatMap(({ actions }) => actions)).not.toContain('phone_customer');
    const choice = await memory.strategies.find({ task: TASK, limit: 10 });
    expect(choice.strategies.flatMap(({ actions }) => actions)).not.toContain('phone_customer');
    const prepared = (await memory.paradigms.synthesise({ query: TASK, prepare: true })).prepared!;
    expect(prepared.action).toBe('get the order, then write the email');
    expect(prepared.strategy?.fromSuccess).toBe(true);
    expect(prepared.caveats.join(' ')).toContain('Do not phone the customer');
    const { layers } = await memory.recall({ query: TASK, layers: ['procedural'] });
    const rows = layers?.procedural?.rows ?? [];
    expect(rows.flatMap((row) => row.steps).join(' ')).not.toMatch(/phone/i);
    expect(rows.flatMap((row) => row.avoids)).toContain('Do not phone the customer');
  });

  it('is no action where the warning is all that is known', async () => {
    const { memory } = await openTestMemory();
    await memory.strategies.learn([...RUNS.slice(0, 2), calls('reach', 'success', 'get_order')]);
    const { action, strategy } = (await memory.paradigms.synthesise({ query: TASK, prepare: true }))
      .prepared!;
    expect(strategy).toMatchObject({ actions: [] });
    expect(action).toMatch(/^(?:Do not phone|Beware)/);
  });

  it('is no step of what a language model wrote, either', async () => {
    const { memory } = await openTestMemory();
    const complete = () =>
      Promise.resolve({
        strategies: [
          {
            title: 'Write to the customer',
            description: 'How to reach a customer.',
            content: 'Call get_order and write_email. Never call phone_customer.',
            preconditions: [],
            risk: 'low',
          },
        ],
      });
    Object.assign(memory.care['bank'].parts, { languageModel: { id: 'scripted', complete } });
    await memory.strategies.learn([
      calls('reach', 'success', 'get_order', 'phone_customer', 'write_email'),
    ]);
    expect((await memory.strategies.find()).strategies[0]).toMatchObject({
      actions: ['get_order', 'write_email'],
      avoids: ['phone_customer'],
    });
  });
});

describe('learning from runs', () => {
  it('makes strategies, finds the one for a task, and ranks by how it goes', async () => {
    const { memory } = await openTestMemory();
    const report = await memory.strategies.learn([WELL, again(WELL, 1), BADLY, again(BADLY, 2)]);
    expect(report).toMatchObject({ learned: 4, known: 0, successes: 2, failures: 2 });
    expect(await memory.strategies.learn([WELL, BADLY])).toMatchObject({
      learned: 0,
      known: 2,
      added: 0,
      sequence: report.sequence,
    });
    const { strategies } = await memory.strategies.find({
      task: 'return a parcel and get the refund',
    });
    expect(strategies).toHaveLength(1);
    expect(strategies[0]).toMatchObject({
      title: 'How to return a parcel: get the order, check the policy, and then refund the order',
      level: 'task',
      applications: 0,
      successRate: null,
    });
    const all = (await memory.strategies.find()).strategies;
    const { id, promise: before } = all.find(
      ({ title }) => title === 'Check the policy before you refund the order',
    )!;
    await memory.strategies.recordOutcome({ id, success: true });
    const { strategy } = await memory.strategies.recordOutcome({
      id,
      success: false,
      failureMode: 'the policy page was down',
    });
    expect(strategy).toMatchObject({
      applications: 2,
      successes: 1,
      successRate: 0.5,
      failureModes: { 'the policy page was down': 1 },
    });
    expect(strategy.promise).toBeLessThan(before);
    // More evidence for the same advice keeps its record and its statistics.
    await memory.strategies.learn([again(WELL, 3)]);
    const kept = (
      await memory.strategies.find({ task: 'refund a parcel', limit: 9 })
    ).strategies.find((each) => each.id === id);
    expect(kept).toMatchObject({ applications: 2, support: { for: 3, against: 0 } });
  });

  it('reads files in each form, and refuses what it cannot read by place', async () => {
    const { memory } = await openTestMemory();
    const file = temporaryFile('runs.jsonl');
    const chat = {
      reward: 0,
      task_id: 3,
      messages: [
        { role: 'system', content: 'rules' },
        { role: 'user', content: 'Please cancel order 12.' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ function: { name: 'cancel_order', arguments: '{"id":12}' } }],
        },
        { role: 'tool', content: 'Error: order was shipped' },
        { role: 'assistant', content: 'Done.' },
      ],
    };
    writeFileSync(file, `${JSON.stringify(WELL)}\n${JSON.stringify(chat)}\n`);
    expect(await memory.strategies.learnFile(file, { domain: 'desk' })).toMatchObject({
      learned: 2,
      successes: 1,
      failures: 1,
    });
    expect(
      (await memory.strategies.find({ task: 'cancel an order', domain: 'desk' })).strategies[0]
        ?.title,
    ).toBe('Take “order was shipped” as a no when you cancel the order');
    writeFileSync(file, `${JSON.stringify(WELL)}\n{"query": \n`);
    await expect(memory.strategies.learnFile(file)).rejects.toMatchObject({
      code: 'malformed_import',
      message: expect.stringContaining('Line 2') as string,
    });
    const { outcome: _outcome, ...endless } = WELL;
    await expect(memory.strategies.learn([WELL, endless as TrajectoryInput])).rejects.toMatchObject(
      {
        code: 'invalid_input',
        field: 'trajectories.1.outcome',
      },
    );
    await expect(memory.strategies.learn([])).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(
      memory.strategies.recordOutcome({ id: 's_0000000000000', success: true }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps no secret of a run', async () => {
    const { memory } = await openTestMemory();
    await memory.strategies.learn([
      {
        ...WELL,
        query: 'I want to return a parcel; the password is kX9-vT4q-zz81.',
        failureReason: 'the password is kX9-vT4q-zz81 and was refused',
        outcome: 'failure',
      },
    ]);
    await memory.foresight.observe({
      transition: { action: 'mail', context: ['password: kX9-vT4q-zz81'], state: ['bounced'] },
    });
    const kept = JSON.stringify([
      await memory.strategies.find(),
      await memory.foresight.world(),
      await memory.care['bank'].parts.store.learned('test' as BankName, {}),
    ]);
    expect(kept).not.toContain('kX9-vT4q');
    expect(kept).toContain('REDACTED');
  });

  it('by a language model writes what it says, with its conditions, and falls back on rules', async () => {
    const advice = {
      title: 'Ask for the receipt first',
      description: 'For returns.',
      content: 'Ask for the receipt before the refund.',
      preconditions: ['the parcel was paid in cash'],
      risk: 'high',
    };
    let fails = false;
    const languageModel = {
      id: 'fake',
      complete: () =>
        fails
          ? Promise.reject(new Error('gone'))
          : Promise.resolve({ strategies: [advice] } as never),
    };
    const { memory } = await openTestMemory();
    Object.assign(memory.care['bank'].parts, { languageModel });
    const { strategies } = await memory.strategies.learn([WELL, BADLY]);
    expect(strategies).toMatchObject([{ title: 'Ask for the receipt first', level: 'task' }]);
    const task = 'refund with a receipt';
    expect((await memory.strategies.find({ task })).strategies[0]?.conditions).toEqual([
      { condition: 'the parcel was paid in cash', state: 'unknown' },
    ]);
    const ruled = await memory.strategies.find({
      task,
      facts: ['The parcel was not paid in cash.'],
    });
    expect([ruled.strategies.length, ruled.leftOut.map(({ title }) => title)]).toEqual([
      0,
      ['Ask for the receipt first'],
    ]);
    fails = true;
    const { notices, added } = await memory.strategies.learn([again(WELL, 1), again(BADLY, 2)]);
    expect(notices[0]).toContain('gone');
    expect(added).toBeGreaterThan(0);
  });

  it('puts near strategies under one that counts for more, and does so once', async () => {
    const { memory } = await openTestMemory();
    for (const thing of ['parcel', 'letter', 'box', 'crate']) {
      await memory.strategies.learn([
        { ...WELL, task: thing, query: `I want to return a ${thing}.` },
        { ...BADLY, task: thing, query: `I want to return a ${thing}.` },
        again({ ...WELL, task: thing, query: `I want to return a ${thing}.` }, 7),
      ]);
    }
    const { parts } = await memory.dreams.dream();
    const [cluster] = parts.filter(({ kind }) => kind === 'compress');
    const listed = (await memory.strategies.find({ limit: 50 })).strategies;
    const made = listed.find(({ subsumes }) => subsumes.length > 0);
    expect(cluster?.why).toContain(made?.id);
    expect(made?.subsumes.length).toBeGreaterThanOrEqual(3);
    const { strategies } = await memory.strategies.find({
      task: 'check the policy before a refund of the order',
      limit: 20,
    });
    const abstract = strategies.find(({ id }) => id === made?.id);
    const member = strategies.find(({ id }) => id === made?.subsumes[0]);
    expect(member?.subsumedBy).toBe(made?.id);
    expect(abstract?.score).toBeGreaterThan(member?.score ?? 1);
    const next = await memory.dreams.dream();
    expect(next.parts.filter(({ kind }) => kind === 'compress')).toEqual([]);
    await memory.undo(cluster?.reversal ?? '');
    const undone = (await memory.strategies.find({ limit: 50 })).strategies;
    expect(undone.some(({ subsumes }) => subsumes.length > 0)).toBe(false);
  });
});
