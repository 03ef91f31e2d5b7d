import { z } from 'zod';
import {
  bearer,
  type Endpoint,
  endpointUrl,
  type ModelRuntime,
  postJson,
  wrongAnswer,
} from './post-json.js';
import { MnemeError } from '../../domain/errors.js';
import type { LanguageModel, Prompt } from '../../ports/models.js';
import { inPlainWords } from '../../domain/input.js';

/** One turn of the conversation with a model: a prompt, or its earlier answer. */
interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A model's output: parsed data, or text that should be JSON. */
type Given = { readonly data: unknown } | { readonly text: string };

/** Default number of attempts; a wrong answer is returned to the model with its errors. */
const TRIES = 2;

/**
 * Asks until the answer matches the schema, up to the number of tries. `ask` sends the conversation so far. Throws
 * `unavailable` if the last answer does not match, and what `ask` throws.
 */
async function structuredAnswer<Schema extends z.ZodType>(
  { answer: schema, text, tries: mostTries = TRIES }: Prompt<Schema>,
  ask: (talk: readonly Turn[]) => Promise<Given>,
): Promise<z.output<Schema>> {
  const talk: Turn[] = [{ role: 'user', content: text }];
  for (let tries = 1; ; tries++) {
    const given = await ask(talk);
    const read = readGiven(given);
    const parsed = read.ok ? schema.safeParse(read.value, { error: inPlainWords }) : null;
    if (parsed?.success === true) return parsed.data;
    const wrong = parsed === null ? 'it is not JSON' : z.prettifyError(parsed.error);
    if (tries >= mostTries) {
      throw new MnemeError(
        'unavailable',
        `The language model did not keep to the form that was asked for: ${wrong.replace(/\s+/g, ' ').slice(0, 300)}.`,
        {
          field: 'languageModel.answer',
          hint: 'Try again, or configure a larger model.',
        },
      );
    }
    talk.push({
      role: 'assistant',
      content: 'text' in given ? given.text : JSON.stringify(given.data),
    });
    talk.push({
      role: 'user',
      content: `That answer does not fit: ${wrong}\nAnswer again, with JSON of the stated form alone.`,
    });
  }
}

/** Parses an answer; servers without a JSON mode may wrap it in a code fence. */
function readGiven(
  given: Given,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  if ('data' in given) return { ok: true, value: given.data };
  const text = given.text.trim();
  const fence = /^```(?:json)?/.exec(text)?.[0] ?? '';
  const inner = fence !== '' && text.endsWith('```') ? text.slice(fence.length, -3) : text;
  try {
    return { ok: true, value: JSON.parse(inner) as unknown };
  } catch {
    return { ok: false };
  }
}

/** The schema of an answer as servers accept it. */
function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...form } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  return form;
}

interface HttpLanguageModelSettings {
  /** The server, or the complete address of its endpoint. */
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
  readonly timeoutMs: number;
}

const Completion = z.object({
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
        const answer = Completion.safeParse(await postJson(endpoint, body, runtime, signal));
        if (!answer.success)
          throw wrongAnswer(endpoint, 'the answer has no `choices` with the content of a message');
        return { text: answer.data.choices[0].message.content };
      }),
  };
}

interface AnthropicSettings {
  /** Default: Anthropic's own address. */
  readonly url?: string | undefined;
  readonly model: string;
  readonly key?: string | undefined;
  readonly timeoutMs: number;
  /** Maximum tokens per answer. */
  readonly maxTokens: number;
}

const VERSION = '2023-06-01';
const AnthropicMessage = z.object({
  content: z.array(
    z.looseObject({ type: z.string(), name: z.string().optional(), input: z.unknown().optional() }),
  ),
});

/**
 * A language model behind Anthropic's Messages API. The answer is the input of a tool that the model must call, so it
 * matches the schema.
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
        const answer = AnthropicMessage.safeParse(await postJson(endpoint, body, runtime, signal));
        const call = answer.success
          ? answer.data.content.find((block) => block.type === 'tool_use' && block.name === name)
          : undefined;
        if (call === undefined)
          throw wrongAnswer(endpoint, `the answer has no call of the tool \`${name}\``);
        return { data: call.input };
      }),
  };
}
