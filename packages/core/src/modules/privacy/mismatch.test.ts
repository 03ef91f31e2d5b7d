import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemory, type Mneme } from '@mneme/mneme/index.js';

const CLAIM = 'The lease of the boathouse ends in November and Tore keeps the only key.';

describe('content that disagrees with what is said about it', () => {
  let memory: Mneme;
  beforeAll(async () => {
    memory = await openMemory({ file: ':memory:', bank: 'mismatch' as never });
  });
  afterAll(() => memory.close());

  it('is held back from the web where it is plain, waits with its reasons, and comes in by a release', async () => {
    const held = await memory.remember({
      content: CLAIM,
      source: 'web',
      origin: 'https://boats.example/1',
      metadata: { source: 'user' },
    });
    expect(held).toMatchObject({
      outcome: 'quarantined',
      notes: ['disagrees with what is said about it: source says user, but it comes from the web'],
    });
    const { memories: items } = await memory.privacy.quarantine();
    expect(items).toMatchObject([
      { id: held.id, quarantine: { status: 'held', score: 0.6, reasons: held.notes } },
    ]);
    expect((await memory.recall('Who keeps the key of the boathouse?')).results).toEqual([]);
    await memory.privacy.quarantine({ release: [held.id] });
    const { results } = await memory.recall('Who keeps the key of the boathouse?');
    expect(results[0]).toMatchObject({
      id: held.id,
      trust: 'web',
      mismatch: { score: 0.6, reasons: ['source says user, but it comes from the web'] },
    });
    expect(results[0]?.why.confidence).toBeCloseTo(0.6 * 0.7);
  });

  it('costs a tool some confidence, and the user none', async () => {
    const text = (name: string): string =>
      `My name is Irina and I look after the ${name} at the pier.`;
    const tool = await memory.remember({
      content: text('crane'),
      source: 'tool',
      speaker: 'Marcus',
    });
    const user = await memory.remember({
      content: text('lamp'),
      source: 'user',
      speaker: 'Marcus',
    });
    expect([tool, user].map(({ outcome, notes }) => [outcome, notes[0]])).toEqual(
      Array.from({ length: 2 }, () => [
        'remembered',
        'disagrees with what is said about it: said to be by Marcus, but gives its own name as Irina',
      ]),
    );
    const confidence = async (id: string): Promise<number | undefined> =>
      (await memory.show(id))?.memory.confidence;
    expect(await confidence(tool.id)).toBeCloseTo(0.75 * (1 - 0.5 * 0.35));
    expect(await confidence(user.id)).toBe(0.9);
    const plain = await memory.recall({
      query: 'Who looks after the crane?',
      fields: ['id', 'content'],
    });
    expect(Object.keys(plain.results[0] ?? {})).toEqual(['id', 'content']);
  });

  it('is not looked for where the guard is off', async () => {
    await memory.care.configure({ guard: 'off' });
    expect(
      await memory.remember({
        content: 'The slipway is closed for the winter.',
        source: 'web',
        metadata: { source: 'user' },
      }),
    ).toMatchObject({ outcome: 'remembered', notes: [] });
  });
});
