import { datedPeriod } from '@mneme/core/domain/time.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { asObject, ENTITIES, type EntityField, type Mem0View } from './memories.js';

/** A mem0 filter as a predicate. */
export type Mem0Filter = (view: Mem0View) => boolean;

const DEEPEST = 10;
const TIMES = ['created_at', 'updated_at', 'timestamp'] as const;
const FIELDS = [
  ...ENTITIES,
  ...TIMES,
  'actor_id',
  'categories',
  'metadata',
  'keywords',
  'memory_ids',
  'AND',
  'OR',
  'NOT',
];

/** Parses mem0's filters into a predicate. Throws `invalid_input` naming what cannot be parsed. */
export function readFilter(given: unknown, depth = 0): Mem0Filter {
  if (depth > DEEPEST)
    throw new MnemeError(
      'invalid_input',
      `filters: stand more than ${DEEPEST} deep in one another.`,
      {
        field: 'filters',
      },
    );
  const tests = Object.entries(asObject(given, 'filters')).map(([name, asked]) =>
    readEntry(snake(name), asked, depth),
  );
  return (view) => tests.every((test) => test(view));
}

/** mem0's clients send filters unchanged, so that field names may be in camel case. */
const snake = (name: string): string =>
  /^[a-z]+(?:[A-Z][a-z]+)+$/.test(name)
    ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : name;

function readEntry(name: string, asked: unknown, depth: number): Mem0Filter {
  switch (name) {
    case 'AND':
    case 'OR':
    case 'NOT': {
      const parts = (Array.isArray(asked) ? asked : [asked]).map((each) =>
        readFilter(each, depth + 1),
      );
      if (name === 'AND') return (view) => parts.every((part) => part(view));
      if (name === 'OR') return (view) => parts.some((part) => part(view));
      return (view) => !parts.some((part) => part(view));
    }
    case 'metadata': {
      const tests = Object.entries(asObject(asked, 'filters.metadata')).map(([key, value]) => {
        const test = readTest(value, `metadata.${key}`);
        return (view: Mem0View) => test(view.metadata?.[key] ?? null);
      });
      return (view) => tests.every((test) => test(view));
    }
    case 'categories': {
      const test = readTest(asked, name);
      return ({ categories }) => test(categories);
    }
    case 'keywords': {
      const test = readTest(typeof asked === 'string' ? { icontains: asked } : asked, name);
      return ({ memory }) => test(memory);
    }
    case 'memory_ids': {
      const test = readTest(Array.isArray(asked) ? { in: asked } : asked, name);
      return ({ id }) => test(id);
    }
    case 'created_at':
    case 'updated_at':
    case 'timestamp': {
      const test = readTest(asked, name, instantIn);
      return (view) => test(Date.parse(view[name === 'timestamp' ? 'created_at' : name]));
    }
    case 'actor_id':
    case 'user_id':
    case 'agent_id':
    case 'app_id':
    case 'run_id': {
      const test = readTest(asked, name);
      return (view) => test(view[name]);
    }
    default:
      throw new MnemeError('invalid_input', `filters.${name}: is nothing to filter by.`, {
        field: `filters.${name}`,
        hint: `There are ${FIELDS.join(', ')}; fields of your own stand below metadata.`,
      });
  }
}

type Test = (value: unknown) => boolean;
type Read = (given: unknown, field: string, test?: string) => unknown;

/** The condition on one field: a value, `*` for any value, or tests by operator. */
function readTest(asked: unknown, field: string, read: Read = (given) => given): Test {
  if (asked === '*') return (has) => has !== null && has !== undefined;
  if (typeof asked !== 'object' || asked === null) {
    const value = asked === null ? null : read(asked, field);
    return (has) => isOneOf(has, [value]);
  }
  if (Array.isArray(asked)) {
    const values = asked.map((each) => read(each, field));
    return (has) => isOneOf(has, values);
  }
  const tests = Object.entries(asked).map(([name, value]) =>
    readOperator(name, value, field, read),
  );
  return (has) => tests.every((test) => test(has));
}

