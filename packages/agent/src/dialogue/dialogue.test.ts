import { describe, expect, it } from 'vitest';
import {
  openTestMemory,
  temporaryFile,
  testClock,
} from '../../../../test/support/open-test-memory.js';
import { LIBRARY, runScript } from '../../../../test/support/run-node.js';
import type { Mneme } from '@mneme/mneme/index.js';

const QUERY = 'What makes a good standing desk?';
const ANSWERS = [
  { model: 'llama', text: 'It must not wobble at full height. Bamboo tops are pretty.' },
  { model: 'qwen', text: 'It must not wobble at full height, stability is all.' },
];

async function open(file?: string) {
  const clock = testClock();
  const { memory } = await openTestMemory({ clock, ...(file !== undefined && { file }) });
  return { memory, clock };
}

const turnOf = (memory: Mneme, answers = ANSWERS, query = QUERY) =>
  memory.dialogue.turn({ session: 'desk', query, answers });

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: { code: string; field?: string }) => `${error.code} ${error.field ?? ''}`.trim(),
  );

describe('a turn', () => {
  it('is mapped, kept, and gives the bridge', async () => {
    const { memory } = await open();
    const receipt = await turnOf(memory);
    expect(receipt).toMatchObject({ route: 'map', session: 'desk', notes: [] });
    expect(receipt.bridge.conclusion).toMatchObject({ source: 'mapper_only' });
    expect(receipt.bridge.conclusion?.text).toContain('wobble');
    expect((await memory.dialogue.read({ turn: receipt.turn })).shown!.artifact).toEqual(
      receipt.artifact,
    );
  });

  it('of one model is shown as it is, and can be curated', async () => {
    const { memory } = await open();
    const { turn, route, bridge, artifact } = await turnOf(memory, [ANSWERS[0]!]);
    expect(route).toBe('raw');
    expect(bridge.conclusion?.text).toBe(ANSWERS[0]!.text);
    const { curated } = await memory.dialogue.curate({ turn, remove: [artifact.claims[1]!.id] });
    expect(curated.claims.map(({ text }) => text)).toEqual(['It must not wobble at full height.']);
  });

  it('of models that fail counts those that answered, and is refused where none did', async () => {
    const { memory } = await open();
    const down = { model: 'down', text: '', failed: 'connection refused' };
    const { route, answers } = await turnOf(memory, [...ANSWERS, down]);
    expect(route).toBe('map');
    expect(answers[2]).toEqual({ model: 'down', characters: 0, failed: 'connection refused' });
    expect(await codeOf(turnOf(memory, []))).toBe('invalid_input turn.answers');
    expect(await codeOf(turnOf(memory, [down, { model: 'b', text: '  ' }]))).toBe(
      'invalid_input turn.answers',
    );
    expect(await codeOf(turnOf(memory, [ANSWERS[0]!, ANSWERS[0]!]))).toBe(
      'invalid_input turn.answers',
    );
    expect((await memory.dialogue.read()).turns).toHaveLength(1);
  });

  it('is one change, and undone as one', async () => {
    const { memory } = await open();
    const { turn, reversal } = await turnOf(memory);
    await memory.undo(reversal!);
    expect(await codeOf(memory.dialogue.read({ turn }))).toBe('not_found turn');
    expect((await memory.dialogue.read({ session: 'desk' })).bridge!).toEqual({
      bridge: null,
      text: '',
    });
  });

  it('is there for another process, with its edits and its bridge', async () => {
    const file = temporaryFile();
    const { memory } = await open(file);
    const { turn } = await turnOf(memory);
    await memory.dialogue.curate({ turn, elevate: ['c1'], add: ['It has to fit under a slope.'] });
    const here = (await memory.dialogue.read({ session: 'desk' })).bridge!;
    await memory.close();
    const { out, err } = await runScript(
      `import { openMemory } from '${LIBRARY}';
       const memory = await openMemory({ file: ${JSON.stringify(file)}, bank: 'test' });
       console.log(JSON.stringify((await memory.dialogue.read({ session: 'desk' })).bridge));
       await memory.close();`,
    );
    expect(err).toBe('');
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(here)));
  });

  it('takes personal data out before anything is kept', async () => {
    const { memory } = await open();
    await memory.care.configure({ privacy: 'standard' });
    const { turn } = await turnOf(memory, [
      { model: 'a', text: 'Write to jo.doe@example.org about the desk.' },
      { model: 'b', text: 'Ask jo.doe@example.org about the desk.' },
    ]);
    expect(JSON.stringify((await memory.dialogue.read({ turn })).shown!)).not.toContain('jo.doe@');
  });
});

