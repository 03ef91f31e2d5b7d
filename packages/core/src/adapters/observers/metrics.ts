import { totalmem } from 'node:os';
import type {
  BankGauges,
  FlowTaken,
  Metrics,
  OperationDone,
  OperationRun,
} from '../../ports/observer.js';

/** Label values by name. */
type Labels = Readonly<Record<string, string>>;

/** Seconds, from half a millisecond to ten seconds. */
const BUCKETS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
];

interface Distribution {
  /** Per bucket, not cumulative; the last counts values above all bounds. */
  readonly counts: number[];
  sum: number;
  count: number;
}

interface Family {
  readonly help: string;
  readonly type: 'counter' | 'histogram';
}

/** A registry of counters and histograms, rendered in Prometheus' text format (version 0.0.4). */
export class MetricsRegistry {
  readonly #families = new Map<string, Family>();
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #distributions = new Map<string, Map<string, Distribution>>();

  counter(name: string, help: string): (labels?: Labels, by?: number) => void {
    const counts = new Map<string, number>();
    this.#families.set(name, { help, type: 'counter' });
    this.#counts.set(name, counts);
    return (labels = {}, by = 1) => {
      const key = written(labels);
      counts.set(key, (counts.get(key) ?? 0) + by);
    };
  }

  /** Takes milliseconds and renders seconds, as Prometheus expects. */
  histogram(name: string, help: string): (labels: Labels, milliseconds: number) => void {
    const distributions = new Map<string, Distribution>();
    this.#families.set(name, { help, type: 'histogram' });
    this.#distributions.set(name, distributions);
    return (labels, milliseconds) => {
      const key = written(labels);
      let found = distributions.get(key);
      if (found === undefined)
        distributions.set(
          key,
          (found = {
            counts: Array.from({ length: BUCKETS.length + 1 }, () => 0),
            sum: 0,
            count: 0,
          }),
        );
      const seconds = Math.max(0, milliseconds) / 1_000;
      let slot = 0;
      while (slot < BUCKETS.length && seconds > (BUCKETS[slot] ?? 0)) slot++;
      found.counts[slot] = (found.counts[slot] ?? 0) + 1;
      found.sum += seconds;
      found.count += 1;
    };
  }

  /** All families in order of registration, followed by gauges, which are read now. */
  text(gauges: readonly Gauge[]): string {
    const lines: string[] = [];
    for (const [name, { help, type }] of this.#families) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
      for (const [labels, count] of this.#counts.get(name) ?? [])
        lines.push(`${name}${braced(labels)} ${count}`);
      for (const [labels, distribution] of this.#distributions.get(name) ?? [])
        lines.push(...distributionLines(name, labels, distribution));
    }
    for (const { name, help, values } of gauges) {
      lines.push(
        `# HELP ${name} ${help}`,
        `# TYPE ${name} gauge`,
        ...values.map(([labels, value]) => `${name}${braced(written(labels))} ${value}`),
      );
    }
    return `${lines.join('\n')}\n`;
  }
}

interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly values: readonly (readonly [Labels, number])[];
}

function distributionLines(
  name: string,
  labels: string,
  { counts, sum, count }: Distribution,
): string[] {
  const others = labels === '' ? '' : `${labels},`;
  let below = 0;
  const buckets = BUCKETS.map(
    (bound, at) => `${name}_bucket{${others}le="${bound}"} ${(below += counts[at] ?? 0)}`,
  );
  return [
    ...buckets,
    `${name}_bucket{${others}le="+Inf"} ${count}`,
    `${name}_sum${braced(labels)} ${sum}`,
    `${name}_count${braced(labels)} ${count}`,
  ];
}

function written(labels: Labels): string {
  let text = '';
  for (const name in labels) {
    const value = labels[name] ?? '';
    text += `${text === '' ? '' : ','}${name}="${SPECIAL.test(value) ? escaped(value) : value}"`;
  }
  return text;
}

const SPECIAL = /["\\\n]/;
const escaped = (value: string): string =>
  value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);

const braced = (labels: string): string => (labels === '' ? '' : `{${labels}}`);

/** The metrics of a memory. Their names are stable, since alerts depend on them. */
export function createMemoryMetrics(ticks: () => number): Metrics {
  const registry = new MetricsRegistry();
  const operations = registry.counter('mneme_operations_total', 'Verbs called, by verb.');
  const errors = registry.counter(
    'mneme_operation_errors_total',
    'Verbs that refused or failed, by verb and error code.',
  );
  const seconds = registry.histogram('mneme_operation_seconds', 'Time of a verb, by verb.');
  const steps = registry.histogram(
    'mneme_step_seconds',
    'Time of a step of recalling or remembering, by flow and step.',
  );
  const cache = registry.counter(
    'mneme_recall_cache_total',
    'Recalls by whether the cache had the answer: hit or miss.',
  );
  const inputs = registry.counter('mneme_inputs_total', 'Texts handed in, by what became of them.');
  const worth = registry.counter(
    'mneme_store_worth_total',
    'What was remembered is worth, 0 to 1 each, added up.',
  );
  const weighed = registry.counter('mneme_stores_weighed_total', 'Texts whose worth is in it.');
  const underWay = new UnderWay(ticks);
  return {
    begin: (operation): OperationRun => ({
      within: (work) => work(),
      end: underWay.ending(operation, ({ tookMs, error }: OperationDone) => {
        operations({ operation });
        seconds({ operation }, tookMs);
        if (error !== null) errors({ operation, code: error });
      }),
    }),
    flow({ flow, steps: took, cacheHit, outcomes, rewards }: FlowTaken) {
      for (const step in took) steps({ flow, step }, took[step] ?? 0);
      if (cacheHit !== null) cache({ result: cacheHit ? 'hit' : 'miss' });
      for (const outcome of outcomes) inputs({ outcome });
      for (const reward of rewards) {
        worth({}, (reward + 1) / 2);
        weighed();
      }
    },
    text: (gauges) => registry.text([...gaugesOf(gauges), underWay.gauge()]),
  };
}

/** Running verbs, so that long ones show up in metrics before they end. */
class UnderWay {
  readonly #begun = new Map<string, Set<{ readonly at: number }>>();

