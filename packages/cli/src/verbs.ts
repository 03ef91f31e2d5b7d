import { Command } from 'commander';
import { didYouMean } from '@mneme/mneme/open.js';
import type { Operation } from '@mneme/core/operations/operation.js';

/** Verbs in constant use by people and scripts; none of them is a group of commands. */
export const FREQUENT_VERBS: readonly string[] = [
  'recall',
  'remember',
  'context',
  'brief',
  'about',
  'list',
  'show',
  'timeline',
  'update',
  'forget',
  'undo',
  'stats',
];

/** Flags of the program itself that take a value. */
const TAKES_VALUE = new Set(['--file', '--store', '--bank', '--user-id']);

/**
 * The frequent verb in these arguments (without the program's name); null for another command, or none. A program
 * with that verb alone gives the same answer, and starts in half the time.
 */
export function frequentVerb(args: readonly string[]): string | null {
  const at = verbAt(args);
  const verb = args[at] ?? '';
  return args.slice(0, at).includes('--help') || !FREQUENT_VERBS.includes(verb) ? null : verb;
}

/** Whether these arguments name no verb, and do not ask for help. */
export const isWithoutVerb = (args: readonly string[]): boolean =>
  verbAt(args) >= args.length && !args.includes('--help');

/** Where the verb stands, after the flags of the program itself. */
function verbAt(args: readonly string[]): number {
  let at = 0;
  while (args[at]?.startsWith('--') === true) at += TAKES_VALUE.has(args[at] ?? '') ? 2 : 1;
  return at;
}

/** What most people need; the help names the rest by topic. */
const EVERY_DAY: ReadonlySet<string> = new Set([
  ...['remember', 'recall', 'context', 'brief', 'about'],
  ...['check', 'list', 'forget', 'undo', 'read'],
]);

const EVERY_DAY_HEADING = 'Every day:';

/** The other commands, and what they are for. */
const TOPICS: readonly (readonly [topic: string, commands: string])[] = [
  ['Taking in', 'import remember-all documents reading mark worth'],
  ['Asking', 'why knows cite advise session near explain'],
  ['Looking', 'show timeline entities graph hierarchy causes status stats'],
  ['What holds', 'conflicts resolve feedback verify'],
  ['Correcting', 'files update merge log diff'],
  ['Protection', 'erase quarantine reveal verify-certificate certificate-key'],
  ['Thinking', 'reflect opinions synthesise dream'],
  ['Acting', 'goals goal learn strategies foretell observe predict settle forecasts world'],
  ['Several models', 'dialogue'],
  ['Banks', 'banks bank branches branch'],
  ['The file', 'doctor reindex backup export migrate sync seal unseal rekey'],
  ['Programs', 'setup mcp hooks serve console keys webhooks'],
  ['Trying', 'demo test models compare-peer bench'],
];

/** Puts an operation's command, or its group, under a heading of the help. */
export function headOperation(program: Command, command: Command, operation: Operation): void {
  const top = command.parent === null || command.parent === program ? command : command.parent;
  if (EVERY_DAY.has(operation.name)) top.helpGroup(EVERY_DAY_HEADING);
}

/** In the help of the program: the verbs of every day in full, all others by their topics. */
export function listByTopic(program: Command): void {
  const isShown = (command: Command): boolean => command.helpGroup() === EVERY_DAY_HEADING;
  const { visibleCommands } = program.createHelp();
  program.configureHelp({
    visibleCommands(command) {
      const all = visibleCommands.call(this, command);
      return command === program ? all.filter(isShown) : all;
    },
  });
  program.addHelpText('after', () => {
    const help = program.createHelp();
    const left = new Set(
      visibleCommands
        .call(help, program)
        .filter((command) => !isShown(command))
        .map((command) => command.name()),
    );
    left.delete('help');
    const lines = TOPICS.map(([topic, commands]) => {
      const named = commands.split(' ').filter((name) => left.delete(name));
      return named.length === 0 ? '' : `  ${topic.padEnd(16)}${named.join(', ')}`;
    });
    // Verbs of modules that a program adds.
    const others = left.size === 0 ? '' : `  ${'More'.padEnd(16)}${[...left].join(', ')}`;
    return [
      '\nBy topic:',
      ...[...lines, others].filter((line) => line !== ''),
      '\nmneme VERB --help tells all of one; mneme alone, how this memory is doing.',
    ].join('\n');
  });
}

/** Describes a group that is no command itself by its verbs. */
export function describeGroups(program: Command): void {
  for (const group of program.commands.filter(({ commands }) => commands.length > 0))
    if (group.description() === '')
      group.description(
        `Verbs: ${group
          .createHelp()
          .visibleCommands(group)
          .map((verb) => verb.name())
          .filter((name) => name !== 'help')
          .join(', ')}.`,
      );
}

/**
 * For a group that also works without a verb: reports a word that is none of its verbs as unknown, with the nearest
 * verb, rather than as an excess argument.
 */
export function refuseUnknownVerbs(group: Command, answering: Command = group): void {
  answering.allowExcessArguments(true).hook('preAction', (_, running) => {
    const [word, next] = group.args;
    if (running !== answering || word === undefined) return;
    const named = word === answering.name() && answering !== group;
    // Arguments of the default verb need its name: `entity lisst` is not an entity to be listed.
    const unnamed = answering !== group && !named;
    if (!unnamed && answering.args.length <= answering.registeredArguments.length) return;
    const verbs = group
      .createHelp()
      .visibleCommands(group)
      .map((command) => command.name())
      .filter((verb) => verb !== 'help');
    const message = named
      ? `'${next ?? ''}' is too much: '${group.name()} ${word}' takes no such argument.`
      : `unknown command '${word}' of '${group.name()}'. ${didYouMean(word, verbs) || `There ${verbs.length === 1 ? 'is' : 'are'} ${verbs.join(', ')}.`}`;
    group.error(`error: ${message}`, {
      code: named ? 'commander.excessArguments' : 'commander.unknownCommand',
      exitCode: 1,
    });
  });
}

type ErrorOptions = Parameters<Command['error']>[1];

/** A command that, given too many words, suggests quotation marks around the text. */
export class QuotingCommand extends Command {
  override createCommand(name?: string): QuotingCommand {
    return new QuotingCommand(name);
  }

  override error(message: string, options?: ErrorOptions): never {
    const mend =
      options?.code === 'commander.excessArguments'
        ? quotationMend(this, this.args)
        : options?.code === 'commander.unknownCommand' && this.args[0] === 'manifest'
          ? 'A folder takes its place: mneme files DIR. Lines such as [PIN: m_…] work in its files.'
          : null;
    return super.error(mend === null ? message : `${message}\n${mend}`, options);
  }
}

/** The suggestion to quote the words as one text; null for a command that takes none. */
function quotationMend(command: Command, words: readonly string[]): string | null {
  const takes = command.registeredArguments.length;
  if (takes === 0) return null;
  const rule = 'A text of several words stands in quotation marks';
  return takes === 1
    ? `${rule}: ${fullName(command)} ${JSON.stringify(words.join(' '))}`
    : `${rule}.`;
}

function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

/** `mneme compare FILE --with PEER` is `compare-peer`; with two memories `compare` is a former one. */
export const asComparePeer = (args: readonly string[]): string[] =>
  args[0] === 'compare' && args.some((arg) => /^--with(?:=|$)/.test(arg))
    ? ['compare-peer', ...args.slice(1)]
    : [...args];
