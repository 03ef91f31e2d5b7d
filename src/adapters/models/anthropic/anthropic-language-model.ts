import { z } from 'zod';
import type { LanguageModel } from '../../../ports/language-model.js';
import {
  endpointUrl,
  postJson,
  wrongAnswer,
  type Endpoint,
  type ModelRuntime,
} from '../http/post-json.js';
import { jsonSchema, structuredAnswer } from '../structured-answer.js';

export interface AnthropicSettings {
  /** Default: Anthropic's own address. */
  readonly url?: string | undefined;
  readonly model: string;
  readonly key?: string | undefined;
  readonly timeoutMs: number;
  /** Maximum tokens per answer. */
  readonly maxTokens: number;
}

const VERSION = '2023-06-01';
const Answer = z.object({
  content: z.array(
    z.looseObject({ type: z.string(), name: z.string().optional(), input: z.unknown().optional() }),
  ),
});

/**
 * A language model behind Anthropic's Messages API. The answer is the input of a tool that the model must
 * call, so it matches the schema.
 */
export function createAnthropicLanguageModel(
  settings: AnthropicSettings,
  runtime: ModelRuntime,
): LanguageModel {
  const { model, key, maxTokens } = settings;
  const endpoint: Endpoint = {
    part: 'languageModel',
    url: endpointUrl(settings.url ?? 'https://api.anthropic.com', 'messages'),
    headers: { 'anthropic-version': VERSION, ...(key === undefined ? {} : { 'x-api-key': key }) },
    key,
    timeoutMs: settings.timeoutMs,
  };
  return {
    id: `anthropic:${model}`,
    complete: (prompt, signal) =>
      structuredAnswer(prompt, async (messages) => {
        const { name, system, answer: schema } = prompt;
        const tool = { name, description: 'Takes the answer.', input_schema: jsonSchema(schema) };
        const body = {
          model,
          max_tokens: maxTokens,
          ...(system === undefined ? {} : { system }),
          messages,
          tools: [tool],
          tool_choice: { type: 'tool', name },
        };
        const answer = Answer.safeParse(await postJson(endpoint, body, runtime, signal));
        const call = answer.success
          ? answer.data.content.find((block) => block.type === 'tool_use' && block.name === name)
          : undefined;
        if (call === undefined)
          throw wrongAnswer(endpoint, `the answer has no call of the tool \`${name}\``);
        return { data: call.input };
      }),
  };
}
