import type { Command } from 'commander';
import { adoptedName, ownNameOf } from '../domain/foreign-names.js';
import type { Flag } from './flags.js';

/** Names that say the same in every memory, as a command line spells them. */
const FOREIGN = [
  'limit',
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

/** The flags of an operation under the names that other memories have for them, where none of its own is called so. */
export function foreignFlags(flags: readonly Flag[]): Flag[] {
  const fields = flags.map(({ field }) => field);
  return FOREIGN.flatMap((name) => {
    const own = adoptedName(name, fields);
    const flag = flags.find(({ field }) => field === own);
    const value = flag?.spelling.split(' ')[1];
    return flag === undefined || value === undefined || flag.spelling.startsWith(`--${name} `)
      ? []
      : [{ ...flag, spelling: `--${name} ${value}` }];
  });
}

const UNKNOWN = /unknown option '--([^'=]{1,100})/;

/** What is unknown here is told what it is called here, where it is a name of other memories. */
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
