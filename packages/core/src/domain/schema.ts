import { z } from 'zod';

/**
 * One schema for each shape (docs/decisions/0128): the fields of a value are written once, as a schema; its type is
 * derived by {@link Of}, and the schema is then exported under the type's own name, so that types containing it show
 * that name.
 */

type Atom = string | number | boolean | null | undefined;
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** A deeply readonly value. Types that already are keep their name. */
type Frozen<Value> = unknown extends Value
  ? Value
  : Value extends Atom
    ? Value
    : Same<Value, Readonly<Value>> extends true
      ? Value
      : { readonly [Key in keyof Value]: Frozen<Value[Key]> };

/** The deeply readonly type that a schema describes. */
export type Of<Schema extends z.ZodType> = Frozen<z.output<Schema>>;

/** One level of a type as a plain object, so that its composition does not matter. */
type Plain<Value> = Value extends Atom ? Value : { [Key in keyof Value]: Value[Key] };

/** No constraint if the schema describes exactly the given type, except for readonly; else both. */
export type Exact<Schema extends z.ZodType, Value> =
  Same<Plain<Of<Schema>>, Plain<Frozen<Value>>> extends true
    ? unknown
    : { readonly schemaSays: Of<Schema>; readonly typeSays: Value };

/** The schema of a value under its own name, whose fields other schemas may reuse. */
export interface SchemaOf<Value, Shape extends z.ZodObject> extends z.ZodType<Value> {
  readonly shape: Shape['shape'];
}

/** Objects with a caller's selection of fields: each may be absent, none may be undefined. */
export function allOptional<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  const optional = Object.entries(shape).map(([key, schema]) => [key, z.exactOptional(schema)]);
  return z.strictObject(
    Object.fromEntries(optional) as { [Key in keyof Shape]: z.ZodExactOptional<Shape[Key]> },
  );
}

const within = <Given extends z.ZodNumber>(given: Given, from: number, to: number): Given => {
  const range = `must be ${from.toLocaleString('en')} to ${to.toLocaleString('en')}`;
  return given.min(from, range).max(to, range);
};
/** A number of a caller's, both bounds included. */
export const numberWithin = (from: number, to: number) => within(z.number(), from, to);
/** A whole number of a caller's, both bounds included. */
export const wholeNumber = (from: number, to: number) => within(z.int(), from, to);
/** A caller's choice, off unless stated. */
export const flag = (description: string, usual = false) =>
  z.boolean().default(usual).describe(description);
/** A caller's text without spaces around, of 1 to `max` characters. */
export const textUpTo = (max: number) => z.string().trim().min(1).max(max);
/** A share of a caller's. */
export const shareInput = () => numberWithin(0, 1);

/** 0..1. */
export const Share = z.number();
/** From and to, each 0..1. */
export const Interval = z.tuple([Share, Share]).readonly();

/**
 * The origin of texts in an answer. A front end for models marks every text as remembered data except those whose
 * schema is one of these; so a new field counts as data until somebody decides otherwise.
 */

/** The engine's own words, hashes and figures, or text in which remembered parts are already between marks. */
export const OwnText = z.string();
/** Text of a session still in progress: it may yet be remembered. */
export const TurnText = z.string();

/** Longer than any cursor that a page returns. */
const MAX_CURSOR = 8_000;

const Cursor = textUpTo(MAX_CURSOR);

/** The input of every list verb in addition to its filter. */
export const pageInput = (most: string, usual: number, max: number) => ({
  limit: wholeNumber(1, max).default(usual).describe(most),
  cursor: Cursor.optional().describe('`next` of the page before, with the same filter.'),
});

/** Former name of `cursor` in some lists; still accepted. */
export const OldCursor = Cursor.optional().describe('The older name of `cursor`.');

/** The output of every page in addition to its items. */
export const pageOutput = {
  /** Goes into the next call's `cursor`; null at the end. */
  next: OwnText.nullable(),
};

/** All pages of a list, one after the other: `read` gives the one after a cursor. */
export async function* everyPage<Item>(
  read: (
    after: string | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly next: string | null }>,
): AsyncGenerator<readonly Item[], void, undefined> {
  for (let after: string | undefined; ;) {
    const { items, next } = await read(after);
    yield items;
    if (next === null) return;
    after = next;
  }
}
