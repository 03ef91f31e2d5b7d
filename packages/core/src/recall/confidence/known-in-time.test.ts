import { describe, expect, it } from 'vitest';
import { openTestMemory, type TestMemory } from '../../../../../test/support/open-test-memory.js';

const NOW = '2025-09-01T10:00:00Z';

async function summer(): Promise<TestMemory> {
  const rig = await openTestMemory();
  await rig.memory.rememberAll([
    {
      speaker: 'Jonas',
      session: 'a',
      saidAt: '2025-01-06T10:00:00Z',
      content: 'Happy new year! I still live in Halle, same flat as always.',
    },
    {
      speaker: 'Marek',
      session: 'b',
      saidAt: '2025-02-03T10:00:00Z',
      content: 'My brother Piotr drives a taxi in Berlin.',
    },
    {
      speaker: 'Ana',
      session: 'c',
      saidAt: '2025-06-20T10:00:00Z',
      content: 'We just came back from Sardinia, two weeks of sun and sea with the kids!',
    },
    {
      speaker: 'Jonas',
      session: 'c',
      saidAt: '2025-06-20T10:01:00Z',
      content: 'Sounds great, Ana. Did you rent a house?',
    },
    {
      speaker: 'Ana',
      session: 'c',
      saidAt: '2025-06-20T10:02:00Z',
      content: 'Yes, a small house near Alghero. The kids swam every day.',
    },
    {
      speaker: 'Mara',
      session: 'd',
      saidAt: '2025-07-02T10:00:00Z',
      content: 'I adopted a cat, Minka.',
    },
    {
      speaker: 'Jonas',
      session: 'd',
      saidAt: '2025-08-01T10:00:00Z',
      content: 'I joined a choir that meets on Tuesdays.',
    },
  ]);
  return rig;
}

describe('a question about a time', () => {
  it('is known where that time has something of its subject in other words', async () => {
    const { memory } = await summer();
    const {
      why: { known },
      results,
    } = await memory.recall({
      query: 'Did Ana go on holiday in June?',
      now: NOW,
    });
    expect(results[0]?.content).toContain('Sardinia');
    expect(known.verdict).toBe('known');
    expect(
      (await memory.recall({ query: 'Was Ana on vacation this year?', now: NOW })).why.known
        .verdict,
    ).not.toBe('unknown');
  });

  it('is not known by the time alone, nor by the subject at another time', async () => {
    const { memory } = await summer();
    for (const query of [
      'Did Jonas go on holiday in June?',
      'Did Mara go on holiday in June?',
      'Did Ana go on holiday in February?',
    ]) {
      expect((await memory.recall({ query, now: NOW })).why.known.verdict, query).not.toBe('known');
    }
  });
});
