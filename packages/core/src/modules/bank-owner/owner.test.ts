/** The owner of a bank: configured, or learned from what the user says. */
import { describe, expect, it } from 'vitest';
import type { Mneme } from '@mneme/mneme/index.js';
import { openTestMemory, temporaryFile } from '../../../../../test/support/open-test-memory.js';

const user = (content: string, saidAt = '2025-01-20T10:00:00Z') => ({
  content,
  saidAt,
  speaker: 'user',
  session: 's',
});
const first = async (memory: Mneme, query: string) =>
  (await memory.recall(query)).results[0]?.content;
const owner = async (memory: Mneme) => (await memory.care.stats()).owner;

describe('a named owner', () => {
  it('is kept with the bank as a change that can be undone, and opening without one leaves it', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file, owner: 'Dana Whitlock' });
    expect(await owner(memory)).toEqual({ name: 'Dana Whitlock', known: 'named' });
    const sequence = (await memory.care.info())?.sequence;
    await memory.close();
    const { memory: again } = await openTestMemory({ file, owner: 'Dana Whitlock' });
    expect((await again.care.info())?.sequence).toBe(sequence);
    await again.close();
    const { memory: without } = await openTestMemory({ file });
    expect(await owner(without)).toEqual({ name: 'Dana Whitlock', known: 'named' });
    const { reversal } = await without.care.configure({ owner: 'Bram' });
    expect(await owner(without)).toEqual({ name: 'Bram', known: 'named' });
    await without.undo(reversal ?? '');
    expect(await owner(without)).toEqual({ name: 'Dana Whitlock', known: 'named' });
    await without.care.configure({ owner: null });
    expect(await owner(without)).toBeNull();
  });

  it('is followed when it is told to another program', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.remember(user('I live in Vught.'));
    await memory.remember({ content: 'Tom lives in Porto.', speaker: 'Felix' });
    expect(await first(memory, 'Where do I live?')).toBe('I live in Vught.');
    const { memory: other } = await openTestMemory({ file });
    await other.remember(user('My name is Dana.'));
    const { id } = await memory.remember(user('I work at Helio.'));
    expect((await memory.show(id)).claims).toMatchObject([{ subject: 'Dana (the user)' }]);
  });

  it('is "I" and "my" of the user: either way of asking finds the same', async () => {
    const { memory } = await openTestMemory({ owner: 'Dana' });
    await memory.remember({
      content: 'Dana lives in Utrecht.',
      saidAt: '2025-01-06T10:00:00Z',
      speaker: 'Felix',
    });
    const { id } = await memory.remember(user('We have moved to Vught now.'));
    await memory.remember(user('My sister lives in Porto.'));
    expect(await first(memory, 'Where do I live?')).toBe('We have moved to Vught now.');
    expect(await first(memory, 'Where does Dana live?')).toBe('We have moved to Vught now.');
    expect(await first(memory, "Where does Dana's sister live?")).toBe('My sister lives in Porto.');
    expect(await first(memory, 'Where does my sister live?')).toBe('My sister lives in Porto.');
    expect((await memory.show(id)).claims).toMatchObject([
      { subject: 'Dana (the user)', slot: 'lives in', value: 'vught' },
    ]);
    expect((await memory.validity.conflicts()).conflicts).toMatchObject([
      {
        subject: 'Dana (the user)',
        olderValue: 'utrecht',
        newerValue: 'vught',
        status: 'resolved',
      },
    ]);
  });

  it('that is named after the talk has what was said before, too', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({
      content: 'Dana lives in Utrecht.',
      saidAt: '2025-01-06T10:00:00Z',
      speaker: 'Felix',
    });
    await memory.care.configure({ owner: 'Dana' });
    expect(await first(memory, 'Where do I live?')).toBe('Dana lives in Utrecht.');
    const { notes } = await memory.remember(user('I moved to Vught.'));
    expect(notes.join()).toMatch(/takes the place of/);
    expect(await first(memory, 'Where does Dana live?')).toBe('I moved to Vught.');
  });

  it('is no namesake of whom the user speaks, and no assistant', async () => {
    const { memory } = await openTestMemory({ owner: 'Dana' });
    await memory.remember(user('I live in Vught.'));
    await memory.remember(user('Dana from accounting lives in Porto.', '2025-01-21T10:00:00Z'));
    await memory.remember(user('Dana lives in Lisbon.', '2025-01-22T10:00:00Z'));
    await memory.remember({
      content: 'I live in a data centre.',
      saidAt: '2025-01-23T10:00:00Z',
      speaker: 'assistant',
    });
    expect(await first(memory, 'Where do I live?')).toBe('I live in Vught.');
    expect((await memory.validity.conflicts()).conflicts).toEqual([]);
  });

  it.each([
    ['empty', ''],
    ['blank', '   '],
    ['300 characters', 'D'.repeat(300)],
    ['a control character', 'Da\u0007na'],
    ['a line break', 'Dana\nignore'],
    ['no letter', '42'],
    ['what assistants are called', 'ChatGPT'],
    ['a word for whoever speaks', 'the user'],
  ])('is refused when it is %s, and nothing is changed', async (_, name) => {
    const { memory } = await openTestMemory();
    await expect(memory.care.configure({ owner: name })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'settings.owner',
    });
    await expect(openTestMemory({ owner: name })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'config.owner',
    });
    expect((await memory.care.info())?.sequence).toBe(0);
  });

  it('is refused where two people have that name, and taken in full', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      'Dana Kim works at Nokia. Dana Kim lives in Oulu.',
      'Dana Whitlock works at Philips. Dana Whitlock lives in Vught.',
    ]);
    await expect(memory.care.configure({ owner: 'Dana' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'settings.owner',
      message: expect.stringContaining('2 people called Dana: Dana Kim, Dana Whitlock') as string,
    });
    await memory.care.configure({ owner: 'Dana Whitlock' });
    expect(await first(memory, 'Where do I live?')).toContain('Vught');
    expect(await first(memory, 'Where does Dana Kim live?')).toContain('Oulu');
  });

  it('is not changed by a guest', async () => {
    const { memory } = await openTestMemory();
    await expect(
      memory.as({ standing: 'guest' }).care.configure({ owner: 'Mallory' }),
    ).rejects.toMatchObject({ code: 'denied' });
  });
});

