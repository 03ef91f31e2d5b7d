import { join } from 'node:path';
import type { Command } from 'commander';
import { dataFolder, readConfig } from '@mneme/core/config/config.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { bold, counted, dim, moment, shorten } from '@mneme/core/format/style.js';
import type { Mneme } from '@mneme/mneme/index.js';
import { openMemory } from '@mneme/mneme/open.js';
import { MCP_CLIENTS } from '@mneme/server/mcp/clients.js';
import { SetupRecords } from '@mneme/server/setup/setup-record.js';
import { openOptions, type OpenFlags } from './flags.js';
import { tell, type Terminal } from './process.js';

/** What is there, what waits for somebody, and what to do next. */
interface Overview {
  /** Path of the file, or the address of the server. */
  readonly place: string;
  readonly bank: string;
  /** Null where there is no memory yet. */
  readonly holds: {
    readonly memories: number;
    readonly notes: number;
    /** The people and things most spoken of. */
    readonly about: readonly string[];
    readonly last: { readonly verb: string; readonly at: number; readonly undo: string } | null;
  } | null;
  /** Titles of the programs that were set up. */
  readonly programs: readonly string[];
  readonly waits: readonly Step[];
  readonly next: readonly Step[];
}

interface Step {
  readonly what: string;
  readonly command: string;
}

/** `mneme` without a verb. */
export function addOverview(program: Command, terminal: Terminal): void {
  program.action(async () => {
    const { json, ...flags } = program.opts<OpenFlags & { readonly json?: boolean }>();
    const overview = await readOverview(flags);
    tell(terminal, json, overview, () => renderOverview(overview));
  });
}

async function readOverview(flags: OpenFlags): Promise<Overview> {
  const { file, store, bank } = readConfig(openOptions(flags));
  const programs = programsSetUp();
  const empty = { place: store ?? file, bank, programs };
  const memory = await openMemory({
    ...openOptions(flags),
    readOnly: true,
    mustExist: true,
  }).catch((error: unknown) => {
    if (MnemeError.is(error) && error.code === 'not_found') return null;
    throw error;
  });
  if (memory === null) return { ...empty, holds: null, waits: [], next: FIRST_STEPS };
  try {
    return { ...empty, ...(await readMemory(memory, programs)) };
  } finally {
    await memory.close();
  }
}

const FIRST_STEPS: readonly Step[] = [
  { what: 'see one at work', command: 'mneme demo' },
  { what: 'give your programs a memory', command: 'mneme setup' },
  { what: 'take in chats, mail or a folder of notes', command: 'mneme import PATH' },
  { what: 'tell it something', command: 'mneme remember "I moved to Porto in June."' },
];

async function readMemory(
  memory: Mneme,
  programs: readonly string[],
): Promise<Pick<Overview, 'holds' | 'waits' | 'next'>> {
  const [{ memories }, reading, { tasks }, about, log, due] = await Promise.all([
    memory.care.stats(),
    memory.reading.status(),
    memory.guidance.status(),
    mostSpokenOf(memory, 3),
    memory.curation.log({ limit: 1 }),
    memory.foresight.forecasts({ state: 'due' }),
  ]);
  const [latest] = log.changes;
  const conflicts = tasks.filter(({ task }) => task === 'settle_conflict').length;
  const others = tasks.length - conflicts;
  const unread = counted(reading.waiting, 'turn');
  const waits: (Step | false)[] = [
    reading.waiting > 0 && {
      what: `${unread} to be read into notes${reading.reader === null ? ', and nobody reads' : ''}`,
      command: reading.reader === null ? 'mneme setup --reader WHO' : 'mneme read',
    },
    reading.waiting > 0 &&
      reading.reader === null && { what: 'or read by hand', command: 'mneme reading --next' },
    conflicts > 0 && { what: counted(conflicts, 'conflict'), command: 'mneme conflicts' },
    others > 0 && { what: `${counted(others, 'thing')} to look at`, command: 'mneme status' },
    due.forecasts.length > 0 && {
      what: counted(due.forecasts.length, 'forecast that is due', 'forecasts that are due'),
      command: 'mneme forecasts --state due',
    },
  ];
  const next: (Step | false)[] = [
    programs.length === 0 && { what: 'give your programs this memory', command: 'mneme setup' },
    memories === 0 && { what: 'take in chats, mail or notes', command: 'mneme import PATH' },
    about[0] !== undefined && {
      what: 'what is held of somebody or something',
      command: `mneme about ${JSON.stringify(about[0])}`,
    },
    memories > 0 && { what: 'ask', command: 'mneme recall "…"' },
    { what: 'look into it in a browser', command: 'mneme console' },
  ];
  return {
    holds: {
      memories,
      notes: reading.notes,
      about,
      last:
        latest === undefined
          ? null
          : { verb: latest.verb, at: latest.at, undo: latest.reversal ?? '' },
    },
    waits: waits.filter((step) => step !== false),
    next: next.filter((step) => step !== false),
  };
}

/** Names of who speaks where a program does not know them. */
const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'tool']);

/** The people, places and things most spoken of. */
export async function mostSpokenOf(memory: Mneme, count: number): Promise<readonly string[]> {
  const { entities } = await memory.browse.entities({ limit: count + ROLES.size });
  return entities
    .map(({ name }) => name)
    .filter((name) => !ROLES.has(name.toLowerCase()))
    .slice(0, count);
}

function programsSetUp(): string[] {
  const records = new SetupRecords(join(dataFolder(), 'setup')).all();
  return [...new Set(records.map(({ client }) => MCP_CLIENTS[client].title))];
}

function renderOverview({ place, bank, holds, programs, waits, next }: Overview): string {
  if (holds === null)
    return [`No memory yet; it would be ${place}.`, ...stepLines('Begin', next), HELP].join('\n');
  const { memories, notes, about, last } = holds;
  const spoken = about.length === 0 ? '' : `; most about ${about.join(', ')}`;
  return [
    `${bold('Memory')}  ${place}, bank ${bank}`,
    `${bold('Holds')}   ${counted(memories, 'memory', 'memories')}, ${counted(notes, 'note')}${shorten(spoken, 70)}`,
    ...(last === null
      ? []
      : [
          `${bold('Latest')}  ${last.verb} on ${moment(last.at)}${last.undo === '' ? '' : `; mneme undo ${last.undo} takes it back`}`,
        ]),
    `${bold('Used by')} ${programs.length === 0 ? 'no program that was set up' : programs.join(', ')}`,
    ...stepLines('Waits', waits),
    ...stepLines('Next', next.slice(0, 3)),
    HELP,
  ].join('\n');
}

const HELP = dim('mneme --help tells what else there is.');

function stepLines(title: string, steps: readonly Step[]): string[] {
  return steps.map(
    ({ what, command }, at) =>
      `${at === 0 ? bold(title.padEnd(7)) : ' '.repeat(7)} ${what}: ${command}`,
  );
}
