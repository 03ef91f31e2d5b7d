import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../../test/support/open-test-memory.js';

const [ANA, BEN] = ['ana.lund@mill.example', '+44 20 7946 0958'];

describe('people whose names are taken out', () => {
  it.each([
    ['standard', ANA, 'ben.stone@mill.example'],
    ['standard', '+44 20 7946 0123', BEN],
    ['strict', 'Ana Lund', 'Ben Stone'],
  ] as const)('at %s, %s and %s stay two', async (privacy, one, other) => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.care.configure({ privacy });
    const first = await memory.remember({
      content: 'I live in Porto.',
      speaker: one,
      session: one,
      saidAt: '2025-01-01',
    });
    await memory.remember({
      content: 'I live in Berlin now.',
      speaker: other,
      session: other,
      saidAt: '2025-02-01',
    });
    // Statements about one do not supersede those about the other.
    expect((await memory.show(first.id)).memory.supersededBy).toBeNull();
    expect((await memory.validity.conflicts()).conflicts).toEqual([]);
    const [a, b] = (await memory.list()).memories;
    expect(a?.speaker).toMatch(/^\[REDACTED:\w+\] [a-z2-9]{3}$/);
    expect(b?.speaker).not.toBe(a?.speaker);
    expect(b?.session).not.toBe(a?.session);
    // They are found by the caller's names, and a repeated statement reinforces the same memory.
    expect((await memory.list({ speaker: one })).memories.map(({ id }) => id)).toEqual([first.id]);
    expect(
      (await memory.list({ order: 'newest', session: one })).memories.map(({ id }) => id),
    ).toEqual([first.id]);
    expect(
      (await memory.recall({ query: 'Where do you live?', speaker: one })).results.map(
        ({ id }) => id,
      ),
    ).toEqual([first.id]);
    expect(
      (await memory.recall({ query: 'Where do you live?', exceptSpeakers: [one] })).results.map(
        ({ content }) => content,
      ),
    ).toEqual(['I live in Berlin now.']);
    expect(
      await memory.remember({
        content: 'I live in Porto.',
        speaker: one,
        session: 'later',
        saidAt: '2025-03-01',
      }),
    ).toMatchObject({ outcome: 'reinforced', id: first.id });
    // Working memory is separate for each, and no name is in the file.
    await memory.session(one).note('The blue tent is for May.');
    expect((await memory.session(one).show()).working).not.toBeNull();
    expect((await memory.session(other).show()).working).toBeNull();
    await memory.session(one).note({ agent: 'planner', keep: 'ask again' });
    expect((await memory.session(one).show({ agent: 'planner' })).notes).toHaveLength(1);
    await memory.close();
    for (const name of [one, other]) expect(readFileSync(file, 'latin1')).not.toContain(name);
  });

  it('with tokens, the token tells them apart, and a question seals nothing', async () => {
    const { memory } = await openTestMemory({ vaultKey: 'ab'.repeat(32) });
    await memory.care.configure({ privacy: 'standard', tokens: true });
    const { id } = await memory.remember({
      content: 'The ferry leaves at nine.',
      speaker: ANA,
      session: ANA,
    });
    expect((await memory.list()).memories[0]?.speaker).toBe('[email_1]');
    expect((await memory.list({ speaker: ANA })).memories.map((each) => each.id)).toEqual([id]);
    const before = (await memory.care.info())?.sequence;
    expect((await memory.list({ speaker: 'nobody@mill.example' })).memories).toEqual([]);
    expect((await memory.care.info())?.sequence).toBe(before);
  });
});
