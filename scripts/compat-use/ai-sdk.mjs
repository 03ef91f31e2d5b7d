// Uses Vercel's AI SDK: a model recalls by a tool, and gets relevant memories before the prompt.
import { strict as assert } from 'node:assert';
import { pathToFileURL } from 'node:url';
import { met, told } from './told.mjs';

/** A model recalls by a tool, and gets relevant memories before the prompt. */
export async function useAiSdk(load, memory) {
  const { memoryMiddleware, memoryTools } = await load('mneme/ai-sdk');
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
  met('tools');
  assert.match(JSON.stringify(model.doGenerateCalls[0].prompt), /recalled-memory/);
  met('middleware, generate');
  const { textStream } = streamText({ model: wrapped, prompt: 'Why is the chunk size 8 MB?' });
  let text = '';
  for await (const part of textStream) text += part;
  assert.equal(text, 'For the proxy.');
  met('middleware, stream');
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
  met('turns are remembered');
}

/** A mock model in the format of the installed major version. */
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

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { openMemory } = await import('mneme');
  const memory = await openMemory({ file: ':memory:' });
  await memory.remember({
    content: 'The upload chunk size is 8 MB for the proxy.',
    session: 'old',
  });
  await useAiSdk((name) => import(name), memory);
  await memory.close();
  told();
}
