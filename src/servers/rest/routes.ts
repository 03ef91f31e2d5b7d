import type { Operation } from '../../operations/operation.js';
import { allOperations } from '../../operations/all-operations.js';
import { renderSchema, type JsonSchema } from '../json-schema.js';
import { placesOf, type Place } from './places.js';

/** One operation at one place, with its fields sorted by where they come from. */
export interface Endpoint extends Place {
  readonly operation: Operation;
  /** The input as it can be sent: without bytes, dates and what the place settles. */
  readonly input: JsonSchema & {
    readonly properties: Readonly<Record<string, JsonSchema>>;
    readonly required: readonly string[];
  };
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  readonly inBody: readonly string[];
  /** Answered by work that goes on. */
  readonly long: boolean;
  /** The body is a file’s text, and its fields stand in the address. */
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

function endpointOf(operation: Operation, place: Place): Endpoint {
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
