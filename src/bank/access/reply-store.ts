import { createHash } from 'node:crypto';
import type { Reply } from '../../domain/access.js';
import type { Clock } from '../../ports/clock.js';
import type { Store } from '../../ports/store.js';
import { withoutKeys } from '../../safety/kept-id.js';

/** What a caller makes up as a key may be a secret of theirs, and is only compared. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** How long an answer is kept. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Stores the answers to requests with an idempotency key in the file, so that a retry is recognised even
 * after a restart.
 */
export class ReplyStore {
  constructor(private readonly parts: { readonly store: Store; readonly clock: Clock }) {}

  /** The answer given under that key in the last 24 hours. */
  async find(owner: string, key: string): Promise<Reply | null> {
    const reply = await this.parts.store.reply(owner, hashOf(key));
    return reply !== null && reply.at >= this.#since() ? reply : null;
  }

  /** An answer that holds a key, such as the one that a new key is shown in, is kept without it. */
  keep(reply: Omit<Reply, 'at'>): Promise<void> {
    const kept = {
      ...reply,
      key: hashOf(reply.key),
      body: withoutKeys(reply.body),
      at: this.parts.clock.now(),
    };
    return this.parts.store.keepReply(kept, this.#since());
  }

  #since(): number {
    return this.parts.clock.now() - KEPT_MS;
  }
}
