import { seeded } from '../synthetic-text.js';

export interface Load {
  readonly banks: number;
  readonly clients: number;
  readonly rounds: number;
  readonly seed: number;
}

/** What a name, an id or a text may hold that a careless statement would take for its own. */
const ODD = [
  "'; DROP TABLE memory; --",
  '" OR bank > 0 --',
  '$1 %s ${x} \\',
  "1) OR ('1'='1",
  '\u0000\u202e💧',
  '../../other/memories?bank=2',
];

/** Names are checked before the store hears of them: these are refused at the door. */
const REFUSED = ["a' OR '1'='1", '..', 'a/b', 'x'.repeat(400), ' ', 'a;b', '\u202ebank'];

interface Bank {
  readonly name: string;
  readonly marker: string;
  /** Of its first memory, once it is there. */
  id: string | null;
  cursor: string | null;
}

/** Each client goes through all banks in an order of its own, and asks each for its own things by another's ids, cursors and sessions. */
export async function clientsAtWork(
  urls: readonly string[],
  load: Load,
  log: (line: string) => void,
): Promise<Readonly<Record<string, number>>> {
  const random = seeded(load.seed);
  const banks = Array.from({ length: load.banks }, (_, at): Bank => {
    const tail = at % 3 === 0 ? `.${'ä'.repeat(60)}` : at % 3 === 1 ? `-${'x'.repeat(88)}` : '';
    return { name: `tenant-${at}${tail}`, marker: `marker${at}q`, id: null, cursor: null };
  });
  const counts = {
    calls: 0,
    foreign_rows: 0,
    reached_foreign: 0,
    own_missing: 0,
    failed: 0,
    refused: 0,
  };
  const client = new Client(urls, counts);
  const work = shuffled(Array.from({ length: load.rounds }, () => banks).flat(), random);
  let done = 0;
  const next = async (): Promise<void> => {
    for (let bank = work.pop(); bank !== undefined; bank = work.pop()) {
      const other = banks[Math.floor(random() * banks.length)] ?? bank;
      await visit(client, bank, other, ODD[done % ODD.length] ?? '');
      if (++done % 100 === 0) log(`${done} of ${load.banks * load.rounds}`);
    }
  };
  await Promise.all(Array.from({ length: load.clients }, next));
  for (const name of REFUSED)
    if (await client.isRefused(`/v1/banks/${encodeURIComponent(name)}/recall`, { query: 'vault' }))
      counts.refused++;
  return { banks: load.banks, clients: load.clients, ...counts, odd_names: REFUSED.length };
}

async function visit(client: Client, bank: Bank, other: Bank, odd: string): Promise<void> {
  const kept = await client.ask(bank, 'POST', 'memories', {
    content: `The vault of this house holds ${bank.marker}. ${odd}`,
    session: `evening ${odd}`,
    speaker: odd.slice(0, 20),
    metadata: { [`key ${odd.slice(0, 8)}`]: odd },
  });
  await client.ask(bank, 'POST', 'memories', { content: `The fence of ${bank.marker} is green.` });
  bank.id ??= (kept as { readonly id?: string } | null)?.id ?? null;
  const found = await client.ask(bank, 'POST', 'recall', { query: 'What does the vault hold?' });
  if (!JSON.stringify(found).includes(bank.marker)) client.counts.own_missing++;
  await client.ask(bank, 'POST', 'recall', { query: `${odd} ${other.marker}` });
  const listed = await client.ask(
    bank,
    'GET',
    `memories?limit=1&session=${encodeURIComponent(`evening ${odd}`)}`,
  );
  bank.cursor ??= (listed as { readonly nextCursor?: string | null } | null)?.nextCursor ?? null;
  if (other === bank) return;
  if (other.id !== null) {
    await client.reach(bank, 'GET', `memories/${encodeURIComponent(other.id)}`);
    await client.reach(bank, 'DELETE', `memories/${encodeURIComponent(other.id)}`);
  }
  if (other.cursor !== null)
    await client.reach(bank, 'GET', `memories?limit=1&cursor=${encodeURIComponent(other.cursor)}`);
}

class Client {
  #turn = 0;

  constructor(
    private readonly urls: readonly string[],
    readonly counts: Record<
      'calls' | 'foreign_rows' | 'reached_foreign' | 'own_missing' | 'failed' | 'refused',
      number
    >,
  ) {}

  /** What the bank answers; every marker in it that is not its own, and that the question did not bring, is a row of another. */
  async ask(bank: Bank, method: string, path: string, body?: unknown): Promise<unknown> {
    const { status, text } = await this.#send(
      `/v1/banks/${encodeURIComponent(bank.name)}/${path}`,
      method,
      body,
    );
    const brought = JSON.stringify(body ?? '');
    for (const [marker] of text.matchAll(/marker\d+q/g))
      if (marker !== bank.marker && !brought.includes(marker)) this.counts.foreign_rows++;
    if (status >= 300) {
      this.counts.failed++;
      return null;
    }
    return JSON.parse(text);
  }

  /** For what is another bank's: whatever succeeds reached it. */
  async reach(bank: Bank, method: string, path: string): Promise<void> {
    const { status, text } = await this.#send(
      `/v1/banks/${encodeURIComponent(bank.name)}/${path}`,
      method,
    );
    if (status < 300 && !/"forgotten":\[\]/.test(text)) this.counts.reached_foreign++;
    for (const [marker] of text.matchAll(/marker\d+q/g))
      if (marker !== bank.marker) this.counts.foreign_rows++;
  }

  async isRefused(path: string, body: unknown): Promise<boolean> {
    const { status } = await this.#send(path, 'POST', body);
    return status >= 400 && status < 500;
  }

  async #send(
    path: string,
    method: string,
    body?: unknown,
  ): Promise<{ status: number; text: string }> {
    this.counts.calls++;
    const url = this.urls[this.#turn++ % this.urls.length] ?? '';
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }
}

function shuffled<Item>(items: Item[], random: () => number): Item[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const [one, two] = [items[at], items[other]];
    if (one !== undefined && two !== undefined) [items[at], items[other]] = [two, one];
  }
  return items;
}
