import type { Tool as ToolListing } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Operation } from '@mneme/core/operations/operation.js';

/** The keywords of a JSON Schema (2020-12) that are used here. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly type?: unknown;
}

/** Marks types that JSON cannot carry, such as bytes and dates, so as to drop their fields. */
const IMPOSSIBLE = 'x-impossible';

type Direction = 'input' | 'output';

/** Several doors of a server render the same schemas. */
const RENDERED: Readonly<Record<Direction, WeakMap<z.ZodType, JsonSchema>>> = {
  input: new WeakMap(),
  output: new WeakMap(),
};

/** A zod schema as JSON Schema: of what a client may send, or what it receives. */
export function renderSchema(schema: z.ZodType, io: Direction): JsonSchema {
  const known = RENDERED[io].get(schema);
  if (known !== undefined) return known;
  const made = render(schema, io);
  RENDERED[io].set(schema, made);
  return made;
}

function render(schema: z.ZodType, io: Direction): JsonSchema {
  const rendered = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (def.type === 'date' || def.type === 'custom')
        (jsonSchema as Record<string, unknown>)[IMPOSSIBLE] = true;
    },
  });
  return tidy(rendered) as JsonSchema;
}

/** The same to be placed within a larger document, without its `$schema`. */
export function renderBare(schema: z.ZodType, io: Direction): JsonSchema {
  const { $schema: _schema, ...bare } = renderSchema(schema, io);
  return bare;
}

function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy);
  if (typeof node !== 'object' || node === null) return node;
  const { anyOf, flag: _flag, ...rest } = node as Record<string, unknown>;
  const entries = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, tidy(value)]),
  );
  if (!Array.isArray(anyOf))
    return typeof _flag === 'string' || _flag === undefined
      ? entries
      : { ...entries, flag: tidy(_flag) };
  const choices = anyOf.filter((choice) => !isImpossible(choice)).map(tidy);
  const [only] = choices;
  return choices.length === 1
    ? { ...(only as object), ...entries }
    : { ...entries, anyOf: choices };
}

function isImpossible(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (IMPOSSIBLE in node) return true;
  const { properties = {}, required = [] } = node as {
    properties?: Record<string, unknown>;
    required?: readonly string[];
  };
  return required.some((name) => isImpossible(properties[name]));
}

/** Keywords that a model needs to make a call; an error reports the bounds and patterns that a call breaks. */
const SHORT_KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'anyOf',
  'const',
  'default',
  'description',
]);

/** Listed fields of operations that have very many; the others are accepted as well. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  remember: ['content', 'speaker', 'session', 'saidAt', 'tags', 'kind', 'source'],
  recall: ['query', 'limit', 'speaker', 'kinds', 'tags', 'from', 'to', 'asOf'],
  context: ['query', 'maxTokens', 'speaker', 'tags'],
  why: ['query', 'memory'],
  graph: ['of', 'to', 'hops', 'families'],
  conflicts: ['status', 'verdict', 'memory', 'scan', 'limit'],
  observe: [
    'query',
    'status',
    'failureReason',
    'strategy',
    'success',
    'domain',
    'predictions',
    'goal',
    'doing',
  ],
};

/** The listing of an operation in a long list: its summary and a short input schema, no output schema. */
export function shortListing(
  operation: Operation,
): Pick<ToolListing, 'name' | 'description' | 'inputSchema'> {
  const { name, summary, input, forPeopleWith = [] } = operation;
  const schema = shortSchema(renderSchema(input, 'input')) as Fields & { properties: Fields };
  const listed =
    LISTED[name] ?? Object.keys(schema.properties).filter((each) => !forPeopleWith.includes(each));
  return {
    name,
    description: summary,
    inputSchema: {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(schema.properties).filter(([field]) => listed.includes(field)),
      ),
    } as ToolListing['inputSchema'],
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** A schema without bounds, and without descriptions inside a field. */
export function shortSchema(node: unknown, depth = 0): unknown {
  if (Array.isArray(node)) return node.map((each) => shortSchema(each, depth));
  if (typeof node !== 'object' || node === null) return node;
  if (isMoment(node)) return { type: 'string', ...described(node, depth) };
  return Object.fromEntries(
    Object.entries(node)
      .filter(
        ([key, value]) =>
          SHORT_KEYWORDS.has(key) &&
          !(key === 'description' && depth > 1) &&
          !(key === 'default' && isNothing(value)),
      )
      .map(([key, value]) => [
        key,
        key === 'properties' ? fieldsOf(value as Fields, depth + 1) : shortSchema(value, depth),
      ]),
  );
}

/** A time may also be a number, but models write it as a string. */
const isMoment = (node: object): boolean =>
  'anyOf' in node &&
  Array.isArray(node.anyOf) &&
  node.anyOf.map((choice: { type?: unknown }) => choice.type).join() === 'number,string';

const described = (node: object, depth: number): object =>
  'description' in node && depth <= 1 ? { description: node.description } : {};

const isNothing = (value: unknown): boolean =>
  value === false || value === '' || (Array.isArray(value) && value.length === 0);

const fieldsOf = (fields: Fields, depth: number): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, shortSchema(field, depth)]),
  );
