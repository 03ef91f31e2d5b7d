import { existsSync } from 'node:fs';
import { type Command, CommanderError, Option } from 'commander';
import type { z } from 'zod';
import { readConfig } from '@mneme/core/config/config.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { UTC } from '@mneme/core/domain/time.js';
import type { EraseReport, Mneme } from '@mneme/mneme/index.js';
import { openMemory } from '@mneme/mneme/open.js';
import { allOperations, type OperationName } from '@mneme/mneme/operations/table.js';
import {
  createsMemory,
  spelling,
  reportingRedactions,
  type Operation,
} from '@mneme/core/operations/operation.js';
import { citingFields, withIds } from './cited.js';
import { addOverview } from './overview.js';
import { addDoctorTrials, addOwnCommands, ranDoctorTrial } from './own-commands.js';
import {
  addCertificateOptions,
  readSigning,
  writeCertificate,
  type CertificateFlags,
} from './keys-and-certificates.js';
import {
  EXIT_CODES,
  FAILED_CASES,
  packageRoot,
  Progress,
  type Terminal,
  writeText,
} from './process.js';
import {
  type Flag,
  flagsOf,
  foreignFlags,
  nameForeignFlags,
  openOptions,
  pickFlags,
  placeFlags,
  positionalValue,
  propertiesOf,
  reportRenamedFlag,
  requiredOf,
  takeFlag,
} from './flags.js';
import {
  describeGroups,
  headOperation,
  listByTopic,
  QuotingCommand,
  refuseUnknownVerbs,
} from './verbs.js';
import { renderAnswer } from './render.js';
import { askForKey } from './seal.js';

interface GlobalOptions extends CertificateFlags {
  readonly file?: string;
  readonly store?: string;
  readonly bank?: string;
  readonly userId?: string;
  readonly readOnly?: boolean;
  readonly owner?: string;
  readonly json?: boolean;
  /** File for the drawing of an operation's output, where it has one. */
  readonly svg?: string;
  /** Whether to print the explanation of an answer that is short without it. */
  readonly why?: boolean;
}

/** The command line, generated from the table of operations. */
export function createProgram(
  terminal: Terminal,
  signal: AbortSignal,
  operations: Readonly<Record<string, Operation>> = allOperations(),
  /** The only verb to add; null adds all commands, and an empty one what `mneme` alone does. */
  only: string | null = null,
): Command {
  const program = new QuotingCommand('mneme')
    .description('A long-term memory for AI agents: in one file, with no key and no network.')
    .version(packageRoot().version, '--version', 'print the version')
    .option('--file <path>', 'the memory’s file (environment: MNEME_FILE)')
    .option('--store <address>', 'a server instead of the file (environment: MNEME_STORE)')
    .option('--bank <name>', 'the bank within the file (environment: MNEME_BANK; default: default)')
    .option(
      '--user-id <id>',
      'the user whose memory in the bank is meant (environment: MNEME_USER_ID)',
    )
    .option('--read-only', 'open the file only to read')
    .option('--json', 'print the result as JSON')
    .showHelpAfterError('(mneme --help tells what there is)')
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text.replace(/\n$/, '')) });
  askForKey(program, terminal);
  if (only === '') {
    addOverview(program, terminal);
    return program;
  }
  const asked = only === null ? undefined : operations[only];
  if (asked !== undefined) {
    addOperation(program, asked, new Set([spelling(asked)]), terminal, signal);
    return program;
  }
  const ownVerbs = new Set(Object.values(operations).map(spelling));
  for (const operation of Object.values(operations))
    addOperation(program, operation, ownVerbs, terminal, signal);
  addOwnCommands(program, terminal, signal);
  describeGroups(program);
  listByTopic(program);
  return program;
}

function addOperation(
  program: Command,
  operation: Operation,
  ownVerbs: ReadonlySet<string>,
  terminal: Terminal,
  signal: AbortSignal,
): void {
  const command = place(program, operation, ownVerbs)
    .description(`${operation.summary}\n\n${operation.description}`)
    .summary(operation.summary);
  headOperation(program, command, operation);
  // Render an operation's schema only when its command runs or shows its help: rendering all would
  // slow down each command.
  let complete = false;
  const completed = (): void => {
    if (!complete) addArguments(command, operation, terminal, signal);
    complete = true;
  };
  (command.parent ?? program).hook('preSubcommand', (_, asked) => {
    if (asked === command) completed();
  });
  command.on('beforeHelp', completed);
}

