import { describe, expect, it } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../../test/support/open-test-memory.js';
import { contents } from '../../../../../test/support/recollections.js';
import type { SessionId } from '../../domain/ids.js';
import { countTokens } from '../../language/count-tokens.js';
import { WORKING_BOUNDS } from '../../domain/working-memory.js';

const FILLER = ['The kiln fires at noon.', 'Rain fell all day.', 'The invoice is paid.'];

describe('the working memory of a session', () => {
  it('keeps task, phase, events and turns', async () => {
    const { memory, clock } = await openTestMemory();
    const session = memory.session('chat-7');
    await session.note({ task: 'Plan the move', phase: 'packing' });
    await session.note({ text: 'Priya moved to Lisbon.', speaker: 'Tom' });
    clock.advance(1_000);
    await session.note({ event: 'the boxes arrived' });
    await session.note('And now?');
    const { working } = await session.show();
    expect(working).toMatchObject({
      session: 'chat-7',
      task: 'Plan the move',
      phase: 'packing',
      events: [{ text: 'the boxes arrived' }],
      turns: [
        { speaker: 'Tom', text: 'Priya moved to Lisbon.' },
        { speaker: null, text: 'And now?' },
      ],
    });
    expect((await session.note({ phase: '' })).working?.phase).toBeNull();
    expect((await session.note({ event: 'x' })).working?.task).toBe('Plan the move');
  });

  it('is neither a memory nor seen in another session, bank or journal', async () => {
    const { memory } = await openTestMemory();
    await memory.session('a').note('The secret garden is in Porto.');
    const before = (await memory.care.stats()).bank.sequence;
    await memory.session('a').note('Priya has the key.');
    expect((await memory.care.stats()).bank.sequence).toBe(before);
    expect((await memory.session('b').show()).working).toBeNull();
    expect((await memory.bank('other').session('a').show()).working).toBeNull();
    expect((await memory.recall('secret garden')).results).toEqual([]);
    const elsewhere = await memory.recall({
      query: 'Where does she live?',
      context: { session: 'b' as SessionId },
    });
    expect(elsewhere.plan.references).toEqual([]);
    expect(elsewhere.notices).toContain('Nothing is noted of the session b.');
  });

  it('outlives the process, and what is cleared is gone', async () => {
    const file = temporaryFile();
    const first = await openTestMemory({ file });
    await first.memory.session('s').note('Priya moved to Lisbon.');
    await first.memory.close();
    const second = await openTestMemory({ file });
    expect((await second.memory.session('s').show()).working?.turns).toHaveLength(1);
    expect(await second.memory.session('s').clear()).toEqual({ session: 's', working: null });
    const third = await openTestMemory({ file });
    expect((await third.memory.session('s').show()).working).toBeNull();
  });

  it('keeps both notes of two handles on one file', async () => {
    const file = temporaryFile();
    const [one, two] = [await openTestMemory({ file }), await openTestMemory({ file })];
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 === 0 ? one : two).memory.session('s').note(`note ${at}`),
      ),
    );
    expect((await one.memory.session('s').show()).working?.turns).toHaveLength(10);
  });

  it('stays within its bounds, the newest last to go', async () => {
    const { memory, clock } = await openTestMemory();
    const session = memory.session('long');
    for (let at = 0; at < WORKING_BOUNDS.turns + 5; at++) {
      clock.advance(1_000);
      await session.note(`turn ${at}`);
    }
    const { working } = await session.show();
    expect(working?.turns.map(({ text }) => text)).toEqual(
      Array.from({ length: WORKING_BOUNDS.turns }, (_, at) => `turn ${at + 5}`),
    );
    await session.note({ event: 'an event' });
    clock.advance(1_000);
    for (let at = 0; at < 12; at++) {
      const { working: full } = await session.note(`${at} ${'many words '.repeat(360)}`);
      expect(full?.turns.at(-1)?.text).toMatch(new RegExp(`^${at} many`));
      const tokens = [...full!.turns, ...full!.events].reduce(
        (sum, { text }) => sum + countTokens(text),
        0,
      );
      expect(tokens).toBeLessThanOrEqual(WORKING_BOUNDS.tokens);
      clock.advance(1_000);
    }
    expect((await session.show()).working?.turns.length).toBeLessThan(12);
  });

  it('keeps the latest sessions of a bank', async () => {
    const { memory, clock } = await openTestMemory();
    for (let at = 0; at <= WORKING_BOUNDS.sessions; at++) {
      clock.advance(1_000);
      await memory.session(`s${at}`).note('here');
    }
    expect((await memory.session('s0').show()).working).toBeNull();
    expect((await memory.session('s1').show()).working).not.toBeNull();
    expect((await memory.session(`s${WORKING_BOUNDS.sessions}`).show()).working).not.toBeNull();
  });

  it('refuses what says nothing, and a file open only to read', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await expect(memory.session('s').note({})).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'session.text',
    });
    await expect(memory.session('s').note({ speaker: 'Tom' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(() => memory.session('')).toThrow(/session/);
    const reader = await openTestMemory({ file, readOnly: true });
    await expect(reader.memory.session('s').note('x')).rejects.toMatchObject({ code: 'read_only' });
    expect((await reader.memory.session('s').show()).working).toBeNull();
  });
});

