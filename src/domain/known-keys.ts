import type { z } from 'zod';
import { ownNameOf } from './foreign-names.js';
import { nearestName } from './nearest-name.js';

const MAX_KEYS = 12;

/** What may be given in place of an unknown key, in words; '' if the schema does not determine it, such as a union. */
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
export const shapeOf = (schema: unknown): Readonly<Record<PropertyKey, z.ZodType>> | undefined =>
  (unwrapped(schema) as { shape?: Readonly<Record<PropertyKey, z.ZodType>> }).shape;

/** The schema of a list's items; undefined if it is of no list. */
export const elementOf = (schema: unknown): z.ZodType | undefined =>
  (unwrapped(schema) as { element?: z.ZodType }).element;

/** The schema inside optional, nullable and default wrappers. */
function unwrapped(schema: unknown): object {
  const { def } = (schema ?? {}) as { def?: { innerType?: unknown } };
  return def?.innerType === undefined ? ((schema ?? {}) as object) : unwrapped(def.innerType);
}