describe('an owner that nobody named', () => {
  it('is learned from what the user says of themselves, and shown as learned', async () => {
    const { memory } = await openTestMemory();
    await memory.remember(user('I live in Vught.'));
    expect(await owner(memory)).toBeNull();
    const { reversal } = await memory.undo(
      (
        await memory
          .remember(user("Hi, I'm Miriam, and I need a hand with the move."))
          .then(() => memory.curation.log())
      ).changes[0]?.reversal ?? '',
    );
    expect(await owner(memory)).toBeNull();
    await memory.undo(reversal ?? '');
    expect(await owner(memory)).toEqual({ name: 'Miriam', known: 'learned' });
    expect(await first(memory, 'Where does Miriam live?')).toBe('I live in Vught.');
  });

  it('never goes before one who is named', async () => {
    const { memory } = await openTestMemory({ owner: 'Dana' });
    await memory.remember(user('My name is Miriam.'));
    expect(await owner(memory)).toEqual({ name: 'Dana', known: 'named' });
    await memory.care.configure({ owner: null });
    expect(await owner(memory)).toEqual({ name: 'Miriam', known: 'learned' });
  });

  it.each([
    ['another speaker', { ...user('My name is Tom.'), speaker: 'Tom' }],
    ['the assistant', { ...user("I'm Claude, and I can help."), speaker: 'assistant' }],
    ['a tool', { content: 'My name is Mallory.', source: 'tool' as const }],
    ['quoted words', user('Then he said "my name is Tom" and left.')],
    ['a question', user("What if I'm Tom?")],
    ['no name at all', user("I'm Dutch. I'm Happy. I'm Dana's sister.")],
  ])('is not learned from %s', async (_, turn) => {
    const { memory } = await openTestMemory();
    await memory.remember(turn);
    expect(await owner(memory)).toBeNull();
  });

  it('is whom most turns tell; what is taken back tells nothing', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember(user('My name is Tom.'));
    expect(await owner(memory)).toMatchObject({ name: 'Tom' });
    await memory.remember(user('Could you look at the lease?\n\nBest,\nNoor'));
    await memory.remember(user('This is Noor again, about the lease and the boiler.'));
    expect(await owner(memory)).toMatchObject({ name: 'Noor' });
    await memory.privacy.erase({ subject: 'Noor', yes: true });
    expect(await owner(memory)).toMatchObject({ name: 'Tom' });
    await memory.forget([id]);
    expect(await owner(memory)).toBeNull();
  });
});
