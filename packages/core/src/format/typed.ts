/** An operation and its input as typed on a command line. */
export function typed(operation: string, input: Readonly<Record<string, unknown>>): string {
  const [[field, only] = [], ...others] = Object.entries(input);
  const listed = Array.isArray(only) ? only.map(String) : [String(only)];
  // Ids need no flag.
  const words =
    others.length > 0
      ? JSON.stringify(input)
      : field === undefined
        ? ''
        : field === 'id' || field === 'ids'
          ? listed.join(' ')
          : `--${field} ${listed.join(',')}`;
  return `mneme ${operation.replaceAll('_', ' ')} ${words}`.trimEnd();
}
