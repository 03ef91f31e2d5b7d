import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

const TALK = [
  'Hey Tom! Good to see you! I moved to Porto in May because the lab there offered me a place.',
  'Wow, Priya! That is great. What is the lab like?',
  'It studies kelp forests. I share an office with Inês, who dives every week.',
  'Nice! My sister Marta dives as well. She broke her ankle in June.',
  'Oh no! I hope she gets well soon. By the way, my flat in Porto has a view of the tram depot.',
];

/** Two people talk every day for a month. */
async function talkative(memory: Mneme): Promise<void> {
  const turns = Array.from({ length: 60 }, (_, at) => ({
    content:
      at < TALK.length
        ? TALK[at]!
        : `Good morning! On day ${at} the kelp in tank ${at * 3} grew ${at} millimetres. How are you?`,
    speaker: at % 2 === 0 ? 'Priya' : 'Tom',
    session: `day-${Math.floor(at / 5)}`,
    saidAt: Date.UTC(2025, 0, 1 + Math.floor(at / 5), 9, at % 5),
  }));
  await memory.rememberAll(turns);
}

describe('context', () => {
  it('gives whole memories where they fit, and passages with citations where they do not', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({ content: TALK[0]!, speaker: 'Priya' });
    expect(await memory.context('Why did Priya move to Porto?')).toMatchObject({
      mode: 'raw',
      compression: 0,
      left: 0,
    });
    await talkative(memory);
    const short = await memory.context({
      query: 'Why did Priya move to Porto?',
      maxTokens: 400,
      precision: 'normal',
    });
    expect(short).toMatchObject({ mode: 'structured' });
    expect(short.context).toContain(
      'I moved to Porto in May because the lab there offered me a place.',
    );
    expect(short.context).not.toContain('Good to see you');
    expect(short.context.match(/<recalled-memory /g)).toHaveLength(1);
    expect(short.context.match(/\[m_[0-9a-z]{4,}\]/g)).toHaveLength(short.delivered.length);
    expect(short.compression).toBeGreaterThan(0.5);
    // Remembering the context again stores nothing.
    expect(await memory.remember(short.context)).toMatchObject({ outcome: 'recalled' });
  });

  it('keeps to every budget in every mode, by a real encoding, and tells the same twice', async () => {
    const { memory } = await openTestMemory();
    await talkative(memory);
    for (const mode of ['auto', 'raw', 'narrative', 'structured', 'code_focused'] as const) {
      for (const maxTokens of [100, 160, 300, 900]) {
        for (const verbosity of [0, 1, 2]) {
          const asked = { query: 'What does Priya tell of the lab?', maxTokens, mode, verbosity };
          const answer = await memory.context(asked);
          expect({
            ...asked,
            fits: encode(answer.context).length <= maxTokens && answer.tokensUsed <= maxTokens,
            some: answer.delivered.length > 0,
          }).toEqual({ ...asked, fits: true, some: true });
          if (maxTokens === 300) expect((await memory.context(asked)).context).toBe(answer.context);
        }
      }
    }
  });

  it('delivers of one endless text what bears on the question', async () => {
    const { memory } = await openTestMemory();
    const filler = Array.from(
      { length: 400 },
      (_, at) => `Line ${at} of the log says that pump ${at % 7} ran`,
    ).join(', ');
    await memory.remember(`${filler}. The valve of the north tank leaks. ${filler}.`);
    const { context } = await memory.context({ query: 'Which valve leaks?', maxTokens: 150 });
    expect(context).toContain('The valve of the north tank leaks.');
  });

  it('puts code first for a bank of code', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(
      Array.from({ length: 40 }, (_, at) => ({
        content: `Notes on step ${at}: a retry waits longer each time it fails.\n\`\`\`ts\nexport async function retry${at}(times: number): Promise<void> {\n  await pause(times * ${at});\n}\n\`\`\``,
      })),
    );
    const { mode, context } = await memory.context({
      query: 'How does retry7 pause?',
      maxTokens: 300,
      precision: 'normal',
    });
    expect(mode).toBe('code_focused');
    expect(context).toContain(
      'export async function retry7(times: number): Promise<void> {\n  await pause(times * 7);\n}',
    );
  });

  it('counts what precision held back as left out, and has it where it is asked for', async () => {
    const { memory } = await openTestMemory();
    await talkative(memory);
    await memory.remember('Priya keeps her bicycle in the cellar of the lab.');
    const query = 'Where does Priya keep her bicycle?';
    const high = await memory.context({ query, maxTokens: 8_192 });
    const normal = await memory.context({ query, maxTokens: 8_192, precision: 'normal' });
    expect(high.delivered.length).toBeLessThan(normal.delivered.length);
    expect(normal.unlikely).toBe(0);
    expect(high.unlikely).toBeGreaterThan(0);
    // Both looked at the same memories, so delivered plus left is equal.
    expect(high.delivered.length + high.left).toBe(normal.delivered.length + normal.left);
    const tight = await memory.context({ query, maxTokens: 150, precision: 'normal' });
    expect(tight).toMatchObject({ unlikely: 0 });
    expect(tight.left).toBeGreaterThan(0);
  });

  it('gives what it has of whom a question names, though the answer is unsure', async () => {
    const { memory } = await openTestMemory({ embedder: { package: 'mneme' } });
    await memory.rememberAll(
      [
        'my choir has 28 singers now, Declan joined on Tuesday and Declan is good',
        'Yuki plays the piano for us, she is expecting in spring',
        'Declan fixes my bike on Saturdays, the chain again',
        'I moved the rehearsal to the hall because the church is cold',
        'the boiler man came, 140 for half an hour',
      ].map((content) => ({ content })),
    );
    const given = async (query: string) => (await memory.context(query)).context;
    expect(await given('Which instrument does Declan play at home?')).toContain('Declan');
    expect(await given('Where does Yuki teach?')).toContain('Yuki');
    expect(await given('Which river runs through Porto?')).toBe('');
    expect(await given('How tall is Everest?')).toBe('');
  });

  it('gives whole memories where all of them fit, to the last token', async () => {
    const asked = { query: 'When do the B12 injections start?', precision: 'normal' } as const;
    // Ids differ, and with them the tokens of a line.
    for (let at = 0; at < 12; at++) {
      const { memory } = await openTestMemory();
      await memory.rememberAll([
        'GP called. B12 is through the floor, injections start on Monday.',
        'B12 injections are at the GP in Marsh Lane, each Monday at nine.',
      ]);
      const { tokensUsed } = await memory.context(asked);
      const exactly = await memory.context({ ...asked, maxTokens: tokensUsed });
      expect(exactly).toMatchObject({ mode: 'raw', left: 0, tokensUsed });
    }
  });

  it('suggests advice for a question of many matters, not beside each answer', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(
      [
        'The heron nests by the weir.',
        'Ana bakes rye bread on Sundays.',
        'Tom plays the cello in the church of Leeds.',
        'Tom moved to Leeds with Ana.',
        'Quartz is harder than glass.',
      ].map((content, at) => ({ content, session: `s${at}` })),
    );
    const suggested = async (query: string) =>
      (await memory.context({ query, precision: 'normal' })).pulse.suggested?.operation ?? null;
    expect(await suggested('heron, bread, quartz and the church')).toBe('advise');
    for (const query of ['Where does Tom play the cello?', 'What does Ana bake?', 'Who is Tom?'])
      expect([query, await suggested(query)]).toEqual([query, null]);
  });

  it('looks harder when it is told to', async () => {
    const { memory } = await openTestMemory();
    await talkative(memory);
    const [low, high] = await Promise.all(
      (['low', 'critical'] as const).map((priority) =>
        memory.context({
          query: 'Is there any news from the aquarium?',
          priority,
          precision: 'normal',
        }),
      ),
    );
    expect(high!.delivered.length + high!.left).toBeGreaterThan(low!.delivered.length + low!.left);
    await expect(memory.context({ query: 'x', priority: 'urgent' as 'low' })).rejects.toMatchObject(
      { code: 'invalid_input', field: 'context.priority' },
    );
  });

  it('names the day of whoever spoke', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({
      content: 'The boiler needs a new valve before winter.',
      saidAt: '2026-10-05T22:30:00-07:00',
      speaker: 'Iris',
    });
    const { context } = await memory.context({ query: 'What does the boiler need?' });
    expect(context).toContain('2026-10-05');
    expect(context).not.toContain('2026-10-06');
    const raw = await memory.context({ query: 'What does the boiler need?', mode: 'raw' });
    expect(raw.context).toContain('2026-10-05T22:30:00 Iris');
    const { results } = await memory.recall({ query: 'boiler', fields: ['provenance'] });
    expect(results[0]?.provenance).toContain('on 5 October 2026');
  });
});