function readOperator(name: string, given: unknown, field: string, read: Read): Test {
  const wrong = (expected: string): MnemeError =>
    new MnemeError('invalid_input', `filters.${field}.${name}: expected ${expected}.`, {
      field: `filters.${field}.${name}`,
      value: given,
    });
  switch (name) {
    case 'in':
    case 'nin': {
      if (!Array.isArray(given)) throw wrong('a list');
      const values = given.map((each) => read(each, field));
      return (has) => isOneOf(has, values) === (name === 'in');
    }
    case 'contains':
    case 'icontains': {
      if (typeof given !== 'string') throw wrong('a text');
      const fold = (text: string): string => (name === 'contains' ? text : text.toLowerCase());
      return (has) =>
        (Array.isArray(has) ? has : [has]).some(
          (each) => typeof each === 'string' && fold(each).includes(fold(given)),
        );
    }
    case 'eq':
    case 'ne': {
      const value = read(given, field);
      return (has) => isOneOf(has, [value]) === (name === 'eq');
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      const value = read(given, field, name);
      if (typeof value !== 'number' && typeof value !== 'string') throw wrong('a number or a text');
      return (has) => typeof has === typeof value && COMPARE[name](has as never, value as never);
    }
    default:
      throw new MnemeError('invalid_input', `filters.${field}: there is no test ${name}.`, {
        field: `filters.${field}`,
        hint: 'There are eq, ne, in, nin, gt, gte, lt, lte, contains, icontains.',
      });
  }
}

const COMPARE = {
  gt: (has: number, value: number) => has > value,
  gte: (has: number, value: number) => has >= value,
  lt: (has: number, value: number) => has < value,
  lte: (has: number, value: number) => has <= value,
};

/** A list matches where any of its items does. */
function isOneOf(has: unknown, values: readonly unknown[]): boolean {
  return Array.isArray(has)
    ? has.some((each) => values.includes(each))
    : values.includes(has ?? null);
}

/** A date without a time covers the whole day: `lte` includes all of it, and `gt` begins after it. */
function instantIn(given: unknown, field: string, test?: string): number {
  const day = test === 'lte' || test === 'gt' ? datedPeriod(given) : null;
  if (day !== null) return day.to - 1;
  const instant =
    typeof given === 'number' ? given * 1_000 : typeof given === 'string' ? Date.parse(given) : NaN;
  if (Number.isFinite(instant)) return instant;
  throw new MnemeError('invalid_input', `filters.${field}: expected a moment.`, {
    field: `filters.${field}`,
    value: given,
    hint: 'Write it as 2025-02-03T18:12:00Z.',
  });
}

/**
 * What of a filter the bank's own filters can express: a superset of its matches; `exact` says whether they are the
 * same.
 */
export interface Narrowed {
  readonly user?: string;
  readonly metadata?: Record<string, unknown>;
  readonly session?: string;
  readonly exact: boolean;
}

/** Most filters name entities, which the bank finds by an index. */
export function narrow(given: unknown): Narrowed {
  const metadata: Record<string, unknown> = {};
  let session: string | undefined;
  let user: string | undefined;
  let exact = true;
  const take = (filter: unknown): void => {
    for (const [raw, asked] of Object.entries(asObject(filter, 'filters'))) {
      const name = snake(raw);
      if (name === 'AND' && Array.isArray(asked)) for (const each of asked) take(each);
      else if (typeof asked !== 'string' || asked === '*' || !isEntity(name)) exact = false;
      else if (name === 'run_id' && (session ?? asked) === asked) session = asked;
      else if (name === 'user_id' && (user ?? asked) === asked) user = asked;
      else if (!/^(?:run|user)_id$/.test(name) && (metadata[name] ?? asked) === asked)
        metadata[name] = asked;
      else exact = false;
    }
  };
  take(given);
  return {
    ...(user === undefined ? {} : { user }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(session === undefined || session === '' ? {} : { session }),
    exact,
  };
}

const isEntity = (name: string): name is EntityField =>
  (ENTITIES as readonly string[]).includes(name);
