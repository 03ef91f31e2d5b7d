import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';
import type { ListFilter, Shown } from '@mneme/mneme/public-types.js';

const QUERY = 'Where does the heron of Tom Okafor nest?';

async function told(): Promise<{ memory: Mneme; ids: string[]; advance: (ms: number) => void }> {
  const { memory, clock } = await openTestMemory();
  const { receipts } = await memory.rememberAll([
    { content: 'The heron of Tom Okafor nests by the weir.', speaker: 'Ana', session: 's' },
    {
      content: 'Tom Okafor counts its eggs because the herons are rare.',
      speaker: 'Ana',
      session: 's',
    },
  ]);
  return { memory, ids: receipts.map(({ id }) => id), advance: clock.advance };
}

const links = ({ links: all }: Shown): string[] =>
  all
    .map(({ role, label, direction, other, text, weight }) =>
      [role, label, direction, other, text, weight].join('|'),
    )
    .sort();
const found = async (memory: Mneme): Promise<unknown[]> =>
  (await memory.recall({ query: QUERY, limit: 20 })).results.map(({ id }) => id);

describe('what is forgotten', () => {
  it('is invisible at once: to recall by any path, to lists, as somebody’s neighbour', async () => {
    const { memory, ids } = await told();
    const [first = '', second = ''] = ids;
    expect(await found(memory)).toContain(first);
    expect(await memory.forget([first], 'said in jest')).toMatchObject({
      changed: [first],
      unchanged: [],
      sequence: 2,
    });
    for (const path of ['semantic', 'lexical', 'graph'] as const) {
      expect(
        (await memory.recall({ query: QUERY, paths: [path] })).results.map(({ id }) => id),
      ).not.toContain(first);
    }
    const answer = await memory.recall({ query: QUERY });
    expect(JSON.stringify(answer.results)).not.toContain(first);
    expect((await memory.list()).memories.map(({ id }) => id)).toEqual([second]);
    expect((await memory.list({ match: 'weir' })).memories).toEqual([]);
    expect((await memory.show(second)).links.filter(({ other }) => other === first)).toEqual([]);
    expect(await memory.care.stats()).toMatchObject({ memories: 1, retracted: 1 });
  });

  it('can still be shown, with the reason', async () => {
    const { memory, ids, advance } = await told();
    advance(1_000);
    await memory.forget([ids[0] ?? ''], 'said in jest');
    const { memory: kept } = await memory.show(ids[0] ?? '');
    expect(kept).toMatchObject({
      retraction: 'said in jest',
      version: 2,
      content: 'The heron of Tom Okafor nests by the weir.',
    });
    expect(kept.retractedAt).toBe(kept.recordedAt + 1_000);
  });

  it('comes back whole, with its links', async () => {
    const { memory, ids } = await told();
    const before = await Promise.all(ids.map((id) => memory.show(id)));
    const answer = await memory.recall({ query: QUERY, limit: 20 });
    await memory.forget(ids);
    expect(await found(memory)).toEqual([]);
    expect(await memory.undo({ ids })).toMatchObject({ memories: ids, unchanged: [] });
    const after = await Promise.all(ids.map((id) => memory.show(id)));
    expect(after.map(links)).toEqual(before.map(links));
    expect(after.map(({ memory: kept }) => kept)).toEqual(
      before.map(({ memory: kept }) => ({ ...kept, version: 3 })),
    );
    expect((await memory.recall({ query: QUERY, limit: 20 })).results).toEqual(answer.results);
  });

  it('leaves what it told of others where it is asked to, and says of what sort the reason is', async () => {
    const { memory } = await openTestMemory();
    const relation = async () =>
      (await memory.graph.explore({ of: 'Tom', hops: 1 })).around?.links.filter(
        ({ from, to, role }) =>
          role === 'related_to' && from.startsWith('e_') && to.startsWith('e_'),
      ).length;
    const told = async () =>
      (await memory.remember('Tom lives in Porto. Maria lives in Lisbon.')).id;
    const first = await told();
    await memory.remember('Tom met Maria in the park.');
    expect(await relation()).toBe(1);
    const gone = await memory.forget([first], { cascade: true });
    expect(await relation()).toBe(0);
    await memory.undo(gone.reversal ?? '');
    const { reversal } = await memory.forget([first], {
      cause: 'user_requested',
      reason: 'he asked for it',
      cascade: false,
    });
    expect((await memory.show(first)).memory.retraction).toBe('user requested: he asked for it');
    expect((await memory.curation.log({ type: 'forgotten' })).changes[0]?.reason).toBe(
      'user requested: he asked for it',
    );
    expect(await relation()).toBe(1);
    await memory.undo(reversal ?? '');
    await memory.forget([first]);
    expect(await relation()).toBe(0);
    await expect(memory.forget([first], { cause: 'whim' as 'obsolete' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'forget.cause',
    });
  });

  it('is found again by its words and by others, with why and since when', async () => {
    const { memory } = await openTestMemory();
    const { receipts } = await memory.rememberAll([
      'The boiler in the cellar was serviced by Rui.',
      'Marmalade is a greyhound.',
      'The weir is loud.',
    ]);
    const [boiler = '', dog = '', weir = ''] = receipts.map(({ id }) => id);
    await memory.forget([boiler, dog], { cause: 'obsolete' });
    await memory.forget([weir]);
    const forgotten = async (more: ListFilter) =>
      (await memory.list({ onlyForgotten: true, ...more })).memories;
    const ids = async (match: string) => (await forgotten({ match })).map(({ id }) => id);
    expect(await ids('boiler')).toEqual([boiler]);
    expect((await ids('Who serviced boilers in the cellars?'))[0]).toBe(boiler);
    expect((await forgotten({ match: 'greyhounds' }))[0]).toMatchObject({
      id: dog,
      retraction: 'obsolete',
    });
    expect((await forgotten({ order: 'newest' })).map(({ id }) => id)).toEqual([weir, dog, boiler]);
    expect((await forgotten({ order: 'newest', limit: 1 })).map(({ id }) => id)).toEqual([weir]);
    await memory.undo({ ids: [boiler] });
    expect(await ids('boiler')).not.toContain(boiler);
  });

  it('is shown and recalled as of a moment before', async () => {
    const { memory, ids, advance } = await told();
    const [first = ''] = ids;
    const { recordedAt } = (await memory.show(first)).memory;
    advance(1_000);
    await memory.update(first as never, { remark: 'A grey one.' });
    await memory.forget([first], 'said in jest');
    expect((await memory.show(first, { asOf: recordedAt })).memory).toMatchObject({
      version: 1,
      metadata: {},
      retractedAt: null,
    });
    expect(
      (await memory.recall({ query: QUERY, asOf: recordedAt })).results.map(({ id }) => id),
    ).toContain(first);
    await expect(memory.show(first, { asOf: recordedAt + 1_000 })).rejects.toMatchObject({
      code: 'not_found',
      field: 'asOf',
    });
    await expect(memory.show(first, { asOf: recordedAt - 1 })).rejects.toMatchObject({
      code: 'not_found',
      field: 'asOf',
    });
  });

  it('twice is once', async () => {
    const { memory, ids } = await told();
    await memory.forget(ids);
    expect(await memory.forget(ids)).toMatchObject({ changed: [], unchanged: ids, sequence: 2 });
    expect(await memory.forget([...ids, ...ids])).toMatchObject({ unchanged: ids });
    await memory.undo({ ids: [ids[0] ?? ''] });
    expect(await memory.undo({ ids })).toMatchObject({
      memories: [ids[1]],
      unchanged: [ids[0]],
    });
  });

  it('is all or nothing: one unknown id changes nothing', async () => {
    const { memory, ids } = await told();
    await expect(memory.forget([...ids, 'm_0000000000000'])).rejects.toMatchObject({
      code: 'not_found',
      field: 'ids',
      value: 'm_0000000000000',
      message: 'There is no memory m_0000000000000.',
    });
    await expect(
      memory.forget(['m_0000000000000', ...ids, 'm_0000000000001']),
    ).rejects.toMatchObject({ message: 'There is no memory m_0000000000000 (nor 1 more).' });
    expect(await memory.care.stats()).toMatchObject({ memories: 2, changes: 1 });
  });
});

describe('forgetting is complete', () => {
  const long = (word: string): string =>
    Array.from({ length: 1_600 }, (_, at) => `Sentence ${at} is about ${word} number ${at}.`).join(
      ' ',
    );

  it('the id of a receipt stands for all parts of a long text, and restoring or undoing brings all back', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({ content: long('ostrich'), session: 's' });
    const { id, parts } = await memory.remember({ content: long('walrus'), session: 's' });
    expect(parts).toHaveLength(2);
    const found = async () =>
      (await Promise.all((parts ?? []).map((each) => memory.show(each)))).filter(
        ({ memory: { retractedAt } }) => retractedAt === null,
      ).length;
    expect(await found()).toBe(2);
    const { changed, reversal } = await memory.forget([id]);
    expect([...changed].sort()).toEqual([...(parts ?? [])].sort());
    expect(await found()).toBe(0);
    const { results } = await memory.recall({ query: 'walrus ostrich', limit: 50 });
    expect(results).toHaveLength(2);
    expect(results.every(({ content }) => content.includes('ostrich'))).toBe(true);
    await memory.undo(reversal ?? '');
    expect(await found()).toBe(2);
    await memory.forget([id]);
    expect((await memory.undo({ ids: [id] })).memories).toHaveLength(2);
    expect(await found()).toBe(2);
    // A later part is forgotten alone.
    expect((await memory.forget([parts?.[1] ?? ''])).changed).toEqual([parts?.[1]]);
  });

  it('names of what is forgotten are listed nowhere, nor is a misspelt question corrected to one', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({ content: 'Anna keeps bees behind the barn.', speaker: 'Tom' });
    const secret = await memory.rememberAll([
      { content: 'Zebulon Quarrington met Anna Karlsen in Trondheim.', speaker: 'Wilhelmina' },
    ]);
    const names = async (): Promise<string[]> =>
      (await memory.browse.entities({ limit: 100 })).entities.flatMap(({ name, aliases }) => [
        name,
        ...aliases,
      ]);
    const asked = async (query: string) => {
      const { plan, results } = await memory.recall(query);
      return JSON.stringify([plan, results, (await memory.recall(query)).notices]);
    };
    const before = await names();
    expect(before).toEqual(expect.arrayContaining(['Zebulon Quarrington', 'Wilhelmina']));
    expect(await asked('Where is Quarringtn?')).toContain('Quarrington');
    const { reversal } = await memory.forget(secret.receipts.map(({ id }) => id));
    const after = await names();
    expect(after).toContain('Anna');
    for (const gone of ['Zebulon Quarrington', 'Wilhelmina', 'Anna Karlsen', 'Trondheim'])
      expect(after).not.toContain(gone);
    for (const query of [
      'Where is Quarringtn?',
      'What did Wilhelmna say?',
      'Who is in Trondhiem?',
      'Anna Karlsn?',
    ])
      expect(await asked(query)).not.toMatch(/Quarrington|Wilhelmina|Trondheim|Karlsen/i);
    await expect(memory.browse.about({ about: 'Zebulan Quarington' })).rejects.toThrow(
      expect.not.objectContaining({
        hint: expect.stringContaining('Quarrington') as string,
      }) as Error,
    );
    await memory.undo(reversal ?? '');
    expect(await names()).toEqual(before);
    expect(await asked('Where is Quarringtn?')).toContain('Quarrington');
  });
});
