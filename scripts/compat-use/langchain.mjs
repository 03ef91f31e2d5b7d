// Uses LangChain.js: a chain with a retriever, and a history that is remembered.
import { strict as assert } from 'node:assert';
import { pathToFileURL } from 'node:url';
import { met, told } from './told.mjs';

/** A chain with a retriever and a history that is remembered. */
export async function useLangchain(load, memory) {
  const { MnemeChatMessageHistory, MnemeRetriever } = await load('mneme/langchain');
  const { AIMessage, HumanMessage } = await load('@langchain/core/messages');
  const { BaseRetriever } = await load('@langchain/core/retrievers');
  const { RunnableLambda } = await load('@langchain/core/runnables');
  const retriever = new MnemeRetriever({ memory, profile: { limit: 1 } });
  assert(retriever instanceof BaseRetriever);
  const chain = retriever.pipe(RunnableLambda.from(([found]) => found.pageContent));
  assert.match(await chain.invoke('Why is the upload chunk size 8 MB?'), /proxy/);
  met('retriever in a chain');
  const history = new MnemeChatMessageHistory({ memory, session: 'chat' });
  await history.addMessages([
    new HumanMessage('I moved to Porto.'),
    new AIMessage({ content: [{ type: 'text', text: 'How is Porto?' }] }),
  ]);
  assert.equal((await history.getMessages()).length, 2);
  met('history');
  const { memories } = await memory.list({ session: 'chat' });
  assert.deepEqual(
    memories.map(({ content, speaker }) => [content, speaker]),
    [
      ['I moved to Porto.', 'user'],
      ['How is Porto?', 'assistant'],
    ],
  );
  met('turns are remembered');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { openMemory } = await import('mneme');
  const memory = await openMemory({ file: ':memory:' });
  await memory.remember({
    content: 'The upload chunk size is 8 MB for the proxy.',
    session: 'old',
  });
  await useLangchain((name) => import(name), memory);
  await memory.close();
  told();
}
