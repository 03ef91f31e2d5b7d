import type {
  BankGauges,
  FlowTaken,
  Metrics,
  OperationDone,
  OperationRun,
} from '../../ports/observer.js';
import { MetricsRegistry, type Gauge } from './metrics-registry.js';

/** The figures of a memory, under these names for good: alerts are written on them. */
export function createMemoryMetrics(): Metrics {
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
  return {
    begin: (operation): OperationRun => ({
      within: (work) => work(),
      end({ tookMs, error }: OperationDone) {
        operations({ operation });
        seconds({ operation }, tookMs);
        if (error !== null) errors({ operation, code: error });
      },
    }),
    flow({ flow, steps: took, cacheHit, outcomes }: FlowTaken) {
      for (const step in took) steps({ flow, step }, took[step] ?? 0);
      if (cacheHit !== null) cache({ result: cacheHit ? 'hit' : 'miss' });
      for (const outcome of outcomes) inputs({ outcome });
    },
    text: (gauges) => registry.text(gaugesOf(gauges)),
  };
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
    one('process_uptime_seconds', 'How long this process has run.', Math.round(process.uptime())),
  ];
}
