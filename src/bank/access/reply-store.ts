import type { Reply } from '../../domain/access.js';
import type { Clock } from '../../ports/clock.js';
import type { Store } from '../../ports/store.js';

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
    const reply = await this.parts.store.reply(owner, key);
    return reply !== null && reply.at >= this.#since() ? reply : null;
  }

  keep(reply: Omit<Reply, 'at'>): Promise<void> {
    return this.parts.store.keepReply({ ...reply, at: this.parts.clock.now() }, this.#since());
  }

  #since(): number {
    return this.parts.clock.now() - KEPT_MS;
  }
}
