import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';

it('follows every change: what a filter means is what the store finds', async () => {
  const step = fc.record({
    what: fc.constantFrom('remember', 'forget', 'restore', 'update', 'annotate', 'undo'),
    ticket: fc.constantFrom('P-1', 'P-2'),
    at: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const { memory } = await openTestMemory();
      let count = 0;
      let reversal: string | null = null;
      for (const { what, ticket, at } of steps) {
        const { memories } = await memory.list({ limit: 100, forgotten: what === 'restore' });
        const id = memories[at % Math.max(1, memories.length)]?.id;
        if (what === 'remember' || id === undefined)
          await memory.remember({ content: `The pump ${++count} leaks.`, metadata: { ticket } });
        else if (what === 'forget') ({ reversal } = await memory.forget([id]));
        else if (what === 'restore') await memory.undo({ ids: [id] }).catch(() => undefined);
        else if (what === 'update')
          ({ reversal } = await memory.update(id, `The pump ${++count} hums.`));
        else if (what === 'annotate') await memory.update(id, { remark: 'seen' });
        else if (reversal !== null) await memory.undo(reversal).catch(() => undefined);
        const metadata = { ticket: 'P-1' };
        const { results } = await memory.recall({ query: 'pump', metadata, limit: 50 });
        const listed = await memory.list({ metadata, limit: 100 });
        expect(results.map((each) => each.id).sort()).toEqual(
          listed.memories.map((each) => each.id).sort(),
        );
      }
      await memory.close();
    }),
    { numRuns: 15 },
  );
});
