import { createHmac, randomBytes } from 'node:crypto';
import { acquireLease, LeasedJob } from '@mneme/core/bank/leased-jobs.js';
import type { EngineParts } from '@mneme/core/bank/open-bank.js';
import type { Bank } from '@mneme/core/domain/bank.js';
import type { JournalEntry } from '@mneme/core/domain/change.js';
import type { BankName, LearnedId } from '@mneme/core/domain/ids.js';
import { type Instant, MINUTE } from '@mneme/core/domain/time.js';
import type { PostOutcome } from '@mneme/core/ports/system.js';
import {
  arrived,
  type DeliveryState,
  type EndpointRecord,
  endpointsOf,
  failed,
  MAX_WAITING,
  nextTry,
  noteOf,
  OFF_AFTER,
  readDelivery,
  switchOff,
  unawaited,
  type Waiting,
} from './endpoint.js';

/** One event as it is sent; the same at every attempt. */
interface SentEvent {
  /** Lets receivers drop duplicates. */
  readonly id: string;
  readonly body: string;
}

/** A change as in the stream of changes, without its inverse, plus the name of its bank. */
const changeEvent = (endpoint: LearnedId, bank: BankName, entry: JournalEntry): SentEvent => ({
  id: `msg_${endpoint}_${entry.sequence}`,
  body: bodyOf(`change.${entry.verb}`, entry.at, { bank, ...toldOf(entry) }),
});

const toldOf = ({ edges, removedEdges, ...entry }: JournalEntry): object => ({
  sequence: entry.sequence,
  at: entry.at,
  verb: entry.verb,
  actor: entry.actor,
  reason: entry.reason,
  memories: entry.memories,
  entities: entry.entities,
  votes: entry.votes,
  links: edges.length,
  removedLinks: removedEdges.length,
});

/** A test event, without content. */
export const testEvent = (
  endpoint: LearnedId,
  bank: BankName,
  { id, at }: { readonly id: string; readonly at: Instant },
): SentEvent => ({ id: `msg_${endpoint}_${id}`, body: bodyOf('test', at, { bank }) });

const bodyOf = (type: string, at: Instant, data: object): string =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });

/** Why a delivery failed; null where it succeeded. A redirect counts as a failure: the signature is for one address. */
export function faultOf(outcome: PostOutcome): string | null {
  if (outcome.status === null) return outcome.fault;
  return outcome.status >= 200 && outcome.status < 300 ? null : `answered ${outcome.status}`;
}

const PREFIX = 'whsec_';
const SECRET_BYTES = 24;

/** A new signing secret in the format of Standard Webhooks. */
export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/**
 * Headers of one delivery (Standard Webhooks 1.0): an id that is the same at every attempt, the time of this attempt,
 * and HMAC-SHA256 over `id.timestamp.body`.
 */
