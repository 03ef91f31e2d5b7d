import { MnemeError } from '../domain/errors.js';

/** What the parts are that a caller brings along, by their names: an object with these calls, a function, or a list of such objects. */
type Kind = readonly string[] | 'function' | { readonly each: readonly string[] };

/** Throws `invalid_input` naming the part that is not what it must be, and the call that it lacks. Parts that are not given pass. */
export function checkParts(
  parts: Readonly<Record<string, readonly [part: unknown, kind: Kind]>>,
): void {
  for (const [name, [part, kind]] of Object.entries(parts)) {
    if (part === undefined) continue;
    if (kind === 'function') {
      if (typeof part !== 'function')
        throw wrong(name, part, 'expected a function', `${name}: () => …`);
    } else if ('each' in kind) {
      if (!Array.isArray(part)) throw wrong(name, part, 'expected a list', `${name}: [ … ]`);
      for (const [at, one] of part.entries()) checkCalls(`${name}.${at}`, one, kind.each);
    } else checkCalls(name, part, kind);
  }
}

function checkCalls(name: string, part: unknown, calls: readonly string[]): void {
  const mend = `${name}: { ${calls.map((call) => `${call}: () => …`).join(', ') || '…'} }`;
  const holds =
    (typeof part === 'object' && part !== null && !Array.isArray(part)) ||
    typeof part === 'function';
  if (!holds) throw wrong(name, part, 'expected an object', mend);
  const lacking = calls.find(
    (call) => typeof (part as Readonly<Record<string, unknown>>)[call] !== 'function',
  );
  if (lacking !== undefined)
    throw wrong(
      `${name}.${lacking}`,
      (part as Readonly<Record<string, unknown>>)[lacking],
      'expected a function',
      mend,
    );
}

function wrong(field: string, value: unknown, expected: string, mend: string): MnemeError {
  return new MnemeError('invalid_input', `${field}: ${expected}.`, {
    field,
    value: typeof value === 'function' ? 'a function' : value,
    hint: `Got ${value === undefined ? 'nothing' : typeof value === 'function' ? 'a function' : String(value)}. Write ${mend}.`,
  });
}
