import { totalmem } from 'node:os';
import type {
  BankGauges,
  FlowTaken,
  Metrics,
  OperationDone,
  OperationRun,
} from '../../ports/observer.js';
import { MetricsRegistry, type Gauge } from './metrics-registry.js';

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

function gaugesOf({
  memories,
  forgotten,
  entities,
  contexts,
  sessions,
  edges,
  changes,
  fileBytes,
  indexed,
  cacheEntries,
}: BankGauges): Gauge[] {
  const one = (name: string, help: string, value: number): Gauge => ({
    name,
    help,
    values: [[{}, value]],
  });
  return [
    one('mneme_memories', 'Memories that stand.', memories),
    one('mneme_memories_forgotten', 'Memories that were taken back.', forgotten),
    one('mneme_entities', 'Entities.', entities),
    one('mneme_contexts', 'Contexts.', contexts),
    one('mneme_sessions', 'Sessions.', sessions),
    {
      name: 'mneme_edges',
      help: 'Links, by family.',
      values: Object.entries(edges).map(([family, count]) => [{ family }, count]),
    },
    one('mneme_changes', 'Entries of the journal.', changes),
    one('mneme_file_bytes', 'Size of the file, all banks.', fileBytes),
    one('mneme_index_memories', 'Memories that the index in this process holds.', indexed),
    one('mneme_recall_cache_entries', 'Answers in the cache.', cacheEntries),
    one('process_resident_memory_bytes', 'Memory of this process.', process.memoryUsage.rss()),
    one('process_memory_limit_bytes', 'Memory that this process may take.', memoryLimit()),
    one('process_uptime_seconds', 'How long this process has run.', Math.round(process.uptime())),
  ];
}
