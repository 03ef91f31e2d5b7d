import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReplyStore } from '@mneme/core/bank/access.js';
import { carriedOut, isCarriedOut } from '@mneme/core/domain/access.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { CARRIED_OUT } from '@mneme/core/ports/request-claim.js';
import type { Wait } from '@mneme/core/ports/system.js';
import type { Operation, OperationContext } from '@mneme/core/operations/operation.js';
import { openMemory } from '@mneme/mneme/open.js';

/** The stored part of an answer. */
interface Answer {
  readonly status: number;
  readonly body: string;
}

/** A request with an idempotency key. */
interface KeyedRequest {
  /** The caller: the same key of another caller is a different one. */
  readonly owner: string;
  readonly key: string;
  /** Everything that identifies the request. */
  readonly parts: readonly string[];
  /** Carried out again it would change more. */
  readonly repeatable: boolean;
}

interface HashedRequest extends Pick<KeyedRequest, 'owner' | 'key' | 'repeatable'> {
  readonly request: string;
}

/** How often, and how far apart in milliseconds, the answer of another server is looked for. */
const LOOKS = 40;
const LOOK_MS = 50;

/**
 * `Idempotency-Key`: a retried request gets the first one's answer, and nothing is done twice, whichever server of the
 * store gets it. Answers are stored for 24 hours, and so survive a restart; failures are not stored, as they changed
 * nothing. If a server is killed between a change and its answer, the retry is carried out where that changes nothing
 * more, and is refused with `conflict` otherwise.
 */
export class AnswerOnce {
  readonly #underWay = new Map<string, Promise<Answer>>();

  constructor(
    private readonly book: ReplyStore,
    private readonly wait: Wait = (ms) => pause(ms),
  ) {}

  /** Throws `conflict` when the key was used for another request, `invalid_input` for a malformed key. */
  async answer(
    { owner, key, parts, repeatable }: KeyedRequest,
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
    const work = this.#answer({ owner, key, request, repeatable }, perform);
    this.#underWay.set(name, work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(name);
    }
  }

  async #answer(
    asked: HashedRequest,
    perform: () => Promise<Answer>,
  ): Promise<Answer & { readonly replayed: boolean }> {
    const kept = await this.#kept(asked);
    if (kept !== null) return { ...kept, replayed: true };
    const { repeatable, ...request } = asked;
    try {
      const answer = await (repeatable ? perform() : this.book.claiming(request, perform));
      await this.book.keep({ ...request, ...answer });
      return { ...answer, replayed: false };
    } catch (error) {
      if (!isCarriedOut(error)) throw error;
      // Another server was faster: it is about to store its answer.
      const given = await this.#kept(asked);
      if (given === null) throw error;
      return { ...given, replayed: true };
    }
  }

  /** The stored answer, once the server that carried the request out has stored it; null for a new request. */
  async #kept({ owner, key, request }: HashedRequest): Promise<Answer | null> {
    for (let looks = 0; looks < LOOKS; looks++) {
      const kept = await this.book.find(owner, key);
      if (kept === null) return null;
      if (kept.request !== request)
        throw new MnemeError('conflict', 'This Idempotency-Key was used for another request.', {
          field: 'Idempotency-Key',
          hint: 'Use a new key for a new request.',
        });
      if (kept.status !== CARRIED_OUT) return { status: kept.status, body: kept.body };
      await this.wait(LOOK_MS);
    }
    throw carriedOut();
  }
}

/** Header, or trailing metadata, for a one-line notice that the answer has no field for. */
export const NOTICE = 'mneme-notice';

/** A line in ASCII, as headers require. */
export const plainNotice = (line: string): string => line.replaceAll('×', 'x');

/**
 * The answer of a read for a user of whom nothing was remembered: that of an empty memory. No bank is created, so
 * that asking leaves no trace, and a key that may only read can ask.
 */
export async function askNothing(
  operation: Operation,
  bank: string,
  input: unknown,
  context: OperationContext,
): Promise<string> {
  const empty = await openMemory({
    file: ':memory:',
    bank,
    readOnly: false,
    embedder: null,
    reranker: null,
    languageModel: null,
  });
  try {
    return JSON.stringify(await operation.run(empty, input, context));
  } finally {
    await empty.close();
  }
}
