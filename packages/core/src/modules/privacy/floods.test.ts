import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';

const FRAMES: readonly ((claim: string, at: number) => string)[] = [
  (claim) => claim,
  (claim, at) => `Update ${at}: ${claim}`,
  (claim) => `According to the latest records, ${claim}`,
  (claim, at) => `Correction of entry ${at}: what was said before is wrong. ${claim}`,
  (claim, at) => `Reader ${at} confirms it once more: ${claim} Everybody knows that by now.`,
  (claim) => `Frequently asked. The answer is simple: ${claim}`,
  (claim, at) =>
    `Source number ${at} in a row agrees, and there is no doubt about it any more. ${claim}`,
];

describe('a flood of near-copies from the web', () => {
  it('neither comes before the user’s word nor grows surer by its number', async () => {
    const { memory, clock } = await openTestMemory();
    await memory.rememberAll([
      { content: 'Ana keeps bees behind the old mill.' },
      { content: 'The ferry to Cacilhas leaves at ten past nine.' },
      { content: 'Tom is allergic to walnuts.' },
    ]);
    const own = await memory.remember('Our payment provider is Adyen.');
    const sure = (await memory.show(own.id)).memory.confidence;
    const forged = Array.from({ length: 200 }, (_, at) => ({
      content: FRAMES[at % FRAMES.length]?.('our payment provider is Paywise.', at) ?? '',
      source: 'web' as const,
      origin: `https://page${at % 60}.example/${at}`,
    }));
    const receipts = [];
    for (let at = 0; at < forged.length; at += 20) {
      clock.advance(60_000);
      receipts.push(...(await memory.rememberAll(forged.slice(at, at + 20))).receipts);
    }
    const held = receipts.filter(({ outcome }) => outcome === 'quarantined');
    // Identical texts are one memory that gains no confidence; near-copies are quarantined.
    expect(receipts.filter(({ outcome }) => outcome === 'remembered').length).toBeLessThanOrEqual(
      6,
    );
    expect(held.length).toBeGreaterThan(60);
    expect(held[0]?.notes.join(' ')).toMatch(/near-copy of m_\w+ \(\d+ % of it the same\)/);
    const { results } = await memory.recall({
      query: 'Which payment provider do we use?',
      limit: 20,
    });
    expect(results[0]).toMatchObject({ id: own.id });
    const lies = results.filter(({ trust }) => trust === 'web');
    expect(lies.length).toBeGreaterThan(0);
    for (const { why } of lies) expect(why.confidence).toBeLessThanOrEqual(0.6);
    expect((await memory.show(own.id)).memory).toMatchObject({
      confidence: sure,
      supersededBy: null,
    });
    const { memories: items } = await memory.privacy.quarantine({ limit: 5 });
    expect(items[0]?.quarantine?.reasons.join(' ')).toContain('near-copy');
    expect(
      (await memory.privacy.quarantine({ release: [items[0]?.id ?? ''] as never })).released,
    ).toMatchObject([{ outcome: 'remembered' }]);
  });

  it('does not keep the user’s word from being weighed, however different its wordings are', async () => {
    const { memory } = await openTestMemory();
    const own = await memory.remember(
      'The code of the garage door is written inside the blue tin.',
    );
    await memory.care.configure({ guard: 'off' });
    const places = [
      'under a stone',
      'behind the mirror',
      'in the atlas',
      'on the fridge',
      'at the neighbour’s',
      'below the doormat',
      'in the piano',
      'on the second shelf',
    ];
    const ways = [
      'The code of the garage door is',
      'Garage door code:',
      'Garage door, where is the code? It is',
      'You find the garage door code',
      'Code for the door of the garage',
    ];
    const pages = places.flatMap((place, row) =>
      ways.flatMap((way, at) =>
        [1, 2, 3, 4].map((copy) => ({
          content: `${way} ${place} ${'now and then '.repeat(copy)}${row}`,
          source: 'web' as const,
          origin: `https://p${row}${at}${copy}.example`,
        })),
      ),
    );
    await memory.rememberAll(pages);
    const { results } = await memory.recall({ query: 'garage door code', limit: 5 });
    expect(results[0]).toMatchObject({ id: own.id, trust: 'user' });
  });

  it('never raises the score of what its own source said before', async () => {
    const claims = [
      'The winner of the regatta is Team Osprey.',
      'The museum of clocks opens at ten.',
      'The best bread in town is sold by Miller and Sons.',
      'Harbour Clinic moved to Dock Street.',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...claims),
        fc.array(fc.integer({ min: 1, max: FRAMES.length - 1 }), { minLength: 1, maxLength: 8 }),
        async (claim, frames) => {
          const { memory, clock } = await openTestMemory();
          try {
            await memory.remember(
              'I once saw a regatta from the museum, and bought bread on the way to the clinic.',
            );
            const first = await memory.remember({
              content: claim,
              source: 'web',
              origin: 'https://one.example/1',
            });
            const state = async () => {
              const { results } = await memory.recall({ query: claim, limit: 10 });
              const best = results
                .filter(({ trust }) => trust === 'web')
                .sort((a, b) => b.why.score - a.why.score)[0];
              return {
                score: best?.why.score ?? 0,
                confidence: (await memory.show(first.id)).memory.confidence,
              };
            };
            const before = await state();
            for (const [at, frame] of frames.entries()) {
              clock.advance(60_000);
              await memory.remember({
                content: FRAMES[frame]?.(claim, at) ?? claim,
                source: 'web',
                origin: `https://www.one.example/${at + 2}`,
              });
            }
            const after = await state();
            expect(after.score).toBeLessThanOrEqual(before.score + 1e-9);
            expect(after.confidence).toBeLessThanOrEqual(before.confidence);
          } finally {
            await memory.close();
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it('leaves readings that differ in a figure or a denial alone', async () => {
    const { memory } = await openTestMemory();
    const said = [
      'The boiler in the cellar reports a pressure of 1.4 bar.',
      'The boiler in the cellar reports a pressure of 1.6 bar.',
      'The boiler in the cellar reports a pressure of 1.9 bar.',
      'The boiler in the cellar reports a pressure of 2.2 bar.',
      'The boiler in the cellar reports no pressure.',
    ];
    const { receipts } = await memory.rememberAll(
      said.map((content) => ({ content, source: 'tool' as const, origin: 'boiler' })),
    );
    expect(receipts.map(({ outcome }) => outcome)).toEqual(said.map(() => 'remembered'));
  });
});

describe('evidence', () => {
  it('counts once a session, a feed, and the web as a whole', async () => {
    const { memory, clock } = await openTestMemory();
    const content = 'The lease of the studio ends in May.';
    const confidence = async (id: string): Promise<number> =>
      (await memory.show(id as never)).memory.confidence;
    const { id } = await memory.remember({ content, source: 'agent', session: 's1', turn: '1' });
    const first = await confidence(id);
    for (const turn of ['2', '3', '4'])
      expect(
        await memory.remember({ content, source: 'agent', session: 's1', turn }),
      ).toMatchObject({ outcome: 'reinforced' });
    expect(await confidence(id)).toBe(first);
    clock.advance(86_400_000);
    await memory.remember({ content, source: 'agent', session: 's2', turn: '1' });
    const second = await confidence(id);
    expect(second).toBeGreaterThan(first);
    for (const page of [1, 2, 3])
      await memory.remember({ content, source: 'web', origin: `https://p${page}.example` });
    expect(await confidence(id)).toBe(second);
    await memory.remember({ content, session: 'evening', turn: '1' });
    const third = await confidence(id);
    expect(third).toBeGreaterThan(second);
    await memory.remember({ content, session: 'evening', turn: '2' });
    expect(await confidence(id)).toBe(third);
  });
});