export function signedHeaders(
  secret: string,
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'mneme-webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/** How long a receiver has to answer. */
export const ANSWER_MS = 10_000;
/** Duration of the delivery lease, renewed after each event; once it expires, another process may take over. */
const HOLD_MS = ANSWER_MS + 2_000;
/** Events per run; after that, it is checked again whether the endpoint still exists. */
const ROUND = 100;
const PAGE = 50;
/** The longest wait before a change of the note by another process (such as a redelivery) is noticed. */
const LATEST_LOOK_MS = 5_000;
const GONE = 410;

type CourierParts = Pick<
  EngineParts,
  'store' | 'clock' | 'rest' | 'newId' | 'readOnly' | 'outgoing'
>;

interface Due extends Pick<Waiting, 'sequence' | 'attempts'> {
  readonly entry: JournalEntry;
  /** First attempt: the cursor advances to this change. */
  readonly fresh: boolean;
}

/** Delivers the changes of one bank to one endpoint: first attempts in journal order, retries when they are due. */
class Courier {
  readonly #note: LeasedJob<DeliveryState>;
  /** Journal entries that were read and not attempted yet. */
  #ahead: JournalEntry[] = [];

  constructor(
    private readonly bank: BankName,
    private readonly endpoint: EndpointRecord,
    private readonly parts: CourierParts & { readonly holder: string },
  ) {
    this.#note = new LeasedJob(noteOf(endpoint.record.id), { ...parts, bank }, readDelivery);
  }

  /** Delivers what is due; returns when something may be due next, unless there are new changes before. */
  async deliver(signal: AbortSignal): Promise<Instant> {
    const { clock } = this.parts;
    try {
      for (let sent = 0; sent < ROUND && !signal.aborted; sent++) {
        const state = await this.#note.now();
        if (state.secret === null) return clock.now() + MINUTE;
        const due = await this.#nextDue(state);
        if (due === null) return soonest(state, clock.now());
        if (!(await this.#hold(state))) return clock.now() + HOLD_MS;
        const outcome = await this.#post(state.secret, due, signal);
        // Aborted in flight: as if nothing had been sent.
        if (signal.aborted && outcome.status === null) break;
        if (!(await this.#settle(due, outcome))) return clock.now() + MINUTE;
      }
      return clock.now();
    } finally {
      await this.#letGo();
    }
  }

  /** Due retries go first, so that new changes do not starve old ones. */
  async #nextDue(state: DeliveryState): Promise<Due | null> {
    const { store, clock } = this.parts;
    const now = clock.now();
    const due = state.waiting.filter(({ nextAt }) => nextAt <= now);
    for (const { sequence, attempts } of due.sort((a, b) => a.nextAt - b.nextAt)) {
      const [entry] = await store.journal(this.bank, { sequences: [sequence] }, 1);
      if (entry !== undefined) return { sequence, attempts, entry, fresh: false };
      await this.#note.revise((before) => unawaited(before, sequence));
    }
    if (state.waiting.length >= MAX_WAITING) return null;
    const entry = await this.#nextChange(state.cursor);
    return entry === null ? null : { sequence: entry.sequence, attempts: 0, entry, fresh: true };
  }

  /** The next change of a subscribed kind. Changes of other kinds are skipped for good. */
  async #nextChange(cursor: number): Promise<JournalEntry | null> {
    const { events } = this.endpoint.kept;
    for (let after = cursor; ;) {
      if (this.#ahead.length === 0)
        this.#ahead = [...(await this.parts.store.since(this.bank, after, PAGE))];
      const at = this.#ahead.findIndex(({ verb }) => events === null || events.includes(verb));
      if (at >= 0) {
        this.#ahead.splice(0, at);
        return this.#ahead[0] ?? null;
      }
      const last = this.#ahead.at(-1);
      if (last === undefined) return null;
      after = last.sequence;
      this.#ahead = [];
      await this.#note.revise((state) => ({ ...state, cursor: last.sequence }));
    }
  }

  /** Whether this process holds the endpoint's lease for longer than one delivery takes. */
  async #hold({ lease }: DeliveryState): Promise<boolean> {
    const { clock, holder } = this.parts;
    if (lease?.holder === holder && lease.until > clock.now() + ANSWER_MS) return true;
    const state = await this.#note.revise((before) => this.#held(before));
    return state.lease?.holder === holder;
  }

  #held(state: DeliveryState): DeliveryState {
    const now = this.parts.clock.now();
    const lease = acquireLease(state.lease, this.parts.holder, now);
    return lease === null ? state : { ...state, lease: { ...lease, until: now + HOLD_MS } };
  }

  async #post(secret: string, { entry }: Due, signal: AbortSignal): Promise<PostOutcome> {
    const { clock, outgoing } = this.parts;
    const { record, kept } = this.endpoint;
    const event = changeEvent(record.id, this.bank, entry);
    return outgoing.post({
      url: kept.url,
      headers: signedHeaders(secret, { ...event, at: clock.now() }),
      body: event.body,
      timeoutMs: ANSWER_MS,
      signal,
    });
  }

  /** Records the outcome; false where the endpoint is switched off from now on. */
  async #settle({ sequence, attempts, fresh }: Due, outcome: PostOutcome): Promise<boolean> {
    const { clock, outgoing, holder } = this.parts;
    const now = clock.now();
    const error = faultOf(outcome);
    const tried = { sequence, attempts: attempts + 1 };
    const nextAt = error === null ? null : nextTry(tried.attempts, now, outgoing.random);
    const state = await this.#note.revise((before) => {
      // If another process has taken the lease, that one does the counting.
      if (before.lease?.holder !== holder) return before;
      const after =
        error === null ? arrived(before, sequence) : failed(before, tried, { error, now, nextAt });
      return this.#held(fresh ? { ...after, cursor: sequence } : after);
    });
    if (fresh) this.#ahead.shift();
    const why =
      outcome.status === GONE
        ? `it answered ${GONE}, gone`
        : state.failingSince !== null && now - state.failingSince >= OFF_AFTER
          ? `nothing has reached it for five days: ${state.lastError ?? ''}`
          : null;
    if (why === null) return true;
    await switchOff(this.bank, this.endpoint, why, this.parts);
    return false;
  }

  async #letGo(): Promise<void> {
    const { lease } = await this.#note.now();
    if (lease?.holder === this.parts.holder) await this.#note.release();
  }
}

const soonest = ({ waiting }: DeliveryState, now: Instant): Instant =>
  Math.min(now + LATEST_LOOK_MS, ...waiting.map(({ nextAt }) => nextAt));

/** Polling interval of the journals; longer where there are so many banks that one poll takes long. */
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

/**
 * Notifies the endpoints of every bank of a file of changes, until closed. Endpoints do not wait for one another, and
 * an unused bank is not opened for it.
 */
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

  /** Stops at once: requests in flight are aborted, and sent again by the next process that serves the file. */
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
