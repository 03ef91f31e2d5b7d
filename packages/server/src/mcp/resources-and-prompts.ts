import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { GraphRow } from '@mneme/core/domain/layers.js';
import { trustOf } from '@mneme/core/domain/memory.js';
import { fenceRecalled, markQuoted, sayRecalled } from '@mneme/core/domain/recalled-text.js';
import { textUpTo } from '@mneme/core/domain/schema.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { OPERATIONS } from '@mneme/mneme/operations/table.js';
import { fenceOutput } from './tool.js';

interface Source {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Importance for a client that fills a context by itself, 0 to 1. */
  readonly priority: number;
  /** Schema by which remembered texts are fenced. */
  readonly output: z.ZodType;
  /** Undefined means that the resource does not exist. */
  read(memory: Mneme, parts: readonly string[]): Promise<unknown>;
}

const JSON_TYPE = 'application/json';
const RECENT = 20;

const FIXED: readonly Source[] = [
  {
    uri: 'context://recent',
    name: 'recent',
    title: 'Recent memories',
    description: `The ${RECENT} memories that were remembered last, the newest first.`,
    priority: 0.8,
    output: OPERATIONS.list.output,
    read: (memory) => memory.list({ order: 'newest', limit: RECENT }),
  },
  {
    uri: 'context://statistics',
    name: 'statistics',
    title: 'What the bank holds',
    description:
      'Counts of memories, entities, contexts, sessions and links, and the size of the file.',
    priority: 0.2,
    output: OPERATIONS.stats.output,
    read: (memory) => memory.care.stats(),
  },
];

/** Each has one variable, at the end of its URI. */
const TEMPLATES: readonly Source[] = [
  {
    uri: 'graph://memory/{id}',
    name: 'memory',
    title: 'One memory',
    description: 'A memory with its evidence, dates and links.',
    priority: 0.6,
    output: OPERATIONS.show.output,
    read: (memory, [id = '']) => memory.show(id),
  },
  {
    uri: 'graph://entity/{name}',
    name: 'entity',
    title: 'A person, place or thing',
    description: 'What an entity is linked to, with the memories that told it.',
    priority: 0.6,
    output: z.strictObject({ entities: z.array(GraphRow) }),
    read: async (memory, [name = '']) => {
      const { layers } = await memory.recall({ query: name, layers: ['graph'] });
      const rows = layers?.graph?.rows ?? [];
      if (rows.length === 0)
        throw new MnemeError('not_found', `No memory names ${name}.`, {
          field: 'name',
          value: name,
        });
      return { entities: rows };
    },
  },
];

const described = ({ name, title, description, priority }: Source) => ({
  name,
  title,
  description,
  mimeType: JSON_TYPE,
  annotations: { audience: ['assistant' as const], priority },
});

export function listResources(): Resource[] {
  return FIXED.map((source) => ({ uri: source.uri, ...described(source) }));
}

export function listTemplates(): ResourceTemplateType[] {
  return TEMPLATES.map((source) => ({ uriTemplate: source.uri, ...described(source) }));
}

/** A resource as JSON, with remembered texts fenced. Throws the protocol's error for an unknown URI. */
export async function readResource(uri: string, memory: Mneme): Promise<ReadResourceResult> {
  const found = find(uri);
  if (found === null) throw new ResourceNotFoundError(uri);
  try {
    const { source, parts } = found;
    const read = fenceOutput(source.output, await source.read(memory, parts));
    return {
      contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(read) }],
    };
  } catch (error) {
    if (MnemeError.is(error) && (error.code === 'not_found' || error.code === 'invalid_input'))
      throw new ResourceNotFoundError(uri, markQuoted(`${uri}: ${error.message}`, error.quoted));
    throw error;
  }
}

function find(uri: string): { readonly source: Source; readonly parts: readonly string[] } | null {
  const fixed = FIXED.find((source) => source.uri === uri);
  if (fixed !== undefined) return { source: fixed, parts: [] };
  for (const source of TEMPLATES) {
    const stem = source.uri.slice(0, source.uri.indexOf('{'));
    if (!uri.startsWith(stem) || uri.length === stem.length) continue;
    try {
      return { source, parts: [decodeURIComponent(uri.slice(stem.length))] };
    } catch {
      return null;
    }
  }
  return null;
}

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
