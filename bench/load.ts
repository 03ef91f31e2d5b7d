import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RememberInput } from '../packages/core/src/domain/input.js';
import { openMemory } from '../packages/mneme/src/index.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { measureHostile } from './load-hostile.js';
import { residentBytes, startServer } from './load-server.js';
import { percentile } from './retrieval-metrics.js';
import { seeded, syntheticTurns, type SyntheticTurn } from './synthetic-text.js';

/** Of ten requests, so many are questions. */
const RECALLS = 8;
const MEGABYTE = 1_048_576;

interface Load {
  readonly connections: number;
  readonly seconds: number;
  readonly warmUp: number;
  readonly memories: number;
  readonly questions: number;
}

/** A server in a process of its own, and clients that ask and tell without a pause. */
export const load: Benchmark = {
  name: 'load',
  summary:
    'The HTTP server under load: 80 % recall, 20 % remember, on this machine’s cores, client included.',
  options: [
    {
      flag: '--connections <n>',
      description:
        'Connections, each with one request at a time and no pause. Default: 32; 4 beside a hostile key.',
    },
    { flag: '--seconds <n>', description: 'How long it is measured.', preset: '60' },
    { flag: '--warm-up <n>', description: 'Seconds of the same load before.', preset: '10' },
    { flag: '--memories <n>', description: 'Memories there before.', preset: '3000' },
    {
      flag: '--hostile',
      description:
        'Instead: one key asks for the largest of everything on its bank, and another bank’s questions are measured without it and beside it.',
    },
    {
      flag: '--questions <n>',
      description:
        'Different questions; the k-th most frequent is asked 1/k as often as the first.',
      preset: '200',
    },
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const number = (name: string, preset: number, least = 1): number =>
      wholeNumber(options, name, preset, least);
    if (options['hostile'] === true)
      return measureHostile(
        {
          connections: number('connections', 4),
          seconds: number('seconds', 60),
          warmUp: number('warmUp', 10, 0),
          ...talkOf(number('memories', 3_000)),
        },
        log,
      );
    const folder = mkdtempSync(join(tmpdir(), 'mneme-load-'));
    try {
      return await measure(
        join(folder, 'bank.mneme'),
        {
          connections: number('connections', 32),
          seconds: number('seconds', 60),
          warmUp: number('warmUp', 10, 0),
          memories: number('memories', 3_000),
          questions: number('questions', 200),
        },
        log,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** What was said, and questions that it answers. */
function talkOf(
  memories: number,
  turns = syntheticTurns(1),
): { readonly texts: readonly SyntheticTurn['input'][]; readonly questions: readonly string[] } {
  const taken = Array.from({ length: memories }, () => turns.next().value);
  return {
    texts: taken.map(({ input }) => input),
    questions: taken.flatMap(({ question }) => question ?? []),
  };
}

async function measure(
  file: string,
  load: Load,
  log: (line: string) => void,
): Promise<BenchmarkResult> {
  const turns = syntheticTurns(1);
  const { texts, questions: asked } = talkOf(load.memories, turns);
  await fill(file, texts);
  const questions = Array.from(
    { length: Math.min(load.questions, asked.length) },
    (_, at) => asked[Math.floor((at * asked.length) / load.questions)] ?? '',
  );
  const server = await startServer(['--file', file]);
  log(
    `${load.memories} memories, ${questions.length} questions by Zipf’s law, ${load.connections} connections`,
  );
  const clients = new Clients(
    server.url,
    load.connections,
    questions,
    () => turns.next().value.input,
  );
  try {
    await clients.work(load.warmUp);
    clients.reset();
    const before = residentBytes(server.child);
    const start = performance.now();
    await clients.work(load.seconds);
    const seconds = (performance.now() - start) / 1000;
    return report(clients, seconds, (residentBytes(server.child) - before) / MEGABYTE);
  } finally {
    server.child.kill('SIGTERM');
    await server.exited;
  }
}

function report(clients: Clients, seconds: number, growth: number): BenchmarkResult {
  const { recalls, remembers, errors, refused } = clients;
  const all = [...recalls, ...remembers];
  const results = {
    rps: all.length / seconds,
    p99: percentile(all, 0.99),
    errors_5xx: errors,
    rss_growth_mb: growth,
    p50: percentile(all, 0.5),
    recall_p99: percentile(recalls, 0.99),
    remember_p99: percentile(remembers, 0.99),
    requests: all.length,
    refused,
  };
  const targets: Readonly<Record<string, string>> = {
    rps: '≥ 400',
    p99: '≤ 250',
    errors_5xx: '0',
    rss_growth_mb: '≤ 50',
    refused: '0',
  };
  const unit = (name: string): string =>
    /^(recall_|remember_)?p\d/.test(name)
      ? 'ms'
      : name === 'rps'
        ? 'requests/s'
        : name === 'rss_growth_mb'
          ? 'MiB from the end of the warm-up'
          : '';
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

async function fill(file: string, inputs: readonly RememberInput[]): Promise<void> {
  const memory = await openMemory({ file });
  for (let at = 0; at < inputs.length; at += 128)
    await memory.rememberAll(inputs.slice(at, at + 128));
  await memory.close();
}

class Clients {
  recalls: number[] = [];
  remembers: number[] = [];
  errors = 0;
  refused = 0;
  readonly #agent: Agent;
  readonly #random = seeded(7);
  readonly #sums: Float64Array;
  #sent = 0;

  constructor(
    private readonly url: URL,
    private readonly connections: number,
    private readonly questions: readonly string[],
    private readonly nextText: () => RememberInput,
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    let sum = 0;
    this.#sums = Float64Array.from(questions, (_, at) => (sum += 1 / (at + 1)));
  }

  reset(): void {
    [this.recalls, this.remembers, this.errors, this.refused] = [[], [], 0, 0];
  }

  async work(seconds: number): Promise<void> {
    const end = performance.now() + seconds * 1000;
    await Promise.all(Array.from({ length: this.connections }, () => this.#client(end)));
  }

  async #client(end: number): Promise<void> {
    while (performance.now() < end) {
      const recall = this.#sent++ % 10 < RECALLS;
      const start = performance.now();
      const status = recall
        ? await this.#post('recall', { query: this.#question() })
        : await this.#post('memories', this.nextText());
      (recall ? this.recalls : this.remembers).push(performance.now() - start);
      if (status >= 500) this.errors += 1;
      else if (status >= 400) this.refused += 1;
    }
  }

  #question(): string {
    const drawn = this.#random() * (this.#sums.at(-1) ?? 0);
    return this.questions[this.#sums.findIndex((sum) => sum > drawn)] ?? '';
  }

  /** The answer’s status; a connection that breaks counts as a failure of the server. */
  #post(path: string, body: unknown): Promise<number> {
    const text = JSON.stringify(body);
    return new Promise((resolve) => {
      const sent = request(
        new URL(`/v1/banks/default/${path}`, this.url),
        {
          method: 'POST',
          agent: this.#agent,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          },
        },
        (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 500));
          response.on('error', () => resolve(599));
        },
      );
      sent.on('error', () => resolve(599));
      sent.end(text);
    });
  }
}