  constructor(private readonly ticks: () => number) {}

  /** Counts a run in, and out when it ends. */
  ending<Done>(operation: string, end: (done: Done) => void): (done: Done) => void {
    const runs = this.#begun.get(operation) ?? new Set();
    this.#begun.set(operation, runs);
    const run = { at: this.ticks() };
    runs.add(run);
    return (done) => {
      runs.delete(run);
      end(done);
    };
  }

  gauge(): Gauge {
    const now = this.ticks();
    return {
      name: 'mneme_operation_running_seconds',
      help: 'How long the longest verb under way has run, by verb.',
      // The first in a set is the oldest.
      values: [...this.#begun].map(([operation, [first]]) => [
        { operation },
        first === undefined ? 0 : Math.max(0, now - first.at) / 1_000,
      ]),
    };
  }
}

/** The memory limit of this process: its container's or the machine's. */
function memoryLimit(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

function gaugesOf(bank: BankGauges): Gauge[] {
  const one = (name: string, help: string, value: number): Gauge => ({
    name,
    help,
    values: [[{}, value]],
  });
  return [
    one('mneme_memories', 'Memories that stand.', bank.memories),
    one('mneme_memories_forgotten', 'Memories that were taken back.', bank.forgotten),
    one('mneme_entities', 'Entities.', bank.entities),
    one('mneme_contexts', 'Contexts.', bank.contexts),
    one('mneme_sessions', 'Sessions.', bank.sessions),
    {
      name: 'mneme_edges',
      help: 'Links, by family.',
      values: Object.entries(bank.edges).map(([family, count]) => [{ family }, count]),
    },
    one('mneme_changes', 'Entries of the journal.', bank.changes),
    one('mneme_file_bytes', 'Size of the file, all banks.', bank.fileBytes),
    one('mneme_index_memories', 'Memories that the index in this process holds.', bank.indexed),
    one('mneme_recall_cache_entries', 'Answers in the cache.', bank.cacheEntries),
    one('process_resident_memory_bytes', 'Memory of this process.', process.memoryUsage.rss()),
    one('process_memory_limit_bytes', 'Memory that this process may take.', memoryLimit()),
    one('process_uptime_seconds', 'How long this process has run.', Math.round(process.uptime())),
  ];
}
