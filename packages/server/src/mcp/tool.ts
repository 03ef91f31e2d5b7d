import type { CallToolResult, Tool as ToolListing } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { parseCoerced } from '@mneme/core/domain/input.js';
import { softenMarks } from '@mneme/core/domain/marks.js';
import { type Source, trustOf } from '@mneme/core/domain/memory.js';
import {
  fenceRecalled,
  fenceTurn,
  markQuoted,
  sayRecalled,
  unfenceName,
} from '@mneme/core/domain/recalled-text.js';
import { OwnText, TurnText } from '@mneme/core/domain/schema.js';
import type { Mneme } from '@mneme/core/mneme.js';
import type { Operation, OperationContext } from '@mneme/core/operations/operation.js';
import { reportingRedactions } from '@mneme/core/safety/bank-privacy.js';
import { type JsonSchema, renderSchema, shortListing, shortSchema } from '../json-schema.js';

/** Fields with remembered text, in objects that name its memory. */
const TEXTS: ReadonlySet<string> = new Set([
  'content',
  'template',
  'text',
  'effect',
  'steps',
  'description',
]);
/** Fields with the memory's id; the first one present counts. */
const NAMES = ['id', 'eventId', 'other'] as const;
/** Fields with text, and the field with the id of its memory. */
const NAMED_BY: Readonly<Record<string, string>> = { olderText: 'older', newerText: 'newer' };

/** The memory that surrounding texts come from, and its origin. */
interface TextOrigin {
  readonly id: string | null;
  readonly from: Source | undefined;
}
const NOBODY: TextOrigin = { id: null, from: undefined };

/**
 * An answer for a model (docs/decisions/0009, 0062): every remembered text in it is put between marks, in values and
 * in field names, as a client may pass structured content to its model unchanged. A text counts as remembered unless
 * its schema allows only closed forms, or it is one of the engine's own (`OwnText`).
 */
export function fenceOutput(schema: z.ZodType, value: unknown): unknown {
  return fence(schema, value, NOBODY);
}

function fence(schema: z.ZodType | undefined, value: unknown, told: TextOrigin): unknown {
  if (typeof value === 'string') return fenceText(schema, value, told);
  if (typeof value !== 'object' || value === null) return value;
  const { def } = within(schema, value);
  if (Array.isArray(value))
    return value.map((each, at) =>
      fence(def?.type === 'tuple' ? def.items?.[at] : def?.element, each, told),
    );
  if (def?.type === 'record' || def?.shape === undefined) return fenceRecord(def, value, told);
  return fenceObject(def.shape, value as Fields);
}

type Fields = Readonly<Record<string, unknown>>;

function fenceObject(shape: Readonly<Record<string, z.ZodType>>, value: Fields): Fields {
  const id = NAMES.map((name) => value[name]).find(
    (each): each is string => typeof each === 'string' && /^[mgls]_/.test(each),
  );
  const own: TextOrigin = id === undefined ? NOBODY : { id, from: sourceOf(value) };
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const other = value[NAMED_BY[key] ?? ''];
      const of =
        typeof other === 'string' ? { id: other, from: undefined } : TEXTS.has(key) ? own : NOBODY;
      return [key, fence(shape[key], part, of)];
    }),
  );
}

/** Names of fields that the schema does not list are remembered text, too. */
function fenceRecord(def: Definition | undefined, value: object, told: TextOrigin): Fields {
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      fenceText(def?.keyType, key, NOBODY),
      fence(def?.valueType, part, told),
    ]),
  );
}

function fenceText(schema: z.ZodType | undefined, text: string, told: TextOrigin): string {
  const choices = schema === undefined ? [] : choicesOf(schema);
  if (choices.includes(OwnText) || choices.some((choice) => isClosed(choice, text))) return text;
  if (choices.includes(TurnText)) return fenceTurn(text);
  return told.id === null ? sayRecalled(text) : fenceRecalled(told.id, text, told.from);
}

