import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

async function watched(
  action: string,
  days: readonly (readonly [context: readonly string[], state: string])[],
): Promise<Mneme> {
  const { memory } = await openTestMemory();
  for (const [context, state] of days)
    await memory.foresight.observe({
      transition: { action, context: [...context], state: [state] },
    });
  return memory;
}

const times = <Item>(count: number, item: Item): Item[] =>
  Array.from({ length: count }, () => item);
const DAYS = [
  ...times(10, [['friday'], 'crash'] as const),
  ...times(10, [['tuesday'], 'quiet'] as const),
];

describe('a condition that nothing tells', () => {
  it('is a mixture, by how often it held, and the answer says that it hangs on it', async () => {
    const memory = await watched('deploy', DAYS);
    const open = await memory.foresight.foretell({ actions: ['deploy'], context: [] });
    const [step] = open.steps;
    const chances = new Map([
      [step!.state[0], step!.confidence],
      ...step!.alternatives.map(({ state, probability }) => [state[0], probability] as const),
    ]);
    for (const state of ['crash', 'quiet']) {
      expect(chances.get(state)).toBeGreaterThan(0.35);
      expect(chances.get(state)).toBeLessThan(0.65);
    }
    expect(open.dependsOn.map(({ condition }) => condition)).toContain('friday');
    expect(open.dependsOn.find(({ condition }) => condition === 'friday')).toMatchObject({
      met: { state: ['crash'] },
      unmet: { state: ['quiet'] },
    });
    expect(open.notices.join(' ')).toContain('It depends on “friday”');
    expect(open.uncertainty.map(({ source }) => source)).toContain('conditions unknown');
    const foretold = await memory.foresight.foretell({ actions: ['deploy'] });
    expect(foretold.confidence).toBeLessThan(0.65);
    expect(foretold.dependsOn).toEqual(open.dependsOn);
    const { probability } = await memory.foresight.predict({ action: 'deploy', context: [] });
    expect(probability).toBeLessThan(0.65);
  });

  it.each([
    [['friday'], 'crash'],
    [['tuesday'], 'quiet'],
    [['not friday'], 'quiet'],
    [['not tuesday'], 'crash'],
    [['friday', 'raining'], 'crash'],
  ])('is none where the context tells: %j', async (context, state) => {
    const memory = await watched('deploy', DAYS);
    const told = await memory.foresight.foretell({ actions: ['deploy'], context });
    expect(told).toMatchObject({ state: expect.arrayContaining([state]) as string[] });
    expect(told.confidence).toBeGreaterThan(0.85);
    expect(told.dependsOn).toEqual([]);
  });

  it('weighs as often as it held beside what is known', async () => {
    const memory = await watched('deploy', [
      ...times(9, [['friday', 'rush'], 'crash'] as const),
      ...times(3, [['friday'], 'quiet'] as const),
      ...times(12, [['tuesday'], 'quiet'] as const),
    ]);
    const asked = async (context: string[]) =>
      memory.foresight.foretell({ actions: ['deploy'], context });
    const friday = await asked(['friday']);
    expect(friday.state).toContain('crash');
    expect(friday.confidence).toBeGreaterThan(0.6);
    expect(friday.confidence).toBeLessThan(0.85);
    expect(friday.dependsOn.map(({ condition }) => condition)).toEqual(['rush']);
    expect((await asked([])).state).toContain('quiet');
  });

  it('does not hold where the context is all that holds, where its key has another value, or a step ended it', async () => {
    const lights = await watched('open', [
      ...times(8, [['door: locked'], 'refused'] as const),
      ...times(8, [['door: closed'], 'opened'] as const),
      ...times(8, [[], 'nothing'] as const),
    ]);
    const whole = { actions: ['open'], context: [], complete: true };
    expect(await lights.foresight.foretell(whole)).toMatchObject({ state: ['nothing'] });
    const ajar = await lights.foresight.foretell({ actions: ['open'], context: ['door: ajar'] });
    expect(ajar.steps[0]).toMatchObject({ state: ['nothing'], dependsOn: [] });
    await lights.foresight.observe({
      transition: { action: 'unlock', context: [], state: ['not alarm'] },
    });
    for (let day = 0; day < 8; day++) {
      await lights.foresight.observe({
        transition: { action: 'enter', context: ['alarm'], state: ['caught'] },
      });
      await lights.foresight.observe({
        transition: { action: 'enter', context: [], state: ['inside'] },
      });
    }
    const entered = await lights.foresight.foretell({ actions: ['unlock', 'enter'], context: [] });
    expect(entered.steps[1]).toMatchObject({ state: ['inside'], dependsOn: [] });
    const alone = await lights.foresight.foretell({ actions: ['enter'], context: [] });
    expect(alone.dependsOn).toMatchObject([{ condition: 'alarm', met: { state: ['caught'] } }]);
  });
});
