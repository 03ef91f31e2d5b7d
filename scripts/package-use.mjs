// What a project does with the package, by `import` or by `require`; check-package.mjs copies it into one.
//   node package-use.mjs import|require
import { strict as assert } from 'node:assert';
import { createRequire } from 'node:module';

const load =
  process.argv[2] === 'require' ? createRequire(import.meta.url) : (name) => import(name);

const { openMemory, MnemeError } = await load('mneme');
const { connect } = await load('mneme/client');
const memory = await openMemory({ file: ':memory:' });
await memory.remember({ content: 'The upload chunk size is 8 MB for the proxy.', session: 'old' });
await assert.rejects(connect('http://127.0.0.1:9'), (error) => error instanceof MnemeError);

await useAiSdk(await load('mneme/ai-sdk'));
await useLangchain(await load('mneme/langchain'));
await memory.close();

/** A model recalls by a tool, and has what bears on the prompt put before it. */
async function useAiSdk({ memoryMiddleware, memoryTools }) {
  const { generateText, stepCountIs, streamText, wrapLanguageModel } = await load('ai');
  const { mock, says, calls, stream } = await modelOf(await load('ai/test'));
  const doGenerate = [calls('recallMemory', { query: 'upload chunk size' }), says('8 MB.')];
  const model = mock({
    doGenerate: () => doGenerate.shift(),
    doStream: stream('For the ', 'proxy.'),
  });
  const wrapped = wrapLanguageModel({
    model,
    middleware: memoryMiddleware(memory, { session: 'now' }),
  });
  const { steps } = await generateText({
    model: wrapped,
    tools: memoryTools(memory),
    prompt: 'How large is the upload chunk size?',
    stopWhen: stepCountIs(3),
  });
  assert.match(JSON.stringify(steps[0].toolResults), /for the proxy/);
  assert.match(JSON.stringify(model.doGenerateCalls[0].prompt), /recalled-memory/);
  const { textStream } = streamText({ model: wrapped, prompt: 'Why is the chunk size 8 MB?' });
  let text = '';
  for await (const part of textStream) text += part;
  assert.equal(text, 'For the proxy.');
  await memory.flush();
  const { memories } = await memory.list({ session: 'now' });
  assert.deepEqual(
    memories.map(({ content }) => content),
    [
      'How large is the upload chunk size?',
      '8 MB.',
      'Why is the chunk size 8 MB?',
      'For the proxy.',
    ],
  );
}

/** A model for tests, in the shapes of the major that is installed. */
async function modelOf({
  MockLanguageModelV2,
  MockLanguageModelV3,
  MockLanguageModelV4,
  simulateReadableStream,
}) {
  const old = MockLanguageModelV3 === undefined && MockLanguageModelV4 === undefined;
  const Mock = MockLanguageModelV4 ?? MockLanguageModelV3 ?? MockLanguageModelV2;
  const usage = old
    ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
    : {
        inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 1, text: 1, reasoning: undefined },
      };
  const ended = (unified) => ({
    finishReason: old ? unified : { unified, raw: undefined },
    usage,
    warnings: [],
  });
  return {
    mock: (options) => new Mock(options),
    says: (text) => ({ content: [{ type: 'text', text }], ...ended('stop') }),
    calls: (toolName, input) => ({
      content: [{ type: 'tool-call', toolCallId: 'c1', toolName, input: JSON.stringify(input) }],
      ...ended('tool-calls'),
    }),
    stream: (...deltas) => ({
      stream: simulateReadableStream({
        chunks: [
          { type: 'text-start', id: '1' },
          ...deltas.map((delta) => ({ type: 'text-delta', id: '1', delta })),
          { type: 'text-end', id: '1' },
          { type: 'finish', ...ended('stop') },
        ],
      }),
    }),
  };
}

/** A chain with a retriever and a history that is remembered. */
async function useLangchain({ MnemeChatMessageHistory, MnemeRetriever }) {
  const { AIMessage, HumanMessage } = await load('@langchain/core/messages');
  const { BaseRetriever } = await load('@langchain/core/retrievers');
  const { RunnableLambda } = await load('@langchain/core/runnables');
  const retriever = new MnemeRetriever({ memory, profile: { breadth: 1 } });
  assert(retriever instanceof BaseRetriever);
  const chain = retriever.pipe(RunnableLambda.from(([found]) => found.pageContent));
  assert.match(await chain.invoke('Why is the upload chunk size 8 MB?'), /proxy/);
  const history = new MnemeChatMessageHistory({ memory, session: 'chat' });
  await history.addMessages([
    new HumanMessage('I moved to Porto.'),
    new AIMessage({ content: [{ type: 'text', text: 'How is Porto?' }] }),
  ]);
  assert.equal((await history.getMessages()).length, 2);
  const { memories } = await memory.list({ session: 'chat' });
  assert.deepEqual(
    memories.map(({ content, speaker }) => [content, speaker]),
    [
      ['I moved to Porto.', 'user'],
      ['How is Porto?', 'assistant'],
    ],
  );
}
