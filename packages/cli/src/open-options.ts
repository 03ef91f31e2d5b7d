import { Option, type Command } from 'commander';
import { readConfig, type Config } from '@mneme/core/config/config.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { OpenOptions } from '@mneme/mneme/index.js';
import { assertFileThere } from '@mneme/mneme/open.js';

/** The flags that select a memory, common to all commands. */
export interface OpenFlags {
  readonly file?: string;
  readonly store?: string;
  readonly bank?: string;
  readonly userId?: string;
  readonly agentId?: string;
  readonly runId?: string;
  readonly readOnly?: boolean;
  readonly owner?: string;
  readonly reading?: boolean;
  /** The command of the reader; naming it enables reading. */
  readonly reader?: string;
}

/** The flags as settings, which are also options of {@link openMemory}. */
type FlagSettings = Omit<Pick<OpenOptions, keyof OpenFlags>, 'store' | 'reader'> & {
  readonly store?: string;
  readonly reader?: string;
};

const SETTINGS = [
  'file',
  'store',
  'bank',
  'userId',
  'agentId',
  'runId',
  'readOnly',
  'owner',
  'reader',
] as const;

export function openOptions(flags: OpenFlags): FlagSettings {
  const { reading = flags.reader === undefined ? undefined : true } = flags;
  return definedOnly({ ...pickFlags(flags, SETTINGS), reading }) as FlagSettings;
}

export function pickFlags(flags: OpenFlags, names: readonly (keyof OpenFlags)[]): OpenFlags {
  return Object.fromEntries(names.map((name) => [name, flags[name]]));
}

/** A mistyped path must not create a memory and then back up nothing. */
export function assertThere(flags: OpenFlags): void {
  const { file, store } = readConfig(openOptions(flags));
  if (store === undefined) assertFileThere(file);
}

/** The settings of a memory in a file, for commands that work on files only. Throws `invalid_input` for a server. */
export function fileSettings(flags: OpenFlags, why: string): Config {
  const config = readConfig(openOptions(flags));
  if (config.store === undefined) return config;
  throw new MnemeError('invalid_input', why, {
    field: '--store',
    hint: 'Name a file with --file.',
  });
}

const SERVER = 'a server instead of the file: postgres://user@host/database';

/** Adds the flags for the location of a memory. */
export function placeFlags(command: Command): Command {
  return command.option('--file <path>', 'the memory’s file').option('--store <address>', SERVER);
}

/** Adds the flags of commands that keep a memory open. */
export function memoryFlags(command: Command, bank: string): Command {
  return placeFlags(command)
    .option('--bank <name>', bank)
    .option('--read-only', 'open only to read')
    .option('--owner <name>', 'whose memory it is; kept with the bank')
    .addOption(new Option('--facts').hideHelp().implies({ reading: true }))
    .option('--reading', 'let the configured reader read what is remembered into notes')
    .option('--reader <command>', 'let this command read it: it gets a prompt and answers');
}
