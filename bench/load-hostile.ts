import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { Agent, request, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RememberInput } from '../packages/core/src/domain/input.js';
import { openMemory } from '../packages/mneme/src/index.js';
import { endpoints } from '../packages/server/src/rest/routes.js';
import type { BenchmarkResult } from './benchmark.js';
import { largestRequest, type LargestRequest } from './largest-input.js';
import { startServer, type Server } from './load-server.js';
import { percentile } from './retrieval-metrics.js';
import { seeded } from './synthetic-text.js';

const [LOUD, QUIET] = ['loud', 'quiet'];
/** What one key does at once: requests with the largest inputs, streams that it asks for, files that it sends. */
const ATTACK = { requests: 16, streams: 500, uploads: 20, uploadBytes: 4_000_000 };
const LARGEST_CHARACTERS = 2_000_000;
/** Its clients go after so long, at most. */
const LONGEST_MS = 3_000;
/** What would take the bank away, or starts a file that is sent otherwise. */
const LEFT_OUT: ReadonlySet<string> = new Set(['bank_delete', 'forget', 'import']);
/** As the container has it: every arena keeps what it had once. */
const MALLOC_ARENA_MAX = '2';
/** Memory and files are back to before within so many seconds. */
const BACK_SECONDS = 60;
const LOOK_MS = 500;
const MEGABYTE = 1_048_576;

export interface HostileLoad {
  /** Of whoever asks the other bank. */
  readonly connections: number;
  readonly seconds: number;
  readonly warmUp: number;
  readonly texts: readonly RememberInput[];
  readonly questions: readonly string[];
}

interface Holding {
  readonly megabytes: number;
  readonly threads: number;
  /** All but those of the bank's own file. */
  readonly descriptors: number;
  /** SQLite keeps those of connections that were closed for the next ones. */
  readonly fileHandles: number;
  /** In the temporary folder, where uploads and backups lie for a while. */
  readonly files: number;
}

