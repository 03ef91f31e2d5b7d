import type { Command } from 'commander';

/** The plural of a group's name, by which its list is shown, too; null where the name is one already. */
export function pluralOf(name: string): string | null {
  if (name.endsWith('s')) return null;
  return /(?:ch|sh|x)$/.test(name) ? `${name}es` : `${name.replace(/y$/, 'ie')}s`;
}

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
