import {
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptResult,
  type Prompt,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import { fenceRecalled, markQuoted, sayRecalled } from '@mneme/core/domain/recalled-text.js';
import { trustOf } from '@mneme/core/domain/provenance.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { textUpTo } from '@mneme/core/domain/schema.js';

interface PromptSource<Args extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly args: Args;
  /** `offered`: names of the tools that the client has. */
  text(args: z.output<Args>, memory: Mneme, offered: ReadonlySet<string>): Promise<string>;
}

const Words = textUpTo(4_096);

const define = <Args extends z.ZodObject>(source: PromptSource<Args>): PromptSource =>
  source as unknown as PromptSource;

const PROMPTS: readonly PromptSource[] = [
  define({
    name: 'recall_for_task',
    title: 'Recall for a task',
    description: 'Begin a task with what memory holds on it.',
    args: z.strictObject({ task: Words.describe('What is to be done.') }),
    text: async ({ task }, memory) => {
      const { context } = await memory.context(task);
      const known = context === '' ? 'Memory holds nothing on it yet.' : context;
      return `The task: ${task}\n\n${known}\n\nDo the task. Use what bears on it and say which memories you used, by id; where they disagree or are old, say so and ask.`;
    },
  }),
  define({
    name: 'remember_decision',
    title: 'Remember a decision',
    description: 'Keep a decision with its reasons and what was decided against.',
    args: z.strictObject({
      decision: Words.describe('What was decided.'),
      reason: Words.optional().describe('Why.'),
    }),
    text: async ({ decision, reason }, memory) => {
      const { context } = await memory.context({ query: decision, maxTokens: 1_000 });
      return [
        `The decision: ${decision}`,
        ...(reason === undefined ? [] : [`The reason: ${reason}`]),
        context === '' ? 'Memory holds nothing on it yet.' : context,
        'Remember the decision with kind “decision”: one sentence that is understood alone, with names, its reason, and what was decided against. If a memory above says otherwise, tell which one it replaces, and ask before you forget anything.',
      ].join('\n\n');
    },
  }),
  define({
    name: 'catch_up',
    title: 'Catch up',
    description: 'Tell where the last conversations stopped.',
    args: z.strictObject({ session: Words.max(200).optional().describe('Only this session.') }),
    text: async ({ session }, memory) => {
      const { memories } = await memory.list({
        order: 'newest',
        limit: 20,
        ...(session === undefined ? {} : { session }),
      } as Parameters<Mneme['list']>[0]);
      const lines = memories.map((memory) =>
        fenceRecalled(
          memory.id,
          `${memory.speaker === null ? '' : `${memory.speaker}: `}${memory.content}`,
          trustOf(memory),
        ),
      );
      return `${lines.length === 0 ? 'Memory holds nothing yet.' : lines.join('\n')}\n\nTell in a few sentences where things stand: what was decided, what is open, what comes next. Name memories by id.`;
    },
  }),
  define({
    name: 'review_conflicts',
    title: 'Review conflicts',
    description: 'Go through the memories that contradict each other.',
    args: z.strictObject({}),
    text: async (_args, memory, offered) => {
      const { conflicts } = await memory.validity.conflicts({ status: 'pending', limit: 10 });
      const lines = conflicts.map(
        ({ id, subject, slot, verdict, older, newer, olderText, newerText }) =>
          [
            `${id} (${verdict}): ${sayRecalled(`${subject}: ${slot}`)}`,
            fenceRecalled(older, olderText),
            fenceRecalled(newer, newerText),
          ].join('\n'),
      );
      return lines.length === 0
        ? 'Memory holds no conflict that waits. Say so.'
        : `${lines.join('\n\n')}\n\nFor each conflict, say which of the two holds now and why, or that both do and when. Ask where you cannot know. ${offered.has('resolve') ? 'Settle what is agreed with the tool “resolve”.' : 'Say of what is agreed how it is settled: `mneme resolve ID --keep …`.'}`;
    },
  }),
];

export function listPrompts(): Prompt[] {
  return PROMPTS.map(({ name, title, description, args }) => ({
    name,
    title,
    description,
    arguments: Object.entries(args.shape).map(([field, schema]) => {
      const { description: told } = schema as z.ZodType;
      return {
        name: field,
        ...(told === undefined ? {} : { description: told }),
        required: !(schema as z.ZodType).safeParse(undefined).success,
      };
    }),
  }));
}

/** A prompt filled in with what is remembered. Throws the protocol's error for an unknown name or bad arguments. */
export async function getPrompt(
  name: string,
  raw: unknown,
  memory: Mneme,
  offered: ReadonlySet<string>,
): Promise<GetPromptResult> {
  const source = PROMPTS.find((each) => each.name === name);
  if (source === undefined)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no prompt ${name}. There are: ${PROMPTS.map((each) => each.name).join(', ')}.`,
    );
  try {
    const text = await source.text(parseInput(source.args, raw, name), memory, offered);
    return {
      description: source.description,
      messages: [{ role: 'user', content: { type: 'text', text } }],
    };
  } catch (error) {
    if (MnemeError.is(error) && error.code === 'invalid_input')
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        markQuoted(error.message, error.quoted),
      );
    throw error;
  }
}
