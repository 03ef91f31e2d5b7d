import type { LanguageModelMiddleware, Tool } from 'ai';
import { z } from 'zod';
import { RECALLED_LABEL } from '@mneme/core/domain/recalled-text.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { OPERATIONS } from '../operations/table.js';
import { TurnMemory, type TurnMemoryOptions } from './conversation.js';

/** Tools of a memory for the Vercel AI SDK: `generateText({ tools: memoryTools(memory), … })`. */
export interface MemoryTools {
  readonly recallMemory: Tool<{ query: string; maxTokens?: number | undefined }, string>;
  readonly storeMemory: Tool<StoreInput, { id: string; outcome: string }>;
  readonly [name: string]: Tool;
}

const context = OPERATIONS.context.input.shape;
const remember = OPERATIONS.remember.input.shape;
const StoreInput = z.strictObject({
  content: remember.content,
  kind: remember.kind,
  importance: remember.importance,
  tags: remember.tags,
});
type StoreInput = z.input<typeof StoreInput>;

/**
 * Tools to recall and to remember, with the inputs of the operations; errors are thrown as `MnemeError`, which the
 * SDK passes to the model. `session` is the conversation of what is remembered.
 */
export function memoryTools(
  memory: Mneme,
  { session }: { readonly session?: string } = {},
): MemoryTools {
  return {
    recallMemory: {
      description: `${OPERATIONS.context.summary} Call it before answering anything that earlier conversations may bear on. ${RECALLED_LABEL}`,
      inputSchema: z.strictObject({
        query: context.query,
        maxTokens: context.maxTokens.optional(),
      }),
      execute: async ({ query, maxTokens }) => {
        const { context: found } = await memory.context({
          query,
          pulse: false,
          ...(maxTokens === undefined ? {} : { maxTokens }),
        });
        return found === '' ? 'Nothing was found.' : found;
      },
    },
    storeMemory: {
      description:
        'Remember one thing for later conversations: a fact, a preference, a decision, what happened. Say it so that it is understood alone, with names instead of “he” or “it”.',
      inputSchema: StoreInput,
      execute: async (input) => {
        const { id, outcome } = await memory.remember({
          ...input,
          source: 'agent',
          ...(session === undefined ? {} : { session }),
        });
        return { id, outcome };
      },
    },
  };
}

type Middleware = LanguageModelMiddleware;
type Prompt = Parameters<NonNullable<Middleware['transformParams']>>[0]['params']['prompt'];
type Message = Prompt[number];

/**
 * Memory without tool calls: memories relevant to the user's last message are put before it, fenced as data, in the
 * same message; what user and model say is remembered in the background. An error of the memory never fails the call,
 * but goes to `onError`.
 */
export function memoryMiddleware(memory: Mneme, options: TurnMemoryOptions = {}): Middleware {
  const turns = new TurnMemory(memory, options);
  return {
    specificationVersion: 'v3',
    transformParams: async ({ params }) => {
      const at = params.prompt.findLastIndex(({ role }) => role === 'user');
      const message = params.prompt[at];
      if (message?.role !== 'user') return params;
      const found = await turns.recall(textOf(message));
      if (found === '') return params;
      const told: Message = {
        ...message,
        content: [{ type: 'text', text: `${found}\n\n` }, ...message.content],
      };
      return { ...params, prompt: params.prompt.with(at, told) };
    },
    wrapGenerate: async ({ doGenerate, params }) => {
      const result = await doGenerate();
      const said = result.content
        .flatMap((part) => (part.type === 'text' ? [part.text] : []))
        .join('');
      // A turn does not end with a tool call: the model continues when it has the results.
      if (!result.content.some(({ type }) => type === 'tool-call'))
        await turns.remember(lastSaid(params.prompt), said);
      return result;
    },
    wrapStream: async ({ doStream, params }) => {
      const { stream, ...rest } = await doStream();
      let said = '';
      let calls = false;
      type Part = typeof stream extends ReadableStream<infer Each> ? Each : never;
      const listening = new TransformStream<Part, Part>({
        transform(part, controller) {
          if (part.type === 'text-delta') said += part.delta;
          if (part.type === 'tool-call') calls = true;
          controller.enqueue(part);
        },
        async flush() {
          if (!calls) await turns.remember(lastSaid(params.prompt), said);
        },
      });
      return { stream: stream.pipeThrough(listening), ...rest };
    },
  };
}

function textOf(message: Message): string {
  return typeof message.content === 'string'
    ? message.content
    : message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function lastSaid(prompt: Prompt): string {
  const message = prompt.findLast(({ role }) => role === 'user');
  return message === undefined ? '' : textOf(message);
}