/** Commands whose input is somebody's words. */
const TAKES_OWNER: ReadonlySet<OperationName> = new Set<OperationName>([
  'remember',
  'remember_all',
  'import',
]);

/** Commands with a short answer, and a full one on request. */
const TELLS_WHY: ReadonlySet<OperationName> = new Set<OperationName>(['recall']);

/** Adds an operation's arguments and flags, and its action. */
function addArguments(
  command: Command,
  operation: Operation,
  terminal: Terminal,
  signal: AbortSignal,
): void {
  const name = operation.name as OperationName;
  const own = flagsOf(operation.input, operation.positional);
  const foreign = foreignFlags(own);
  const flags = [...own, ...foreign];
  nameForeignFlags(command, own);
  command.addHelpText(
    'after',
    `\nExamples:\n${operation.examples.map((example) => `  $ ${example.command}\n      ${example.shows}`).join('\n')}`,
  );
  const properties = propertiesOf(operation.input);
  const required = requiredOf(operation.input);
  for (const field of operation.positional) {
    const many = properties[field]?.type === 'array';
    const name = many ? `${field}...` : field;
    command.argument(
      required.includes(field) ? `<${name}>` : `[${name}]`,
      properties[field]?.description ?? '',
    );
  }
  for (const flag of own) {
    if (flag.repeated)
      command.option(
        flag.spelling,
        flag.description,
        (value: string, before: readonly string[] = []) => [...before, value],
      );
    else command.option(flag.spelling, flag.description);
    if (flag.negation !== undefined) command.addOption(new Option(flag.negation).hideHelp());
  }
  for (const { spelling: spelt } of foreign) command.addOption(new Option(spelt).hideHelp());
  if (operation.draw !== undefined)
    command.option('--svg <path>', 'also draw it, into this SVG file');
  if (name === 'doctor') addDoctorTrials(command);
  if (TELLS_WHY.has(name)) command.option('--why', 'also why each is there, and how it was found');
  if (name === 'erase') addCertificateOptions(command);
  if (TAKES_OWNER.has(name))
    command.option('--owner <name>', 'whose memory it is; kept with the bank');
  // Global flags may also follow the command, where people put them.
  placeFlags(command)
    .option('--json', 'print the result as JSON')
    .option('--bank <name>', 'the bank')
    .option('--user-id <id>', 'the user whose memory in the bank is meant')
    .option('--read-only', 'open only to read');
  command.action(async (...args: unknown[]) => {
    const options = command.optsWithGlobals<GlobalOptions & Record<string, string | boolean>>();
    if (name === 'doctor' && (await ranDoctorTrial(options, terminal, signal))) return;
    const input = await readInput(operation, args, options, flags, terminal);
    if (operation.former !== undefined) {
      const now = allOperations()[operation.former];
      reportRenamedFlag(
        `mneme ${spelling(operation)}`,
        `mneme ${now === undefined ? operation.former : spelling(now)}`,
      );
    }
    await runOperation(operation, input, options, terminal, signal);
  });
}

/**
 * The command of an operation. One of two words goes below a group for the first, made once; where that word is an
 * operation itself, the group is its command.
 */
function place(program: Command, operation: Operation, ownVerbs: ReadonlySet<string>): Command {
  const [first = '', second] = spelling(operation).split(' ');
  const hidden = operation.former !== undefined;
  if (second === undefined) return program.command(first, { hidden });
  const group =
    program.commands.find((command) => command.name() === first) ??
    program.command(first, { hidden });
  if (second !== 'list' || ownVerbs.has(first)) {
    // The first word is itself an operation.
    if (group.commands.length === 0 && ownVerbs.has(first)) refuseUnknownVerbs(group);
    return group.command(second, { hidden });
  }
  // A group without a verb lists its things: `mneme goal`.
  const list = group.command(second, { isDefault: true, hidden });
  refuseUnknownVerbs(group, list);
  return list;
}

/** Throws `not_found` for a missing input file, before a memory is created. */
function assertThere({ reads }: Operation, input: Readonly<Record<string, unknown>>): void {
  if (reads === undefined) return;
  const path = input[reads];
  if (typeof path !== 'string' || path === '-' || existsSync(path)) return;
  throw new MnemeError('not_found', `There is no file ${path}.`, {
    field: reads,
    value: path,
    hint: 'Look at the path.',
  });
}

