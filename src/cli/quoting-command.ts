import { Command } from 'commander';

type ErrorOptions = Parameters<Command['error']>[1];

/** A command that, given more words than it takes, says that a text of several words stands in quotation marks. */
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

/** How the words are given to a command as one text; null for a command that takes none. */
export function quotationMend(command: Command, words: readonly string[]): string | null {
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
