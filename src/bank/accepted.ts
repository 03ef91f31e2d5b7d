import type { RememberInput } from '../domain/input.js';

/** Maximum number of accepted inputs per commit. */
const LARGEST_BATCH = 256;

interface Waiting {
  readonly input: RememberInput;
  readonly actor: string;
}

/** Inputs accepted but not yet committed; committed in the background, in order, in batches of one actor each. */
export class Accepted {
  readonly #waiting: Waiting[] = [];
  #draining: Promise<void> | null = null;
  #failure: unknown = null;

  constructor(
    private readonly commit: (inputs: readonly RememberInput[], actor: string) => Promise<unknown>,
  ) {}

  get count(): number {
    return this.#waiting.length;
  }

  add(input: RememberInput, actor = ''): void {
    this.#waiting.push({ input, actor });
    this.#start();
  }

  #start(): void {
    this.#draining ??= this.#drain().finally(() => {
      this.#draining = null;
      // Without this, an input that came in while the drain was ending would wait for the next one.
      if (this.#waiting.length > 0) this.#start();
    });
  }

  /** Waits until everything accepted so far is committed; throws the first failure since the last call. */
  async settle(): Promise<void> {
    while (this.#draining !== null) await this.#draining;
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure;
  }

  async #drain(): Promise<void> {
    // Yield once, so that inputs accepted in the same turn of the event loop share a commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const actor = this.#waiting[0]?.actor ?? '';
      const others = this.#waiting.findIndex((each) => each.actor !== actor);
      const batch = this.#waiting.splice(
        0,
        Math.min(LARGEST_BATCH, others < 0 ? Infinity : others),
      );
      try {
        await this.commit(
          batch.map(({ input }) => input),
          actor,
        );
      } catch (error) {
        this.#failure ??= error;
      }
    }
  }
}
