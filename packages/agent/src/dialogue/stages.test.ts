/** Mapper and stages with a language model behind a real server: valid, wrong and malformed answers, no answer. */
import { describe, expect, it } from 'vitest';
import { openModelServer, type Reply } from '../../../../test/support/model-server.js';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { confidenceOf, outcomeOf, verdictOf, type GauntletAnswer } from './ask-stage.js';

const say = (answer: unknown): Reply => ({
  body: {
    choices: [
      { message: { content: typeof answer === 'string' ? answer : JSON.stringify(answer) } },
    ],
  },
});

async function open() {
  const server = await openModelServer();
  const { memory } = await openTestMemory({
    languageModel: { url: server.url, model: 'writer', timeoutMs: 20_000 },
    wait: () => Promise.resolve(),
  });
  return { server, memory };
}

const ASKED = {
  session: 'vans',
  query: 'Lease or buy the vans?',
  answers: [
    { model: 'llama', text: 'Lease them, the batteries age.' },
    { model: 'qwen', text: 'Batteries age quickly, so lease the vans. Wash them weekly.' },
    { model: 'phi', text: 'Buying is cheaper over six years.' },
  ],
};
const CLAIM = { dimension: 'cost', appliesWhen: null };
const CONSENSUS = {
  claims: [
    { text: 'Lease the vans, as batteries age.', supporters: [1, 2], ...CLAIM },
    // No answer supports this: it is dropped.
    { text: 'Electricity prices will triple soon.', supporters: [1, 3], ...CLAIM },
  ],
};
const OUTLIERS = {
  outliers: [
    {
      insight: 'Buying is cheaper over six years.',
      source: 3,
      type: 'supplemental',
      context: 'Buying is cheaper over six years.',
      ...CLAIM,
    },
    {
      insight: 'Wash them weekly.',
      source: 2,
      type: 'supplemental',
      context: 'Wash them weekly.',
      ...CLAIM,
    },
  ],
};
const COLLAPSED = {
  equivalent: [],
  tensions: [
    { between: ['c1', 'o1'], type: 'conflicts', axis: 'cost' },
    { between: ['c1', 'o9'], type: 'conflicts', axis: null },
  ],
  links: [],
  ghost: 'How far do they drive a day?',
};
const FRAME = {
  shortAnswer: 'Leasing is a bet on batteries.',
  longAnswer: 'It depends on how they age.',
  theOne: null,
  theEcho: { position: 'Buying is cheaper over six years.', source: 'phi', merit: 'It is.' },
};

/** The last request to the model. */
const lastAsked = (server: Awaited<ReturnType<typeof open>>['server']): string =>
  JSON.stringify(server.requests.at(-1)?.body['messages']);

describe('the mapper with a language model', () => {
  it('makes three passes and keeps what the answers bear out', async () => {
    const { server, memory } = await open();
    const replies = [say(CONSENSUS), say(OUTLIERS), say(COLLAPSED)];
    server.behave(...replies.map((reply) => () => reply));
    const { artifact, notes } = await memory.dialogue.turn(ASKED);
    expect(server.requests).toHaveLength(3);
    expect(artifact.by).toContain('writer');
    expect(artifact.claims.map(({ id, supporters }) => [id, supporters])).toEqual([
      ['c1', ['llama', 'qwen']],
      ['o1', ['phi']],
      ['o2', ['qwen']],
    ]);
    expect(artifact.tensions).toHaveLength(1);
    expect(artifact.claims[1]?.outlier).toBe('frame_challenger');
    expect(artifact).toMatchObject({
      topology: 'contested',
      ghost: 'How far do they drive a day?',
    });
    expect(notes).toEqual([]);
  });

  it.each([
    ['nonsense', () => say('no json at all')],
    ['an error', () => ({ status: 500, body: 'broken' })],
  ] as const)('is done by rules where the first pass gives %s, and says so', async (_, reply) => {
    const { server, memory } = await open();
    server.behave(reply);
    const { artifact, notes } = await memory.dialogue.turn(ASKED);
    expect(artifact.by).toBe('rules');
    expect(artifact.claims.length).toBeGreaterThan(1);
    expect(notes.join()).toMatch(/mapped by rules: the language model failed/);
  });

  it('keeps the first pass where a later one fails', async () => {
    const { server, memory } = await open();
    server.behave(
      () => say(CONSENSUS),
      () => say('{}'),
    );
    const { artifact, notes } = await memory.dialogue.turn(ASKED);
    expect(artifact.claims.map(({ id }) => id)).toEqual(['c1']);
    expect(notes).toMatchObject(
      [/^no outliers/, /^no tensions/].map((each) => expect.stringMatching(each) as string),
    );
  });
});

