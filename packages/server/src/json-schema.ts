import { z } from 'zod';

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