async function readInput(
  operation: Operation,
  args: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
  flags: readonly Flag[],
  terminal: Terminal,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  const properties = propertiesOf(operation.input as z.ZodType);
  for (const [at, field] of operation.positional.entries()) {
    const given = args[at];
    // An optional list is empty where it is missing.
    if (given !== undefined && !(Array.isArray(given) && given.length === 0))
      input[field] =
        given === '-' && operation.pipes !== field
          ? (await wholeOf(terminal.piped())).trimEnd()
          : positionalValue(properties[field], given);
  }
  for (const flag of flags) {
    const value = options[optionOf(flag)];
    if (typeof value === 'string' || typeof value === 'boolean' || Array.isArray(value))
      takeFlag(input, flag, flag.parse(value as string | boolean | readonly string[]));
  }
  return input;
}

async function wholeOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

/** The name under which commander stores a flag's value. */
function optionOf({ spelling }: Flag): string {
  return new Option(spelling).attributeName();
}

async function runOperation(
  operation: Operation,
  raw: Record<string, unknown>,
  options: GlobalOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const name = operation.name as OperationName;
  const input = parseInput(
    operation.input as z.ZodType,
    await inFull(operation, raw, options),
    name,
  );
  assertThere(operation, input as Readonly<Record<string, unknown>>);
  const key = await readSigning(options);
  const memory = await openMemory({
    ...openOptions({
      ...pickFlags(options, ['bank', 'userId', 'readOnly']),
      ...(operation.standsAlone === true
        ? { file: ':memory:' }
        : pickFlags(options, ['file', 'store'])),
    }),
    ...(options.owner === undefined || !TAKES_OWNER.has(name) ? {} : { owner: options.owner }),
    // A mistyped name must not create a memory and answer that it knows nothing.
    mustExist:
      operation.standsAlone !== true &&
      (operation.ofFile !== undefined ? 'file' : !createsMemory(operation, input)),
  });
  const progress = new Progress(name, terminal.interactive && options.json !== true);
  try {
    const { answer: output, takenOut } = await reportingRedactions(() =>
      operation.run(memory, input, {
        signal,
        onProgress: (done, total) => progress.update(done, total),
        piped: () => terminal.piped(),
      }),
    );
    progress.stop();
    if (takenOut !== '') process.stderr.write(`${takenOut}\n`);
    if (key !== null && (output as EraseReport).done)
      await writeCertificate({ erased: output as EraseReport }, key, memory, options);
    if (options.svg !== undefined) await draw(operation, output, options.svg);
    if (options.json === true) terminal.out(asJson(output));
    else {
      const zone = await zoneOf(memory, options);
      const screen = { ...terminal.screen, zone, whole: options.why === true };
      terminal.out(renderAnswer(operation, output, screen));
    }
    if (name === 'test' && (output as { failed: number }).failed > 0)
      process.exitCode = FAILED_CASES;
    if (name === 'read' && (output as { ended: string }).ended === 'failed')
      process.exitCode = EXIT_CODES.unavailable;
    if (name === 'doctor' && !(output as { healthy: boolean }).healthy) {
      throw new MnemeError('corrupt', 'The file needs care.', {
        hint: 'The lines above say what to do.',
      });
    }
  } finally {
    progress.stop();
    await memory.close();
  }
}

/** The input with ids in place of citations. */
async function inFull(
  { input }: Operation,
  raw: Record<string, unknown>,
  options: GlobalOptions,
): Promise<Record<string, unknown>> {
  const fields = citingFields(raw, propertiesOf(input as z.ZodType));
  if (fields.length === 0) return raw;
  const place = pickFlags(options, ['file', 'store', 'bank', 'userId']);
  const memory = await openMemory({
    ...openOptions({ ...place, readOnly: true }),
    mustExist: true,
  });
  try {
    return await withIds(raw, fields, memory);
  } finally {
    await memory.close();
  }
}

/** The time zone of the queried bank. */
async function zoneOf({ file }: Mneme, { bank }: GlobalOptions): Promise<string> {
  const name = bank ?? readConfig().bank;
  return (await file.banks()).find((each) => each.name === name)?.settings.zone ?? UTC;
}

const asJson = (output: unknown): string => JSON.stringify(output, null, 2);

async function draw(operation: Operation, output: unknown, path: string): Promise<void> {
  const drawn = operation.draw?.(output);
  if (drawn !== undefined) await writeText(path, drawn, '--svg');
}

export function isUsageError(error: unknown): error is CommanderError {
  return error instanceof CommanderError;
}
