import type { ApiKey, Reply } from '../domain/access.js';
import type { Instant } from '../domain/time.js';

/** Access: what a server needs beside its banks. It is of the whole store, not of a bank, and no change. */
export interface StoreAccess {
  /** The keys that a server admits, revoked ones too, in order of creation. */
  apiKeys(): Promise<readonly ApiKey[]>;
  apiKey(id: string): Promise<ApiKey | null>;
  /** Whether a key was ever made: from then on a server asks for one. */
  hasApiKeys(): Promise<boolean>;
  /** Adds the key, or replaces the one of its id. */
  putApiKey(key: ApiKey): Promise<void>;
  /** A server's answer under the key that its request carried; null when there is none, or no longer. */
  reply(owner: string, key: string): Promise<Reply | null>;
  /** Keeps an answer, and drops those from before `since`. */
  keepReply(reply: Reply, since: Instant): Promise<void>;
}
