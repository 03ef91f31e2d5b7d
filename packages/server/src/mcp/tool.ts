import type { CallToolResult, Tool as ToolListing } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { parseMeant } from '@mneme/core/domain/parse-input.js';
import { softenMarks } from '@mneme/core/domain/marks.js';
import { markQuoted, unfenceName } from '@mneme/core/domain/recalled-text.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { tellingRedactions } from '@mneme/core/safety/redaction-tally.js';
import type { Operation, OperationContext } from '@mneme/core/operations/operation.js';
import { fenceOutput } from './fence-output.js';
import { renderSchema, type JsonSchema } from '../json-schema.js';
import { shortListing, shortSchema } from './short-listing.js';

/** Under this name every answer tells how the bank’s latest memories hang together. */
const PULSE = 'mneme/pulse';

/** What a call is made with: beside what every operation is given, the names of the tools that its caller has. */
interface ToolContext extends OperationContext {
  readonly offered: ReadonlySet<string>;
  /** Runs an operation where there is room for it, and parses its input there; where there is none, it runs here. */
  readonly perform?: PerformOperation;
}

/** Runs an operation on the bank of a memory, with input that nobody has looked at yet. Throws what the operation throws, `invalid_input`. */
export type PerformOperation = (
  memory: Mneme,
  operation: Operation,
  input: unknown,
  context: OperationContext,
) => Promise<unknown>;

/** One tool of the Model Context Protocol: how it is listed, and what it does. */
export interface McpTool {
  /** What it renders. */
  readonly operation: Operation;
  readonly listing: ToolListing;
  /** Answers calls, but is not listed: a name by which it was known, or is known elsewhere. */
  readonly unlisted?: true;
  call(memory: Mneme, args: unknown, context: ToolContext): Promise<CallToolResult>;
}

/** An operation under another name and with other names for its fields; what a field accepts still comes from the operation. */
export interface ToolView<Input extends z.ZodType = z.ZodType, Output = unknown> {
  readonly name: string;
  /** What it does, where the operation's own words do not fit its fields. */
  readonly description?: string;
  readonly input: Input;
  toInput(args: z.output<Input>, offer: readonly string[]): unknown;
  /** Its answer as a text, and nothing else: what is listed has no schema of answers then. */
  readonly asText?: (output: NoInfer<Output>) => string;
}

/** An operation as a view shows it. */
export function view<Input extends z.ZodType, Output>(
  operation: { run(memory: Mneme, input: never, context: OperationContext): Promise<Output> },
  shown: ToolView<Input, Output>,
): McpTool {
  return toolOf(operation as Operation, shown as unknown as ToolView);
}

/** Renders an operation as a tool, whole or as a view shows it. */
export function toolOf(
  operation: Operation,
  view?: ToolView,
  length: 'whole' | 'short' = 'whole',
): McpTool {
  const { name, input } = view ?? operation;
  const answer = withRoomForMarks(renderSchema(operation.output, 'output'));
  const isObject = answer.type === 'object';
  const listing = {
    ...(length === 'short' ? shortListing(operation) : listingOf(operation, view, answer)),
    annotations: hintsOf(operation, length),
  } as ToolListing;
  return {
    operation,
    listing,
    call: async (memory, args, context) => {
      try {
        // A name comes back as it was told, marks and all.
        const asked = parseMeant(input, unfenceNames(args ?? {}), name);
        if (view === undefined) refuseForPeople(operation, asked);
        const { perform = performHere } = context;
        // What the caller lacks is not suggested to it.
        const offer = [...context.offered];
        const pulse = async (): Promise<Pick<CallToolResult, '_meta'>> => ({
          _meta: { [PULSE]: await memory.guidance.pulse(undefined, offer) },
        });
        const given =
          view === undefined
            ? asked
            : parseMeant(operation.input, view.toInput(asked, offer), name);
        const { answer: output, takenOut } = await tellingRedactions(() =>
          perform(memory, operation, given, context),
        );
        const told = [
          ...(takenOut === '' ? [] : [line(`Note: ${takenOut}.`)]),
          ...(operation.former === undefined
            ? []
            : [line(`Note: ${operation.name} is called ${operation.former} now.`)]),
        ];
        const fenced = fenceOutput(operation.output, output);
        if (view?.asText !== undefined)
          return { content: [line(view.asText(fenced)), ...told], ...(await pulse()) };
        const structured = (isObject ? fenced : { result: fenced }) as Record<string, unknown>;
        return {
          content: [line(operation.asText?.(fenced) ?? JSON.stringify(structured)), ...told],
          structuredContent: structured,
          ...(await pulse()),
        };
      } catch (error) {
        if (MnemeError.is(error)) return refusedAnswer(error);
        throw error;
      }
    },
  };
}

