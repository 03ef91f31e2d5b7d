import { bold, dim, moment, shorten, table, type Screen } from '../../screen/style.js';

type Fields = Readonly<Record<string, unknown>>;

/** Milliseconds above this are moments: no count of ours is so large. */
const MIN_MOMENT = 1e11;
/** A cell of a table is cut to this many characters. */
const MAX_CELL = 160;
/** Told below every answer. */
const TOLD_BELOW = new Set(['reversal', 'next']);

/** An answer whose verb has no view of its own: a line a field, and lists of records as tables. */
export function renderPlain(output: unknown, screen: Screen): string {
  if (!isFields(output))
    return Array.isArray(output) ? listed(output, screen) : valueOf(output, screen);
  const fields = Object.entries(output).filter(
    ([name, value]) => !TOLD_BELOW.has(name) && !isEmpty(value),
  );
  return fields.length === 0
    ? 'Nothing.'
    : fields.map(([name, value]) => field(name, value, screen)).join('\n');
}

function field(name: string, value: unknown, screen: Screen): string {
  const label = bold(labelOf(name));
  if (isRecords(value)) return `${label}\n${listed(value, screen)}`;
  if (Array.isArray(value))
    return `${label}  ${value.map((each) => valueOf(each, screen)).join(', ')}`;
  if (!isFields(value)) return `${label}  ${valueOf(value, screen)}`;
  return `${label}\n${renderPlain(value, screen).replace(/^/gm, '  ')}`;
}

/** Records as a table of the fields that hold a single value in some row; what is nested is left to `--json`. */
function listed(values: readonly unknown[], screen: Screen): string {
  if (!isRecords(values)) return values.map((value) => valueOf(value, screen)).join('\n');
  const isSingle = (value: unknown): boolean =>
    !isEmpty(value) && !isFields(value) && !isRecords(value);
  const columns = [...new Set(values.flatMap(Object.keys))].filter((column) =>
    values.some((row) => isSingle(row[column])),
  );
  const rows = values.map((row) =>
    columns.map((column) =>
      shorten(isSingle(row[column]) ? valueOf(row[column], screen) : '', MAX_CELL),
    ),
  );
  return table(columns.map(labelOf), rows, screen);
}

function valueOf(value: unknown, screen: Screen): string {
  if (typeof value === 'number')
    return value > MIN_MOMENT ? moment(value, screen) : String(Math.round(value * 1_000) / 1_000);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || value === undefined) return dim('–');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string);
}

/** `madeAt` → `made at`. */
const labelOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRecords = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFields);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);
