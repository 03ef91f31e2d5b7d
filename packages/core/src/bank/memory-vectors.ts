import type { WriteQueue } from './writes.js';
import { type Embedding, EMPTY_CHANGE, PASSAGE_VECTORS } from '../domain/change.js';
import { MnemeError } from '../domain/errors.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { BankState } from '../indexes/bank-state.js';
import type { VectorIndex } from '../ports/indexes.js';
import type { Store } from '../ports/store.js';
import type { Clock } from '../ports/system.js';
import { packVectors, textsWithOwnVectors } from '../remember/plan-context.js';
import type { readForIndex } from '../remember/read-draft.js';
import type { LearnedEncoder } from '../spaces/dense-vectors.js';
import type { TextEncoder } from '../spaces/e01-semantic.js';

type Text = Pick<Memory, 'id' | 'content' | 'note'>;
type Read = Pick<ReturnType<typeof readForIndex>, 'terms' | 'passages'>;

/** A learned model's vectors for memories. */
interface Embedded {
  readonly embeddings: readonly Embedding[];
  /** Memories without a vector. */
  readonly missing: readonly MemoryId[];
  /** Whether the model is unavailable, so that requests for the rest are pointless. */
  readonly away: boolean;
  readonly fault: string | null;
}

/** Vectors of memories, and of the passages of long ones, from one request to a learned model. Never throws. */
export async function embedByModel(
  memories: readonly Text[],
  model: LearnedEncoder,
  signal?: AbortSignal,
): Promise<Embedded> {
  const texts = memories.map((memory) => [memory.content, ...textsWithOwnVectors(memory)]);
  const { vectors, fault, away } = await model.documents(texts.flat(), signal);
  let at = 0;
  const made = memories.map(({ id }, order) => {
    const own = vectors.slice(at, (at += texts[order]?.length ?? 0));
    return { id, embeddings: asEmbeddings(id, model.id, own[0] ?? null, own.slice(1)) };
  });
  return {
    embeddings: made.flatMap(({ embeddings }) => embeddings),
    missing: made.flatMap(({ id, embeddings }) => (embeddings.length === 0 ? [id] : [])),
    away,
    fault,
  };
}

/** The same from the built-in encoder, using the analysed text. */
export function embedByWords(
  memory: Text,
  { terms, passages }: Read,
  encoder: TextEncoder,
): Embedding[] {
  return asEmbeddings(
    memory.id,
    encoder.id,
    encoder.document(memory.content, terms),
    textsWithOwnVectors(memory).map((text, at) =>
      encoder.document(text, passages[at]?.terms ?? []),
    ),
  );
}

function asEmbeddings(
  memory: MemoryId,
  encoder: string,
  vector: Int8Array | null,
  passages: readonly (Int8Array | null)[],
): Embedding[] {
  if (vector === null) return [];
  const packed = packVectors(passages);
  return [
    { memory, space: 'semantic', encoder, vector },
    ...(packed === null ? [] : [{ memory, space: PASSAGE_VECTORS, encoder, vector: packed }]),
  ];
}

interface LateVectorsOptions {
  readonly bank: BankName;
  readonly state: BankState;
  readonly writes: WriteQueue;
  readonly store: Store;
  readonly clock: Clock;
  readonly embedder: LearnedEncoder;
  readonly actor: string;
}

/** Memories per commit. */
const BATCH = 64;

/** Adds vectors, in the background, to memories that were stored without one because the embedder was unavailable. */
export class VectorBackfill {
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;
  #wanting = true;

  constructor(private readonly options: LateVectorsOptions) {}

  /** Reports a write: one with all its vectors shows that the model answers, so missing ones can be made. */
  noteWrite(withoutVector: number): void {
    if (withoutVector > 0) this.#wanting = true;
    else if (this.#wanting) this.start();
  }

  start(): void {
    if (this.#stop.signal.aborted) return;
    this.#running ??= this.#run()
      // Not awaited; a failure is retried after the next write.
      .catch(() => undefined)
      .finally(() => {
        this.#running = null;
      });
  }

  /** Resolves when no work is in progress. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  /** Stops the work; what is committed stays. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.idle();
  }

  async #run(): Promise<void> {
    const { state, embedder } = this.options;
    await state.follow();
    if (state.encoder !== embedder.id) return;
    this.#wanting = false;
    const missing = state.withoutVector();
    for (let at = 0; at < missing.length; at += BATCH) {
      if (!(await this.#embed(missing.slice(at, at + BATCH)))) {
        this.#wanting = true;
        return;
      }
    }
  }

  /** False if the model is unavailable. The model is called outside the write queue, which must not wait for it. */
  async #embed(ids: readonly MemoryId[]): Promise<boolean> {
    const { bank, store, clock, embedder, writes, actor } = this.options;
    const memories = await store.get(bank, ids);
    const { embeddings, away } = await embedByModel(memories, embedder, this.#stop.signal);
    if (embeddings.length > 0) {
      const change = {
        ...EMPTY_CHANGE,
        bank,
        at: clock.now(),
        verb: 'embed' as const,
        actor,
        reason: `${embeddings.length} vectors made later`,
        embeddings,
      };
      await writes.run(() => store.commit(change));
    }
    return !away && !this.#stop.signal.aborted;
  }
}

/** The available encoders for the semantic space. */
export interface Encoders {
  /** The built-in one, always present. */
  readonly encoder: TextEncoder;
  /** The configured one. */
  readonly embedder?: LearnedEncoder;
}

/** The encoder to reindex to. */
export const ENCODER_CHOICES = ['built-in', 'configured'] as const;
export type EncoderChoice = (typeof ENCODER_CHOICES)[number];

/** The encoder for a new bank. */
export function preferred({ encoder, embedder }: Encoders): TextEncoder | LearnedEncoder {
  return embedder ?? encoder;
}

/** The encoder with that id; undefined if it is not available here. */
export function encoderOf(
  id: string,
  { encoder, embedder }: Encoders,
): TextEncoder | LearnedEncoder | undefined {
  return [encoder, embedder].find((each) => each?.id === id);
}

/** The error for a bank whose encoder is not available here, so that no vectors are comparable. */
export function foreignEncoder(bank: string, id: string, encoders: Encoders): MnemeError {
  const own = preferred(encoders).id;
  return new MnemeError(
    'invalid_input',
    `Bank ${bank} was filled by the encoder ${id}, not by ${own}.`,
    {
      field: 'embedder',
      value: own,
      hint: `Configure the embedder that filled it, or run \`mneme reindex\` to fill it by ${own}.`,
    },
  );
}

/** An empty index for vectors of that encoder. Throws {@link foreignEncoder}. */
export function vectorsFor(
  bank: string,
  id: string,
  parts: Encoders & { readonly createVectors: (dimensions: number) => VectorIndex },
): VectorIndex {
  const found = encoderOf(id, parts);
  if (found === undefined) throw foreignEncoder(bank, id, parts);
  return parts.createVectors(found.dimensions);
}

/** The encoder to reindex to. Throws `invalid_input` when none is configured. */
export function chosenEncoder(
  choice: EncoderChoice | undefined,
  encoders: Encoders,
): TextEncoder | LearnedEncoder {
  if (choice === undefined) return preferred(encoders);
  if (choice === 'built-in') return encoders.encoder;
  if (encoders.embedder !== undefined) return encoders.embedder;
  throw new MnemeError('invalid_input', 'No embedder is configured.', {
    field: 'embedder',
    value: choice,
    hint: 'Set embedder.url and embedder.model, or MNEME_EMBEDDER_URL and MNEME_EMBEDDER_MODEL.',
  });
}
