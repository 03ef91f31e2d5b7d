import { MnemeError } from '../../domain/errors.js';

/** What one upload has on the disk. */
export interface HeldBytes {
  /** The pieces, counted as they go by. Throws `rate_limited` once its caller has more on the disk than may be. */
  counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  release(): void;
}

/** Bytes of files that were sent and are not yet imported, by caller: all uploads of one caller together may be as long as one. */
export class UploadQuota {
  readonly #held = new Map<string, number>();

  /** `bytes` that one caller may have on the disk. */
  constructor(private readonly bytes: number) {}

  begin(caller: string): HeldBytes {
    let own = 0;
    return {
      counted: (pieces) => this.#count(caller, pieces, (length) => (own += length)),
      release: () => {
        this.#add(caller, -own);
        own = 0;
      },
    };
  }

  async *#count(
    caller: string,
    pieces: AsyncIterable<Uint8Array>,
    count: (length: number) => void,
  ): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      count(piece.length);
      if (this.#add(caller, piece.length) > this.bytes)
        throw new MnemeError(
          'rate_limited',
          `More than ${this.bytes} bytes of yours wait to be imported.`,
          { value: 5, hint: 'Send the next file when one of them is imported.' },
        );
      yield piece;
    }
  }

  #add(caller: string, length: number): number {
    const held = (this.#held.get(caller) ?? 0) + length;
    if (held <= 0) this.#held.delete(caller);
    else this.#held.set(caller, held);
    return held;
  }
}
