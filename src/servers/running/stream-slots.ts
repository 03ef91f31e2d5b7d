import { MnemeError } from '../../domain/errors.js';

/** Streams that one key may have open, and all keys together. */
const MAX = { caller: 50, all: 1_000 };

/** How many streams are open, over every protocol. */
export class StreamSlots {
  readonly #own = new Map<string, number>();
  #all = 0;

  /** Takes a slot; what it gives lets go of it. Throws `rate_limited`. */
  take(caller: string): () => void {
    const own = this.#own.get(caller) ?? 0;
    if (own >= MAX.caller || this.#all >= MAX.all)
      throw new MnemeError(
        'rate_limited',
        own >= MAX.caller
          ? `${own} streams of this key are open already.`
          : `${this.#all} streams are open already.`,
        { value: 5, hint: 'Close one of them: one stream tells every change of a bank.' },
      );
    this.#set(caller, own + 1);
    let open = true;
    return () => {
      if (open) this.#set(caller, (this.#own.get(caller) ?? 0) - 1);
      open = false;
    };
  }

  #set(caller: string, own: number): void {
    this.#all += own - (this.#own.get(caller) ?? 0);
    if (own === 0) this.#own.delete(caller);
    else this.#own.set(caller, own);
  }
}