/** A connection that was closed is gone on the other side, too, after so long. */
const SETTLE_MS = 1_000;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One key that asks for the largest of everything, and what another bank's questions take meanwhile, without and with it. */
export async function measureHostile(
  load: HostileLoad,
  log: (line: string) => void,
): Promise<BenchmarkResult> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-hostile-'));
  try {
    const file = join(folder, 'bank.mneme');
    const keys = await fill(file, load.texts);
    const temporary = mkdtempSync(join(folder, 'tmp-'));
    const server = await startServer(['--file', file], { TMPDIR: temporary, MALLOC_ARENA_MAX });
    try {
      const holding = (): Holding => holdingOf(server, file, temporary);
      return await measure(load, { server, keys, holding, log });
    } finally {
      server.child.kill('SIGTERM');
      await server.exited;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Keys {
  readonly hostile: string;
  readonly other: string;
  readonly ids: readonly string[];
}

interface Stage {
  readonly server: Server;
  readonly keys: Keys;
  readonly holding: () => Holding;
  readonly log: (line: string) => void;
}

async function measure(
  { connections, seconds, warmUp, texts, questions }: HostileLoad,
  { server, keys, holding, log }: Stage,
): Promise<BenchmarkResult> {
  const others = new Questions(server.url, keys.other, connections, questions);
  await others.ask(warmUp);
  const alone = await others.ask(seconds);
  await wait(SETTLE_MS);
  const before = holding();
  log(`alone: ${alone.took.length} questions, p95 ${percentile(alone.took, 0.95).toFixed(1)} ms`);
  const words = [...new Set(texts.flatMap(({ content }) => content.split(/\s+/)))].slice(0, 4_000);
  const attack = new Attack(server.url, keys.hostile, { ids: keys.ids, words });
  const attacking = attack.run(seconds);
  const beside = await others.ask(seconds);
  await attacking;
  const worst = holding();
  log(
    `beside: ${beside.took.length} questions; the key sent ${attack.sent}, ${attack.statusLine()}`,
  );
  const back = await secondsUntilBack(before, holding);
  const after = holding();
  const results = {
    recall_p95_alone: percentile(alone.took, 0.95),
    recall_p95_beside: percentile(beside.took, 0.95),
    times: percentile(beside.took, 0.95) / percentile(alone.took, 0.95),
    recall_max_beside: Math.max(...beside.took),
    failed: alone.failed + beside.failed,
    seconds_until_back: back,
    rss_before_mb: before.megabytes,
    rss_worst_mb: worst.megabytes,
    rss_after_mb: after.megabytes,
    threads_after: after.threads - before.threads,
    files_after: after.files - before.files,
    descriptors_after: after.descriptors - before.descriptors,
    file_handles_after: after.fileHandles - before.fileHandles,
    hostile_requests: attack.sent,
    hostile_5xx: attack.broken,
  };
  const targets: Readonly<Record<string, string>> = {
    times: '≤ 5',
    failed: '0',
    seconds_until_back: `≤ ${BACK_SECONDS}`,
    threads_after: '≤ 0',
    files_after: '≤ 0',
    descriptors_after: '≤ 0',
    hostile_5xx: '0',
  };
  const unit = (name: string): string =>
    name.startsWith('recall_') ? 'ms' : name.startsWith('rss_') ? 'MiB' : '';
  return {
    results,
    table: Object.entries(results).map(([name, value]) => [
      name,
      Number.isInteger(value) ? String(value) : value.toFixed(1),
      unit(name),
      targets[name] ?? '',
    ]),
  };
}

/** Two banks alike, and a key for each; nobody but its own can know of the other. */
async function fill(file: string, texts: readonly RememberInput[]): Promise<Keys> {
  const memory = await openMemory({ file });
  for (const bank of [LOUD, QUIET])
    for (let at = 0; at < texts.length; at += 128)
      await memory.bank(bank).rememberAll(texts.slice(at, at + 128));
  const { memories } = await memory.bank(LOUD).list({ limit: 500 });
  const key = async (bank: string): Promise<string> =>
    (
      await memory.file.keys.create({
        name: bank,
        banks: [bank] as never,
        scopes: ['read', 'write', 'admin'],
      })
    ).key;
  const keys = { hostile: await key(LOUD), other: await key(QUIET) };
  await memory.close();
  return { ...keys, ids: memories.map(({ id }) => id) };
}

/** What the server holds of the machine. Linux tells it; elsewhere it counts as nothing. */
function holdingOf({ child: { pid } }: Server, file: string, temporary: string): Holding {
  const files = readdirSync(temporary, { recursive: true }).length;
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    const figure = (name: string): number =>
      Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
    const descriptors = openBy(pid);
    const fileHandles = descriptors.filter((path) => path === file).length;
    return {
      megabytes: (figure('VmRSS') * 1024) / MEGABYTE,
      threads: figure('Threads'),
      descriptors: descriptors.length - fileHandles,
      fileHandles,
      files,
    };
  } catch {
    return { megabytes: 0, threads: 0, descriptors: 0, fileHandles: 0, files };
  }
}

/** What the process has open, each as its path or kind. */
function openBy(pid: number | undefined): string[] {
  const folder = `/proc/${String(pid)}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(join(folder, name))];
    } catch {
      return [];
    }
  });
}

/** Of the memory, a tenth may be what the heap keeps in hand; there are no more threads, files and descriptors than before. */
async function secondsUntilBack(before: Holding, holding: () => Holding): Promise<number> {
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  while (seconds() < 2 * BACK_SECONDS) {
    const now = holding();
    const isBack =
      now.megabytes <= before.megabytes * 1.1 &&
      now.threads <= before.threads &&
      now.descriptors <= before.descriptors &&
      now.files <= before.files;
    if (isBack) return seconds();
    await wait(LOOK_MS);
  }
  return seconds();
}

interface Asked {
  readonly took: readonly number[];
  readonly failed: number;
}

/** Clients of the other bank: each asks one question after the other, none of them twice, so that none is answered from a cache. */
class Questions {
  #asked = 0;

  constructor(
    private readonly url: URL,
    private readonly key: string,
    private readonly connections: number,
    private readonly questions: readonly string[],
  ) {}

  async ask(seconds: number): Promise<Asked> {
    const agent = new Agent({ keepAlive: true, maxSockets: this.connections });
    const end = performance.now() + seconds * 1000;
    const took: number[] = [];
    let failed = 0;
    const client = async (): Promise<void> => {
      while (performance.now() < end) {
        const number = this.#asked++;
        const query = `${this.questions[number % this.questions.length] ?? ''} ${number}`;
        const began = performance.now();
        const status = await send(this.url, this.key, agent, {
          method: 'POST',
          path: `/v1/banks/${QUIET}/recall`,
          body: JSON.stringify({ query }),
        }).status;
        took.push(performance.now() - began);
        if (status !== 200) failed += 1;
      }
    };
    await Promise.all(Array.from({ length: this.connections }, client));
    agent.destroy();
    return { took, failed };
  }
}

class Attack {
  sent = 0;
  broken = 0;
  readonly #statuses = new Map<number, number>();
  readonly #random = seeded(11);
  readonly #requests: readonly LargestRequest[];
  readonly #agent = new Agent({ keepAlive: false });

  constructor(
    private readonly url: URL,
    private readonly key: string,
    bank: { readonly ids: readonly string[]; readonly words: readonly string[] },
  ) {
    this.#requests = endpoints()
      .filter(({ operation }) => !LEFT_OUT.has(operation.name))
      .map((endpoint) =>
        largestRequest(endpoint, LOUD, { characters: LARGEST_CHARACTERS, ...bank }),
      );
  }

  statusLine(): string {
    return [...this.#statuses].map(([status, times]) => `${times} × ${status}`).join(', ');
  }

  async run(seconds: number): Promise<void> {
    const end = performance.now() + seconds * 1000;
    const streams = Array.from({ length: ATTACK.streams }, () =>
      this.#send({ method: 'GET', path: `/v1/banks/${LOUD}/changes?after=0` }, 'text/event-stream'),
    );
    const uploads = Array.from({ length: ATTACK.uploads }, (_, at) =>
      this.#send({
        method: 'POST',
        path: `/v1/banks/${LOUD}/import?path=${at}.md`,
        body: `${at} herons nest by the weir of Porto. `.repeat(ATTACK.uploadBytes / 40),
      }),
    );
    const all = Array.from({ length: ATTACK.requests }, async () => {
      while (performance.now() < end) {
        const next = this.#requests[Math.floor(this.#random() * this.#requests.length)];
        if (next === undefined) return;
        const { sent, status } = this.#send(next);
        const stop = setTimeout(() => sent.destroy(), this.#random() * LONGEST_MS);
        await status;
        clearTimeout(stop);
      }
    });
    await Promise.all(all);
    for (const { sent } of [...streams, ...uploads]) sent.destroy();
    this.#agent.destroy();
  }

  #send(what: LargestRequest, accept?: string): ReturnType<typeof send> {
    this.sent += 1;
    const answer = send(this.url, this.key, this.#agent, what, accept);
    void answer.status.then((status) => {
      this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
      if (status === 500) this.broken += 1;
    });
    return answer;
  }
}

/** A request, and the status of its answer; 0 where its client went before, or the connection broke. */
function send(
  url: URL,
  key: string,
  agent: Agent,
  { method, path, body }: LargestRequest,
  accept = 'application/json',
): { readonly sent: ClientRequest; readonly status: Promise<number> } {
  const sent = request(new URL(path, url), {
    method,
    agent,
    headers: { authorization: `Bearer ${key}`, accept, 'content-type': 'application/json' },
  });
  const status = new Promise<number>((resolve) => {
    sent.on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
      response.on('close', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0)).on('close', () => resolve(0));
  });
  sent.end(body);
  return { sent, status };
}