describe('a stage', () => {
  async function asked() {
    const { server, memory } = await open();
    const { turn } = await memory.dialogue.turn({ ...ASKED, mapper: 'rules' });
    expect(server.requests).toHaveLength(0);
    return { server, memory, turn };
  }

  it('that fails leaves the layer before it, and says why', async () => {
    const { server, memory, turn } = await asked();
    server.behave(
      () => say(FRAME),
      () => say('{"finalWord": 5}'),
    );
    const frame = await memory.dialogue.stage({ turn, stage: 'understand' });
    expect(frame).toMatchObject({ made: true, orientation: 'frame', target: 'the_echo' });
    const refined = await memory.dialogue.stage({ turn, stage: 'refiner' });
    expect(refined).toMatchObject({ made: false, output: null, reversal: null });
    expect(refined.failed).toMatch(/form/);
    expect(refined.bridge).toEqual(frame.bridge);
    expect(refined.bridge.conclusion).toEqual({
      text: 'Leasing is a bet on batteries.',
      source: 'understand',
    });
  });

  it('is oriented by what it is given, and never shows a model what it may not take for an order', async () => {
    const { server, memory, turn } = await asked();
    const early = await memory.dialogue.stage({ turn, stage: 'refiner' });
    expect(early.failed).toMatch(/needs a frame or a verdict/);
    server.behave(
      () => say(FRAME),
      () => say({ finalWord: null, theOne: null, theEcho: null, theStep: null }),
    );
    await memory.dialogue.stage({ turn, stage: 'understand' });
    await memory.dialogue.stage({ turn, stage: 'refiner' });
    expect(lastAsked(server)).toMatch(/You are given a FRAME/);
    expect(lastAsked(server)).toMatch(/never an instruction/);
  });

  it('gets the person’s edits: the frame must hold them, the antagonist aims at their question', async () => {
    const { server, memory, turn } = await asked();
    await memory.dialogue.curate({
      turn,
      add: ['We drive 300 km a day.'],
      remove: [{ claim: 'o1', reason: 'noise' }],
      ghost: 'What does insurance cost?',
    });
    server.behave(() => say(FRAME));
    await memory.dialogue.stage({ turn, stage: 'understand' });
    expect(lastAsked(server)).toMatch(/weigh more than anything[^]*300 km a day/);
    await memory.dialogue.stage({ turn, stage: 'antagonist' });
    expect(lastAsked(server)).toMatch(/Aim the question at this[^]*What does insurance cost/);
  });

  it('decides by tests: who survives and how sure it is follows by rule', async () => {
    const { server, memory, turn } = await asked();
    const passed = { specific: true, robust: true, optimal: true, nonObvious: true };
    const failed = { specific: true, robust: false, optimal: false, nonObvious: false };
    const more = { superior: false, reliable: false, integrates: false, because: 'So it is.' };
    server.behave(() =>
      say({
        optimalEnd: 'Cheap vans that run.',
        tests: [
          {
            claim: 'c1',
            ...passed,
            superior: null,
            reliable: null,
            integrates: null,
            because: 'It holds.',
          },
          { claim: 'o2', ...failed, ...more },
        ],
        answer: {
          statement: 'Lease them.',
          reasoning: 'Batteries age.',
          nextStep: 'Ask for offers.',
        },
        primary: 'c1',
        conditional: [],
        theVoid: 'What happens after an accident',
        alignment: 0.5,
      }),
    );
    const { output, bridge, target } = await memory.dialogue.stage({ turn, stage: 'decide' });
    expect(output?.['confidence']).toMatchObject({
      score: expect.closeTo(0.4 * (2 / 3) + 0.3 + 0.15, 6) as number,
    });
    expect(output?.['eliminated']).toHaveLength(1);
    expect(bridge).toMatchObject({
      nextStep: 'Ask for offers.',
      openEdges: ['What happens after an accident'],
    });
    expect(target).toBe('the_void');
  });

  it('takes the output of a model of the caller’s own, if it has the form', async () => {
    const { memory, turn } = await asked();
    const wrong = await memory.dialogue.stage({
      turn,
      stage: 'understand',
      output: { text: 'no' },
    });
    expect(wrong.made).toBe(false);
    const right = await memory.dialogue.stage({ turn, stage: 'understand', output: FRAME });
    expect(right.made).toBe(true);
    await memory.undo(right.reversal!);
    expect((await memory.dialogue.read({ turn })).shown!.understand).toBeNull();
  });

  it('says that there is no language model where there is none', async () => {
    const { memory } = await openTestMemory();
    const { turn, notes } = await memory.dialogue.turn({ ...ASKED, mapper: 'model' });
    expect(notes).toEqual(['mapped by rules: no language model is configured']);
    expect((await memory.dialogue.stage({ turn, stage: 'understand' })).failed).toBe(
      'no language model is configured',
    );
  });

  it('gives the prompt for the caller’s model where there is none, and takes its answer', async () => {
    const { memory } = await openTestMemory();
    const { turn, artifact } = await memory.dialogue.turn(ASKED);
    const asked = await memory.dialogue.stage({ turn, stage: 'understand' });
    expect(asked).toMatchObject({ made: false, output: null });
    expect(asked.prompt?.text).toContain(artifact.claims[0]!.text);
    expect(asked.prompt?.answer).toMatchObject({ required: Object.keys(FRAME) });
    const { text } = (await memory.dialogue.stage({ turn, stage: 'decide' })).prompt!;
    expect(text).toContain('Then decide');
    // The answer to the prompt of `decide` is accepted as it is; survivors are derived by rule.
    const passed = { specific: true, robust: true, optimal: true, nonObvious: true };
    const { id, kind } = artifact.claims[0]!;
    const beside = kind === 'outlier' ? true : null;
    const decided = await memory.dialogue.stage({
      turn,
      stage: 'decide',
      output: {
        optimalEnd: 'It holds.',
        tests: [
          {
            claim: id,
            ...passed,
            ...{ superior: beside, reliable: beside, integrates: beside, because: 'It holds.' },
          },
        ],
        answer: { statement: 'Do it.', reasoning: 'It holds.', nextStep: null },
        primary: id,
        conditional: [],
        theVoid: null,
        alignment: 1,
      },
    });
    expect(decided).toMatchObject({ made: true, failed: null, prompt: null });
    expect(decided.output).toMatchObject({ survivors: { primary: artifact.claims[0]!.text } });
  });
});

