import { bold, dim, moment, type TextFormat, shorten, table } from '@mneme/core/format/style.js';
import type { Operation } from '@mneme/core/operations/operation.js';
import { isRecord } from '@mneme/core/domain/well-formed.js';

type Fields = Readonly<Record<string, unknown>>;

/** Numbers above this are times in milliseconds: no count is that large. */
const MIN_MOMENT = 1e11;
/** Maximum characters of a cell, and of a column other than the widest. */
const MAX_CELL = 300;
const MAX_COLUMN = 24;
const HEADS = ['content', 'name', 'title', 'description', 'statement'];
/** Fields for programs, and those printed below every answer. */
const NOT_SHOWN = new Set([
  ...['reversal', 'next', 'sequence', 'version', 'timings', 'redacted', 'notices'],
  ...['contentHash', 'language', 'position', 'metadata', 'provenance', 'context'],
  ...['occurredFrom', 'occurredTo', 'occurredPrecision', 'recordedAt', 'stratum', 'arguments'],
]);

/** An answer whose verb has no view: one line per field, lists of records as tables, and notices. */
function renderPlain(output: unknown, screen: TextFormat): string {
  if (!isRecord(output)) return listOrValue(output, screen);
  const notices = Array.isArray(output['notices']) ? output['notices'] : [];
  const fields = shownOf(output);
  return [
    ...(fields.length === 0 ? ['Nothing.'] : []),
    ...fields.map(([name, value]) => lineOf(name, value, screen)),
    ...notices.map((notice) => dim(String(notice))),
  ].join('\n');
}

const shownOf = (fields: Fields): [string, unknown][] =>
  Object.entries(fields).filter(([name, value]) => !NOT_SHOWN.has(name) && !isEmpty(value));

function lineOf(name: string, value: unknown, screen: TextFormat): string {
  const label = bold(labelOf(name));
  if (isRecords(value)) return `${label}\n${tableOf(value, screen)}`;
  if (!isRecord(value) || isQuoted(value) || shownOf(value).every(([, each]) => isSingle(each)))
    return `${label}  ${cellOf(value, screen)}`;
  return `${label}\n${renderPlain(value, screen).replace(/^/gm, '  ')}`;
}

/** Records as a table of single-cell values; nested ones are left to `--json`. */
function tableOf(records: readonly Fields[], screen: TextFormat): string {
  const rows = records.map((record) => ('content' in record ? withText(record) : record));
  const names = [...new Set(rows.flatMap((row) => shownOf(row).map(([name]) => name)))];
  const columns = names.filter((name) => rows.some((row) => isSingle(row[name])));
  const cells = rows.map((row) =>
    columns.map((name) => (isSingle(row[name]) ? cellOf(row[name], screen) : '')),
  );
  return table(columns.map(labelOf), cells, screen, widthsOf(columns, cells, screen));
}

/** If the columns do not fit, the widest takes what the others leave (0 in the terms of `table`). */
function widthsOf(
  columns: readonly string[],
  cells: readonly (readonly string[])[],
  screen: TextFormat,
): number[] | undefined {
  const needed = columns.map((name, at) =>
    Math.max(labelOf(name).length, ...cells.map((row) => row[at]?.length ?? 0)),
  );
  const whole = needed.reduce((sum, width) => sum + width + 2, -2);
  if (whole <= screen.width) return undefined;
  const widest = needed.indexOf(Math.max(...needed));
  return needed.map((width, at) => (at === widest ? 0 : Math.min(width, MAX_COLUMN)));
}

/** A memory in a table: its text comes last. */
function withText({ content, ...rest }: Fields): Fields {
  return { ...rest, content };
}

function cellOf(value: unknown, screen: TextFormat): string {
  if (Array.isArray(value)) return value.map((each) => cellOf(each, screen)).join(', ');
  if (!isRecord(value)) return shorten(valueOf(value, screen), MAX_CELL);
  if (isQuoted(value)) return `${shorten(headOf(value), MAX_CELL)} ${dim(String(value['id']))}`;
  return shownOf(value)
    .map(([name, each]) => `${labelOf(name)} ${cellOf(each, screen)}`)
    .join(', ');
}

function valueOf(value: unknown, screen: TextFormat): string {
  if (typeof value === 'number')
    return value > MIN_MOMENT ? moment(value, screen) : String(Math.round(value * 100) / 100);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null || value === undefined ? dim('–') : String(value as string);
}

function listOrValue(output: unknown, screen: TextFormat): string {
  return isRecords(output) ? tableOf(output, screen) : cellOf(output, screen);
}

/** `madeAt` → `made at`. */
const labelOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');

const isRecords = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);

/** The name of a memory, an entity, a goal. */
const headOf = (value: Fields): string =>
  HEADS.map((name) => value[name]).find((text) => typeof text === 'string') ?? '';

/** Something with an id and a name, shown by these. */
const isQuoted = (value: Fields): boolean =>
  typeof value['id'] === 'string' && headOf(value) !== '';

/** Whether it fits into one cell. */
const isSingle = (value: unknown): boolean =>
  !isEmpty(value) &&
  (isRecord(value)
    ? isQuoted(value) || shownOf(value).every(([, each]) => !isRecord(each) && !Array.isArray(each))
    : !isRecords(value));

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && shownOf(value).length === 0);

/** An answer for people: by its verb's view, then how to undo it and how to see more. */
export function renderAnswer(
  { asLines }: Pick<Operation, 'asLines'>,
  output: unknown,
  screen: TextFormat,
): string {
  const { reversal, next } = (typeof output === 'object' && output !== null ? output : {}) as {
    readonly reversal?: unknown;
    readonly next?: unknown;
  };
  return [
    asLines?.(output, screen) ?? renderPlain(output, screen),
    ...(typeof reversal === 'string'
      ? [dim(`Undo it within 30 days: mneme undo ${reversal}`)]
      : []),
    ...(typeof next === 'string' ? ['', dim(`More: the same with --cursor ${next}`)] : []),
  ].join('\n');
}