describe('a question asked within a session', () => {
  it('is read by what the session spoke of, and says so', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      { speaker: 'Priya', content: 'My flat is in Alfama, near the castle.' },
      { speaker: 'Tom', content: 'My flat is in Graça.' },
      ...FILLER,
    ]);
    await memory.session('chat').note({ text: 'I talked to Priya today.', speaker: 'user' });
    const answer = await memory.recall({
      query: 'Where is her flat?',
      context: { session: 'chat' as SessionId },
    });
    expect(contents(answer)[0]).toBe('My flat is in Alfama, near the castle.');
    expect(answer.plan.references).toEqual([{ said: 'her', as: 'Priya' }]);
    expect(answer.notices).toContain('Read “her” as “Priya”.');
    await memory.session('chat').note({ text: 'And then Tom and Ben came.', speaker: 'user' });
    const next = await memory.recall({
      query: 'Where is his flat?',
      context: { session: 'chat' as SessionId },
    });
    expect(next.plan.references).toEqual([]);
    expect(next.notices.join()).toMatch(/“his” may be Tom or Ben; it was left as it is/);
  });

  it('takes lines that the caller gives, after those noted', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(['Helios ships in May.', 'Selene ships in June.', ...FILLER]);
    await memory.session('chat').note('We talked about the Helios project.');
    const asked = { query: 'When does it ship?' };
    expect(
      contents(await memory.recall({ ...asked, context: { session: 'chat' as SessionId } }))[0],
    ).toBe('Helios ships in May.');
    const given = await memory.recall({
      ...asked,
      context: { session: 'chat' as SessionId, recent: ['Ana: the Selene project is next'] },
    });
    expect(given.plan.references).toEqual([{ said: 'it', as: 'Selene' }]);
    expect(contents(given)[0]).toBe('Selene ships in June.');
    expect(
      contents(
        await memory.recall({ ...asked, context: { recent: ['The Helios project is on.'] } }),
      )[0],
    ).toBe('Helios ships in May.');
  });

  it('is about the task where it names it, or has no words of its own', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(['The marathon in Porto needs a hotel.', ...FILLER]);
    await memory.session('chat').note({ task: 'book the Porto marathon hotel' });
    const context = { session: 'chat' as SessionId };
    for (const query of ['What is known of the task?', 'And now what?']) {
      const answer = await memory.recall({ query, context });
      expect(contents(answer)[0]).toBe('The marathon in Porto needs a hotel.');
      expect(answer.notices.join()).toContain('book the Porto marathon hotel');
    }
    expect(
      (await memory.recall({ query: 'Who paid the invoice?', context })).plan.references,
    ).toEqual([]);
  });

  it('is not answered from what was read otherwise before', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([...FILLER]);
    const session = memory.session('chat');
    await session.note('Priya called.');
    const ask = () =>
      memory.recall({ query: 'Where is she?', context: { session: 'chat' as SessionId } });
    expect((await ask()).plan.references).toEqual([{ said: 'she', as: 'Priya' }]);
    expect((await ask()).cacheHit).toBe(true);
    await session.note('Maria wrote.');
    const after = await ask();
    expect(after.cacheHit).toBe(false);
    expect(after.plan.references).toEqual([{ said: 'she', as: 'Maria' }]);
  });
});

describe('the scratchpad of a session', () => {
  it('keeps private notes from other agents and shows team notes to all', async () => {
    const { memory } = await openTestMemory();
    const session = memory.session('chat-7');
    await session.note({ agent: 'planner', keep: 'Ask about the dog first.', tags: ['open'] });
    await session.note({ agent: 'planner', keep: 'The flat has no garden.', privacy: 'team' });
    const texts = async (agent: string, tags?: string[]) =>
      (await session.show({ agent, ...(tags === undefined ? {} : { tags }) })).notes?.map(
        ({ content }) => content,
      );
    expect(await texts('planner')).toEqual(['Ask about the dog first.', 'The flat has no garden.']);
    expect(await texts('planner', ['open'])).toEqual(['Ask about the dog first.']);
    expect(await texts('writer')).toEqual(['The flat has no garden.']);
    expect((await memory.session('chat-8').show({ agent: 'planner' })).notes).toEqual([]);
    expect(JSON.stringify(await session.show())).not.toContain('dog');
  });

  it('drops an agent’s own notes alone, survives other notes, and goes with the session', async () => {
    const { memory } = await openTestMemory();
    const session = memory.session('chat-7');
    await session.note({ agent: 'planner', keep: 'One.' });
    await session.note({ agent: 'writer', keep: 'Two.', privacy: 'team' });
    await session.note({ text: 'Priya moved to Lisbon.', speaker: 'Tom' });
    expect((await session.clear({ agent: 'planner' })).dropped).toBe(1);
    expect((await session.show({ agent: 'planner' })).notes).toMatchObject([
      { agent: 'writer', content: 'Two.' },
    ]);
    expect((await session.show()).working?.turns).toHaveLength(1);
    await session.clear();
    expect((await session.show({ agent: 'writer' })).notes).toEqual([]);
  });

  it('is no memory, hides secrets, keeps to its bounds and refuses what makes no sense', async () => {
    const { memory } = await openTestMemory();
    const session = memory.session('chat-7');
    for (let at = 0; at < 55; at++) await session.note({ agent: 'planner', keep: `Note ${at}.` });
    const { notes } = await session.note({
      agent: 'planner',
      keep: 'The password is Tr0ub4dor&3xyz.',
    });
    expect(notes).toHaveLength(50);
    expect(notes?.at(-1)?.content).toContain('[REDACTED:');
    expect((await memory.recall('note')).results).toEqual([]);
    await expect(session.note({ keep: 'x' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'session.agent',
    });
    await expect(session.ask({ keep: 'x', agent: 'planner', clear: true })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'session.clear',
    });
    await expect(
      session.note({ text: 'x', agent: 'planner', privacy: 'team' }),
    ).rejects.toMatchObject({ code: 'invalid_input', field: 'session.privacy' });
    await expect(
      session.note({ agent: 'planner', keep: 'x', tags: ['1', '2', '3', '4', '5', '6'] }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
