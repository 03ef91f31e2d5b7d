/** What one caller may do: so much at once, and so much a second from then on. */
export interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** More callers than this are forgotten, the one unseen longest first. */
const MAX_CALLERS = 10_000;

/** Token buckets by caller. */
export class Buckets {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly allowance: Allowance,
    private readonly ticks: () => number,
  ) {}

  /** Takes one token: 0, or when there is none the whole seconds until there is one. */
  take(caller: string): number {
    const { burst, perSecond } = this.allowance;
    const at = this.ticks();
    const before = this.#buckets.get(caller) ?? { tokens: burst, at };
    const tokens = Math.min(burst, before.tokens + ((at - before.at) / 1000) * perSecond);
    this.#buckets.delete(caller);
    this.#buckets.set(caller, { tokens: tokens < 1 ? tokens : tokens - 1, at });
    this.#forget();
    return tokens < 1 ? Math.ceil((1 - tokens) / perSecond) : 0;
  }

  /** Takes so many tokens more, also such as are not there yet: what comes next waits for them. */
  charge(caller: string, tokens: number): void {
    const bucket = this.#buckets.get(caller);
    if (bucket !== undefined) bucket.tokens -= tokens;
  }

  #forget(): void {
    if (this.#buckets.size <= MAX_CALLERS) return;
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
