import type { Bank } from '../domain/bank.js';
import type { Embedding, Reading } from '../domain/change.js';
import type { Problem } from '../ports/store.js';
import { readForIndex } from '../remember/read-draft.js';
import type { EngineParts } from './core.js';

export interface Diagnosis {
  readonly healthy: boolean;
  readonly problems: readonly Problem[];
  /** Which implementation serves each part. */
  readonly parts: Readonly<Record<string, string>>;
  readonly banks: readonly Bank[];
  /** Memories whose derived data were made anew. */
  readonly rebuilt: number;
}

export interface DiagnoseOptions {
  readonly rebuild?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

export async function diagnose(parts: EngineParts, options: DiagnoseOptions): Promise<Diagnosis> {
  const { store } = parts;
  const banks = await store.banks();
  const rebuilt = options.rebuild === true ? await rebuildAll(banks, parts, options.onProgress) : 0;
  const problems = await store.check();
  return { healthy: problems.length === 0, problems, parts: parts.describe, banks, rebuilt };
}

/** Words and vectors are made from the memories' text again; then the store's own indexes from those. */
async function rebuildAll(banks: readonly Bank[], parts: EngineParts, onProgress: DiagnoseOptions['onProgress']): Promise<number> {
  const totals = await Promise.all(banks.map(async ({ name }) => (await parts.store.counts(name)).memories));
  const total = totals.reduce((sum, count) => sum + count, 0);
  let done = 0;
  for (const { name } of banks) {
    for await (const rows of parts.store.indexRows(name, 'semantic', parts.encoder.id)) {
      const embeddings: Embedding[] = [];
      const readings: Reading[] = [];
      for (const { memory } of rows) {
        const reading = readForIndex(memory, parts.stemmer);
        readings.push({ memory: memory.id, terms: reading.terms.join(' '), traits: reading.traits });
        embeddings.push({ memory: memory.id, space: 'semantic', encoder: parts.encoder.id, vector: parts.encoder.document(memory.content, reading.terms) });
      }
      await parts.store.putDerived(name, embeddings, readings);
      done += rows.length;
      onProgress?.(done, Math.max(done, total));
    }
  }
  await parts.store.rebuild();
  return done;
}

