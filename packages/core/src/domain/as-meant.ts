import type { z } from 'zod';
import { ownNameOf } from './foreign-names.js';

/** Minimum share of letters that a mistyped name has in common with the intended one. */
const ALIKE = 0.7;

/** The name most likely meant; undefined if none is similar. */
function nearestName(given: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, likeness: likeness(name, given) }))
    .sort((a, b) => b.likeness - a.likeness);
  return best !== undefined && best.likeness >= ALIKE ? best.name : undefined;
}

function likeness(name: string, other: string): number {
  const [own, others] = [new Set(name.toLowerCase()), new Set(other.toLowerCase())];
  return [...own].filter((letter) => others.has(letter)).length / new Set([...own, ...others]).size;
}

const MAX_KEYS = 12;

/** A hint at the keys that exist in place of an unknown one; '' if the schema has no fixed keys, e.g. a union. */
export function knownKeys(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  unknown: string,
): string {
  const keys = Object.keys(shapeOf(path.reduce(inside, schema)) ?? {});
  if (keys.length === 0) return '';
  const meant = ownNameOf(unknown, keys) ?? nearestName(unknown, keys);
  return meant === undefined
    ? ` There are ${keys.slice(0, MAX_KEYS).join(', ')}${keys.length > MAX_KEYS ? ' and others' : ''}.`
    : ` Did you mean ${meant}?`;
}

/** The fields of a request's schema; none if the schema does not determine them. */
export const fieldsOf = (schema: z.ZodType): readonly string[] =>
  Object.keys(shapeOf(schema) ?? {});

function inside(schema: unknown, step: PropertyKey): unknown {
  return shapeOf(schema)?.[step] ?? elementOf(schema);
}

/** The schemas of an object's fields; undefined if the schema does not determine them. */
const shapeOf = (schema: unknown): Readonly<Record<PropertyKey, z.ZodType>> | undefined =>
  (unwrapped(schema) as { shape?: Readonly<Record<PropertyKey, z.ZodType>> }).shape;

/** The schema of a list's items; undefined if it is not a list. */
const elementOf = (schema: unknown): z.ZodType | undefined =>
  (unwrapped(schema) as { element?: z.ZodType }).element;

/** The schema inside optional, nullable and default wrappers. */
function unwrapped(schema: unknown): object {
  const { def } = (schema ?? {}) as { def?: { innerType?: unknown } };
  return def?.innerType === undefined ? ((schema ?? {}) as object) : unwrapped(def.innerType);
}

/** Values by which clients mean "absent", where the schema does not accept them. */
const NOTHING: ReadonlySet<unknown> = new Set([null, '', 'null', 'undefined']);
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;
/** Longer texts are not parsed as lists. */
const LONGEST_LIST = 4_096;

/**
 * Coerces a value that its schema rejects into what the client probably meant: an absent optional field, a number or
 * a list written as text, one item for a list of one; fields and items one by one. What cannot be coerced stays as it
 * is, so that the error reports it. Accepted values are never changed.
 */
export function coerceInput(schema: z.ZodType, value: unknown): unknown {
  if (accepts(schema, value)) return value;
  const readings = readingsOf(value).map((reading) => partsAsMeant(schema, reading));
  for (const reading of readings) if (accepts(schema, reading)) return reading;
  return partsAsMeant(schema, value);
}

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** Possible interpretations of a value, the likeliest first. */
function readingsOf(value: unknown): readonly unknown[] {
  if (isNothing(value)) return [undefined];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value), [value]];
  if (typeof value !== 'string') return Array.isArray(value) ? [] : [[value]];
  const text = value.trim();
  return [
    ...(NUMBER.test(text) ? [Number(text)] : []),
    ...(/^(?:true|false)$/i.test(text) ? [text.toLowerCase() === 'true'] : []),
    ...jsonIn(text),
    ...(text.length <= LONGEST_LIST && text.includes(',') ? [listIn(text)] : []),
    [text],
  ];
}

const isNothing = (value: unknown): boolean =>
  NOTHING.has(typeof value === 'string' ? value.trim() : value) ||
  (Array.isArray(value) && value.every(isNothing)) ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const listIn = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function jsonIn(text: string): unknown[] {
  if (text.length > LONGEST_LIST || !/^[[{]/.test(text)) return [];
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

function partsAsMeant(schema: z.ZodType, value: unknown): unknown {
  const element = elementOf(schema);
  if (Array.isArray(value))
    return element === undefined
      ? value
      : value
          .filter((each) => !isNothing(each) || accepts(element, each))
          .map((each) => coerceInput(element, each));
  const shape = shapeOf(schema);
  if (shape === undefined || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, part]) => {
      const own = shape[field];
      const meant = own === undefined ? part : coerceInput(own, part);
      return meant === undefined ? [] : [[field, meant]];
    }),
  );
}
