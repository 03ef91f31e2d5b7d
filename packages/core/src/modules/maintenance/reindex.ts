import { z } from 'zod';
import { type Embedding, EMPTY_CHANGE, PASSAGE_VECTORS } from '../../domain/change.js';
import { MnemeError, retryOnConflict } from '../../domain/errors.js';
import { BankName, type MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { textsWithOwnVectors } from '../../remember/plan-context.js';
import { readForIndex } from '../../remember/read-draft.js';
import type { LearnedEncoder } from '../../spaces/dense-vectors.js';
import type { TextEncoder } from '../../spaces/e01-semantic.js';
import type { EngineParts } from '../../bank/core.js';
import {
  chosenEncoder,
  embedByModel,
  embedByWords,
  type EncoderChoice,
} from '../../bank/memory-vectors.js';
import type { WriteQueue } from '../../bank/writes.js';
import { everyPage, type Of, type SchemaOf } from '../../domain/schema.js';

export interface ReindexOptions {
  /** The built-in encoder or the configured one. Default: the configured one, if any. */
  readonly embedder?: EncoderChoice;
  /** Stops between two batches; finished vectors are kept and not made again. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

const reindexReportShape = z.strictObject({
  bank: BankName,
  from: z.string(),
  to: z.string(),
  /** Vectors made by this run. */
  made: z.number(),
  /** Vectors already present from a stopped run. */
  found: z.number(),
  /** Memories that the embedder refuses; they are still found by words, links and time. */
  refused: z.number(),
  /** Vectors of other encoders that were dropped. */
  dropped: z.number(),
  sequence: z.number(),
});
export interface ReindexReport extends Of<typeof reindexReportShape> {}
export const ReindexReport: SchemaOf<ReindexReport, typeof reindexReportShape> = reindexReportShape;

/** Memories per transaction: the most that a stop loses. */
const BATCH = 64;

interface Run {
  readonly bank: BankName;
  readonly parts: EngineParts;
  readonly target: TextEncoder | LearnedEncoder;
  /** The target already serves the bank: missing vectors are committed as changes, so that open banks follow. */
  readonly serving: boolean;
  readonly options: ReindexOptions;
  readonly total: number;
  /** Memories that the embedder refused: not tried again. */
  readonly refused: Set<MemoryId>;
  made: number;
}

/**
 * Reindexes a bank with another encoder while the old vectors serve: makes the new ones in addition, batch by batch,
 * switches in one atomic change when none is missing, then drops the old ones. A stopped or killed run is resumed.
 * Throws `unavailable` when the embedder does not answer, `interrupted`, `read_only`, `invalid_input` when none is
 * configured.
 */
export async function reindex(
  bank: BankName,
  writes: WriteQueue,
  parts: EngineParts,
  options: ReindexOptions,
): Promise<ReindexReport> {
  const { store } = parts;
  const target = chosenEncoder(options.embedder, parts);
  const from = (await store.bank(bank))?.encoder ?? target.id;
  const counts = await store.counts(bank);
  const total = counts.memories + counts.retracted;
  const run: Run = {
    bank,
    parts,
    target,
    serving: from === target.id,
    options,
    total,
    refused: new Set(),
    made: 0,
  };
  const found = total - (await countMissing(run));
  await fill(run, found);
  await fillPassages(run);
  const sequence = run.serving
    ? ((await store.bank(bank))?.sequence ?? 0)
    : await writes.run(() => changeOver(run, found));
  const dropped = await store.dropVectors(bank, 'semantic', target.id);
  await store.dropVectors(bank, PASSAGE_VECTORS, target.id);
  return {
    bank,
    from,
    to: target.id,
    made: run.made,
    found,
    refused: run.refused.size,
    dropped,
    sequence,
  };
}

async function countMissing({ bank, parts, target }: Run): Promise<number> {
  let missing = 0;
  for await (const items of everyPage((after) =>
    parts.store.withoutVector(bank, 'semantic', target.id, 1_000, after),
  )) {
    missing += items.length;
  }
  return missing;
}

/** Makes the missing vectors. */
async function fill(run: Run, found: number): Promise<void> {
  const { bank, parts, target, options, refused } = run;
  for await (const items of everyPage((after) =>
    parts.store.withoutVector(bank, 'semantic', target.id, BATCH, after),
  )) {
    const memories = items.filter(({ id }) => !refused.has(id));
    if (memories.length > 0) {
      await put(run, await encode(run, memories));
      options.onProgress?.(Math.min(run.total, found + run.made + refused.size), run.total);
    }
    if (options.signal?.aborted === true) throw stopped();
  }
}

/** Makes vectors for passages of long texts whose vectors predate passages. */
async function fillPassages(run: Run): Promise<void> {
  const { bank, parts, target, options, refused } = run;
  for await (const items of everyPage((after) =>
    parts.store.withoutVector(bank, PASSAGE_VECTORS, target.id, 1_000, after),
  )) {
    const long = items.filter(
      (memory) => !refused.has(memory.id) && textsWithOwnVectors(memory).length > 0,
    );
    for (let at = 0; at < long.length; at += BATCH) {
      const made = await encode(run, long.slice(at, at + BATCH));
      await put(
        run,
        made.filter(({ space }) => space === PASSAGE_VECTORS),
      );
      if (options.signal?.aborted === true) throw stopped();
    }
  }
}

function stopped(): MnemeError {
  return new MnemeError(
    'interrupted',
    'Stopped; the vectors made so far are kept, and the old ones go on serving.',
    { hint: 'Run `mneme reindex` again: it goes on where it was.' },
  );
}

async function encode(
  { target, parts, options, refused }: Run,
  memories: readonly Memory[],
): Promise<readonly Embedding[]> {
  if ('document' in target)
    return memories.flatMap((memory) =>
      embedByWords(memory, readForIndex(memory, parts.stemmer), target),
    );
  const { embeddings, missing, fault, away } = await embedByModel(memories, target, options.signal);
  if (options.signal?.aborted === true) throw stopped();
  if (away) {
    throw new MnemeError('unavailable', fault ?? 'The embedder does not answer.', {
      field: 'embedder',
      hint: 'Run `mneme reindex` again when it answers: it goes on where it was.',
    });
  }
  for (const id of missing) refused.add(id);
  return embeddings;
}

async function put(run: Run, embeddings: readonly Embedding[]): Promise<void> {
  const { bank, parts, serving } = run;
  run.made += embeddings.filter(({ space }) => space === 'semantic').length;
  if (embeddings.length === 0) return;
  if (!serving) return parts.store.putDerived(bank, embeddings, []);
  await parts.store.commit({
    ...EMPTY_CHANGE,
    bank,
    at: parts.clock.now(),
    verb: 'embed',
    actor: parts.actor,
    reason: `${embeddings.length} vectors made later`,
    embeddings,
  });
}

/** Switches the bank to the new encoder, provided that nothing was written since the last missing vector was made. */
async function changeOver(run: Run, found: number): Promise<number> {
  const { bank, parts, target } = run;
  return retryOnConflict(async () => {
    const expectedSequence = (await parts.store.bank(bank))?.sequence ?? 0;
    await fill(run, found);
    const change = {
      ...EMPTY_CHANGE,
      bank,
      at: parts.clock.now(),
      verb: 'reindex' as const,
      actor: parts.actor,
      reason: `filled by ${target.id}`,
      encoder: target.id,
    };
    return await parts.store.commit(change, { expectedSequence });
  });
}