describe('an edit', () => {
  it('stands beside the map, leads in every later bridge, and undoes', async () => {
    const { memory } = await open();
    const { turn, artifact } = await turnOf(memory);
    const [wobble, bamboo] = artifact.claims;
    const { curated, reversal } = await memory.dialogue.curate({
      turn,
      add: [{ text: 'It has to fit under a slope.', rationale: 'The attic' }],
      remove: [{ claim: bamboo!.id, reason: 'noise' }],
      modify: [{ claim: wobble!.id, text: 'It must not wobble at 120 cm.' }],
    });
    expect(curated.intensity).toBe('heavy');
    await turnOf(memory, [{ model: 'a', text: 'Bamboo tops are pretty and hard.' }], 'Which top?');
    const { bridge, text } = (await memory.dialogue.read({ session: 'desk' })).bridge!;
    expect(bridge?.userSignal?.additions).toEqual(['It has to fit under a slope.']);
    expect(bridge?.established).toMatchObject({
      positive: [{ text: 'It must not wobble at 120 cm.', from: 'correction' }],
      negative: [{ text: 'Bamboo tops are pretty.', reason: 'noise' }],
    });
    // Repeated by another model, the rejected claim stays out of the landscape.
    expect(bridge?.landscape.claims).toEqual([]);
    expect(text).toMatch(/weighs more than all else[^]*fit under a slope/);
    await memory.undo(reversal!);
    expect(
      (await memory.dialogue.read({ turn })).shown!.curated.claims.map((claim) => claim.text),
    ).toEqual(artifact.claims.map((claim) => claim.text));
  });

  it('that removes what was starred before takes it out of the priorities', async () => {
    const { memory } = await open();
    const { turn, artifact } = await turnOf(memory);
    const bamboo = artifact.claims[1]!.id;
    await memory.dialogue.curate({ turn, elevate: [bamboo] });
    const { bridge } = await memory.dialogue.curate({ turn, remove: [bamboo] });
    expect(bridge.userSignal?.priorities).toEqual([]);
    expect(bridge.established.negative).toHaveLength(1);
  });

  it.each([
    ['of nothing', {}, 'invalid_input curate'],
    ['of a claim that is not there', { remove: ['c9'] }, 'not_found curate'],
    [
      'that removes and elevates one claim',
      { remove: ['c1'], elevate: ['c1'] },
      'invalid_input curate',
    ],
    [
      'that modifies nothing of a claim',
      { modify: [{ claim: 'c1' }] },
      'invalid_input curate.modify',
    ],
    ['with two words on one claim', { remove: ['c1', 'c1'] }, 'invalid_input curate'],
    [
      'with an unknown topology',
      { topology: 'flat' as 'contested' },
      'invalid_input curate.topology',
    ],
    ['of an empty claim', { add: [' '] }, 'invalid_input curate.add.0'],
  ])('%s is refused, and nothing is written', async (_, edit, code) => {
    const { memory } = await open();
    const { turn } = await turnOf(memory);
    expect(await codeOf(memory.dialogue.curate({ turn, ...edit }))).toBe(code);
    expect((await memory.dialogue.read({ turn })).shown!.edits).toEqual([]);
  });

  it('of what is gone names who removed it', async () => {
    const { memory } = await open();
    const { turn } = await turnOf(memory);
    await memory.as('Ana').dialogue.curate({ turn, remove: ['c1'] });
    await expect(memory.dialogue.curate({ turn, elevate: ['c1'] })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('by Ana') as string,
    });
    expect(await codeOf(memory.dialogue.curate({ turn: 'x_0000000000000', remove: ['c1'] }))).toBe(
      'not_found curate.turn',
    );
  });

  it('of two people at once: both are in; who asks for what they saw is refused', async () => {
    const { memory } = await open();
    const { turn } = await turnOf(memory);
    await Promise.all([
      memory.as('Ana').dialogue.curate({ turn, elevate: ['c1'] }),
      memory.as('Ben').dialogue.curate({ turn, add: ['It needs a drawer.'] }),
    ]);
    const { edits, curated } = (await memory.dialogue.read({ turn })).shown!;
    expect(edits.map(({ by }) => by).sort()).toEqual(['Ana', 'Ben']);
    expect(curated.claims[0]).toMatchObject({ id: 'c1', elevated: 'starred' });
    expect(await codeOf(memory.dialogue.curate({ turn, seen: 1, remove: ['c1'] }))).toBe(
      'conflict curate.seen',
    );
  });

  it('that contradicts an earlier override holds, and says whose word it replaced', async () => {
    const { memory } = await open();
    const { turn } = await turnOf(memory);
    await memory.as('Ana').dialogue.curate({ turn, topology: 'contested', ghost: 'Who pays?' });
    const { notes, curated, bridge } = await memory
      .as('Ben')
      .dialogue.curate({ turn, topology: 'dimensional', ghost: null });
    expect(notes).toEqual([
      'the topology contested of Ana was replaced',
      'the open question that Ana named was replaced',
    ]);
    expect(curated).toMatchObject({ topology: 'dimensional', ghost: null, ghostOverridden: true });
    expect(bridge.openEdges).toEqual([]);
  });
});
