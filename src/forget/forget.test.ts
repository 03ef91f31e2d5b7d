import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../test/support/open-test-memory.js';
import type { Mneme, Shown } from '../index.js';

const QUERY = 'Where does the heron of Tom Okafor nest?';

async function told(): Promise<{ memory: Mneme; ids: string[]; advance: (ms: number) => void }> {
  const { memory, clock } = await openTestMemory();
  const { receipts } = await memory.rememberAll([
    { content: 'The heron of Tom Okafor nests by the weir.', speaker: 'Ana', session: 's' },
    { content: 'Tom Okafor counts its eggs because the herons are rare.', speaker: 'Ana', session: 's' },
  ]);
  return { memory, ids: receipts.map(({ id }) => id), advance: clock.advance };
}

const links = ({ links: all }: Shown): string[] => all.map(({ role, label, direction, other, text, weight }) => [role, label, direction, other, text, weight].join('|')).sort();
const found = async (memory: Mneme): Promise<unknown[]> => (await memory.recall({ query: QUERY, breadth: 20 })).results.map(({ id }) => id);

describe('what is forgotten', () => {
  it('is invisible at once: to recall by any path, to lists, as somebody’s neighbour', async () => {
    const { memory, ids } = await told();
    const [first = '', second = ''] = ids;
    expect(await found(memory)).toContain(first);
    expect(await memory.forget([first], 'said in jest')).toMatchObject({ changed: [first], unchanged: [], sequence: 2 });
    for (const path of ['semantic', 'lexical', 'graph'] as const) {
      expect((await memory.recall({ query: QUERY, paths: [path] })).results.map(({ id }) => id)).not.toContain(first);
    }
    const answer = await memory.recall({ query: QUERY });
    expect(JSON.stringify(answer.results)).not.toContain(first);
    expect((await memory.list()).memories.map(({ id }) => id)).toEqual([second]);
    expect((await memory.list({ match: 'weir' })).memories).toEqual([]);
    expect((await memory.show(second)).links.filter(({ other }) => other === first)).toEqual([]);
    expect(await memory.stats()).toMatchObject({ memories: 1, retracted: 1 });
  });

  it('can still be shown, with the reason', async () => {
    const { memory, ids, advance } = await told();
    advance(1_000);
    await memory.forget([ids[0] ?? ''], 'said in jest');
    const { memory: kept } = await memory.show(ids[0] ?? '');
    expect(kept).toMatchObject({ retraction: 'said in jest', version: 2, content: 'The heron of Tom Okafor nests by the weir.' });
    expect(kept.retractedAt).toBe(kept.recordedAt + 1_000);
  });

  it('comes back whole, with its links', async () => {
    const { memory, ids } = await told();
    const before = await Promise.all(ids.map((id) => memory.show(id)));
    const answer = await memory.recall({ query: QUERY, breadth: 20 });
    await memory.forget(ids);
    expect(await found(memory)).toEqual([]);
    expect(await memory.restore(ids)).toMatchObject({ changed: ids, unchanged: [] });
    const after = await Promise.all(ids.map((id) => memory.show(id)));
    expect(after.map(links)).toEqual(before.map(links));
    expect(after.map(({ memory: kept }) => kept)).toEqual(before.map(({ memory: kept }) => ({ ...kept, version: 3 })));
    expect((await memory.recall({ query: QUERY, breadth: 20 })).results).toEqual(answer.results);
  });

  it('twice is once', async () => {
    const { memory, ids } = await told();
    await memory.forget(ids);
    expect(await memory.forget(ids)).toMatchObject({ changed: [], unchanged: ids, sequence: 2 });
    expect(await memory.forget([...ids, ...ids])).toMatchObject({ unchanged: ids });
    await memory.restore([ids[0] ?? '']);
    expect(await memory.restore(ids)).toMatchObject({ changed: [ids[1]], unchanged: [ids[0]] });
  });

  it('is all or nothing: one unknown id changes nothing', async () => {
    const { memory, ids } = await told();
    await expect(memory.forget([...ids, 'm_0000000000000'])).rejects.toMatchObject({ code: 'not_found', field: 'ids', value: 'm_0000000000000' });
    expect(await memory.stats()).toMatchObject({ memories: 2, changes: 1 });
  });
});
