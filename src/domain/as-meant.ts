import type { z } from 'zod';
import { elementOf, shapeOf } from './known-keys.js';

/** How clients write that they leave a field out, where its schema takes no such value. */
const NOTHING: ReadonlySet<unknown> = new Set([null, '', 'null', 'undefined']);
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;
/** Longer texts are no lists of names. */
const LONGEST_LIST = 4_096;

/**
 * A value that its schema refuses as the client meant it: nothing for an optional field, a number or a list
 * written as text, one item for a list of one; within objects and lists each part by itself. What fits no reading
 * stays as it is, so that the refusal tells of it. Accepted values are never changed.
 */
export function asMeant(schema: z.ZodType, value: unknown): unknown {
  if (accepts(schema, value)) return value;
  const readings = readingsOf(value).map((reading) => partsAsMeant(schema, reading));
  for (const reading of readings) if (accepts(schema, reading)) return reading;
  return partsAsMeant(schema, value);
}

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** What a value may stand for, the likeliest first. */
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
          .map((each) => asMeant(element, each));
  const shape = shapeOf(schema);
  if (shape === undefined || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, part]) => {
      const own = shape[field];
      const meant = own === undefined ? part : asMeant(own, part);
      return meant === undefined ? [] : [[field, meant]];
    }),
  );
}
