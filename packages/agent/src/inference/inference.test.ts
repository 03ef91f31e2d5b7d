import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mneme } from '@mneme/mneme/index.js';
import type { CausesInput, Inference } from '@mneme/mneme/public-types.js';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { CauseGraph, type Chain, together, walk } from './cause-graph.js';
import { type Link, noisyOr, type Proposition } from './rules.js';

const CHAIN = [
  'The cooling pump failed because the main fuse blew.',
  'The cooling pump failed, which caused the server room to overheat.',
  'The database went down because the server room overheated.',
];

async function filled(texts: readonly string[] = CHAIN): Promise<{ memory: Mneme; ids: string[] }> {
  const { memory } = await openTestMemory();
  const { receipts } = await memory.rememberAll([
    ...texts,
    'Marmalade is a greyhound.',
    'The dentist is on Friday at nine.',
  ]);
  return { memory, ids: receipts.map(({ id }) => id) };
}

async function inferring(memory: Mneme, asked: CausesInput): Promise<Inference> {
  const { inferred } = await memory.graph.causes(asked);
  if (inferred === null) throw new Error('nothing was inferred');
  return inferred;
}

describe('inference', () => {
  it('goes forward through what several memories say, with the turns it rests on', async () => {
    const { memory, ids } = await filled();
    const { conclusions, direction } = await inferring(memory, {
      from: 'the main fuse blew',
    });
    expect(direction).toBe('forward');
    const last = conclusions.find(({ what }) => what.includes('database went down'));
    expect(last).toMatchObject({ inferred: true, role: 'effect' });
    expect(last?.proofs[0]?.steps.map(({ turns }) => turns[0]?.id)).toEqual(ids.slice(0, 3));
    expect(conclusions.find(({ what }) => what.includes('pump failed'))?.inferred).toBe(false);
  });

  it('goes backward, and between two things', async () => {
    const { memory } = await filled();
    const back = await inferring(memory, {
      to: 'the database went down',
      direction: 'backward',
    });
    expect(back.conclusions.map(({ what }) => what)).toContain('the main fuse blew');
    const between = await inferring(memory, {
      from: 'the main fuse blew',
      to: 'the database went down',
      direction: 'bidirectional',
    });
    expect(between.conclusions[0]).toMatchObject({ role: 'chain', inferred: true });
    expect(between.conclusions[0]?.proofs[0]?.steps).toHaveLength(3);
  });

  it('finds what two things have in common', async () => {
    const { memory } = await filled([
      'The lamps flickered because the old fuse blew.',
      'The router restarted because the old fuse blew.',
    ]);
    const { conclusions, direction } = await inferring(memory, {
      from: 'the lamps flickered',
      to: 'the router restarted',
    });
    expect(direction).toBe('bridge');
    expect(conclusions[0]).toMatchObject({ role: 'common cause', what: 'the old fuse blew' });
  });

  it('explains several things best by what explains all of them, and a clamp explains away', async () => {
    const { memory } = await filled([
      'The lamps flickered because the old fuse blew.',
      'The router restarted because the old fuse blew.',
      'The router restarted because the cat sat down on the router.',
    ]);
    const seen = ['the lamps flickered', 'the router restarted'];
    const best = await inferring(memory, { seen });
    expect(best.direction).toBe('abduction');
    expect(best.conclusions[0]?.what).toBe('the old fuse blew');
    const without = await inferring(memory, {
      seen,
      given: [{ what: 'the old fuse blew', sureness: 0 }],
    });
    expect(without.conclusions.map(({ what }) => what)).toEqual(['the cat sat down on the router']);
    const alone = await inferring(memory, { seen: ['the router restarted'] });
    const away = await inferring(memory, {
      seen: ['the router restarted'],
      given: [{ what: 'the old fuse blew' }],
    });
    const of = ({ conclusions }: typeof best): number =>
      conclusions.find(({ what }) => what.includes('cat'))?.sureness ?? 0;
    expect(of(away)).toBeLessThan(of(alone));
  });

  it('is surer the more memories say so, and never doubly sure of what one link carries', async () => {
    const once = await filled(CHAIN.slice(0, 1));
    const twice = await filled([
      ...CHAIN.slice(0, 1),
      'Because the main fuse blew, the cooling pump failed.',
    ]);
    const sureness = async ({ memory }: typeof once): Promise<number> =>
      (await inferring(memory, { from: 'the main fuse blew' })).conclusions[0]?.sureness ?? 0;
    expect(await sureness(twice)).toBeGreaterThan(await sureness(once));
  });

  it.each([
    ['a denied cause', 'The server room overheated, but not because the cooling pump failed.'],
    ['a denied effect', 'The failed cooling pump did not cause the server room to overheat.'],
    ['a question', 'Did the server room overheat because the cooling pump failed?'],
    ['a purpose', 'We let the cooling pump fail so that the server room would overheat.'],
  ])('takes %s for no cause', async (_, text) => {
    const { memory } = await filled([text]);
    const { conclusions } = await inferring(memory, { from: 'the cooling pump failed' });
    expect(conclusions).toEqual([]);
  });

  it('halves what is told as possible, and doubts what a memory denies', async () => {
    const { memory } = await filled(['The cellar may be wet because the pipe broke yesterday.']);
    const [wet] = (await inferring(memory, { from: 'the pipe broke yesterday' })).conclusions;
    expect(wet?.verdict).not.toBe('sure');
    const denied = await filled([
      ...CHAIN,
      'The database has not gone down.',
      'The database did not go down.',
    ]);
    const { conclusions } = await inferring(denied.memory, { from: 'the main fuse blew' });
    const down = conclusions.find(({ what }) => what.includes('database went down'));
    expect(down?.deniedBy).not.toBeNull();
    expect(down?.verdict).toBe('possible');
  });

  it('ends where causes go in a circle', async () => {
    const { memory } = await filled([
      'The team was tired because the release was late.',
      'The release was late because the tests were flaky.',
      'The tests were flaky because the team was tired.',
    ]);
    const { conclusions } = await inferring(memory, {
      from: 'the team was tired',
      depth: 8,
    });
    expect(conclusions.map(({ what }) => what).sort()).toEqual([
      'The release was late',
      'The tests were flaky',
    ]);
  });

  it('stands no earlier than what it rests on was said', async () => {
    const { memory, clock } = await openTestMemory();
    await memory.remember({ content: CHAIN[0] ?? '', saidAt: clock.now() });
    await memory.remember({ content: CHAIN[1] ?? '', saidAt: clock.now() });
    const before = new Date(clock.now()).toISOString();
    clock.advance(86_400_000);
    await memory.remember({ content: CHAIN[2] ?? '', saidAt: clock.now() });
    const ask = { from: 'the main fuse blew', to: 'the database went down' };
    const now = await inferring(memory, ask);
    expect(now.conclusions[0]?.since).toBe(clock.now());
    expect((await inferring(memory, { ...ask, asOf: before })).conclusions).toEqual([]);
  });

  it('refuses a direction without its ends, and nothing at all', async () => {
    const { memory } = await filled();
    await expect(inferring(memory, { from: 'x', direction: 'bridge' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'infer.direction',
    });
    await expect(memory.graph.causes({})).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('a kept conclusion', () => {
  const ASK = { from: 'the main fuse blew', to: 'the database went down' };

  it('falls with its evidence, names it, and stands again with it', async () => {
    const { memory, ids } = await filled();
    const { reversal } = await memory.graph.causes({ ...ASK, keep: true });
    expect((await memory.graph.causes({ kept: true })).kept[0]?.conclusion?.inferred).toBe(true);
    await memory.forget([ids[1] ?? '']);
    const [fallen] = (await memory.graph.causes({ kept: true })).kept;
    expect(fallen).toMatchObject({ conclusion: null, fallen: [ids[1]] });
    await memory.undo({ ids: [ids[1] ?? ''] });
    expect((await memory.graph.causes({ kept: true })).kept[0]?.conclusion).not.toBeNull();
    await memory.undo(reversal ?? '');
    expect((await memory.graph.causes({ kept: true })).kept).toEqual([]);
  });

  it('is not kept where nothing leads from one to the other', async () => {
    const { memory } = await filled();
    await expect(
      memory.graph.causes({
        keep: true,
        from: 'Marmalade is a greyhound',
        to: 'the database went down',
      }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('goes with what is erased', async () => {
    const { memory } = await filled(
      CHAIN.map((text) => text.replace('The cooling pump', 'The pump of Priya Okafor')).map(
        (text) => text.replace('server room', 'server room of Priya Okafor'),
      ),
    );
    const { conclusions } = await inferring(memory, { from: 'the main fuse blew' });
    expect(conclusions.length).toBeGreaterThan(0);
    await memory.graph.causes({
      keep: true,
      from: 'the main fuse blew',
      to: conclusions[0]?.what ?? '',
    });
    await memory.privacy.erase({ subject: 'Priya Okafor', yes: true });
    expect((await memory.graph.causes({ kept: true })).kept).toEqual([]);
  });

  it('outlives none of its evidence, whatever is taken back', async () => {
    const { memory, ids } = await filled();
    await memory.graph.causes({ ...ASK, keep: true });
    await fc.assert(
      fc.asyncProperty(fc.subarray(ids.slice(0, 4)), async (gone) => {
        if (gone.length > 0) await memory.forget(gone);
        const [kept] = (await memory.graph.causes({ kept: true })).kept;
        const turns = kept?.conclusion?.proofs.flatMap(({ steps }) =>
          steps.flatMap((step) => step.turns.map(({ id }) => String(id))),
        );
        expect(turns?.filter((id) => gone.includes(id)) ?? []).toEqual([]);
        expect(kept?.conclusion === null).toBe(gone.some((id) => ids.slice(0, 3).includes(id)));
        if (gone.length > 0) await memory.undo({ ids: gone });
      }),
      { numRuns: 16 },
    );
  });
});

describe('chains together', () => {
  const proposition = (text: string): Proposition => ({
    text,
    terms: [text, `${text}2`],
    negated: false,
    unsure: false,
  });
  const link = (cause: string, effect: string, sureness: number): Link => ({
    cause: proposition(cause),
    effect: proposition(effect),
    evidence: [],
    sureness,
  });

  it('are noisy-or where they share nothing, and exact where they share a link', () => {
    const shared = link('a', 'b', 0.5);
    const graph = new CauseGraph([
      shared,
      link('b', 'c', 0.5),
      link('b', 'd', 0.5),
      link('c', 'z', 1),
      link('d', 'z', 1),
    ]);
    const chains = walk(proposition('a'), 'effects', graph, { depth: 5, clamp: () => null }).filter(
      ({ links }) => links.at(-1)?.effect.text === 'z',
    );
    // One half for the shared link, times at least one of two halves.
    expect(together(chains)).toBeCloseTo(0.5 * 0.75, 10);
    expect(chains).toHaveLength(2);
  });

  it('are never less than the surest, nor more than noisy-or, nor out of 0..1', () => {
    const node = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'z');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(node, node, fc.double({ min: 0.1, max: 1, noNaN: true })), {
          maxLength: 12,
        }),
        (edges) => {
          const byEnds = new Map(
            edges.filter(([from, to]) => from !== to).map((edge) => [`${edge[0]}${edge[1]}`, edge]),
          );
          const graph = new CauseGraph([...byEnds.values()].map((edge) => link(...edge)));
          const chains: Chain[] = walk(proposition('a'), 'effects', graph, {
            depth: 6,
            clamp: () => null,
          }).filter(({ links }) => links.at(-1)?.effect.text === 'z');
          const all = together(chains);
          expect(all).toBeGreaterThanOrEqual((chains[0]?.sureness ?? 0) - 1e-9);
          expect(all).toBeLessThanOrEqual(noisyOr(chains.map(({ sureness }) => sureness)) + 1e-9);
        },
      ),
    );
  });
});
