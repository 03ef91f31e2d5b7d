import { z } from 'zod';
import type { Metadata } from './memory.js';
import { isRecord } from './well-formed.js';

type Value = string | number | boolean;

const TESTS = ['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'exists'] as const;
type Test = (typeof TESTS)[number];
/** Maximum depth of nested conditions, and their maximum number. */
const DEEPEST = 5;
const MOST = 50;
const LONGEST_NAME = 100;
const LONGEST_VALUE = 2_000;

/** A condition on one metadata field. A missing field is equal to nothing. */
export type FieldCondition = { readonly name: string } & (
  | { readonly test: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'; readonly value: Value }
  | { readonly test: 'in'; readonly value: readonly Value[] }
  | { readonly test: 'exists'; readonly value: boolean }
);

/** A condition on a memory's metadata. */
export type MetadataCondition =
  | FieldCondition
  | { readonly all: readonly MetadataCondition[] }
  | { readonly any: readonly MetadataCondition[] }
  | { readonly not: MetadataCondition };

/**
 * Takes `{ ticket: 'P-12', priority: { gte: 2 }, or: [{ team: 'core' }, { team: 'web' }], not: { done: true } }`: all
 * of it must hold. A field has a value, or tests: eq, ne, in, gt, gte, lt, lte, exists. Numbers are compared with
 * numbers and texts with texts.
 */
export const MetadataFilter = z.record(z.string(), z.unknown()).superRefine((given, context) => {
  try {
    readMetadataFilter(given);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    context.addIssue({ code: 'custom', message: error.message, input: given });
  }
});
export type MetadataFilter = z.output<typeof MetadataFilter>;

/** A validated filter as a condition. */
export function readMetadataFilter(given: MetadataFilter): MetadataCondition {
  return readAll(given, 0, { left: MOST });
}

class Unreadable extends Error {}

type Given = Readonly<Record<string, unknown>>;
/** Number of conditions left; bounds the cost of a filter. */
interface Allowance {
  left: number;
}

function readAll(given: Given, depth: number, allowance: Allowance): MetadataCondition {
  if (depth > DEEPEST) throw new Unreadable(`conditions stand more than ${DEEPEST} deep`);
  const all = Object.entries(given).flatMap(([name, asked]) =>
    isGroup(name, asked)
      ? [readGroup(name, asked, depth, allowance)]
      : readField(name, asked, allowance),
  );
  if (all.length === 0) throw new Unreadable('name at least one field, or leave it out');
  const [only] = all;
  return all.length === 1 && only !== undefined ? only : { all };
}

/** `or`, `and` and `not` are groups only with a list or filter as value, so fields may have these names, too. */
function isGroup(name: string, asked: unknown): asked is Given | readonly Given[] {
  if (name === 'and' || name === 'or') return Array.isArray(asked) && asked.every(isRecord);
  return name === 'not' && isRecord(asked) && !areTests(asked);
}

function readGroup(
  name: string,
  asked: Given | readonly Given[],
  depth: number,
  allowance: Allowance,
): MetadataCondition {
  if (name === 'not') return { not: readAll(asked as Given, depth + 1, allowance) };
  const parts = (asked as readonly Given[]).map((each) => readAll(each, depth + 1, allowance));
  if (parts.length === 0) throw new Unreadable(`${name} needs at least one filter`);
  return name === 'and' ? { all: parts } : { any: parts };
}

function readField(name: string, asked: unknown, allowance: Allowance): MetadataCondition[] {
  if (name === '' || name.length > LONGEST_NAME)
    throw new Unreadable(`a field has a name of 1 to ${LONGEST_NAME} characters`);
  if (isValue(asked)) return [counted({ name, test: 'eq', value: asked }, allowance)];
  if (!isRecord(asked) || Object.keys(asked).length === 0)
    throw new Unreadable(
      `${name}: expected a text, a number, true or false, or tests of it (${TESTS.join(', ')})`,
    );
  return Object.entries(asked).map(([test, value]) =>
    counted(readTest(name, test as Test, value), allowance),
  );
}

function readTest(name: string, test: Test, value: unknown): MetadataCondition {
  const wrong = (expected: string): Unreadable =>
    new Unreadable(`${name}.${test}: expected ${expected}`);
  switch (test) {
    case 'eq':
      if (!isValue(value)) throw wrong('a text, a number, true or false');
      return { name, test, value };
    case 'ne':
      if (!isValue(value)) throw wrong('a text, a number, true or false');
      return { not: { name, test: 'eq', value } };
    case 'in':
      if (
        !Array.isArray(value) ||
        value.length === 0 ||
        value.length > 100 ||
        !value.every(isValue)
      )
        throw wrong('1 to 100 texts, numbers or truth values');
      return { name, test, value };
    case 'exists':
      if (typeof value !== 'boolean') throw wrong('true or false');
      return { name, test, value };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      if (!isValue(value) || typeof value === 'boolean') throw wrong('a number or a text');
      return { name, test, value };
    default:
      throw new Unreadable(
        `${name}: there is no test ${String(test)}; there are ${TESTS.join(', ')}`,
      );
  }
}

function counted(condition: MetadataCondition, allowance: Allowance): MetadataCondition {
  allowance.left -= 1;
  if (allowance.left < 0) throw new Unreadable(`at most ${MOST} conditions`);
  return condition;
}

const areTests = (value: Given): boolean =>
  Object.keys(value).every((key) => (TESTS as readonly string[]).includes(key));
const isValue = (value: unknown): value is Value =>
  (typeof value === 'string' && value.length <= LONGEST_VALUE) ||
  typeof value === 'boolean' ||
  Number.isFinite(value);

/** Whether metadata meets the condition. */
export function meetsMetadata(condition: MetadataCondition, metadata: Metadata): boolean {
  if ('all' in condition) return condition.all.every((each) => meetsMetadata(each, metadata));
  if ('any' in condition) return condition.any.some((each) => meetsMetadata(each, metadata));
  if ('not' in condition) return !meetsMetadata(condition.not, metadata);
  const { name } = condition;
  const has = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  if (condition.test === 'exists') return (has !== undefined) === condition.value;
  if (has === undefined) return false;
  if (condition.test === 'in') return condition.value.includes(has);
  if (condition.test === 'eq') return has === condition.value;
  return typeof has === typeof condition.value && COMPARE[condition.test](has, condition.value);
}

/** Texts compare by their bytes in UTF-8, as in SQLite. */
function order(one: Value, other: Value): number {
  if (typeof one === 'string' && typeof other === 'string')
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return Number(one) - Number(other);
}

const COMPARE: Readonly<Record<'gt' | 'gte' | 'lt' | 'lte', (a: Value, b: Value) => boolean>> = {
  gt: (a, b) => order(a, b) > 0,
  gte: (a, b) => order(a, b) >= 0,
  lt: (a, b) => order(a, b) < 0,
  lte: (a, b) => order(a, b) <= 0,
};