/** Whether the schema limits a text to a list of values or a pattern. */
function isClosed(schema: z.ZodType, text: string): boolean {
  const { type, checks = [] } = definitionOf(schema);
  const closed =
    type === 'enum' || type === 'literal' || checks.some(({ _zod }) => _zod.def.pattern);
  return closed && schema.safeParse(text).success;
}

function sourceOf({ trust, source, provenance }: Fields): Source | undefined {
  if (typeof trust === 'string') return trust as Source;
  if (Array.isArray(provenance)) return trustOf({ provenance: provenance as { source: Source }[] });
  return typeof source === 'string' ? (source as Source) : undefined;
}

/** The parts of a zod definition used here. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly pattern?: RegExp } } }[];
}

function definitionOf(schema: z.ZodType): Definition {
  return schema._zod.def as Definition;
}

/** The alternatives of a schema, without optional and nullable wrappers. */
function choicesOf(schema: z.ZodType): readonly z.ZodType[] {
  const { innerType, options } = definitionOf(schema);
  if (innerType !== undefined) return choicesOf(innerType);
  return options === undefined ? [schema] : options.flatMap(choicesOf);
}

/** The definition that matches a value; none where the schema does not describe it. */
function within(schema: z.ZodType | undefined, value: object): { readonly def?: Definition } {
  const choices = schema === undefined ? [] : choicesOf(schema);
  const found =
    choices.length < 2 ? choices[0] : choices.find((choice) => choice.safeParse(value).success);
  return found === undefined ? {} : { def: definitionOf(found) };
}

/** Key in the metadata of each answer that says how coherent the bank's latest memories are. */
const PULSE = 'mneme/pulse';

/** The operation's context, plus the names of the tools that the caller has. */
interface ToolContext extends OperationContext {
  readonly offered: ReadonlySet<string>;
  /** Runs an operation in a suitable thread and parses its input there; by default, it runs here. */
  readonly perform?: PerformOperation;
  /** A person has allowed what is for people alone. */
  readonly allowed?: boolean;
}

/**
 * Runs an operation on a memory's bank, with input not yet validated. Throws what the operation throws,
 * `invalid_input`.
 */
export type PerformOperation = (
  memory: Mneme,
  operation: Operation,
  input: unknown,
  context: OperationContext,
) => Promise<unknown>;

/** A tool of the Model Context Protocol: its listing and its call. */
export interface McpTool {
  /** The operation behind it. */
  readonly operation: Operation;
  readonly listing: ToolListing;
  /** Answers calls without being listed: a former name, or one used elsewhere. */
  readonly unlisted?: true;
  /** Why a call with this input is for people alone; null where it is not. Throws `invalid_input`. */
  reserved(args: unknown): MnemeError | null;
  call(memory: Mneme, args: unknown, context: ToolContext): Promise<CallToolResult>;
}

/** An operation with another name and other field names; each field is still validated by the operation. */
interface ToolView<Input extends z.ZodType = z.ZodType, Output = unknown> {
  readonly name: string;
  /** Replaces the operation's description where that does not fit the fields. */
  readonly description?: string;
  readonly input: Input;
  /** Default: the fields are the operation's own. */
  toInput?(args: z.output<Input>, offer: readonly string[]): unknown;
  /** Renders the answer as text alone; the listing then has no output schema. */
  readonly asText?: (output: NoInfer<Output>) => string;
}

export function view<Input extends z.ZodType, Output>(
  operation: { run(memory: Mneme, input: never, context: OperationContext): Promise<Output> },
  shown: ToolView<Input, Output>,
): McpTool {
  return toolOf(operation as Operation, shown as unknown as ToolView);
}

