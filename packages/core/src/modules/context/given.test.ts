import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import { stripRecalled } from '../../domain/recalled-text.js';
import type { Mneme } from '../../mneme.js';

const TURNS = [
  'Priya keeps the blue kettle in the small kitchen of the bakery.',
  'The bakery in Leeds opens at seven on weekdays.',
  'Tom repaired the oven of the bakery in March.',
];

async function filled(): Promise<Mneme> {
  const { memory } = await openTestMemory();
  await memory.rememberAll(TURNS.map((content) => ({ content, speaker: 'Priya' })));
  return memory;
}

const ask = (memory: Mneme, query: string, delta?: string) =>
  memory.context({
    query,
    precision: 'normal',
    ...(delta === undefined ? {} : { delta }),
  } as never);

describe('a conversation that gets several contexts', () => {
  it('is sent what it does not have yet, and told what it has', async () => {
    const memory = await filled();
    const first = await ask(memory, 'Where is the blue kettle?', 'chat');
    expect(first).toMatchObject({ known: [], gone: [] });
    expect(first.context).toContain('blue kettle');
    const again = await ask(memory, 'Where is the blue kettle?', 'chat');
    expect(again.known).toEqual(again.delivered);
    expect(first.delivered.slice(0, again.known.length)).toEqual(again.known);
    expect(again.known.length).toBeGreaterThan(0);
    expect(again.context).not.toContain('kettle');
    expect(again.context).toMatch(/^Given before: (?:\[m_\w+\] ?)+\.$/);
    expect(again.tokensUsed).toBeLessThan(first.tokensUsed / 2);
  });

  it('shares nothing with another conversation, and one that names none is sent everything', async () => {
    const memory = await filled();
    const first = await ask(memory, 'Where is the blue kettle?', 'chat');
    expect((await ask(memory, 'Where is the blue kettle?', 'other')).context).toBe(first.context);
    expect((await ask(memory, 'Where is the blue kettle?')).context).toBe(first.context);
  });

  it('is told when something that it was given holds no longer', async () => {
    const memory = await filled();
    const { delivered } = await ask(memory, 'When does the bakery open?', 'chat');
    const opens = (await memory.list({})).memories.find(({ content }) => content === TURNS[1]);
    expect(delivered).toContain(opens?.id);
    await memory.forget([opens?.id ?? '']);
    const next = await ask(memory, 'Where is the blue kettle?', 'chat');
    expect(next.gone).toEqual([opens?.id]);
    expect(next.context).toMatch(/No longer so: \[m_\w+\]\.$/m);
    expect((await ask(memory, 'Where is the blue kettle?', 'chat')).gone).toEqual([]);
  });

  it('begins anew when its session is cleared, of which nothing else is told', async () => {
    const memory = await filled();
    const first = await ask(memory, 'Where is the blue kettle?', 'chat');
    expect((await memory.session('chat').show()).working).toBeNull();
    await memory.session('chat').note('Tom asks about the oven.');
    expect((await ask(memory, 'Where is the blue kettle?', 'chat')).context).not.toContain(
      'kettle',
    );
    await memory.session('chat').clear();
    expect((await ask(memory, 'Where is the blue kettle?', 'chat')).context).toBe(first.context);
  });

  it('leaves nothing in the journal, and its lines are not remembered', async () => {
    const memory = await filled();
    const { changes } = await memory.care.stats();
    await ask(memory, 'Where is the blue kettle?', 'chat');
    const { context } = await ask(memory, 'Where is the blue kettle?', 'chat');
    expect((await memory.care.stats()).changes).toBe(changes);
    expect(stripRecalled(`${context}\nTom says hello.`).text).toBe('Tom says hello.');
  });

  it('never gets more than its budget', async () => {
    const memory = await filled();
    for (const query of ['kettle', 'bakery', 'oven', 'Leeds', 'kettle and oven'])
      expect(
        (await memory.context({ query, precision: 'normal', maxTokens: 100, delta: 'chat' }))
          .tokensUsed,
      ).toBeLessThanOrEqual(100);
  });
});
