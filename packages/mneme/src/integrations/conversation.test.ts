import { describe, expect, it } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../test/support/open-test-memory.js';
import { MnemeSession } from './conversation.js';

const user = (content: string) => ({ type: 'message', role: 'user', content });
const assistant = (text: string) => ({
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text }],
});
const call = (name: string) => ({ type: 'function_call', callId: 'c1', name, arguments: '{}' });

describe('a session of the OpenAI Agents SDK', () => {
  it('keeps its items word for word and in order, beside others and over restarts', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    const session = new MnemeSession({ memory, sessionId: 'one' });
    const items = [user('Yes.'), call('look'), { type: 'unknown', n: null }, user('Yes.')];
    await session.addItems(items);
    await new MnemeSession({ memory, sessionId: 'two' }).addItems([user('No.')]);
    await session.addItems([]);
    expect(await session.getSessionId()).toBe('one');
    await memory.close();
    const { memory: again } = await openTestMemory({ file });
    const reopened = new MnemeSession({ memory: again, sessionId: 'one' });
    expect(await reopened.getItems()).toEqual(items);
    expect(await reopened.getItems(2)).toEqual(items.slice(2));
    expect(await reopened.getItems(0)).toEqual([]);
    expect(await new MnemeSession({ memory: again }).getItems()).toEqual([]);
  });

  it('remembers what is said; what is popped was not said, what is cleared was', async () => {
    const { memory } = await openTestMemory();
    const session = new MnemeSession({ memory, sessionId: 'one', names: { user: 'Tom' } });
    await session.addItems([user('I moved to Porto.'), assistant('How is Porto?'), call('look')]);
    await session.addItems([user('My sister lives in Leeds.')]);
    expect(await session.popItem()).toEqual(user('My sister lives in Leeds.'));
    const said = async (): Promise<unknown[]> =>
      (await memory.list({ session: 'one' })).memories.map(({ content, speaker }) => [
        content,
        speaker,
      ]);
    const kept = [
      ['I moved to Porto.', 'Tom'],
      ['How is Porto?', 'assistant'],
    ];
    expect(await said()).toEqual(kept);
    await session.clearSession();
    await session.clearSession();
    expect(await session.getItems()).toEqual([]);
    expect(await session.popItem()).toBeUndefined();
    expect(await said()).toEqual(kept);
    const quiet = new MnemeSession({ memory, sessionId: 'three', remember: false });
    await quiet.addItems([user('Nobody is to know.')]);
    expect((await memory.list({ session: 'three' })).memories).toEqual([]);
  });

  it('puts a compaction and a changed call in their places', async () => {
    const { memory } = await openTestMemory();
    const session = new MnemeSession({ memory, sessionId: 'one' });
    await session.addItems([user('Hello.'), call('look'), call('look again'), user('Bye.')]);
    await session.applyHistoryMutations({
      mutations: [{ type: 'replace_function_call', callId: 'c1', replacement: call('see') }],
    });
    expect(await session.getItems()).toEqual([user('Hello.'), call('see'), user('Bye.')]);
    await session.replaceHistoryWithCompaction([{ type: 'compaction' }, user('Bye.')]);
    await session.addItems([user('Again.')]);
    expect(await session.getItems()).toEqual([
      { type: 'compaction' },
      user('Bye.'),
      user('Again.'),
    ]);
    await expect(
      session.addItems([user('fine'), { type: 'file', bytes: new Uint8Array(2) }]),
    ).rejects.toMatchObject({ code: 'invalid_input', field: 'items' });
    expect(await session.getItems()).toHaveLength(3);
  });
});
