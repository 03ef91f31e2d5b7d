import type { Bank } from '../domain/bank.js';
import { MnemeError } from '../domain/errors.js';
import type { Store, StoreCounts } from '../ports/store.js';
import type { CacheStatistics } from '../recall/recall-cache.js';
import type { OpenBank } from './core.js';

export interface Statistics extends StoreCounts {
  readonly bank: Bank;
  /** Mean bytes of the file a standing memory, all banks' share included. */
  readonly bytesPerMemory: number;
  readonly cache: CacheStatistics;
}

export async function readStatistics(bank: OpenBank, { store }: { readonly store: Store }): Promise<Statistics> {
  const found = await store.bank(bank.name);
  if (found === null) throw new MnemeError('not_found', `There is no bank named ${bank.name}.`, { field: 'bank', value: bank.name });
  const counts = await store.counts(bank.name);
  return {
    ...counts,
    bank: found,
    bytesPerMemory: counts.memories === 0 ? 0 : Math.round(counts.bytes / counts.memories),
    cache: bank.recall.cache.statistics(),
  };
}
