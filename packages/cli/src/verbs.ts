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
  let at = 0;
  while (args[at]?.startsWith('--') === true) at += TAKES_VALUE.has(args[at] ?? '') ? 2 : 1;
  const verb = args[at] ?? '';
  return args.slice(0, at).includes('--help') || !FREQUENT_VERBS.includes(verb) ? null : verb;
}

/** What most people need, in order of need; the help lists the rest below. */
const EVERY_DAY: ReadonlySet<string> = new Set([
  ...['remember', 'recall', 'context', 'brief', 'about'],
  ...['check', 'list', 'forget', 'undo', 'read'],
]);

const HEADINGS = {
  everyDay: 'Every day:',
  more: 'More:',
  operators: 'To tune, measure and draw:',
  own: 'The file, its servers and other programs:',
} as const;

/** Puts an operation's command, or its group, under a heading of the help. */
export function headOperation(program: Command, command: Command, operation: Operation): void {
  const top = command.parent === null || command.parent === program ? command : command.parent;
  if (operation.former !== undefined || isHeaded(top)) return;
  const { name, forOperators } = operation;
  top.helpGroup(
    EVERY_DAY.has(name)
      ? HEADINGS.everyDay
      : forOperators === true
        ? HEADINGS.operators
        : HEADINGS.more,
  );
}

/** Puts the other commands under their own heading. */
export function headOthers(program: Command): void {
  for (const command of program.commands) if (!isHeaded(command)) command.helpGroup(HEADINGS.own);
}

const isHeaded = (command: Command): boolean =>
  Object.values<string | undefined>(HEADINGS).includes(command.helpGroup());

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
      options?.code === 'commander.excessArguments' ? quotationMend(this, this.args) : null;
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
