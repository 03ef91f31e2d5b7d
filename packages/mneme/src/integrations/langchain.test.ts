import { AIMessage, HumanMessage, SystemMessage } from '@langchain/core/messages';
import { RunnableLambda, RunnableWithMessageHistory } from '@langchain/core/runnables';
import { expect, it } from 'vitest';
import { openTestMemory, START } from '../../../../test/support/open-test-memory.js';
import { MnemeChatMessageHistory, MnemeRetriever } from './langchain.js';

it('a retriever gives memories as documents, best first, within its profile', async () => {
  const { memory } = await openTestMemory();
  const { receipts } = await memory.rememberAll([
    { content: 'The heron nests by the weir.', speaker: 'Mei', session: 'walk', tags: ['birds'] },
    { content: 'The kingfisher nests in the bank of the brook.', tags: ['birds'] },
    { content: 'The pool size is 40.' },
  ]);
  const retriever = new MnemeRetriever({ memory, profile: { limit: 2, tags: ['birds'] } });
  const documents = await retriever.invoke('Where does the heron nest?');
  expect(documents).toHaveLength(2);
  expect(documents[0]).toMatchObject({
    id: receipts[0]!.id,
    pageContent: `<recalled-memory id="${receipts[0]!.id}">The heron nests by the weir.</recalled-memory>`,
    metadata: {
      id: receipts[0]!.id,
      kind: 'experience',
      speaker: 'Mei',
      session: 'walk',
      saidAt: new Date(START).toISOString().replace('.000', ''),
      tags: ['birds'],
      probability: expect.any(Number) as number,
      provenance: expect.stringContaining('heron') as string,
    },
  });
  // It can be piped like any runnable.
  const count = retriever.pipe(RunnableLambda.from((found: unknown[]) => found.length));
  expect(await count.invoke('birds')).toBe(2);
  await expect(retriever.invoke('  ')).rejects.toMatchObject({ code: 'invalid_input' });
});

it('a chat history keeps the conversation word for word and remembers what was said', async () => {
  const { memory } = await openTestMemory();
  const history = new MnemeChatMessageHistory({ memory, session: 'chat-7' });
  await history.addMessages([
    new SystemMessage('Be kind.'),
    new HumanMessage({ content: 'I moved to Porto.', name: 'Tom', id: 'h1' }),
    new AIMessage({ content: [{ type: 'text', text: 'How is Porto?' }], id: 'a1' }),
  ]);
  await history.addUserMessage('Yes.');
  await history.addUserMessage('Yes.');
  expect((await history.getMessages()).map(({ text }) => text)).toEqual([
    'Be kind.',
    'I moved to Porto.',
    'How is Porto?',
    'Yes.',
    'Yes.',
  ]);
  expect(
    (await memory.list({ session: 'chat-7' })).memories.map(({ content, speaker, provenance }) => [
      content,
      speaker,
      provenance[0]?.source,
    ]),
  ).toEqual([
    ['I moved to Porto.', 'Tom', 'user'],
    ['How is Porto?', 'assistant', 'agent'],
    ['Yes.', 'user', 'user'],
  ]);
  await history.clear();
  expect(await history.getMessages()).toEqual([]);
  expect((await memory.list({ session: 'chat-7' })).memories).toHaveLength(3);
});

it('knows who speaks by the name that messages have since 0.3', async () => {
  const { memory } = await openTestMemory();
  const history = new MnemeChatMessageHistory({ memory, session: 'chat-9' });
  const message = new HumanMessage('I moved to Leeds.');
  Object.defineProperties(message, {
    type: { value: undefined },
    getType: { value: undefined },
    _getType: { value: () => 'human' },
  });
  await history.addMessages([message]);
  expect((await memory.list({ session: 'chat-9' })).memories).toMatchObject([
    { content: 'I moved to Leeds.', speaker: 'user' },
  ]);
});

it('serves a chain with history', async () => {
  const { memory } = await openTestMemory();
  const history = new MnemeChatMessageHistory({ memory, session: 'chat-8' });
  const chain = new RunnableWithMessageHistory({
    runnable: RunnableLambda.from(async () => new AIMessage('The weir.')),
    getMessageHistory: () => history,
  });
  await chain.invoke([new HumanMessage('Where is the heron?')], {
    configurable: { sessionId: 'chat-8' },
  });
  expect((await memory.list({ session: 'chat-8' })).memories.map(({ content }) => content)).toEqual(
    ['Where is the heron?', 'The weir.'],
  );
});
