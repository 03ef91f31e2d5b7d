import { MnemeError } from '@mneme/core/domain/errors.js';

type Value = Readonly<Record<string, unknown>>;

/**
 * Whether a value matches a LangGraph filter: `{ status: 'active', score: { $gte: 3 } }`. Throws `invalid_input` for
 * an unknown operator.
 */
export function meetsFilter(value: Value, filter: Value | undefined): boolean {
  return Object.entries(filter ?? {}).every(([field, asked]) => {
    const has = value[field];
    if (!areTests(asked)) return same(has, asked);
    return Object.entries(asked).every(([name, wanted]) => meets(has, name, wanted, field));
  });
}

const areTests = (asked: unknown): asked is Value =>
  typeof asked === 'object' &&
  asked !== null &&
  !Array.isArray(asked) &&
  Object.keys(asked).length > 0 &&
  Object.keys(asked).every((name) => name.startsWith('$'));

const same = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

function meets(has: unknown, name: string, wanted: unknown, field: string): boolean {
  switch (name) {
    case '$eq':
      return same(has, wanted);
    case '$ne':
      return !same(has, wanted);
    case '$gt':
      return Number(has) > Number(wanted);
    case '$gte':
      return Number(has) >= Number(wanted);
    case '$lt':
      return Number(has) < Number(wanted);
    case '$lte':
      return Number(has) <= Number(wanted);
    case '$in':
      return Array.isArray(wanted) && wanted.some((each) => same(has, each));
    case '$nin':
      return Array.isArray(wanted) && !wanted.some((each) => same(has, each));
    default:
      throw new MnemeError('invalid_input', `filter.${field}: there is no test ${name}.`, {
        field: `filter.${field}`,
        hint: 'There are $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin.',
      });
  }
}

/**
 * The texts at a path of a value: `title`, `author.name`, `chapters[*].content`, `tags[0]`, `tags[-1]`; `$` for every
 * string, number and boolean in it, each with the name of its field.
 */
export function textsAt(value: unknown, path: string): string[] {
  if (path === '$') return labelled(value, '');
  let found = [value];
  for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[(\*|-?\d+)\]/g))
    found = found.flatMap((each) =>
      name === undefined ? elements(each, index ?? '*') : fieldOf(each, name),
    );
  return found.flatMap((each) => (isPlain(each) ? [String(each)] : labelled(each, '')));
}

function fieldOf(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  if (name === '*') return Object.values(value);
  return Object.hasOwn(value, name) ? [(value as Value)[name]] : [];
}

function elements(value: unknown, index: string): unknown[] {
  if (!Array.isArray(value)) return [];
  if (index === '*') return value;
  const found: unknown = value.at(Number(index));
  return found === undefined ? [] : [found];
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

function labelled(value: unknown, label: string): string[] {
  if (isPlain(value)) return [label === '' ? String(value) : `${label}: ${String(value)}`];
  if (Array.isArray(value)) return value.flatMap((each) => labelled(each, label));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    labelled(each, label === '' ? name : `${label} ${name}`),
  );
}
