import { isRecord } from '@mneme/core/domain/well-formed.js';
import {
  bad,
  bold,
  dim,
  good,
  moment,
  shorten,
  table,
  type TextFormat,
} from '@mneme/core/format/style.js';
import type { Operation } from '@mneme/core/operations/operation.js';
import { settingsPath } from '@mneme/server/hooks/install-hooks.js';
import {
  type ClientSetup,
  MCP_CLIENTS,
  type McpClient,
  type Scope,
  type Surroundings,
} from '@mneme/server/mcp/clients.js';
import type { ReaderFound } from '@mneme/server/setup/readers-found.js';
import {
  hookPlace,
  type PartOutcome,
  partsOf,
  type SetupPart,
  type UndoOutcome,
} from '@mneme/server/setup/set-up.js';

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

/** What was found, and what would be changed. */
export function renderFound(
  clients: readonly McpClient[],
  file: string,
  surroundings: Surroundings,
  scope: Scope,
): string {
  const pathOf = ({ client, kind }: SetupPart): string =>
    kind === 'hooks'
      ? settingsPath(hookPlace(surroundings, scope))
      : ((MCP_CLIENTS[client] as ClientSetup).path(scope, surroundings) ?? '');
  return [
    scope === 'project'
      ? 'For this project, each person with a memory of their own:'
      : `To use the memory ${file}:`,
    ...clients.map((client) => {
      const places = partsOf(client).map((part) => `${WHAT[part.kind]} in ${pathOf(part)}`);
      return `  ${bold(MCP_CLIENTS[client].title)} (${client}): ${places.join(', ')}`;
    }),
  ].join('\n');
}

interface SetupAnswer {
  readonly file: string;
  readonly bank: string;
  readonly scope: Scope;
  /** Whether the program is in the temporary cache of `npx`. */
  readonly fleeting: boolean;
  /** The reader's command; null for none. */
  readonly reader: string | null;
  /** Installed programs that could read. */
  readonly readers: readonly string[];
}

/** The installed readers, and what using one means. */
export function renderReaders(found: readonly ReaderFound[]): string {
  return [
    'What is remembered can be read into notes: who, what, since when, in place of what. These programs could do it:',
    ...found.map(({ name, command }) => `  ${bold(name)}: ${command}`),
    dim(
      'Texts of the memory go to it, by your own login there; some thousand tokens for each session.',
    ),
  ].join('\n');
}

export function renderSetup(outcomes: readonly PartOutcome[], answer: SetupAnswer): string {
  const works = outcomes.some(({ error }) => error === null);
  const clients = [...new Set(outcomes.map(({ client }) => client))];
  const { file, bank, scope, fleeting, reader, readers } = answer;
  return [
    ...clients.flatMap((client) => {
      const parts = outcomes.filter((part) => part.client === client);
      const usable = parts.some(({ error }) => error === null);
      const { title, afterwards } = MCP_CLIENTS[client];
      return [`${bold(title)}${usable ? `. ${afterwards}` : ''}`, ...parts.map(lineOfPart)];
    }),
    ...(works ? ['', scope === 'project' ? EACH_THEIR_OWN : memoryLine(file, bank)] : []),
    ...(works ? readerLines(reader, readers) : []),
    ...(works && fleeting && scope === 'user' ? [FLEETING] : []),
    ...(works ? [dim(`To put everything back: mneme setup --undo${projectFlag(scope)}`)] : []),
  ].join('\n');
}

function readerLines(reader: string | null, readers: readonly string[]): string[] {
  if (reader !== null)
    return [
      `What is remembered is read by: ${reader}. Try it once: mneme doctor --reader ${JSON.stringify(reader)}`,
    ];
  return readers.length === 0
    ? []
    : [dim(`Could read it into notes: ${readers.join(', ')} (mneme setup --reader NAME).`)];
}

const EACH_THEIR_OWN = 'Each person who works on this project has a memory of their own.';
const FLEETING =
  'The program runs from npm’s cache, which may be cleared. `npm install -g mneme`, then `mneme setup --yes` again, gives it a place that stays.';
const memoryLine = (file: string, bank: string): string =>
  `All of them use the memory ${file}${bank === 'default' ? '' : `, bank ${bank}`}.`;

export function renderUndo(undone: readonly UndoOutcome[]): string {
  if (undone.length === 0) return 'No setup is noted here, so there is nothing to put back.';
  return [
    ...undone.map(({ client, kind, path, how, error }) => {
      const words = how === 'failed' ? bad(error?.message ?? '') : HOW[how];
      return `${bold(MCP_CLIENTS[client].title)}, ${WHAT[kind]}: ${words} ${dim(path)}`;
    }),
    dim('The memory stays where it is.'),
  ].join('\n');
}

const WHAT = { server: 'server', hooks: 'hooks' } as const;

const DONE = {
  add: 'set up',
  replace: 'set up anew',
  remove: 'taken out',
  none: 'as it was',
} as const;

const HOW = {
  as_before: good('as it was before.'),
  entry_only: 'changed by others since, so only Mneme’s entry was taken out.',
  gone: 'the file is gone; nothing to do.',
} as const;

function lineOfPart({ kind, path, action, told, error }: PartOutcome): string {
  if (action === 'failed' || error !== null)
    return [
      `  ${WHAT[kind]} ${bad('not set up')}: ${error?.message ?? ''}`,
      ...(error?.hint === undefined ? [] : [`    ${dim(error.hint)}`]),
    ].join('\n');
  return `  ${WHAT[kind]} ${good(DONE[action])}: ${told} ${dim(path ?? '')}`;
}

const projectFlag = (scope: Scope): string => (scope === 'project' ? ' --project' : '');