const performHere: PerformOperation = (memory, operation, input, context) =>
  operation.run(memory, parseMeant(operation.input, input, operation.name), context);

/** What only people may ask for is refused where somebody else’s words may be behind the call. */
function refuseForPeople({ name, forPeopleWith = [] }: Operation, asked: unknown): void {
  const given = (asked ?? {}) as Readonly<Record<string, unknown>>;
  const field = forPeopleWith.find((each) => given[each] !== undefined && given[each] !== false);
  if (field === undefined) return;
  throw new MnemeError('denied', `${name}.${field} is for people alone.`, {
    field: `${name}.${field}`,
    value: given[field],
    hint: `Ask the person to do it: mneme ${name}.`,
  });
}

const line = (text: string): { type: 'text'; text: string } => ({ type: 'text', text });

/** All four hints; in a short listing those without which a client would think worse of the tool. */
function hintsOf(
  { effect, idempotent }: Operation,
  length: 'whole' | 'short',
): ToolListing['annotations'] {
  const [readOnlyHint, destructiveHint] = [effect === 'read', effect === 'retract'];
  if (length === 'short') return readOnlyHint ? { readOnlyHint } : { destructiveHint };
  // A memory is a closed world: what it knows is what it was told.
  return { readOnlyHint, destructiveHint, idempotentHint: idempotent, openWorldHint: false };
}

/** How a tool is listed whole. A view that answers in words alone has a short schema, and none of answers. */
function listingOf(operation: Operation, view: ToolView | undefined, answer: JsonSchema): object {
  const { name, input } = view ?? operation;
  const description = view?.description ?? `${operation.summary} ${operation.description}`;
  const schema = renderSchema(input, 'input');
  if (view?.asText !== undefined) return { name, description, inputSchema: shortSchema(schema) };
  return {
    name,
    title: titleOf(name),
    description,
    inputSchema: schema,
    outputSchema: answer.type === 'object' ? answer : wrapped(answer),
  };
}

/** A text between marks is longer than the text: a client that measured it would throw the answer away. */
function withRoomForMarks<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(withRoomForMarks) as Schema;
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => key !== 'maxLength' || typeof value !== 'number')
      .map(([key, value]) => [key, withRoomForMarks(value as unknown)]),
  ) as Schema;
}

function unfenceNames(value: unknown): unknown {
  if (typeof value === 'string') return unfenceName(value);
  if (Array.isArray(value)) return value.map(unfenceNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [unfenceName(key), unfenceNames(part)]),
  );
}

/** Structured content is an object in every version of the protocol; a list or a null goes into one. */
function wrapped({ $schema, ...answer }: JsonSchema): JsonSchema {
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: 'object',
    properties: { result: answer },
    required: ['result'],
    additionalProperties: false,
  };
}

/**
 * A refusal is an answer: the model reads which field is at fault and how to mend it, and calls again. It is text alone: structured
 * content must be as the tool's output schema says, and clients throw an answer away that is not.
 */
export function refusedAnswer(error: MnemeError): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: JSON.stringify({ error: markedError(error) }) }],
  };
}

/** What the model reads of an error: what it quotes stands between marks, and what a caller gave bears none. */
function markedError(error: MnemeError): Record<string, unknown> {
  const { code, field, value, hint } = JSON.parse(softenMarks(JSON.stringify(error))) as Record<
    string,
    unknown
  >;
  return {
    code,
    message: markQuoted(error.message, error.quoted),
    field,
    value,
    hint: error.hint === undefined ? hint : markQuoted(error.hint, error.quoted),
  };
}

function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