describe('the gauntlet', () => {
  const tests = (count: number, more = 0): GauntletAnswer['tests'][number] => ({
    claim: 'c1',
    specific: count > 0,
    robust: count > 1,
    optimal: count > 2,
    nonObvious: count > 3,
    superior: more > 0,
    reliable: more > 1,
    integrates: more > 2,
    because: 'x',
  });

  it.each([
    [4, 0, false, 'survives'],
    [2, 0, false, 'partial'],
    [1, 0, false, 'fails'],
    [4, 3, true, 'elevates'],
    [4, 2, true, 'survives'],
    [4, 0, true, 'partial'],
    [2, 1, true, 'fails'],
  ] as const)('%i tests and %i of one model’s alone: %s, %s', (base, more, outlier, outcome) => {
    expect(outcomeOf(tests(base, more), outlier)).toBe(outcome);
  });

  it('is surest where all agree, all survive and reach the end; nobody surviving is no clarity', () => {
    expect(confidenceOf(1, ['survives'], 1)).toMatchObject({ score: 1 });
    expect(confidenceOf(0, ['fails', 'partial'], 0)).toMatchObject({ score: 0 });
    expect(confidenceOf(0, ['survives', 'partial'], 0).score).toBeCloseTo(0.15);
  });

  it('has no verdict where nothing comes through', () => {
    const answer: GauntletAnswer = {
      optimalEnd: 'x',
      tests: [tests(0)],
      answer: { statement: 'x', reasoning: 'x', nextStep: null },
      primary: 'c1',
      conditional: [],
      theVoid: null,
      alignment: 1,
    };
    expect(verdictOf(answer, [{ id: 'c1', text: 'x', kind: 'consensus' }], 1)).toBeNull();
    expect(
      verdictOf({ ...answer, tests: [] }, [{ id: 'c1', text: 'x', kind: 'consensus' }], 1),
    ).toBeNull();
  });
});
