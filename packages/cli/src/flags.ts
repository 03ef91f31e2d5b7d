import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { type Config, readConfig } from '@mneme/core/config/config.js';
import { adoptedName, fieldOfNow, nameOfNow, ownNameOf } from '@mneme/core/domain/as-meant.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import type { OpenOptions } from '@mneme/mneme/index.js';
import { assertFileThere } from '@mneme/mneme/open.js';
import { parseObject, type Property, textValue } from '@mneme/mneme/operations/table.js';

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
  /** The command that prints the key of a sealed memory. */
  readonly keyCommand?: string;
}

/** The flags as settings, which are also options of {@link openMemory}. */
type FlagSettings = Omit<Pick<OpenOptions, keyof OpenFlags>, 'store' | 'reader' | 'keyCommand'> & {
  readonly store?: string;
  readonly reader?: string;
  readonly keyCommand?: string;
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
  'keyCommand',
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
    .option('--key-command <command>', 'what prints the key of a sealed memory')
    .option('--owner <name>', 'whose memory it is; kept with the bank')
    .addOption(new Option('--facts').hideHelp().implies({ reading: true }))
    .option('--reading', 'let the configured reader read what is remembered into notes')
    .option('--reader <command>', 'let this command read it: it gets a prompt and answers');
}

/** One input field as command-line flags. */
export interface Flag {
  /** The field's name in the input. */
  readonly field: string;
  /** `--as-of <value>`. */
  readonly spelling: string;
  /** `--no-success`, for a boolean without a default. */
  readonly negation?: string;
  /** May be repeated, once for each item. */
  readonly repeated: boolean;
  readonly description: string;
  parse(text: string | boolean | readonly string[]): unknown;
}

const VALUE_NAMES: Readonly<Record<string, string>> = {
  number: '<number>',
  integer: '<number>',
  array: '<list>',
  object: '<json>',
};

/** Renders an operation's input schema as flags; the fields named in `positional` are left out. */
export function flagsOf(schema: z.ZodType, positional: readonly string[]): Flag[] {
  return Object.entries(propertiesOf(schema))
    .filter(([field]) => !positional.includes(field))
    .map(([field, property]) => asFlag(field, property));
}

