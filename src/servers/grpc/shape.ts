import { NAMED, type JsonSchema } from '../json-schema.js';

export type Scalar = 'string' | 'bool' | 'double' | 'int32' | 'int64' | 'bytes';

/** How the values of a schema are written in protocol buffers. */
export type Shape =
  | { readonly kind: 'scalar'; readonly type: Scalar }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'map'; readonly of: Shape }
  | MessageShape
  /** Whatever JSON can say: google.protobuf.Value. */
  | { readonly kind: 'free' };

export interface MessageShape {
  readonly kind: 'message';
  /** The name of its schema, where that has one. */
  readonly name: string | null;
  readonly fields: readonly Field[];
  /** It stands for one of several kinds of value, each in a field of its own; for null when none is there. */
  readonly choice: boolean;
}

export interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly schema: JsonSchema;
}

/** The fields by which a choice is told apart. */
export const CHOICE = { string: 'text', number: 'number', object: 'detail' } as const;

const INT32 = 2 ** 31 - 1;
const FREE: Shape = { kind: 'free' };

/** The shape of a JSON Schema as `renderSchema` gives it. What protocol buffers cannot type becomes a free value, never an error. */
export function shapeOf(schema: JsonSchema): Shape {
  const branches = branchesOf(schema);
  const kinds = new Set(branches.map(({ type }) => (type === 'integer' ? 'number' : type)));
  const [only] = kinds;
  if (kinds.size === 2 && kinds.has('string') && (kinds.has('number') || kinds.has('object')))
    return choiceOf(schema, branches);
  if (kinds.size !== 1) return FREE;
  if (only === 'string') return { kind: 'scalar', type: 'string' };
  if (only === 'boolean') return { kind: 'scalar', type: 'bool' };
  if (only === 'number') return { kind: 'scalar', type: numberOf(branches) };
  if (only === 'object') return objectOf(branches, nameOf(schema));
  return only === 'array' && branches.length === 1 ? listOf(branches[0] as JsonSchema) : FREE;
}

/** What a schema allows beside null, one type each. */
export function branchesOf(schema: JsonSchema): JsonSchema[] {
  const { anyOf, oneOf, type } = schema as {
    anyOf?: readonly JsonSchema[];
    oneOf?: readonly JsonSchema[];
    type?: unknown;
  };
  const several =
    anyOf ??
    oneOf ??
    (Array.isArray(type) ? type.map((each: unknown) => ({ ...schema, type: each })) : undefined);
  if (several !== undefined) return several.flatMap(branchesOf);
  return type === 'null' ? [] : [schema];
}

export function isNullable(schema: JsonSchema): boolean {
  const { anyOf, oneOf, type } = schema as {
    anyOf?: readonly JsonSchema[];
    oneOf?: readonly JsonSchema[];
    type?: unknown;
  };
  return [anyOf ?? oneOf ?? []].flat().some(isNullable) || [type].flat().includes('null');
}

/** Its own name, or that of the one thing it may be beside null. */
function nameOf(schema: JsonSchema): string | null {
  const own = schema[NAMED] as string | undefined;
  const others = ((schema['anyOf'] ?? []) as readonly JsonSchema[]).filter(
    ({ type }) => type !== 'null',
  );
  return own ?? (others.length === 1 ? nameOf(others[0] as JsonSchema) : null);
}

function numberOf(branches: readonly JsonSchema[]): Scalar {
  const bounds = branches.flatMap(({ type, minimum, maximum }) =>
    type === 'integer' ? [Number(minimum ?? -Infinity), Number(maximum ?? Infinity)] : [NaN],
  );
  if (bounds.some(Number.isNaN)) return 'double';
  return bounds.every((bound) => Math.abs(bound) <= INT32) ? 'int32' : 'int64';
}

function listOf({ items, prefixItems }: JsonSchema): Shape {
  const kinds = [prefixItems ?? items ?? {}].flat() as JsonSchema[];
  const [first, ...others] = kinds.map((kind) => (isNullable(kind) ? FREE : shapeOf(kind)));
  const alike =
    first !== undefined && others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  return !alike || first.kind === 'list' || first.kind === 'map'
    ? { kind: 'list', of: FREE }
    : { kind: 'list', of: first };
}

/** Objects of which a value may be any are one message: each field says by being there which it is. */
function objectOf(branches: readonly JsonSchema[], name: string | null): Shape {
  const [first] = branches;
  const others = first?.['additionalProperties'];
  if (branches.length === 1 && typeof others === 'object' && others !== null) return mapOf(others);
  const all = branches as readonly {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  }[];
  const keys = [...new Set(all.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const fields = keys.map((key): Field => {
    const kinds = all.flatMap(({ properties = {} }) => properties[key] ?? []);
    const schema = kinds.length === 1 ? (kinds[0] as JsonSchema) : { anyOf: kinds };
    const required = all.every((each) => each.required?.includes(key) === true);
    return { name: key, shape: shapeOf(schema), required, nullable: isNullable(schema), schema };
  });
  return { kind: 'message', name, fields, choice: false };
}

function mapOf(values: object): Shape {
  const of = isNullable(values as JsonSchema) ? FREE : shapeOf(values as JsonSchema);
  return { kind: 'map', of: of.kind === 'list' || of.kind === 'map' ? FREE : of };
}

function choiceOf(schema: JsonSchema, branches: readonly JsonSchema[]): Shape {
  const fields = (Object.entries(CHOICE) as [keyof typeof CHOICE, string][]).flatMap(
    ([type, name]): Field[] => {
      const kinds = branches.filter(
        (branch) => (branch.type === 'integer' ? 'number' : branch.type) === type,
      );
      if (kinds.length === 0) return [];
      const one = kinds.length === 1 ? (kinds[0] as JsonSchema) : { anyOf: kinds };
      return [{ name, shape: shapeOf(one), required: false, nullable: false, schema: one }];
    },
  );
  return { kind: 'message', name: nameOf(schema), fields, choice: true };
}
