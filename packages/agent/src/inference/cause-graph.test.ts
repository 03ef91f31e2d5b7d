import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

type Told = Parameters<Mneme['remember']>[0];

async function varnisher() {
  const { memory, clock } = await openTestMemory();
  const tell = async (content: string, note: object): Promise<void> => {
    clock.advance(60_000);
    await memory.remember({
      content,
      note: { about: 'the boat', aspect: 'varnish', value: 'x', ...note },
    } as Told);
  };
  await tell('On 30 May the varnish of the hatch came out milky.', {
    ...{ type: 'event', status: 'done', because: 'the air in the hall was wet' },
  });
  await tell('The second coat of varnish on the cabin was clear as glass.', {
    ...{ type: 'event', status: 'done' },
    outcome: { of: 'varnishing the cabin in dry air', went: 'good', under: 'a heater under it' },
  });
  await tell('The assistant suggested a hygrometer for the hall.', {
    ...{ type: 'opinion', aspect: 'advice', because: 'the air in the hall was wet' },
  });
  await tell('Aga keeps bees behind the house.', { about: 'Aga', aspect: 'bees' });
  const effects = async (from: string): Promise<readonly string[]> =>
    ((await memory.graph.causes({ from })).inferred?.conclusions ?? []).map(({ what }) => what);
  return { memory, effects };
}

describe('what follows by what notes tell', () => {
  it('is found by the reason that was told, in other words than that', async () => {
    const { memory, effects } = await varnisher();
    expect(await effects('wet air in the boat hall')).toContain(
      'On 30 May the varnish of the hatch came out milky.',
    );
    const back = await memory.graph.causes({ to: 'milky varnish on the hatch' });
    expect(back.inferred?.conclusions.map(({ what }) => what)).toContain(
      'the air in the hall was wet',
    );
  });

  it('is found by what was tried', async () => {
    const { effects } = await varnisher();
    expect(await effects('varnishing in dry air')).toContain(
      'The second coat of varnish on the cabin was clear as glass.',
    );
  });

  it('is neither what was advised, nor anything of what nobody spoke of', async () => {
    const { effects } = await varnisher();
    const found = await effects('wet air in the boat hall');
    expect(found.some((what) => what.includes('hygrometer'))).toBe(false);
    expect(await effects('the new moon')).toEqual([]);
  });
});
