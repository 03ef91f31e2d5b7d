import { bad, bold, dim, good } from '@mneme/core/format/style.js';
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
      return [`${bold(title)}${usable ? `. ${afterwards}` : ''}`, ...parts.map(lineOf)];
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

function lineOf({ kind, path, action, told, error }: PartOutcome): string {
  if (action === 'failed' || error !== null)
    return [
      `  ${WHAT[kind]} ${bad('not set up')}: ${error?.message ?? ''}`,
      ...(error?.hint === undefined ? [] : [`    ${dim(error.hint)}`]),
    ].join('\n');
  return `  ${WHAT[kind]} ${good(DONE[action])}: ${told} ${dim(path ?? '')}`;
}

const projectFlag = (scope: Scope): string => (scope === 'project' ? ' --project' : '');
