import type { Random } from '../synthetic-text.js';
import type { Ledger, LedgerBank } from './ledger.js';

/** Where clients find an instance now; null while it is down. */
export type Addresses = () => readonly (string | null)[];

export interface ClientOptions {
  readonly clients: number;
  readonly random: Random;
  /** 0..1, of writes that are sent to two instances at once under one key, as a client does that does not like to wait. */
  readonly twins: number;
}

/** After so long a request is given up, and sent again elsewhere. */
const GIVEN_UP_MS = 20_000;
const PAUSE_MS = 50;
/** A request that was refused so often is broken, not unlucky. */
const TRIES = 400;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

/**
 * Clients that write and read until they are stopped. Each write has a key, and is sent again, mostly to another
 * instance, until it is acknowledged or refused for good.
 */
export class Clients {
  #stopped = false;
  #keys = 0;
  readonly #working: Promise<unknown>;

  constructor(
    private readonly addresses: Addresses,
    private readonly ledger: Ledger,
    private readonly options: ClientOptions,
  ) {
    this.#working = Promise.all(
      Array.from({ length: options.clients }, async () => {
        while (!this.#stopped) await this.#visit();
      }),
    );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#working;
  }

  /** Tells a bank something, counts up what it knows, and asks for what it was told. */
  async #visit(): Promise<void> {
    const { random } = this.options;
    const { banks, counts } = this.ledger;
    const bank = banks[Math.floor(random() * banks.length)] as LedgerBank;
    const note = `Note ${++this.#keys} of ${bank.marker} came in at the gate.`;
    const told = await this.#write(bank, 'POST', 'memories', { content: note });
    const id = told === null ? undefined : (JSON.parse(told) as { id?: string }).id;
    if (id !== undefined) bank.texts.set(id, note);
    const known = [...bank.texts.keys()];
    const older = known[Math.floor(random() * known.length)];
    // Done twice it counts twice: nothing but the key tells a repetition.
    if (older !== undefined && random() < 0.5)
      await this.#write(bank, 'PATCH', `memories/${older}`, { boost: 0.001 });
    if (id === undefined) return;
    const { text } = await this.#send(bank, 'GET', `memories/${id}`);
    this.ledger.look(bank, text);
    counts.reads++;
    if (!text.includes(note)) counts.unread++;
    const asked = await this.#send(bank, 'POST', 'recall', { body: { query: note } });
    this.ledger.look(bank, asked.text);
    counts.reads++;
    if (!asked.text.includes(note)) counts.unread++;
  }

  /** The body of the acknowledgement; null if there is none. */
  async #write(
    bank: LedgerBank,
    method: string,
    path: string,
    body: object,
  ): Promise<string | null> {
    const { counts } = this.ledger;
    const key = `key-${++this.#keys}`;
    const twins = this.options.random() < this.options.twins ? 2 : 1;
    const [answer, twin] = await Promise.all(
      Array.from({ length: twins }, () => this.#send(bank, method, path, { body, key })),
    );
    const [said] = [answer, twin].filter((each) => each !== undefined && each.status < 300);
    if (answer?.replayed === true || twin?.replayed === true) counts.replayed++;
    if (said === undefined && !isCarriedOut(answer)) {
      counts.refused++;
      if (method === 'PATCH') bank.unknown++;
      this.ledger.meet(`refused: ${answer?.status ?? 0} ${answer?.text.slice(0, 400) ?? ''}`);
      return null;
    }
    counts.writes++;
    if (method === 'PATCH') bank.updates++;
    return said?.text ?? null;
  }

  /** Sends a request until it is answered by something else than an error that may pass. */
  async #send(
    bank: LedgerBank,
    method: string,
    path: string,
    { body, key }: { readonly body?: object; readonly key?: string } = {},
  ): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const answer = await this.#once(`/v1/banks/${bank.name}/${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(GIVEN_UP_MS),
      });
      if ((answer.status !== 0 && answer.status !== 503) || tries === TRIES) return answer;
      this.ledger.counts.retried++;
      this.ledger.meet(
        answer.status === 0
          ? answer.text
          : `503 ${/"code":"(\w+)"/.exec(answer.text)?.[1] ?? answer.text}`,
      );
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async #once(path: string, request: RequestInit): Promise<Answer> {
    const up = this.addresses().filter((url) => url !== null);
    const url = up[Math.floor(this.options.random() * up.length)];
    if (url === undefined) return { status: 0, text: 'no instance is up', replayed: false };
    try {
      const response = await fetch(new URL(path, url), request);
      return {
        status: response.status,
        text: await response.text(),
        replayed: response.headers.has('idempotent-replayed'),
      };
    } catch (error) {
      const text =
        error instanceof Error && error.name === 'TimeoutError' ? 'no answer' : 'cut off';
      return { status: 0, text, replayed: false };
    }
  }
}

/** Refused because the same request was carried out before, and its answer is lost. */
const isCarriedOut = (answer: Answer | undefined): boolean =>
  answer?.status === 409 && answer.text.includes('"field":"Idempotency-Key"');
