import { MnemeError } from '../domain/errors.js';

/** Where a server listens unless told otherwise: one for the Model Context Protocol alone, one with REST beside it, and gRPC's own. */
export const MCP_PORT = 4477;
export const SERVER_PORT = 4488;
export const GRPC_PORT = 4489;

/** A port as a flag gives it; 0 takes a free one. Throws `invalid_input` naming the flag. */
export function portOf(given: string, flag: string): number {
  const port = Number(given);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535 && given.trim() !== '') return port;
  throw new MnemeError('invalid_input', `${flag} takes a port from 0 to 65535.`, {
    field: flag,
    value: given,
  });
}
