/** Fields that need no flag, in any operation that has them. */
const BARE: ReadonlySet<string> = new Set(['id', 'content', 'query', 'memory']);

/** An operation and its input as typed on a command line. */
export function typed(operation: string, input: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(input).map(([field, value]) => {
    const text = wordOf(value);
    if (BARE.has(field)) return text;
    if (field === 'ids') return text.replaceAll(',', ' ');
    const flag = `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? flag : `${flag} ${text}`;
  });
  return ['mneme', operation.replaceAll('_', ' '), ...words].join(' ');
}

function wordOf(value: unknown): string {
  const listed = Array.isArray(value) && value.every((each) => typeof each === 'string');
  const text = listed
    ? value.join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
  return /^[\w.,:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
