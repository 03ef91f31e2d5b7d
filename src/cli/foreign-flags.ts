import type { Command } from 'commander';
import { MnemeError } from '../domain/errors.js';
import { adoptedName, fieldOfNow, nameOfNow, ownNameOf } from '../domain/foreign-names.js';
import { flagName, type Flag } from './flags.js';

/** Names that say the same in every memory, and former ones of ours, as a command line spells them. */
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

/** The flags of an operation under the names that other memories have for them, where none of its own is called so. */
export function foreignFlags(flags: readonly Flag[]): Flag[] {
  const fields = flags.map(({ field }) => field);
  return FOREIGN.flatMap((name) => {
    const own = adoptedName(name, fields);
    const flag = flags.find(({ field }) => field === own);
    const value = flag?.spelling.split(' ')[1];
    if (flag === undefined || flag.spelling.startsWith(`--${name} `)) return [];
    if (value !== undefined) return [{ ...flag, spelling: `--${name} ${value}` }];
    // What needs no value is taken under its former name alone.
    if (nameOfNow(name) === undefined) return [];
    const { negation: _negation, ...plain } = flag;
    return [{ ...plain, spelling: `--${name}` }];
  });
}

/**
 * Puts a flag's value into the input. Of a former name it is told what the name is now; throws `invalid_input`
 * where the field was given by another name, too, and not the same.
 */
export function takeFlag(input: Record<string, unknown>, flag: Flag, value: unknown): void {
  const [spelt = ''] = flag.spelling.split(' ');
  const own = flagName(flag.field);
  if (nameOfNow(spelt.slice(2)) !== undefined) tellOfName(spelt, own);
  if (flag.field === 'fields' && Array.isArray(value))
    for (const named of value as readonly unknown[]) {
      const now = fieldOfNow(String(named));
      if (now !== undefined) tellOfName(String(named), now);
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

/** Says on standard error what a former name is now. */
export const tellOfName = (former: string, now: string): void =>
  void process.stderr.write(`${former} is called ${now} now.\n`);

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
