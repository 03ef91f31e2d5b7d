import { MnemeError } from '../domain/errors.js';

/** A port as a flag gives it; 0 takes a free one. Throws `invalid_input` naming the flag. */
export function portOf(given: string, flag: string): number {
  const port = Number(given);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535 && given.trim() !== '') return port;
  throw new MnemeError('invalid_input', `${flag} takes a port from 0 to 65535.`, { field: flag, value: given });
}
