import type { MemoryId } from '../../../domain/ids.js';
import type { Filter } from '../../../ports/store.js';
import { codeCosine } from '../code-cosine.js';
import type { Hit, StoreSearch } from '../../../ports/store-search.js';
import { vectorKey, type BankData } from './bank-data.js';
import { matcher, meantState } from './filter.js';
import type { Opened } from './opened.js';

/** Full text by BM25, vectors by an exact scan. */
export function createSearch(opened: Opened): StoreSearch {
  return {
    lexical: (name, query, filter, k) =>
      opened.readBank(name, (bank) => best(bank, filter, bank.texts.scores(query), k)),
    nearest: (name, space, encoder, vector, filter, k) =>
      opened.readBank(name, (bank) => {
        const key = vectorKey(space, encoder);
        const scores = new Map<MemoryId, number>();
        for (const memory of bank.vectors.keys()) {
          const code = bank.vectors.get(memory)?.get(key);
          if (code !== undefined) scores.set(memory, codeCosine(vector, code));
        }
        return best(bank, filter, scores, k);
      }),
    between: (name, from, to, filter, k) =>
      opened.readBank(name, (bank) => {
        const within = { ...filter, occurred: { from, to } };
        const meant = matcher(within);
        return bank.memory
          .all()
          .filter(({ record }) => meant(record))
          .sort(
            (one, other) =>
              other.record.occurredFrom - one.record.occurredFrom || other.num - one.num,
          )
          .flatMap((row) => meantState(bank, row, within) ?? [])
          .slice(0, k);
      }),
  };
}

/** The best `k` of those that match the filter; ties go to the one recorded first. */
function best(
  bank: BankData,
  filter: Filter,
  scores: ReadonlyMap<MemoryId, number>,
  k: number,
): Hit[] {
  const meant = matcher(filter);
  return [...scores]
    .flatMap(([id, score]) => {
      const row = bank.memory.get(id);
      return row !== undefined && meant(row.record) ? [{ row, score }] : [];
    })
    .sort((one, other) => other.score - one.score || one.row.num - other.row.num)
    .filter(({ row }) => filter.asOf === undefined || meantState(bank, row, filter) !== null)
    .slice(0, k)
    .map(({ row, score }) => ({ id: row.record.id, score }));
}
