import type { EngineParts } from '../../bank/open-bank.js';
import type { Bank } from '../../domain/bank.js';
import type { BankName, LearnedId } from '../../domain/ids.js';
import type { Instant } from '../../domain/time.js';
import { Courier, type CourierParts } from './courier.js';
import { endpointsOf, type EndpointRecord } from './endpoint.js';

/** How often the journals are looked at; rarer where there are so many banks that a look takes long. */
const LOOK_MS = 500;
const SHARE_OF_TIME = 20;
const MAX_LOOK_MS = 5_000;

type Parts = CourierParts & Pick<EngineParts, 'store' | 'clock'>;

interface KnownBank extends Pick<Bank, 'createdAt' | 'sequence'> {
  readonly endpoints: readonly EndpointRecord[];
}

interface Looked {
  readonly sequence: number;
  readonly next: Instant;
}

/** Tells the endpoints of every bank of a file what changed, until it is closed. None waits for another, and a bank that nobody asks is not opened for it. */
export class WebhookDelivery {
  readonly #stopping = new AbortController();
  readonly #parts: Parts & { readonly holder: string };
  readonly #busy = new Map<LearnedId, Promise<void>>();
  readonly #looked = new Map<LearnedId, Looked>();
  #known = new Map<BankName, KnownBank>();
  readonly #running: Promise<void>;

  constructor(
    parts: Parts,
    private readonly fault: (error: unknown) => void,
  ) {
    this.#parts = { ...parts, holder: parts.newId('x') };
    this.#running = this.#run();
  }

  /** Stops at once: what is under way is broken off, and sent again by whoever serves the file next. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await Promise.all(this.#busy.values());
  }

  async #run(): Promise<void> {
    const { clock, rest } = this.#parts;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const began = clock.ticks();
      await this.#look().catch(this.fault);
      const pause = (clock.ticks() - began) * SHARE_OF_TIME;
      await rest(Math.min(MAX_LOOK_MS, Math.max(LOOK_MS, pause)), signal);
    }
  }

  async #look(): Promise<void> {
    const { store } = this.#parts;
    const known = new Map<BankName, KnownBank>();
    for (const { name, createdAt, sequence, settings } of await store.banks()) {
      if (this.#stopping.signal.aborted) return;
      if (settings.deletedAt !== null) continue;
      const before = this.#known.get(name);
      const bank =
        before?.sequence === sequence && before.createdAt === createdAt
          ? before
          : { createdAt, sequence, endpoints: await endpointsOf(name, store) };
      known.set(name, bank);
      for (const endpoint of bank.endpoints) this.#start(name, sequence, endpoint);
    }
    this.#known = known;
  }

  #start(bank: BankName, sequence: number, endpoint: EndpointRecord): void {
    const { id } = endpoint.record;
    if (endpoint.kept.off !== null || this.#busy.has(id)) return;
    const looked = this.#looked.get(id);
    if (looked?.sequence === sequence && this.#parts.clock.now() < looked.next) return;
    const work = new Courier(bank, endpoint, this.#parts)
      .deliver(this.#stopping.signal)
      .then((next) => void this.#looked.set(id, { sequence, next }))
      .catch(this.fault)
      .finally(() => this.#busy.delete(id));
    this.#busy.set(id, work);
  }
}
