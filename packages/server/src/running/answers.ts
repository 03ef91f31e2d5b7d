import { createHash } from 'node:crypto';
import type { ReplyStore } from '@mneme/core/bank/access.js';
import { MnemeError } from '@mneme/core/domain/errors.js';

/** An answer as far as it is kept. */
interface Answer {
  readonly status: number;
  readonly body: string;
}

/** A request that carries a key of its own. */
interface KeyedRequest {
  /** Whose it is: another caller's key of the same text is another key. */
  readonly owner: string;
  readonly key: string;
  /** Everything that makes the request what it is. */
  readonly parts: readonly string[];
}

/**
 * `Idempotency-Key`: a request that is sent again gets the first one's answer, and nothing is done twice. Answers are in the
 * file for 24 hours, so that a restart between the two makes no difference; a failure is not kept, as it changed nothing.
 */
export class AnswerOnce {
  readonly #underWay = new Map<string, Promise<Answer>>();

  constructor(private readonly book: ReplyStore) {}

  /** Throws `conflict` when the key was used for another request, `invalid_input` for a key that is none. */
  async answer(
    { owner, key, parts }: KeyedRequest,
    perform: () => Promise<Answer>,
  ): Promise<Answer & { readonly replayed: boolean }> {
    if (!/^[\x21-\x7e]{1,200}$/.test(key))
      throw new MnemeError('invalid_input', 'Idempotency-Key: 1 to 200 visible characters.', {
        field: 'Idempotency-Key',
      });
    const request = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
    const name = JSON.stringify([owner, key]);
    for (
      let before = this.#underWay.get(name);
      before !== undefined;
      before = this.#underWay.get(name)
    )
      await before.catch(() => undefined);
    const work = this.#answer({ owner, key, request }, perform);
    this.#underWay.set(name, work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(name);
    }
  }

  async #answer(
    {
      owner,
      key,
      request,
    }: { readonly owner: string; readonly key: string; readonly request: string },
    perform: () => Promise<Answer>,
  ): Promise<Answer & { readonly replayed: boolean }> {
    const kept = await this.book.find(owner, key);
    if (kept !== null && kept.request !== request) {
      throw new MnemeError('conflict', 'This Idempotency-Key was used for another request.', {
        field: 'Idempotency-Key',
        hint: 'Use a new key for a new request.',
      });
    }
    if (kept !== null) return { status: kept.status, body: kept.body, replayed: true };
    const answer = await perform();
    await this.book.keep({ owner, key, request, ...answer });
    return { ...answer, replayed: false };
  }
}

/** The header, or trailing metadata, that says in one line what an answer has no field for. */
export const NOTICE = 'mneme-notice';

/** A line as headers take it: in the signs of ASCII. */
export const plainNotice = (line: string): string => line.replaceAll('×', 'x');