/** Turns an operation into a tool, directly or through a view. */
export function toolOf(
  operation: Operation,
  view?: ToolView,
  length: 'whole' | 'short' = 'whole',
): McpTool {
  const { name, input } = view ?? operation;
  const answer = withRoomForMarks(objectSchema(renderSchema(operation.output, 'output')));
  const isObject = answer.type === 'object';
  const listing = {
    ...(length === 'short' ? shortListing(operation) : listingOf(operation, view, answer)),
    annotations: hintsOf(operation, length),
  } as ToolListing;
  // A model may return a name with its marks.
  const parsed = (args: unknown): unknown => parseCoerced(input, unfenceNames(args ?? {}), name);
  const reserved = (args: unknown): MnemeError | null =>
    view === undefined ? reservedForPeople(operation, () => parsed(args)) : null;
  return {
    operation,
    listing,
    reserved,
    call: (memory, args, context) =>
      refusing(async () => {
        const refusal = context.allowed === true ? null : reserved(args);
        if (refusal !== null) throw refusal;
        const asked = parsed(args);
        const { perform = performHere } = context;
        // Suggest only tools that the caller has.
        const offer = [...context.offered];
        const pulse = async (): Promise<Pick<CallToolResult, '_meta'>> => ({
          _meta: { [PULSE]: await memory.guidance.pulse(undefined, offer) },
        });
        const given =
          view === undefined
            ? asked
            : parseCoerced(operation.input, view.toInput?.(asked, offer) ?? asked, name);
        const { answer: output, takenOut } = await reportingRedactions(() =>
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
      }),
  };
}

const performHere: PerformOperation = (memory, operation, input, context) =>
  operation.run(memory, parseCoerced(operation.input, input, operation.name), context);

/** What a call with fields reserved for people is refused with: somebody else's text may have prompted it. */
function reservedForPeople(
  { name, forPeopleWith = [], forPeopleWithout }: Operation,
  parse: () => unknown,
): MnemeError | null {
  if (forPeopleWithout === undefined && forPeopleWith.length === 0) return null;
  const given = (parse() ?? {}) as Readonly<Record<string, unknown>>;
  const isGiven = (field: string): boolean => given[field] !== undefined && given[field] !== false;
  if (forPeopleWithout !== undefined && !isGiven(forPeopleWithout))
    return new MnemeError('denied', `${name} without ${forPeopleWithout} is for people alone.`, {
      field: `${name}.${forPeopleWithout}`,
      hint: `Give ${forPeopleWithout}, or ask the person to do it: mneme ${name}.`,
    });
  const field = forPeopleWith.find(isGiven);
  if (field === undefined) return null;
  return new MnemeError('denied', `${name}.${field} is for people alone.`, {
    field: `${name}.${field}`,
    value: given[field],
    hint: `Ask the person to do it: mneme ${name}.`,
  });
}

const line = (text: string): { type: 'text'; text: string } => ({ type: 'text', text });

/** All four hints; in a short listing, only those whose default would be worse. */
function hintsOf(
  { effect, idempotent }: Operation,
  length: 'whole' | 'short',
): ToolListing['annotations'] {
  const [readOnlyHint, destructiveHint] = [effect === 'read', effect === 'retract'];
  if (length === 'short') return readOnlyHint ? { readOnlyHint } : { destructiveHint };
  // A memory is a closed world: it interacts with nothing outside.
  return { readOnlyHint, destructiveHint, idempotentHint: idempotent, openWorldHint: false };
}

/** The full listing of a tool. A view that answers in text has a short schema and no output schema. */
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

/**
 * Raises length limits in an output schema: marks make a text longer, and a client that validated it would reject the
 * answer.
 */
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

/** An answer that is one of several objects is an object. */
function objectSchema(schema: JsonSchema): JsonSchema {
  const { $schema, anyOf } = schema;
  const isOne = Array.isArray(anyOf) && anyOf.every((each: JsonSchema) => each.type === 'object');
  return isOne ? { ...($schema === undefined ? {} : { $schema }), type: 'object', anyOf } : schema;
}

/** Structured content must be an object in every version of the protocol; lists and null are wrapped. */
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
 * Errors as results: the model reads which field is wrong and how to fix it, and calls again. Text alone, as clients
 * reject structured content that does not match the tool's output schema.
 */
export async function refusing<Answer>(
  call: () => Promise<Answer>,
): Promise<Answer | CallToolResult> {
  try {
    return await call();
  } catch (error) {
    if (!MnemeError.is(error)) throw error;
    return {
      isError: true,
      content: [line(JSON.stringify({ error: markedError(error) }))],
    };
  }
}

/** An error for the model: quoted texts stay fenced, values that the caller gave have no marks. */
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
