/** An operation with its input as a person types it. */
export function typed(operation: string, input: Readonly<Record<string, unknown>>): string {
  const [only, ...others] = Object.values(input);
  const words =
    others.length > 0
      ? JSON.stringify(input)
      : Array.isArray(only)
        ? only.join(' ')
        : typeof only === 'string'
          ? only
          : '';
  return `mneme ${operation.replaceAll('_', ' ')} ${words}`.trimEnd();
}
