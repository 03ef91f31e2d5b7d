/** Checks of columns, as small predicates: they run on every row that is read. */

export type Raw = Readonly<Record<string, unknown>>;

/** Whether a value is valid; `row` is its row, for checks that depend on other cells. */
export type Fits = (value: unknown, row: Raw) => boolean;

/** The check of a column, and its replacement for an invalid value. */
export interface Cell {
  readonly fits: Fits;
  /** Its text is JSON, and the check applies to the parsed value. */
  readonly json: boolean;
  /** The replacement for an unreadable value; without it, the whole row is unreadable. */
  readonly instead?: (row: Raw) => unknown;
}

/** The limits of the calendar, in milliseconds since 1970. */
const FURTHEST = 8.64e15;

export const text: Fits = (value) => typeof value === 'string';
export const flag: Fits = (value) => typeof value === 'boolean';
export const figure: Fits = (value) => typeof value === 'number' && Number.isFinite(value);
export const share: Fits = (value) => typeof value === 'number' && value >= 0 && value <= 1;
export const whole: Fits = (value) => Number.isSafeInteger(value);
export const count: Fits = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
export const moment: Fits = (value) =>
  Number.isInteger(value) && Math.abs(value as number) <= FURTHEST;
export const bytes: Fits = (value) => value instanceof Uint8Array;

export const matching =
  (pattern: RegExp): Fits =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

export function among(values: readonly string[]): Fits {
  const known = new Set<unknown>(values);
  return (value) => known.has(value);
}

export const nullable =
  (fits: Fits): Fits =>
  (value, row) =>
    value === null || fits(value, row);

export const list =
  (fits: Fits, least = 0): Fits =>
  (value, row) =>
    Array.isArray(value) && value.length >= least && value.every((each) => fits(each, row));

const isRecord = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A record with any fields, all of which fit. */
export const mapOf =
  (fits: Fits): Fits =>
  (value, row) =>
    isRecord(value) && Object.values(value).every((each) => fits(each, row));

/** A record with at least these fields. */
export function shape(fields: Readonly<Record<string, Fits>>): Fits {
  const wanted = Object.entries(fields);
  return (value, row) =>
    isRecord(value) && wanted.every(([name, fits]) => fits(value[name] ?? null, row));
}

/** A record in which each of these fields may be missing. */
export function partial(fields: Readonly<Record<string, Fits>>): Fits {
  const known = Object.entries(fields);
  return (value, row) =>
    isRecord(value) &&
    known.every(([name, fits]) => value[name] === undefined || fits(value[name], row));
}

/** The row's own column of that name. */
export const sameAs =
  (column: string): Fits =>
  (value, row) =>
    value === row[column];

/** A column without which a row is useless. */
export const must = (fits: Fits): Cell => ({ fits, json: false });
export const mustJson = (fits: Fits): Cell => ({ fits, json: true });

/** A column with a replacement: a value, or one computed from other cells of the row. */
export const or = (fits: Fits, instead: unknown): Cell => ({
  fits,
  json: false,
  ...stand(instead),
});
export const orJson = (fits: Fits, instead: unknown): Cell => ({
  fits,
  json: true,
  ...stand(instead),
});

function stand(instead: unknown): Required<Pick<Cell, 'instead'>> {
  return {
    instead: typeof instead === 'function' ? (instead as (row: Raw) => unknown) : () => instead,
  };
}

/** The first of these columns that contains a moment. */
export const momentOf =
  (...columns: readonly string[]) =>
  (row: Raw): unknown =>
    columns.map((column) => row[column]).find((value) => moment(value, row)) ?? 0;

/** Fits no check: the text is not valid JSON. */
const BROKEN = Symbol('broken');
const NOTHING: readonly never[] = Object.freeze([]);
const NO_FIELDS = Object.freeze({});

/** The value of a cell, parsed if JSON; the JSON of most rows is empty. */
export function valueOf({ json }: Cell, stored: unknown): unknown {
  if (!json || stored === null) return stored;
  if (stored === '[]') return NOTHING;
  if (stored === '{}') return NO_FIELDS;
  if (typeof stored !== 'string') return BROKEN;
  try {
    return JSON.parse(stored) as unknown;
  } catch {
    return BROKEN;
  }
}

export const fitsCell = (cell: Cell, stored: unknown, row: Raw): boolean =>
  cell.fits(valueOf(cell, stored), row);
