import type { Reply } from '../../domain/access.js';
import type { Clock } from '../../ports/clock.js';
import type { Store } from '../../ports/store.js';

/** So long an answer is kept. */
const KEPT_MS = 24 * 3_600_000;

/** Answers to requests that carried a key of their own, in the file: a request that is sent again after a restart is known, too. */
export class ReplyStore {
  constructor(private readonly parts: { readonly store: Store; readonly clock: Clock }) {}

  /** What was answered under that key in the last 24 hours. */
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
