/** Bad input to turns: long answers, failing models, nonsense, edits of removed claims, conflicting people. */
import { expect, it } from 'vitest';
import { openModelServer } from '../../../../test/support/model-server.js';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';
import { STAGES } from './artifact.js';

const ANSWERS = [
  { model: 'llama', text: 'It must not wobble at full height. Bamboo tops are pretty.' },
  { model: 'qwen', text: 'It must not wobble at full height, stability is all.' },
];

const turnOf = (memory: Mneme, answers: Parameters<Mneme['dialogue']['turn']>[0]['answers']) =>
  memory.dialogue.turn({ session: 'desk', query: 'Which desk?', answers });

async function open() {
  const { memory } = await openTestMemory();
  const { turn, reversal } = await turnOf(memory, ANSWERS);
  return { memory, turn, reversal: reversal! };
}

async function openWithModel() {
  const server = await openModelServer();
  const { memory } = await openTestMemory({
    languageModel: { url: server.url, model: 'writer', timeoutMs: 20_000 },
    wait: () => Promise.resolve(),
  });
  const { turn } = await memory.dialogue.turn({
    ...{ session: 'desk', query: 'Which desk?', answers: ANSWERS },
    mapper: 'rules',
  });
  const say = (content: string): void =>
    server.behave(() => ({ body: { choices: [{ message: { content } }] } }));
  return { memory, turn, say };
}

it('an answer of 100 KB is taken, alone or beside others, and what was not read is told; a larger one is refused', async () => {
  const { memory } = await openTestMemory();
  const long = {
    model: 'llama',
    text: Array.from({ length: 3_000 }, (_, at) => `Point ${at} speaks of matter ${at * 7}.`).join(
      ' ',
    ),
  };
  expect(long.text.length).toBeGreaterThan(100_000);
  for (const answers of [[long], [long, ANSWERS[1]!]]) {
    const { turn, notes, answers: received } = await turnOf(memory, answers);
    expect(received[0]).toMatchObject({ characters: long.text.length, failed: null });
    expect(notes.join()).toMatch(/not read/);
    expect(JSON.stringify((await memory.dialogue.read({ turn })).shown!).length).toBeLessThan(
      60_000,
    );
  }
  expect((await memory.dialogue.read({ session: 'desk' })).bridge!.text.length).toBeLessThan(
    10_000,
  );
  const larger = { model: 'llama', text: 'Oak. '.repeat(40_001) };
  await expect(turnOf(memory, [larger, ANSWERS[1]!])).rejects.toMatchObject({
    code: 'invalid_input',
    field: 'turn.answers.0.text',
  });
  expect((await memory.dialogue.read()).turns).toHaveLength(2);
});

it('models that all fail are named with their reasons', async () => {
  const { memory } = await openTestMemory();
  await expect(
    turnOf(memory, [
      { model: 'llama', failed: 'connection refused' },
      { model: 'qwen', text: ' ' },
    ]),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    hint: 'Ask again: llama: connection refused; qwen: it said nothing.',
  });
  expect((await memory.dialogue.read({ session: 'desk' })).bridge!).toEqual({
    bridge: null,
    text: '',
  });
});

it.each(['{"half":', '[]', '{"tests":[{"claim":"c99"}],"primary":"c99"}', ''])(
  'a model that says %j gives no stage, and the turn stands as it was',
  async (content) => {
    const { memory, turn, say } = await openWithModel();
    say(content);
    const before = (await memory.dialogue.read({ turn })).shown!;
    for (const stage of STAGES) {
      const { made, output, reversal, failed } = await memory.dialogue.stage({ turn, stage });
      expect({ made, output, reversal }).toEqual({ made: false, output: null, reversal: null });
      expect(failed).toBeTruthy();
    }
    expect((await memory.dialogue.read({ turn })).shown!).toEqual(before);
  },
);

