import { MnemeError } from '@mneme/core/domain/errors.js';
import { ownNameOf, withOwnNames } from '@mneme/core/domain/foreign-names.js';
import type { Operation } from '@mneme/core/operations/operation.js';
import { allOperations } from '@mneme/mneme/operations/table.js';
import { jsonList, type Property, textValue } from '@mneme/mneme/operations/text-value.js';
import { type JsonSchema, renderSchema } from '../json-schema.js';
import { type HttpRoute, placesOf } from './places.js';

/** An operation at a path, with its fields sorted by location. */
export interface Endpoint extends HttpRoute {
  readonly operation: Operation;
  /** The input schema as JSON: without bytes, dates and the fields that the path fixes. */
  readonly input: JsonSchema & {
    readonly properties: Readonly<Record<string, JsonSchema>>;
    readonly required: readonly string[];
  };
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  readonly inBody: readonly string[];
  /** Answered with work that continues. */
  readonly long: boolean;
  /** The body is the text of a file, and the fields are in the query. */
  readonly upload: boolean;
}

/** All endpoints of a bank, in the order of the table. */
export function endpoints(
  operations: Readonly<Record<string, Operation>> = allOperations(),
): Endpoint[] {
  return Object.values(operations).flatMap((operation) =>
    placesOf(operation).map((place) => endpointOf(operation, place)),
  );
}

function endpointOf(operation: Operation, place: HttpRoute): Endpoint {
  const {
    properties = {},
    required = [],
    ...schema
  } = renderSchema(operation.input, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  const { long = false, upload = false, files = [] } = operation.served ?? {};
  const settled = [
    ...Object.keys(place.fixed ?? {}),
    ...(place.without ?? []),
    ...(upload ? [] : files),
  ];
  const fields = Object.keys(properties).filter((field) => !settled.includes(field));
  const inPath = [...place.path.matchAll(/\{(\w+)\}/g)].flatMap(([, field]) => field ?? []);
  const others = fields.filter((field) => !inPath.includes(field));
  const addressed = upload || place.method === 'GET' || place.method === 'DELETE';
  return {
    ...place,
    operation,
    input: {
      ...schema,
      properties: Object.fromEntries(fields.map((field) => [field, properties[field] ?? {}])),
      required: required.filter((field) => fields.includes(field)),
    },
    inPath,
    inQuery: addressed ? others : [],
    inBody: addressed ? [] : others,
    long,
    upload,
  };
}

/**
 * An operation's input, collected from path, query and body. A field in the wrong location is refused, not ignored.
 * Throws `invalid_input` naming it.
 */
export function readInput(
  { operation, input, inPath, inQuery, inBody, fixed }: Endpoint,
  path: Readonly<Record<string, string>>,
  query: URLSearchParams,
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  const valueOf = (field: string, text: string): unknown => {
    const name = `${operation.name}.${field}`;
    return input.properties[field]?.type === 'array' && text.startsWith('[')
      ? jsonList(text, name)
      : textValue(text, input.properties[field] as Property, name);
  };
  for (const field of inPath) read[field] = valueOf(field, path[field] ?? '');
  for (const [field, given] of Object.entries(withOwnNames(textsOf(query), inQuery))) {
    if (!inQuery.includes(field)) throw misplaced(operation.name, field, 'address', inQuery);
    const isList = input.properties[field]?.type === 'array';
    const texts = typeof given === 'string' ? [given] : given;
    // A parameter with an empty value counts as absent.
    if (texts.join('') === '' && !input.required?.includes(field)) continue;
    if (texts.length > 1 && !isList)
      throw new MnemeError(
        'invalid_input',
        `${operation.name}.${field}: is given ${texts.length} times.`,
        { field: `${operation.name}.${field}`, value: texts.join(', '), hint: 'Give it once.' },
      );
    // A list may be one text with commas, a repeated parameter, or JSON.
    read[field] = texts.length > 1 ? texts : valueOf(field, texts[0] ?? '');
  }
  for (const [field, value] of Object.entries(withOwnNames(body, inBody))) {
    if (!inBody.includes(field)) throw misplaced(operation.name, field, 'body', inBody);
    read[field] = value;
  }
  return { ...read, ...fixed };
}

/** Query parameters by name: a text, or several for a repeated one. */
function textsOf(query: URLSearchParams): Readonly<Record<string, string | string[]>> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const texts = query.getAll(name);
      return [name, texts.length === 1 ? (texts[0] ?? '') : texts];
    }),
  );
}

function misplaced(
  operation: string,
  field: string,
  where: string,
  there: readonly string[],
): MnemeError {
  const meant = ownNameOf(field, there);
  return new MnemeError('invalid_input', `${operation}.${field}: is no field of this ${where}.`, {
    field: `${operation}.${field}`,
    hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}GET /v1/openapi.json tells what there is.`,
  });
}
