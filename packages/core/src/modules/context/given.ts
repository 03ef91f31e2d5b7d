import type { MemoryId, SessionId } from '../../domain/ids.js';
import type { Recalled } from '../../domain/recollection.js';
import {
  WORKING_BOUNDS,
  withGiven,
  type GivenPiece,
  type StoredWorkingMemory,
} from '../../domain/working-memory.js';
import { countTokens } from '../../language/count-tokens.js';
import { hashText } from '../../language/text-hash.js';
import type { OpenBank } from '../../bank/core.js';

/** What a context contains of a memory: a passage, or all of it. */
export interface Piece {
  readonly id: MemoryId;
  readonly text: string;
}

/** Whether the reader already has a piece, which then is not sent again. */
export type Has = (piece: Piece) => boolean;

const SEED = 0x9e3779b1;
/** Results are sent until this share of their total expected relevance is covered. */
const EXPECTED = 0.9;

/**
 * What a conversation was already given of this bank, so that only new pieces are sent. Scratch, like all working
 * memory; what was given long ago has left the model's context and is sent again.
 */
export class GivenBefore {
  readonly #keys: ReadonlySet<string>;
  readonly #sent: GivenPiece[] = [];
  readonly #known = new Set<MemoryId>();

  private constructor(
    readonly session: SessionId,
    readonly pieces: readonly GivenPiece[],
    private readonly bank: OpenBank,
  ) {
    this.#keys = new Set(pieces.map(({ key }) => key));
  }

  static async of(session: SessionId, bank: OpenBank): Promise<GivenBefore> {
    const kept = await bank.recall.store.workingMemory(bank.name, session);
    return new GivenBefore(session, kept?.given ?? [], bank);
  }

  /** Whether the piece was given before in its current state; otherwise marks it as given. */
  readonly has: Has = ({ id, text }) => {
    const key = this.#keyOf(id, text);
    if (this.#keys.has(key)) {
      this.#known.add(id);
      return true;
    }
    this.#sent.push({ id, key, tokens: countTokens(text), stands: this.#stands(id) });
    return false;
  };

  /**
   * Selects, best first, the results worth sending: after its first context, a conversation gets results only up to
   * the expected share of relevance.
   */
  telling<Found extends Pick<Recalled, 'why'>>(found: readonly Found[]): readonly Found[] {
    if (this.pieces.length === 0) return found;
    let left = EXPECTED * found.reduce((sum, { why }) => sum + why.score, 0);
    return found.filter(({ why }) => {
      const is = left > 0;
      left -= why.score;
      return is;
    });
  }

  /** Memories in the context that the conversation already has. */
  get known(): readonly MemoryId[] {
    return [...this.#known];
  }

  /** Memories given as valid that are no longer valid; reported once. */
  gone(): readonly MemoryId[] {
    const gone = this.pieces.filter(({ id, stands }) => stands && !this.#stands(id));
    return [...new Set(gone.map(({ id }) => id))];
  }

  /** Stores what was sent, dropping the oldest beyond the limit. */
  async note(): Promise<void> {
    const { store, clock } = this.bank.recall;
    const gone = new Set(this.gone());
    if (this.#sent.length === 0 && gone.size === 0) return;
    await store.reviseWorkingMemory(
      this.bank.name,
      this.session,
      (before): StoredWorkingMemory | null => {
        const pieces = (before?.given ?? []).map((piece) =>
          gone.has(piece.id) ? { ...piece, stands: false } : piece,
        );
        return withGiven(before, this.session, within([...pieces, ...this.#sent]), clock.now());
      },
    );
  }

  /** A memory retracted or superseded since gets another key: that it changed is news. */
  #keyOf(id: MemoryId, text: string): string {
    return `${id.slice(-8)}${this.#stands(id) ? '' : '-'}${hashText(text, SEED).toString(36)}`;
  }

  #stands(id: MemoryId): boolean {
    const row = this.bank.state.index.succeeded(id);
    return row !== null && row.retractedAt === null && row.supersededBy === null;
  }
}

function within(pieces: readonly GivenPiece[]): readonly GivenPiece[] {
  let tokens = 0;
  let from = pieces.length;
  while (from > 0) {
    tokens += pieces[from - 1]?.tokens ?? 0;
    if (tokens > WORKING_BOUNDS.given) break;
    from -= 1;
  }
  return pieces.slice(from);
}
