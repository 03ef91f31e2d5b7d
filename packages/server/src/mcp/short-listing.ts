import type { Tool as ToolListing } from '@modelcontextprotocol/server';
import type { Operation } from '@mneme/core/operations/operation.js';
import { renderSchema } from '../json-schema.js';

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
