import type { MemoryId, SessionId } from '../../domain/ids.js';
import type { Recalled } from '../../domain/recollection.js';
import {
  WORKING_BOUNDS,
  withGiven,
  type GivenPiece,
  type KeptWorkingMemory,
} from '../../domain/working-memory.js';
import { countTokens } from '../../language/count-tokens.js';
import { hashText } from '../../language/hash-text.js';
import type { OpenBank } from '../../bank/core.js';

/** What of a memory stands in a context: a passage, or all of it. */
export interface Piece {
  readonly id: MemoryId;
  readonly text: string;
}

/** A piece of a context that its reader has before it already is not sent again. */
export type Has = (piece: Piece) => boolean;

const SEED = 0x9e3779b1;
/** The best are sent until so much of what is to be expected of all is among them. */
const EXPECTED = 0.9;

/**
 * What a conversation was given of this bank, so that only what it does not have yet has to be sent. Scratch, as all of
 * a session's working memory; what was given long ago has gone from before the model and is sent again.
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

  /** Whether it was given before, as it stands now; what was not is noted as given by this. */
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
   * Of what was found, the best first, what there is something to expect of: once a conversation was given a context, the rest is sent as
   * far as the chances of all say that it will hardly be missed.
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

  /** Memories in the context that the conversation has before it. */
  get known(): readonly MemoryId[] {
    return [...this.#known];
  }

  /** Memories that it was given as standing, and that stand no longer: told once. */
  gone(): readonly MemoryId[] {
    const gone = this.pieces.filter(({ id, stands }) => stands && !this.#stands(id));
    return [...new Set(gone.map(({ id }) => id))];
  }

  /** Notes what was sent, the oldest out first. */
  async note(): Promise<void> {
    const { store, clock } = this.bank.recall;
    const gone = new Set(this.gone());
    if (this.#sent.length === 0 && gone.size === 0) return;
    await store.reviseWorkingMemory(
      this.bank.name,
      this.session,
      (before): KeptWorkingMemory | null => {
        const pieces = (before?.given ?? []).map((piece) =>
          gone.has(piece.id) ? { ...piece, stands: false } : piece,
        );
        return withGiven(before, this.session, within([...pieces, ...this.#sent]), clock.now());
      },
    );
  }

  /** A memory that was taken back or superseded since is another piece: that it changed is news. */
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
