import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seededRandom } from '../../../../../test/support/open-test-memory.js';
import {
  openModelServer,
  type ModelRequest,
  type Reply,
} from '../../../../../test/support/model-server.js';
import type { LanguageModel } from '../../ports/models.js';
import { createLanguageModel, type LanguageModelSettings } from './open-models.js';

const Verdict = z.strictObject({ real: z.boolean(), why: z.string() });
const PROMPT = {
  name: 'verdict',
  system: 'You judge.',
  text: 'Is it so?',
  answer: Verdict,
} as const;
const KEY = 'sk-secret-model-key';

/** The same answers in each provider's format. */
const PROVIDERS = [
  {
    provider: 'openai' as const,
    path: '/v1/chat/completions',
    key: { authorization: `Bearer ${KEY}` },
    say: (data: unknown): Reply => ({
      body: { choices: [{ message: { content: JSON.stringify(data) } }] },
    }),
  },
  {
    provider: 'anthropic' as const,
    path: '/v1/messages',
    key: { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' },
    say: (data: unknown): Reply => ({
      body: {
        content: [
          { type: 'text', text: 'Let me see.' },
          { type: 'tool_use', id: 't', name: 'verdict', input: data },
        ],
      },
    }),
  },
];

describe.each(PROVIDERS)('a language model of $provider', ({ provider, path, key, say }) => {
  const open = async (): Promise<{
    server: Awaited<ReturnType<typeof openModelServer>>;
    model: LanguageModel;
  }> => {
    const server = await openModelServer();
    const settings: LanguageModelSettings = {
      provider,
      url: server.url,
      model: 'judge',
      key: KEY,
      timeoutMs: 5_000,
      maxTokens: 99,
    };
    return {
      server,
      model: createLanguageModel(settings, {
        wait: () => Promise.resolve(),
        random: seededRandom(),
      }),
    };
  };

  it('answers with data of the form that was asked for', async () => {
    const { server, model } = await open();
    server.behave(() => say({ real: true, why: 'both were said' }));
    const verdict: z.output<typeof Verdict> = await model.complete(PROMPT);
    expect(verdict).toEqual({ real: true, why: 'both were said' });
    expect(server.requests[0]).toMatchObject({ path, headers: key, body: { model: 'judge' } });
    const sent = JSON.stringify(server.requests[0]?.body);
    for (const part of [
      'You judge.',
      'Is it so?',
      '"additionalProperties":false',
      '"real":{"type":"boolean"}',
    ])
      expect(sent).toContain(part);
    expect(sent).not.toContain(KEY);
  });

  it('is shown once what is wrong with its answer', async () => {
    const { server, model } = await open();
    server.behave(
      () => say({ real: 'yes' }),
      () => say({ real: false, why: 'no' }),
    );
    expect(await model.complete(PROMPT)).toEqual({ real: false, why: 'no' });
    const talk = (server.requests[1] as ModelRequest).body['messages'] as {
      role: string;
      content: string;
    }[];
    expect(talk.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringMatching(/does not fit:.*(real|why)/s) as string,
    });
    expect(talk.at(-2)?.content).toContain('yes');
  });

  it('that does not keep to the form is an error, not an answer', async () => {
    const { server, model } = await open();
    server.behave(() => say({ real: 'yes' }));
    await expect(model.complete(PROMPT)).rejects.toMatchObject({
      code: 'unavailable',
      field: 'languageModel.answer',
      message: expect.stringContaining('did not keep to the form') as string,
    });
    expect(server.requests).toHaveLength(2);
  });

  it('that says something else altogether is an error', async () => {
    const { server, model } = await open();
    server.behave(() => ({ body: { hello: 'there' } }));
    await expect(model.complete(PROMPT)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('answered wrongly') as string,
    });
  });
});

describe('a language model without a JSON mode', () => {
  it('may fence its answer; what is no JSON at all is asked for again', async () => {
    const server = await openModelServer();
    const model = createLanguageModel(
      { provider: 'openai', url: server.url, model: 'm', timeoutMs: 5_000, maxTokens: 9 },
      { wait: () => Promise.resolve(), random: seededRandom() },
    );
    const say = (content: string) => (): Reply => ({
      body: { choices: [{ message: { content } }] },
    });
    server.behave(say('I think it is real.'), say('```json\n{"real": true, "why": "so"}\n```'));
    expect(await model.complete(PROMPT)).toEqual({ real: true, why: 'so' });
    expect(JSON.stringify(server.requests[1]?.body)).toContain('it is not JSON');
  });
});
