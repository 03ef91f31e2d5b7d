import type { Mneme } from '../../mneme.js';

export interface IdleWatchOptions {
  /** So long nobody must have asked anything. */
  readonly idleMs: number;
  /** How often it is looked. */
  readonly everyMs: number;
  readonly ticks: () => number;
  readonly fault: (error: unknown) => void;
}

/** Lets the banks of a server dream while nobody asks, where their own settings say so, and wakes them when somebody does. */
export class IdleWatch {
  readonly #timer: NodeJS.Timeout;
  #askedAt: number;
  #wake = new AbortController();
  #dreaming: Promise<void> | null = null;
  #closed = false;

  constructor(
    private readonly memory: Mneme,
    private readonly options: IdleWatchOptions,
  ) {
    this.#askedAt = options.ticks();
    this.#timer = setInterval(() => this.#look(), options.everyMs);
    this.#timer.unref();
  }

  /** Somebody asks: a night that goes on ends after the turn that it is in. */
  asked(): void {
    this.#askedAt = this.options.ticks();
    this.#wake.abort();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#wake.abort();
    await this.#dreaming;
  }

  #look(): void {
    const { ticks, idleMs, fault } = this.options;
    if (this.#closed || this.#dreaming !== null || ticks() - this.#askedAt < idleMs) return;
    this.#wake = new AbortController();
    this.#dreaming = this.#dream(this.#wake.signal)
      .catch(fault)
      .finally(() => {
        this.#dreaming = null;
      });
  }

  /** One bank after the other, of those that are to dream by themselves. */
  async #dream(signal: AbortSignal): Promise<void> {
    for (const { name, settings } of await this.memory.file.banks()) {
      if (signal.aborted) return;
      if (settings.dreamAt !== 'off') await this.memory.bank(name).dreams.whenIdle({ signal });
    }
  }
}
