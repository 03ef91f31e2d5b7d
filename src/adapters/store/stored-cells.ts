/** What a column holds, in small tests: they run on every row that is read. */

export type Raw = Readonly<Record<string, unknown>>;

/** Whether a value is what was written; `row` is the row that it stands in, for what depends on other cells. */
export type Fits = (value: unknown, row: Raw) => boolean;

/** What a column holds, and what is read where it holds something else. */
export interface Cell {
  readonly fits: Fits;
  /** Its text is JSON, and what it fits is the value of it. */
  readonly json: boolean;
  /** What is read in the place of what cannot be read; without it, the row as a whole cannot. */
  readonly instead?: (row: Raw) => unknown;
}

/** The furthest moments that there is a calendar for, in milliseconds from 1970. */
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

/** A record of any fields, all of them so. */
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

/** A record that may lack any of these fields. */
export function partial(fields: Readonly<Record<string, Fits>>): Fits {
  const known = Object.entries(fields);
  return (value, row) =>
    isRecord(value) &&
    known.every(([name, fits]) => value[name] === undefined || fits(value[name], row));
}

/** What the row's own column of that name says. */
export const sameAs =
  (column: string): Fits =>
  (value, row) =>
    value === row[column];

/** A column of a row that cannot do without it. */
export const must = (fits: Fits): Cell => ({ fits, json: false });
export const mustJson = (fits: Fits): Cell => ({ fits, json: true });

/** A column with something to read in its place: a value, or what other cells of the row say. */
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

/** The first of these columns that holds a moment. */
export const momentOf =
  (...columns: readonly string[]) =>
  (row: Raw): unknown =>
    columns.map((column) => row[column]).find((value) => moment(value, row)) ?? 0;

/** What no cell fits: its text is no JSON. */
const BROKEN = Symbol('broken');
const NOTHING: readonly never[] = Object.freeze([]);
const NO_FIELDS = Object.freeze({});

/** What a cell says: of JSON its value, and of most rows that is an empty one. */
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
