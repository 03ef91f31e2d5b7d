import { z } from 'zod';
import type { LanguageModel } from '../../../ports/language-model.js';
import { jsonSchema, structuredAnswer } from '../structured-answer.js';
import { bearer } from './bearer.js';
import {
  endpointUrl,
  postJson,
  wrongAnswer,
  type Endpoint,
  type ModelRuntime,
} from './post-json.js';

export interface HttpLanguageModelSettings {
  /** The server, or the complete address of its endpoint. */
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
  readonly timeoutMs: number;
}

const Answer = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]).rest(z.unknown()),
});

/** A language model behind OpenAI's `/v1/chat/completions` with a JSON schema for the answer. */
export function createHttpLanguageModel(
  settings: HttpLanguageModelSettings,
  runtime: ModelRuntime,
): LanguageModel {
  const { model } = settings;
  const endpoint: Endpoint = {
    part: 'languageModel',
    url: endpointUrl(settings.url, 'chat/completions'),
    headers: bearer(settings.key),
    key: settings.key,
    timeoutMs: settings.timeoutMs,
  };
  return {
    id: `http:${model}`,
    complete: (prompt, signal) =>
      structuredAnswer(prompt, async (talk) => {
        const { name, system, answer: schema } = prompt;
        const messages = [
          ...(system === undefined ? [] : [{ role: 'system', content: system }]),
          ...talk,
        ];
        const body = {
          model,
          messages,
          response_format: {
            type: 'json_schema',
            json_schema: { name, schema: jsonSchema(schema) },
          },
        };
        const answer = Answer.safeParse(await postJson(endpoint, body, runtime, signal));
        if (!answer.success)
          throw wrongAnswer(endpoint, 'the answer has no `choices` with the content of a message');
        return { text: answer.data.choices[0].message.content };
      }),
  };
}
