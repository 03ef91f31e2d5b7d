import { MnemeError } from '../../domain/errors.js';

/** What a peer has and this memory has not, told instead of passed over. */
export function unserved(what: string, field: string, hint: string): MnemeError {
  return new MnemeError('invalid_input', `${what} is not served here.`, { field, hint });
}

/** Throws `invalid_input` for the first field of a request that is none of those known, and for one that asks for what is not there. */
export function assertFields(
  given: Readonly<Record<string, unknown>>,
  known: readonly string[],
  without: Readonly<Record<string, string>> = {},
): void {
  for (const field of Object.keys(given)) {
    if (given[field] === undefined || given[field] === null) continue;
    if (Object.hasOwn(without, field))
      throw unserved(field, field, without[field] ?? 'Leave it out.');
    if (!known.includes(field))
      throw new MnemeError('invalid_input', `${field}: is no field of this request.`, {
        field,
        hint: `It takes ${known.join(', ')}.`,
      });
  }
}
