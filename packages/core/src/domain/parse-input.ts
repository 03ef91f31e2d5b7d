import type { z } from 'zod';
import { coerceInput, fieldsOf, knownKeys } from './as-meant.js';
import { MnemeError } from './errors.js';
import { withFieldsOfNow, withOwnNames } from './foreign-names.js';
import { wellFormed } from './well-formed.js';

/**
 * Validates untrusted input by its schema, replacing unpaired surrogates; throws `invalid_input` naming the field,
 * the value and what is expected.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  path: string,
): z.output<Schema> {
  const request = withFieldsOfNow(withOwnNames(raw, fieldsOf(schema)));
  const parsed = schema.safeParse(request, { error: inPlainWords });
  if (parsed.success) return wellFormed(parsed.data);
  const issue = parsed.error.issues[0];
  // For an unknown key, the key itself is at fault, not the object that holds it.
  const at = [
    ...(issue?.path ?? []),
    ...(issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []),
  ];
  const field = [path, ...at].join('.');
  const value = withoutBytes(valueAt(request, at));
  const unknown = parsed.error.issues.find(isUnknownField);
  throw new MnemeError(
    'invalid_input',
    `${field}: ${issue?.message ?? 'is not valid'}${whatElse(parsed.error.issues)}.`,
    {
      field,
      value,
      hint: `Got ${describe(value)}.${unknown === undefined ? '' : knownKeys(schema, unknown.path, unknown.keys[0] ?? '')}`,
      cause: parsed.error,
    },
  );
}

function isUnknownField(issue: z.core.$ZodIssue): issue is z.core.$ZodIssueUnrecognizedKeys {
  return issue.code === 'unrecognized_keys';
}

/**
 * The same for JSON written by a model or a program: values that the schema rejects are coerced first ({@link
 * coerceInput}).
 */
export function parseCoerced<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  path: string,
): z.output<Schema> {
  const request = withFieldsOfNow(withOwnNames(raw, fieldsOf(schema)));
  return parseInput(schema, coerceInput(schema, request), path);
}

/** The number of further issues; an unknown field is named, as it may be the misspelt one that is missing. */
function whatElse([, ...others]: readonly z.core.$ZodIssue[]): string {
  const unknown = others.find(isUnknownField);
  const rest = others.length - (unknown === undefined ? 0 : 1);
  const parts = [
    ...(unknown === undefined ? [] : [`unknown field ${unknown.keys[0] ?? ''}`]),
    ...(rest === 0 ? [] : [`and ${rest} more`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Plain names for a schema's types. */
const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

/** Messages for issues without one in the schema; null means the original. */
export const inPlainWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_value')
    return `expected ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing';
  if (issue.code === 'invalid_type' && Object.hasOwn(KINDS, issue.expected))
    return `expected ${KINDS[issue.expected]}`;
  if (issue.code === 'too_small') {
    if (issue.origin === 'number' || issue.origin === 'int')
      return `must be ${issue.inclusive === false ? `above ${issue.minimum}` : `${issue.minimum} or more`}`;
    if (issue.origin === 'string')
      return issue.minimum === 1 ? 'must not be empty' : `at least ${issue.minimum} characters`;
    if (issue.origin === 'array')
      return issue.minimum === 1 ? 'must not be empty' : `at least ${issue.minimum} of them`;
  }
  if (issue.code === 'too_big') {
    if (issue.origin === 'number' || issue.origin === 'int')
      return `must be ${issue.inclusive === false ? `below ${issue.maximum}` : `at most ${issue.maximum}`}`;
    if (issue.origin === 'string')
      return `at most ${issue.maximum.toLocaleString('en')} characters`;
    if (issue.origin === 'array') return `at most ${issue.maximum} of them`;
  }
  if (issue.code === 'unrecognized_keys') return 'is no field here';
  if (issue.code === 'invalid_union') return ofNoBranch(issue.errors);
  if (issue.code === 'invalid_key') return `no name for a field: ${wordsOf(issue.issues[0])}`;
  return null;
};

/** For a union: what is wrong with the branch that the value matches, or which branches there are. */
function ofNoBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): string | null {
  const firsts = branches.flatMap(([first]) => first ?? []);
  const near = firsts.find(({ code, path }) => code !== 'invalid_type' || path.length > 0);
  if (near !== undefined) return wordsOf(near);
  const kinds = new Set(
    firsts.flatMap((issue) =>
      issue.code === 'invalid_type' && Object.hasOwn(KINDS, issue.expected)
        ? [KINDS[issue.expected]]
        : [],
    ),
  );
  return kinds.size === 0 ? null : `expected ${[...kinds].join(' or ')}`;
}

function wordsOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'is not valid';
  const words = issue.message
    ? issue.message
    : inPlainWords(issue as Parameters<typeof inPlainWords>[0]);
  return typeof words === 'string' ? words : (words?.message ?? 'is not valid');
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** Values nested deeper are not searched for bytes. */
const SHOWN_DEPTH = 20;

/** Replaces bytes by their length: those of a picture would flood a log. */
function withoutBytes(value: unknown, depth = 0): unknown {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (depth > SHOWN_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((part) => withoutBytes(part, depth + 1));
  if (
    typeof value !== 'object' ||
    value === null ||
    !Object.values(value).some((part) => part instanceof Uint8Array)
  )
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withoutBytes(part, depth + 1)]),
  );
}

function describe(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 60 ? `a text of ${value.length} characters` : JSON.stringify(value);
  if (value === undefined) return 'nothing';
  const text = asText(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Not every value can be written as JSON: bigints and cycles cannot. */
function asText(value: unknown): string {
  // As JSON, NaN, infinite numbers and invalid dates would become null.
  if (typeof value === 'number' || value instanceof Date) return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return typeof value === 'bigint' ? `${value}n` : `a value of type ${typeof value}`;
  }
}
