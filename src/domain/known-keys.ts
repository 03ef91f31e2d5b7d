import type { z } from 'zod';

/** Share of letters that a mistyped key has in common with the one that was meant. */
const ALIKE = 0.7;
const MOST_KEYS = 12;

/** In words, what may stand where an unknown key does; '' where the schema does not tell, as where it is one of several. */
export function knownKeys(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  unknown: string,
): string {
  const keys = Object.keys(shapeOf(path.reduce(inside, schema)) ?? {});
  const [best] = keys
    .map((key) => ({ key, likeness: likeness(key, unknown) }))
    .sort((a, b) => b.likeness - a.likeness);
  if (best === undefined) return '';
  return best.likeness >= ALIKE
    ? ` Did you mean ${best.key}?`
    : ` There are ${keys.slice(0, MOST_KEYS).join(', ')}${keys.length > MOST_KEYS ? ' and others' : ''}.`;
}

function likeness(key: string, other: string): number {
  const [own, others] = [new Set(key.toLowerCase()), new Set(other.toLowerCase())];
  return [...own].filter((letter) => others.has(letter)).length / new Set([...own, ...others]).size;
}

function inside(schema: unknown, step: PropertyKey): unknown {
  const { element } = unwrapped(schema) as { element?: unknown };
  return shapeOf(schema)?.[step] ?? element;
}

function shapeOf(schema: unknown): Readonly<Record<PropertyKey, unknown>> | undefined {
  return (unwrapped(schema) as { shape?: Readonly<Record<PropertyKey, unknown>> }).shape;
}

/** The schema within what may be left out, be null or have a default. */
function unwrapped(schema: unknown): object {
  const { def } = (schema ?? {}) as { def?: { innerType?: unknown } };
  return def?.innerType === undefined ? ((schema ?? {}) as object) : unwrapped(def.innerType);
}
