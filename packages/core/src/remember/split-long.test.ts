import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';

/** More than 400,000 characters; all paragraphs differ. */
const LONG = Array.from(
  { length: 5_000 },
  (_, at) =>
    `Entry ${at} of the log: pump ${at % 7} ran for ${at} hours, and valve ${at * 3} was shut after.`,
).join('\n\n');

describe('a text that is too long for one memory', () => {
  it('becomes several of one source, in order and in one change, and the batch goes on', async () => {
    expect(LONG.length).toBeGreaterThan(348_853);
    const { memory } = await openTestMemory();
    const { receipts, sequence } = await memory.rememberAll([
      'Marta keeps bees.',
      { content: LONG, speaker: 'Priya', tags: ['log'] },
      'Tom keeps hens.',
    ]);
    expect(receipts.map(({ outcome }) => outcome)).toEqual(Array(3).fill('remembered'));
    const { parts = [], id, notes } = receipts[1]!;
    expect(parts).toHaveLength(Math.ceil(LONG.length / 65_536));
    expect([id, new Set(receipts.map((each) => each.sequence))]).toEqual([
      parts[0],
      new Set([sequence]),
    ]);
    expect(notes[0]).toBe(`too long for one memory: kept as ${parts.length} in order`);
    const shown = await Promise.all(parts.map((part) => memory.show(part)));
    expect(shown.map(({ memory: { content } }) => content).join('\n\n')).toBe(LONG);
    for (const [at, { memory: part }] of shown.entries())
      expect(part).toMatchObject({
        speaker: 'Priya',
        tags: ['log'],
        session: shown[0]!.memory.session,
        position: at,
        metadata: { part: at + 1, parts: parts.length },
      });
    const { results } = await memory.recall('What happened to valve 12000 after pump 3 ran?');
    expect(parts).toContain(results[0]?.id);
    expect((await memory.care.doctor()).problems).toEqual([]);

    const again = await memory.remember({ content: LONG, speaker: 'Priya', tags: ['log'] });
    expect(again.parts).toEqual(parts);
    expect((await memory.care.stats()).memories).toBe(parts.length + 2);
  });

  it('may be one word without an end', async () => {
    const { memory } = await openTestMemory();
    const { parts = [] } = await memory.remember('a'.repeat(400_000));
    const shown = await Promise.all(parts.map((part) => memory.show(part)));
    expect(shown.map(({ memory: { content } }) => content).join('')).toBe('a'.repeat(400_000));
  });
});
