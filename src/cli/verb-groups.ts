import type { Command } from 'commander';

/** A group that is no command of its own is described by its verbs. */
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
