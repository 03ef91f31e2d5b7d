import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

type Told = Parameters<Mneme['remember']>[0];

describe('a brief on a matter', () => {
  it('begins with standing wishes, then what is open, then how it stands, and leaves out the rest', async () => {
    const { memory, clock } = await openTestMemory();
    const tell = async (content: string, note: object): Promise<void> => {
      clock.advance(60_000);
      const told = { about: 'bakery Krume', aspect: 'x', value: 'x', ...note };
      await memory.remember({ content, note: told } as Told);
    };
    await tell('The press piece on the bakery Krume came out on Saturday.', { aspect: 'press' });
    await tell('The loan must never be mentioned to the press by the bakery Krume.', {
      ...{ aspect: 'press rule', type: 'instruction' },
    });
    await tell('In June the bakery Krume gives the press a tour.', {
      ...{ aspect: 'press tour', type: 'plan', status: 'planned', from: '2025-06-01' },
    });
    for (const at of Array.from({ length: 14 }, (_, place) => place))
      await tell(`Guest ${at} takes oat milk.`, { about: `guest ${at}`, aspect: 'coffee' });
    const { text, parts, delivered } = await memory.brief({ about: 'press talk about the bakery' });
    expect(parts).toEqual(['preferences', 'open', 'told']);
    const [rule, plan, piece] = ['never be mentioned', 'gives the press a tour', 'came out on'].map(
      (said) => text.indexOf(said),
    );
    expect([rule, plan, piece].every((at) => (at ?? -1) > 0)).toBe(true);
    expect(rule).toBeLessThan(plan ?? 0);
    expect(plan).toBeLessThan(piece ?? 0);
    expect(delivered.length).toBeLessThan(12);
  });
});
