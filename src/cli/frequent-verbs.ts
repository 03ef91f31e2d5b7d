/** Verbs that people and scripts call all day; none of them begins another command. */
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
 * The frequent verb that these arguments (those after the program's name) call; null where they call another command, or none. A command line
 * that knows nothing else answers it as the whole one does, and starts in half the time.
 */
export function frequentVerb(args: readonly string[]): string | null {
  let at = 0;
  while (args[at]?.startsWith('--') === true) at += TAKES_VALUE.has(args[at] ?? '') ? 2 : 1;
  const verb = args[at] ?? '';
  return args.slice(0, at).includes('--help') || !FREQUENT_VERBS.includes(verb) ? null : verb;
}
