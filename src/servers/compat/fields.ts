import { MnemeError } from '../../domain/errors.js';

type Given = Readonly<Record<string, unknown>>;

/** A text of a request; undefined where it is not given. Throws `invalid_input` for anything else. */
export function textIn(given: Given, field: string): string | undefined {
  const value = given[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new MnemeError('invalid_input', `${field}: expected a text.`, { field, value });
}

/** {@link textIn}, where it must be given. */
export function neededText(given: Given, field: string): string {
  const text = textIn(given, field);
  if (text !== undefined) return text;
  throw new MnemeError('invalid_input', `${field}: expected a text.`, { field });
}

/** A list of texts; undefined where it is not given. */
export function textsIn(given: Given, field: string): string[] | undefined {
  const value = given[field];
  if (value === undefined || value === null) return undefined;
  const listed = typeof value === 'string' ? [value] : value;
  if (Array.isArray(listed) && listed.every((each) => typeof each === 'string')) return listed;
  throw new MnemeError('invalid_input', `${field}: expected a list of texts.`, { field, value });
}

/** A whole number within bounds, of a body or an address. */
export function countIn(given: Given, field: string, usual: number, most: number): number {
  const value = given[field];
  if (value === undefined || value === null) return usual;
  const count = typeof value === 'string' ? Number(value) : value;
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0)
    return Math.min(count, most);
  throw new MnemeError('invalid_input', `${field}: expected a whole number.`, { field, value });
}

/** The fields of an address as one object; what is given several times is a list. */
export function addressOf(query: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const all = query.getAll(name);
      return [name.replace(/\[\]$/, ''), all.length === 1 ? all[0] : all];
    }),
  );
}