it('a verdict on a claim that the turn does not have is none', async () => {
  const { memory, turn, say } = await openWithModel();
  const passed = { specific: true, robust: true, optimal: true, nonObvious: true };
  const verdict = {
    optimalEnd: 'A desk that stands.',
    tests: [
      {
        claim: 'c99',
        ...passed,
        ...{ superior: true, reliable: true, integrates: true, because: 'It holds.' },
      },
    ],
    answer: { statement: 'Buy it.', reasoning: 'It holds.', nextStep: null },
    primary: 'c99',
    conditional: [],
    theVoid: null,
    alignment: 1,
  };
  say(JSON.stringify(verdict));
  const { made, failed } = await memory.dialogue.stage({ turn, stage: 'decide' });
  expect({ made, failed }).toEqual({ made: false, failed: 'no claim came through its tests' });
});

it('a turn that was undone takes neither edit nor stage', async () => {
  const { memory, turn, reversal } = await open();
  await memory.undo(reversal);
  await expect(memory.dialogue.curate({ turn, add: ['A drawer.'] })).rejects.toMatchObject({
    code: 'not_found',
    field: 'curate.turn',
  });
  await expect(memory.dialogue.stage({ turn, stage: 'understand' })).rejects.toMatchObject({
    code: 'not_found',
    field: 'stage.turn',
  });
  expect((await memory.dialogue.read()).turns).toEqual([]);
});

it('a claim added after another one was undone displaces none', async () => {
  const { memory, turn } = await open();
  const first = await memory.as('Ana').dialogue.curate({ turn, add: ['It needs a drawer.'] });
  await memory.as('Ben').dialogue.curate({ turn, add: ['It has to fit under a slope.'] });
  await memory.undo(first.reversal!);
  const { curated } = await memory.dialogue.curate({ turn, add: ['We have a cat.'] });
  expect(curated.claims.filter(({ added }) => added).map(({ id, text }) => [id, text])).toEqual([
    ['u2', 'It has to fit under a slope.'],
    ['u3', 'We have a cat.'],
  ]);
});

it('a claim added after the only one was undone leaves that one its number, for when it is brought back', async () => {
  const { memory, turn } = await open();
  const first = await memory.as('Ana').dialogue.curate({ turn, add: ['It needs a drawer.'] });
  const { reversal } = await memory.undo(first.reversal!);
  await memory.dialogue.curate({ turn, add: ['We have a cat.'] });
  await memory.undo(reversal!);
  const { curated } = (await memory.dialogue.read({ turn })).shown!;
  expect(curated.claims.filter(({ added }) => added).map(({ id, text }) => [id, text])).toEqual([
    ['u1', 'It needs a drawer.'],
    ['u2', 'We have a cat.'],
  ]);
});

it('a correction of a claim whose adding was undone does not bring it back', async () => {
  const { memory, turn } = await open();
  const before = (await memory.dialogue.read({ turn })).shown!.curated.claims;
  const { reversal } = await memory.as('Ana').dialogue.curate({ turn, add: ['A drawer.'] });
  await memory
    .as('Ben')
    .dialogue.curate({ turn, modify: [{ claim: 'u1', text: 'Two drawers.' }], elevate: ['u1'] });
  await memory.undo(reversal!);
  expect((await memory.dialogue.read({ turn })).shown!.curated.claims).toEqual(before);
  expect((await memory.dialogue.read({ session: 'desk' })).bridge!.text).not.toContain('drawer');
});

it('of two people who edit what both saw, one is taken and one is told', async () => {
  const { memory, turn } = await open();
  const outcomes = await Promise.allSettled(
    ['Ana', 'Ben'].map((by) =>
      memory.as(by).dialogue.curate({ turn, seen: 0, remove: [{ claim: 'c1', reason: 'noise' }] }),
    ),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'conflict', field: 'curate.seen' },
  });
  expect((await memory.dialogue.read({ turn })).shown!.edits).toHaveLength(1);
});

it('an override that replaced another one gives way to it again when it is undone', async () => {
  const { memory, turn } = await open();
  await memory.as('Ana').dialogue.curate({ turn, topology: 'contested', ghost: 'Who pays?' });
  const { reversal } = await memory
    .as('Ben')
    .dialogue.curate({ turn, topology: 'dimensional', ghost: null });
  await memory.undo(reversal!);
  const { curated } = (await memory.dialogue.read({ turn })).shown!;
  expect(curated).toMatchObject({ topology: 'contested', ghost: 'Who pays?' });
  expect((await memory.dialogue.read({ session: 'desk' })).bridge!.bridge?.openEdges).toEqual([
    'Who pays?',
  ]);
});