interface Rendered {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

const rendered = (schema: z.ZodType): Rendered =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Rendered;

export function propertiesOf(schema: z.ZodType): Readonly<Record<string, Property>> {
  return rendered(schema).properties ?? {};
}

export function requiredOf(schema: z.ZodType): readonly string[] {
  return rendered(schema).required ?? [];
}

const flagName = (field: string): string =>
  `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function asFlag(field: string, property: Property): Flag {
  const name = flagName(property.flag ?? field);
  const choices = property.enum ?? property.items?.enum;
  const preset =
    property.default === undefined || property.default === ''
      ? ''
      : ` Default: ${JSON.stringify(property.default)}.`;
  const description =
    [property.description ?? '', choices === undefined ? '' : `One of: ${choices.join(', ')}.`]
      .filter((part) => part !== '')
      .join(' ') + preset;
  if (property.type === 'boolean') {
    // A default of true can only be switched off.
    const negated = property.default === true;
    if (property.default === undefined)
      return {
        field,
        spelling: name,
        negation: `--no-${name.slice(2)}`,
        repeated: false,
        description: `${description} Or --no-${name.slice(2)}.`,
        parse: (value) => value,
      };
    return {
      field,
      spelling: negated ? `--no-${name.slice(2)}` : name,
      repeated: false,
      description,
      parse: (value) => value,
    };
  }
  if (property.flag !== undefined)
    return {
      field,
      spelling: `${name} <text>`,
      repeated: true,
      description: `${description} Give it again for one more.`,
      parse: (values) => [values].flat().map(itemOf),
    };
  return {
    field,
    spelling: `${name} ${VALUE_NAMES[property.type ?? ''] ?? '<text>'}`,
    repeated: false,
    description: isOfObjects(property)
      ? `${description} Or @file, or - for standard input.`
      : description,
    parse: (value) =>
      textValue(
        isOfObjects(property) ? jsonText(String(value), name) : String(value),
        property,
        name,
      ),
  };
}

const isOfObjects = ({ items }: Property): boolean =>
  [items, ...(items?.anyOf ?? []), ...(items?.oneOf ?? [])].some((each) => each?.type === 'object');

/** JSON as given, from a file (`@notes.json`), or from standard input (`-`). */
function jsonText(value: string, name: string): string {
  if (value !== '-' && !value.startsWith('@')) return value;
  try {
    return readFileSync(value === '-' ? 0 : value.slice(1), 'utf8');
  } catch (error) {
    throw new MnemeError('invalid_input', `${name} ${value} cannot be read.`, {
      field: name,
      value,
      hint: 'Give JSON itself, @ and a file with it, or - for standard input.',
      cause: error,
    });
  }
}

/** The value of a positional argument; where list items may be objects, a text that is JSON is parsed. */
export function positionalValue(property: Property | undefined, value: unknown): unknown {
  return property !== undefined && isOfObjects(property) && Array.isArray(value)
    ? value.map(itemOf)
    : value;
}

/** One item of a repeated flag: a text, or JSON for an object. */
function itemOf(value: unknown): unknown {
  const text = String(value);
  return text.startsWith('{') ? parseObject(text, 'the value') : text;
}

/** Flags common among memory servers, and former names of ours. */
const FOREIGN = [
  'limit',
  'breadth',
  'facts',
  'top-k',
  'num-results',
  'max-results',
  'max-tokens',
  'session-id',
  'thread-id',
  'conversation-id',
  'expires',
  'expiration-date',
  'expires-in',
] as const;

/** An operation's flags under the names that other memory servers use, except where it has a flag of that name. */
export function foreignFlags(flags: readonly Flag[]): Flag[] {
  const fields = flags.map(({ field }) => field);
  return FOREIGN.flatMap((name) => {
    const own = adoptedName(name, fields);
    const flag = flags.find(({ field }) => field === own);
    const value = flag?.spelling.split(' ')[1];
    if (flag === undefined || flag.spelling.startsWith(`--${name} `)) return [];
    if (value !== undefined) return [{ ...flag, spelling: `--${name} ${value}` }];
    // A flag without a value is accepted under its former name only.
    if (nameOfNow(name) === undefined) return [];
    const { negation: _negation, ...plain } = flag;
    return [{ ...plain, spelling: `--${name}` }];
  });
}

/**
 * Sets a flag's value in the input. Reports the current name of a former one; throws `invalid_input` where the field
 * was also given by another name with a different value.
 */
export function takeFlag(input: Record<string, unknown>, flag: Flag, value: unknown): void {
  const [spelt = ''] = flag.spelling.split(' ');
  const own = flagName(flag.field);
  if (nameOfNow(spelt.slice(2)) !== undefined) reportRenamedFlag(spelt, own);
  if (flag.field === 'fields' && Array.isArray(value))
    for (const named of value as readonly unknown[]) {
      const now = fieldOfNow(String(named));
      if (now !== undefined) reportRenamedFlag(String(named), now);
    }
  const before = input[flag.field];
  if (before !== undefined && before !== value)
    throw new MnemeError('invalid_input', `${spelt}: ${own} is given, too, and is not the same.`, {
      field: spelt,
      value,
      hint: `Give ${own} alone.`,
    });
  input[flag.field] = value;
}

/** Reports the current name of a former flag on standard error. */
export const reportRenamedFlag = (former: string, now: string): void =>
  void process.stderr.write(`${former} is called ${now} now.\n`);

const UNKNOWN = /unknown option '--([^'=]{1,100})/;

/** Extends the error for an unknown flag with our name for it, where other memory servers have it. */
export function nameForeignFlags(command: Command, flags: readonly Flag[]): void {
  const fields = flags.map(({ field }) => field);
  command.configureOutput({
    outputError: (text, write) => {
      const own = ownNameOf(UNKNOWN.exec(text)?.[1] ?? '', fields);
      const flag = flags.find(({ field }) => field === own);
      write(
        flag === undefined
          ? text
          : `${text.split('\n')[0] ?? ''}\n(Did you mean ${flag.spelling.split(' ')[0] ?? ''}?)\n`,
      );
    },
  });
}
