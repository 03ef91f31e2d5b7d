import Table from 'cli-table3';
import colors from 'picocolors';
import type { TextFormat } from '../domain/screen.js';
import { UTC, zoneOffset } from '../domain/time.js';

export type { TextFormat };

export const dim = (text: string): string => colors.dim(text);
export const bold = (text: string): string => colors.bold(text);
export const good = (text: string): string => colors.green(text);
export const bad = (text: string): string => colors.red(text);
export const accent = (text: string): string => colors.cyan(text);

const QUIET = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** Rows without rules; a column of width 0 takes the remaining width. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  screen: TextFormat,
  widths?: readonly number[],
): string {
  const options = {
    head: head.map(bold),
    chars: QUIET,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    wordWrap: true,
  };
  const view =
    widths === undefined
      ? new Table(options)
      : new Table({ ...options, colWidths: fit(widths, screen) });
  for (const row of rows) view.push(...linesOf(row));
  return view.toString();
}

/** Splits a row into one per line: the library's cost is quadratic in the number of lines of a cell. */
function linesOf(row: readonly string[]): string[][] {
  const cells = row.map((cell) => cell.split('\n'));
  return Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, at) =>
    cells.map((lines) => lines[at] ?? ''),
  );
}

/** Resolves width 0 to the rest of the screen. */
function fit(widths: readonly number[], screen: TextFormat): number[] {
  const used = widths.reduce((sum, width) => sum + width, 0) + 2 * (widths.length - 1);
  return widths.map((width) => (width === 0 ? Math.max(24, screen.width - used) : width));
}

/** A moment in the bank's time zone: `2025-07-06 16:10`. */
export function moment(at: number, { zone = UTC }: Pick<TextFormat, 'zone'> = {}): string {
  return new Date(at + zoneOffset(zone, at)).toISOString().slice(0, 16).replace('T', ' ');
}

/** The day of a moment in the bank's time zone, or a day on the calendar (`2025-07-06`) in any: `6 July 2025`. */
export function day(at: number | string, { zone = UTC }: Pick<TextFormat, 'zone'> = {}): string {
  const isDay = typeof at === 'string';
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: isDay ? UTC : zone,
  }).format(isDay ? Date.parse(at) : at);
}

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** A number for a sentence: as a word up to twelve. */
export const inWords = (count: number): string => NUMBERS[count] ?? String(count);

/** A count with its noun. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The probability of an answer as a percentage; empty if none was fitted. */
export const sureness = (probability: number | null = null): string =>
  probability === null ? '' : `${Math.round(probability * 100)} %`;

/** The qualification of a row, as in ` (superseded, hearsay)`; empty for a current one. */
export function validityMark(
  link: { readonly validity: string; readonly reported: boolean } | undefined,
  own: string | null = null,
): string {
  const marks = new Set(
    [
      own ?? 'current',
      link?.validity ?? 'current',
      link?.reported === true ? 'hearsay' : 'current',
    ].filter((mark) => mark !== 'current' && mark !== 'unread'),
  );
  return marks.size === 0 ? '' : ` ${dim(`(${[...marks].join(', ')})`)}`;
}

export function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}

export function size(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  return bytes < 1_048_576
    ? `${(bytes / 1_024).toFixed(1)} KiB`
    : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
