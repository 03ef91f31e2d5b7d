import type { Command } from 'commander';
import { didYouMean } from '../open.js';

/**
 * A group that does something without a verb, too, by itself or by the verb that answers for it: a word that is none of its verbs
 * is named as that, with the nearest, and does not count as an argument too many.
 */
export function refuseUnknownVerbs(group: Command, answering: Command = group): void {
  answering.allowExcessArguments(true).hook('preAction', (_, running) => {
    const [word, next] = group.args;
    if (running !== answering || word === undefined) return;
    const named = word === answering.name() && answering !== group;
    // What the verb that answers takes follows its name: `entity lisst` is no entity to be listed.
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
