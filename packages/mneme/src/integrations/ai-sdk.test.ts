import { generateText, stepCountIs, streamText, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { memoryMiddleware, memoryTools } from './ai-sdk.js';

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};
const says = (text: string) => ({
  content: [{ type: 'text' as const, text }],
  finishReason: { unified: 'stop' as const, raw: undefined },
  usage: USAGE,
  warnings: [],
});
const calls = (toolName: string, input: unknown) => ({
  content: [
    { type: 'text' as const, text: 'Let me see.' },
    { type: 'tool-call' as const, toolCallId: 'c1', toolName, input: JSON.stringify(input) },
  ],
  finishReason: { unified: 'tool-calls' as const, raw: undefined },
  usage: USAGE,
  warnings: [],
});

async function filled() {
  const opened = await openTestMemory();
  await opened.memory.rememberAll([
    { content: 'The upload chunk size is 8 MB, because the proxy timed out.', session: 'old' },
    { content: 'The heron nests by the weir.', session: 'old' },
  ]);
  return opened;
}

describe('memoryTools', () => {
  it('let a model recall and remember', async () => {
    const { memory } = await filled();
    const model = new MockLanguageModelV3({
      doGenerate: [
        calls('recallMemory', { query: 'Why is the upload chunk size 8 MB?' }),
        calls('storeMemory', { content: 'The chunk size goes up to 16 MB.', kind: 'decision' }),
        says('Done.'),
      ],
    });
    const { steps, text } = await generateText({
      model,
      tools: memoryTools(memory, { session: 'now' }),
      prompt: 'Raise the chunk size.',
      stopWhen: stepCountIs(5),
    });
    expect(text).toBe('Done.');
    const [recalled, stored] = steps.flatMap(({ toolResults }) =>
      toolResults.map(({ output }) => output as unknown),
    );
    expect(recalled).toMatch(/<recalled-memory id="m_\w+">[^<]*the proxy timed out/);
    expect(stored).toEqual({ id: expect.stringMatching(/^m_/) as string, outcome: 'remembered' });
    expect((await memory.list({ session: 'now' })).memories).toMatchObject([
      {
        content: 'The chunk size goes up to 16 MB.',
        kind: 'decision',
        provenance: [{ source: 'agent' }],
      },
    ]);
  });

  it('refuse what the operation refuses', async () => {
    const { memory } = await filled();
    const model = new MockLanguageModelV3({
      doGenerate: [calls('storeMemory', { content: '  ' }), says('Sorry.')],
    });
    const { steps } = await generateText({
      model,
      tools: memoryTools(memory),
      prompt: 'Remember nothing.',
      stopWhen: stepCountIs(3),
    });
    expect(JSON.stringify(steps[0]?.content)).toContain('must not be empty');
    expect((await memory.list({})).memories).toHaveLength(2);
  });
});

describe('memoryMiddleware', () => {
  it('puts before the model what bears on the question, as data in the user’s message, and remembers both sides', async () => {
    const { memory } = await filled();
    const mock = new MockLanguageModelV3({ doGenerate: [says('Because the proxy gave up.')] });
    const model = wrapLanguageModel({
      model: mock,
      middleware: memoryMiddleware(memory, { session: 'now', names: { user: 'Ravi' } }),
    });
    await generateText({
      model,
      system: 'Be brief.',
      prompt: 'Why is the upload chunk size 8 MB?',
    });
    const [system, user] = mock.doGenerateCalls[0]!.prompt;
    expect(system).toMatchObject({ role: 'system', content: 'Be brief.' });
    expect(user).toMatchObject({
      role: 'user',
      content: [
        {
          type: 'text',
          text: expect.stringMatching(
            /^Recalled from memory\.[^]*<recalled-memory [^]*8 MB[^]*<\/recalled-memory>\n\n$/,
          ) as string,
        },
        { type: 'text', text: 'Why is the upload chunk size 8 MB?' },
      ],
    });
    await memory.flush();
    expect(
      (await memory.list({ session: 'now' })).memories.map(({ content, speaker }) => [
        content,
        speaker,
      ]),
    ).toEqual([
      ['Why is the upload chunk size 8 MB?', 'Ravi'],
      ['Because the proxy gave up.', 'assistant'],
    ]);
  });

  it('tells the same at each step of a turn, and remembers its end alone', async () => {
    const { memory } = await filled();
    const mock = new MockLanguageModelV3({
      doGenerate: [calls('recallMemory', { query: 'chunk size' }), says('8 MB.')],
    });
    await generateText({
      model: wrapLanguageModel({
        model: mock,
        middleware: memoryMiddleware(memory, { session: 'now' }),
      }),
      tools: memoryTools(memory),
      prompt: 'How large is the upload chunk size?',
      stopWhen: stepCountIs(3),
    });
    const users = mock.doGenerateCalls.map(({ prompt }) =>
      prompt.find(({ role }) => role === 'user'),
    );
    expect(users[1]).toEqual(users[0]);
    await memory.flush();
    expect((await memory.list({ session: 'now' })).memories.map(({ content }) => content)).toEqual([
      'How large is the upload chunk size?',
      '8 MB.',
    ]);
  });

  it('listens to a stream without changing it', async () => {
    const { memory } = await filled();
    const chunks = [
      { type: 'text-start' as const, id: '1' },
      { type: 'text-delta' as const, id: '1', delta: 'By the ' },
      { type: 'text-delta' as const, id: '1', delta: 'weir.' },
      { type: 'text-end' as const, id: '1' },
      {
        type: 'finish' as const,
        finishReason: { unified: 'stop' as const, raw: undefined },
        usage: USAGE,
      },
    ];
    const mock = new MockLanguageModelV3({
      doStream: { stream: simulateReadableStream({ chunks }) },
    });
    const { textStream } = streamText({
      model: wrapLanguageModel({
        model: mock,
        middleware: memoryMiddleware(memory, { session: 'now' }),
      }),
      prompt: 'Where does the heron nest?',
    });
    let text = '';
    for await (const part of textStream) text += part;
    expect(text).toBe('By the weir.');
    await memory.flush();
    expect((await memory.list({ session: 'now' })).memories.map(({ content }) => content)).toEqual([
      'Where does the heron nest?',
      'By the weir.',
    ]);
  });

  it('never fails the model’s call', async () => {
    const { memory } = await filled();
    await memory.close();
    const errors: unknown[] = [];
    const model = wrapLanguageModel({
      model: new MockLanguageModelV3({ doGenerate: [says('Still here.')] }),
      middleware: memoryMiddleware(memory, { onError: (error) => errors.push(error) }),
    });
    expect((await generateText({ model, prompt: 'Where does the heron nest?' })).text).toBe(
      'Still here.',
    );
    expect(errors).toMatchObject([{ code: 'closed' }, { code: 'closed' }]);
  });

  it('warns once where nobody is told of errors', async () => {
    const { memory } = await filled();
    await memory.close();
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => warned.mockRestore());
    const model = wrapLanguageModel({
      model: new MockLanguageModelV3({ doGenerate: [says('Still here.'), says('And here.')] }),
      middleware: memoryMiddleware(memory),
    });
    for (const prompt of ['Where does the heron nest?', 'And the owl?'])
      await generateText({ model, prompt });
    expect(warned.mock.calls).toEqual([
      [
        expect.stringMatching(/without its memory.*closed/),
        { type: 'MnemeWarning', code: 'closed' },
      ],
    ]);
  });
});
