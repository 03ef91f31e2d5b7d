import type { ApiKey, Reply } from '../domain/access.js';
import type { Instant } from '../domain/time.js';

/**
 * Access data: what a server needs besides its banks. It belongs to the whole store, not to a bank, and is
 * not journaled.
 */
export interface StoreAccess {
  /** The keys a server accepts, including revoked ones, in order of creation. */
  apiKeys(): Promise<readonly ApiKey[]>;
  apiKey(id: string): Promise<ApiKey | null>;
  /** Whether a key was ever made: from then on a server requires one. */
  hasApiKeys(): Promise<boolean>;
  /** Adds the key, or replaces the one with its id. */
  putApiKey(key: ApiKey): Promise<void>;
  /** A server's answer under the idempotency key of its request; null when there is none, or it was dropped. */
  reply(owner: string, key: string): Promise<Reply | null>;
  /** Stores an answer, and drops those from before `since`. */
  keepReply(reply: Reply, since: Instant): Promise<void>;
}
