import { JobNote } from '../../bank/jobs/job-note.js';
import { taken } from '../../bank/jobs/lease.js';
import type { EngineParts } from '../../bank/open-bank.js';
import type { JournalEntry } from '../../domain/change.js';
import type { BankName } from '../../domain/ids.js';
import { MINUTE, type Instant } from '../../domain/time.js';
import type { PostOutcome } from '../../ports/post.js';
import {
  arrived,
  failed,
  MAX_WAITING,
  noteOf,
  readDelivery,
  unawaited,
  type DeliveryState,
  type Waiting,
} from './delivery-state.js';
import type { EndpointRecord } from './endpoint.js';
import { changeEvent, faultOf } from './event.js';
import { nextTry, OFF_AFTER } from './retry.js';
import { signedHeaders } from './sign.js';
import { switchOff } from './switch-endpoint.js';

/** A receiver has so long to answer. */
export const ANSWER_MS = 10_000;
/** Who delivers has an endpoint for so long after each event; another process takes over after that. */
const HOLD_MS = ANSWER_MS + 2_000;
/** Events in one go: then it is looked whether the endpoint still stands. */
const ROUND = 100;
const PAGE = 50;
/** What another process does to the note (an event that is sent again) is seen after so long. */
const LATEST_LOOK_MS = 5_000;
const GONE = 410;

export type CourierParts = Pick<
  EngineParts,
  'store' | 'clock' | 'rest' | 'newId' | 'readOnly' | 'outgoing'
>;

interface Due extends Pick<Waiting, 'sequence' | 'attempts'> {
  readonly entry: JournalEntry;
  /** It was not tried before: the cursor goes on to it. */
  readonly fresh: boolean;
}

/** Sends the changes of one bank to one endpoint: in the order of the journal at first, those that did not arrive again when their time comes. */
export class Courier {
  readonly #note: JobNote<DeliveryState>;
  /** What was read of the journal and not tried yet. */
  #ahead: JournalEntry[] = [];

  constructor(
    private readonly bank: BankName,
    private readonly endpoint: EndpointRecord,
    private readonly parts: CourierParts & { readonly holder: string },
  ) {
    this.#note = new JobNote(noteOf(endpoint.record.id), { ...parts, bank }, readDelivery);
  }

  /** Sends what is due; the answer is when something may be due next, if nothing is changed before. */
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
        // It was stopped in between: it is as if nothing had been sent.
        if (signal.aborted && outcome.status === null) break;
        if (!(await this.#settle(due, outcome))) return clock.now() + MINUTE;
      }
      return clock.now();
    } finally {
      await this.#letGo();
    }
  }

  /** What waits and is due goes first, so that a change that is new does not push aside what is old. */
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

  /** The next change of a kind that was asked for. What is passed over on the way is passed over for good. */
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

  /** Whether the endpoint is this process' to deliver to, for longer than one event takes. */
  async #hold({ lease }: DeliveryState): Promise<boolean> {
    const { clock, holder } = this.parts;
    if (lease?.holder === holder && lease.until > clock.now() + ANSWER_MS) return true;
    const state = await this.#note.revise((before) => this.#held(before));
    return state.lease?.holder === holder;
  }

  #held(state: DeliveryState): DeliveryState {
    const now = this.parts.clock.now();
    const lease = taken(state.lease, this.parts.holder, now);
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

  /** Writes down what became of it; false where the endpoint is off from now on. */
  async #settle({ sequence, attempts, fresh }: Due, outcome: PostOutcome): Promise<boolean> {
    const { clock, outgoing, holder } = this.parts;
    const now = clock.now();
    const error = faultOf(outcome);
    const tried = { sequence, attempts: attempts + 1 };
    const nextAt = error === null ? null : nextTry(tried.attempts, now, outgoing.random);
    const state = await this.#note.revise((before) => {
      // Who lost it to another process leaves the count to that one.
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
