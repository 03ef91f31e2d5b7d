import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { idsGiven, bankOfUser } from '@mneme/core/domain/user-bank.js';
import { bankPath } from '@mneme/server/rest/places.js';
import { createClient, type MemoryClient } from './memory-client.js';
import { Transport, type ConnectOptions } from './transport.js';

export type { MemoryClient, MemoryVerbs } from './memory-client.js';
export type { ConnectOptions } from './transport.js';
export { ERROR_CODES, MnemeError, type ErrorCode } from '@mneme/core/domain/errors.js';

/**
 * Connects to a server (`mneme serve`) and creates the bank if it is new, as `openMemory` does with a file:
 * everything else is the same. Throws `unavailable` when no server answers, `unauthorised`, `not_found` for a bank
 * that the key does not open.
 */
export async function connect(url: string, options: ConnectOptions = {}): Promise<MemoryClient> {
  const { userId, agentId, runId } = idsGiven(options);
  const home = options.bank ?? 'default';
  const bank = bankOfUser(home, userId);
  const transport = new Transport(url, options);
  try {
    await transport.send('PUT', bankPath(bank));
  } catch (error) {
    // A key that may only read cannot create the bank.
    if (!(MnemeError.is(error) && error.code === 'denied')) throw error;
    await transport.send('GET', bankPath(bank));
  }
  return createClient(transport, bank, definedOnly({ agentId, runId }));
}
