import { describe, expect, it } from 'vitest';
import { textsIn } from '../../../../../../test/support/file-texts.js';
import { openTestMemory, temporaryFile } from '../../../../../../test/support/open-test-memory.js';
import { serveTestMemory } from '../../../../../../test/support/served-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

const said = (texts: readonly string[], speaker: string): { content: string; speaker: string }[] =>
  texts.map((content) => ({ content, speaker }));

const left = (file: string, words: RegExp): string[] =>
  textsIn(file).filter((text) => words.test(text));

const standing = async (memory: Mneme): Promise<(string | undefined)[]> =>
  (await memory.list({ limit: 100 })).memories
    .filter(({ kind }) => kind !== 'observation')
    .map(({ content }) => content);

describe('what was known from erased memories alone', () => {
  const TOLD = [
    'Rene Dupont is a walnutmix taster.',
    'Rene Dupont is allergic to walnutmix.',
    'Rene Dupont owns a Walnutmix Industries truck.',
    'Rene Dupont married Zelda Quark in 2019.',
    'Walnutmix makes Rene Dupont cough, which is why he left Zelda Quark.',
  ];

  it.each([
    ['about them', { subject: 'René Dupont' }],
    ['said by one', { speaker: 'Rene Dupont' }],
  ])('goes with what is %s, whatever table it is in', async (_, whom) => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    const speaker = 'speaker' in whom ? 'Rene Dupont' : 'Ana';
    await memory.rememberAll(
      said(['Zelda Quark lives in Porto.', 'Tom is a taster of tea.'], 'Ana'),
    );
    await memory.rememberAll(said(TOLD, speaker));
    await memory.reflect();
    const { id } = await memory.remember({
      content: 'Rene Dupont eats walnutmix at night.',
      speaker,
    });
    await memory.forget([id], 'his walnutmix is nobody’s business');
    await memory.remember({ content: 'Rene Dupont sells walnutmix.', speaker });
    await memory.undo((await memory.curation.log({ limit: 1 })).changes[0]?.reversal ?? '');
    await memory.foresight.predict({
      action: 'buy walnutmix',
      state: ['walnutmix is dear'],
      probability: 0.7,
      beliefs: [id],
    });
    await memory.foresight.observe({ doing: { entity: 'René Dupont', doing: 'chews walnutmix' } });
    expect(left(file, /walnutmix/i).length).toBeGreaterThan(5);
    const report = await memory.privacy.erase({ ...whom, yes: true });
    expect(report).toMatchObject({ proof: { bytesFound: 0 }, learned: 2, remains: [] });
    expect(left(file, /walnut/i)).toEqual([]);
    expect(await standing(memory)).toEqual([
      'Zelda Quark lives in Porto.',
      'Tom is a taster of tea.',
    ]);
    expect((await memory.care.doctor()).problems).toEqual([]);
  });

  it('keeps what others bear out, by their evidence', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.remember({ content: 'Tom is a plumber.', speaker: 'Ana' });
    await memory.remember({ content: 'Tom is a plumber.', speaker: 'Rene Dupont' });
    await memory.remember({ content: 'Tom is a juggler.', speaker: 'Rene Dupont' });
    await memory.privacy.erase({ speaker: 'Rene Dupont', yes: true });
    expect(await standing(memory)).toEqual(['Tom is a plumber.']);
    expect(left(file, /^plumber$|works_as/)).toEqual(
      expect.arrayContaining(['plumber', 'works_as']),
    );
    expect(left(file, /juggler|Dupont/i)).toEqual([]);
    expect((await memory.care.doctor()).problems).toEqual([]);
  });

  it('takes their names for others and for contexts', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.remember({ content: 'Tom Okafor bought the mill by the weir.', speaker: 'Ana' });
    await memory.remember({
      content: 'Tom Okafro’s walnutmix mill is loud.',
      speaker: 'Rene Dupont',
      session: 's',
    });
    await memory.remember({
      content: 'The mill is by the weir and is closed.',
      speaker: 'Ana',
      session: 's',
    });
    expect(left(file, /Okafro|walnutmix/).length).toBeGreaterThan(2);
    await memory.privacy.erase({ speaker: 'Rene Dupont', yes: true });
    expect(left(file, /Okafro|walnutmix/i)).toEqual([]);
    expect(await standing(memory)).toHaveLength(2);
    expect((await memory.care.doctor()).problems).toEqual([]);
  });

  it('takes a merged memory apart again', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    const ids: string[] = [];
    for (const each of [
      ...said(['The oven is by Haas.', 'The oven is cleaned on Mondays.'], 'Ana'),
      ...said(['The oven smells of walnutmix.'], 'Rene Dupont'),
    ])
      ids.push((await memory.remember(each)).id);
    await memory.curation.merge({ ids, strategy: 'concatenate', force: true } as never);
    expect((await standing(memory)).join()).toMatch(/walnutmix/);
    await memory.privacy.erase({ speaker: 'Rene Dupont', yes: true });
    expect(await standing(memory)).toEqual([
      'The oven is by Haas.',
      'The oven is cleaned on Mondays.',
    ]);
    expect(left(file, /walnut/i)).toEqual([]);
    expect((await memory.care.doctor()).problems).toEqual([]);
  });

  it('goes from answers that a server keeps', async () => {
    const file = temporaryFile();
    const { ask } = await serveTestMemory({ file });
    const remember = async (content: string, key: string): Promise<string> =>
      String(
        (
          await ask('POST', '/v1/banks/default/memories', {
            body: { content, speaker: 'guest-7' },
            headers: { 'idempotency-key': key },
          })
        ).body['id'],
      );
    const id = await remember('I am allergic to Walnutmix Nine.', 'a');
    await remember('The oven is cleaned on Mondays.', 'b');
    expect(left(file, /walnutmix nine/i).length).toBeGreaterThan(0);
    await ask('POST', '/v1/banks/default/erasure', { body: { memories: [id], yes: true } });
    // On a busy machine the server goes on with it after its answer.
    await expect.poll(() => left(file, /walnutmix/i), { timeout: 10_000 }).toEqual([]);
    expect(textsIn(file).some((text) => text.includes('"outcome":"remembered"'))).toBe(true);
  });
});
