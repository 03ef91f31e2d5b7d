/** What a module keeps of an opened bank is within reach of its recall term, level with the journal, and costs no look into the store. */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../packages/core/src/adapters/store/sqlite/sqlite-store.js';
import type { Mneme } from '../../packages/core/src/mneme.js';
import { defineModule } from '../../packages/core/src/modules/module.js';
import { openTestMemory, temporaryFile } from '../support/open-test-memory.js';
import { praise } from './praise/index.js';

const TOLD = [
  { content: 'The kiln fires at noon on Mondays.', speaker: 'Tom', session: 's' },
  { content: 'The kiln fires at dawn on Fridays.', speaker: 'Ana', session: 's' },
];

async function gains(memory: Mneme, query = 'When does the kiln fire?'): Promise<number[]> {
  const { results } = await memory.why(query);
  return results
    .filter(({ content }) => TOLD.some((told) => told.content === content))
    .map(({ content, terms }) => [content, terms['praise'] ?? 0] as const)
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([, gain]) => gain);
}

describe('what a module keeps of a bank', () => {
  it('moves its term, follows what is told and taken back, and is read anew after an erasure', async () => {
    const { memory } = await openTestMemory({ modules: [praise] });
    await memory.rememberAll(TOLD);
    expect(await gains(memory)).toEqual([0, 0]);
    await memory.remember('Well done, Ana, that was a good batch.');
    const { id } = await memory.remember('Well done, Ana, and thank you.');
    expect(await gains(memory)).toEqual([0, 2]);
    const { changes } = await memory.curation.log();
    const undone = await memory.undo(String(changes[0]?.reversal));
    expect(await gains(memory)).toEqual([0, 1]);
    await memory.undo(String(undone.reversal));
    expect(await gains(memory)).toEqual([0, 2]);
    await memory.privacy.erase({ memories: [id], yes: true });
    expect(await gains(memory)).toEqual([0, 1]);
  });

  it('follows what another handle on the file writes', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file, modules: [praise] });
    await memory.rememberAll(TOLD);
    expect(await gains(memory)).toEqual([0, 0]);
    const other = await openTestMemory({ file, modules: [praise] });
    await other.memory.remember('Well done, Tom, that was quick.');
    expect(await gains(memory)).toEqual([1, 0]);
  });

  it('asks the store for records once after a change, and not at every recall', async () => {
    const inner = openMemoryStore();
    let asked = 0;
    const learned: typeof inner.learned = (bank, query) => {
      asked++;
      return inner.learned(bank, query);
    };
    const store = new Proxy(inner, {
      get(target, call) {
        if (call === 'learned') return learned;
        const value: unknown = Reflect.get(target, call, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const { memory } = await openTestMemory({ store, modules: [praise] });
    await memory.rememberAll(TOLD);
    await memory.recall('When does the kiln fire?');
    const first = asked;
    for (const day of ['Mondays', 'Fridays', 'other days'])
      await memory.recall(`When does the kiln fire on ${day}?`);
    expect(asked).toBe(first);
    await memory.remember('Well done, Ana.');
    await memory.recall('When does the kiln fire at all?');
    expect(asked).toBeGreaterThan(first);
  });

  it('may be several parts, each found by its class', async () => {
    class One {
      readonly kept = true;
    }
    class Other {
      readonly kept = true;
    }
    const found: boolean[] = [];
    const both = defineModule({
      name: 'both',
      openBank: () => [new One(), new Other()],
      terms: [
        {
          name: 'both',
          range: [0, 0],
          weigh: (_, { ports: { kept } }) => {
            found.push(kept.of(One) instanceof One, kept.of(Other) instanceof Other);
            return null;
          },
        },
      ],
    });
    const { memory } = await openTestMemory({ modules: [both] });
    await memory.rememberAll(TOLD);
    await memory.recall('When does the kiln fire?');
    expect(new Set(found)).toEqual(new Set([true]));
  });
});
