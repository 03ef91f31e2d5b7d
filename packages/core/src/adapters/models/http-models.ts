import { z } from 'zod';
import {
  embedderId,
  modelText,
  statedDimensions,
  type TextSettings,
  unitVectors,
} from './embeddings.js';
import {
  bearer,
  type Endpoint,
  endpointUrl,
  type ModelRuntime,
  postJson,
  wrongAnswer,
} from './post-json.js';
import { MnemeError } from '../../domain/errors.js';
import type { Embedder, EmbeddingSide, Reranker } from '../../ports/models.js';

export interface HttpEmbedderSettings extends TextSettings {
  /** The server: `http://localhost:11434`, `https://api.openai.com/v1`, or the complete address of its endpoint. */
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
  /** Numbers per vector. Learned from the first answer if not given. */
  readonly dimensions?: number | undefined;
  /** Asks the server to shorten its vectors to `dimensions`; only some models can. */
  readonly shorten: boolean;
  readonly timeoutMs: number;
  /** Maximum texts per request. */
  readonly batch: number;
}

/** The maximum of the vector index. */
const MAX_DIMENSIONS = 4_096;
/** Maximum characters per request: servers limit its tokens. */
const MAX_CHARACTERS = 200_000;

const Answer = z.object({
  data: z.array(z.object({ index: z.int().min(0).optional(), embedding: z.array(z.unknown()) })),
});

/**
 * Vectors from a server with OpenAI's `/v1/embeddings`: Ollama, LM Studio, vLLM, OpenAI and many more. If the
 * dimensions are not given, they come from `knownIds` (of the existing banks), else from one request to the server.
 * Throws as `Embedder.embed` does.
 */
export async function openHttpEmbedder(
  settings: HttpEmbedderSettings,
  knownIds: readonly string[],
  runtime: ModelRuntime,
): Promise<Embedder> {
  const endpoint: Endpoint = {
    part: 'embedder',
    url: endpointUrl(settings.url, 'embeddings'),
    headers: bearer(settings.key),
    key: settings.key,
    timeoutMs: settings.timeoutMs,
  };
  const dimensions =
    settings.dimensions ??
    knownIds
      .map((id) => statedDimensions(id, 'http', settings.model, settings))
      .find((stated) => stated !== null) ??
    (await measure(endpoint, settings, runtime));
  return {
    id: embedderId('http', settings.model, settings, dimensions),
    dimensions,
    embed: async (texts, side, signal) => {
      const vectors: Float32Array[] = [];
      for (const batch of batches(texts, side, settings)) {
        const units = unitVectors(
          await ask(endpoint, batch, settings, runtime, signal),
          batch.length,
          dimensions,
        );
        if (typeof units === 'string') throw wrongAnswer(endpoint, units);
        vectors.push(...units);
      }
      return vectors;
    },
  };
}

async function measure(
  endpoint: Endpoint,
  settings: HttpEmbedderSettings,
  runtime: ModelRuntime,
): Promise<number> {
  const [vector] = await ask(
    endpoint,
    [modelText('How long is a vector?', 'query', settings)],
    settings,
    runtime,
    undefined,
  ).catch((error: unknown) => {
    if (!MnemeError.is(error)) throw error;
    const hint =
      `${error.hint ?? ''} With embedder.dimensions set, a memory opens while the embedder is away.`.trim();
    throw new MnemeError(error.code, error.message, { field: 'embedder', hint });
  });
  const length = vector?.length ?? 0;
  if (length === 0 || length > MAX_DIMENSIONS) {
    throw wrongAnswer(
      endpoint,
      `a vector of ${length} numbers, where 1 to ${MAX_DIMENSIONS} can be kept${length > 0 ? '; some models can shorten them: set embedder.shorten and embedder.dimensions' : ''}`,
    );
  }
  return length;
}

/** The vectors in the order of the texts, unchecked. */
async function ask(
  endpoint: Endpoint,
  input: readonly string[],
  { model, dimensions, shorten }: HttpEmbedderSettings,
  runtime: ModelRuntime,
  signal: AbortSignal | undefined,
): Promise<readonly (readonly unknown[])[]> {
  const body = {
    model,
    input,
    encoding_format: 'float',
    ...(shorten && dimensions !== undefined ? { dimensions } : {}),
  };
  const answer = Answer.safeParse(await postJson(endpoint, body, runtime, signal));
  if (!answer.success)
    throw wrongAnswer(endpoint, 'the answer has no `data` with an `embedding` each');
  const { data } = answer.data;
  if (data.length !== input.length)
    throw wrongAnswer(endpoint, `${data.length} vectors for ${input.length} texts`);
  const vectors = new Array<readonly unknown[] | undefined>(input.length);
  for (const [at, { index = at, embedding }] of data.entries()) {
    if (index >= input.length || vectors[index] !== undefined)
      throw wrongAnswer(
        endpoint,
        `the index ${index} comes twice or is past the ${input.length} texts`,
      );
    vectors[index] = embedding;
  }
  return vectors as readonly (readonly unknown[])[];
}

function* batches(
  texts: readonly string[],
  side: EmbeddingSide,
  settings: HttpEmbedderSettings,
): Iterable<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    const ready = modelText(text, side, settings);
    if (
      batch.length > 0 &&
      (batch.length >= settings.batch || characters + ready.length > MAX_CHARACTERS)
    ) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(ready);
    characters += ready.length;
  }
  if (batch.length > 0) yield batch;
}

interface HttpRerankerSettings {
  /** The server, or the complete address of its endpoint. */
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
  readonly timeoutMs: number;
}

const RerankAnswer = z.object({
  results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })),
});

/** Scores from a server with `/v1/rerank` as in Jina, Cohere and vLLM. */
export function createHttpReranker(
  settings: HttpRerankerSettings,
  runtime: ModelRuntime,
): Reranker {
  const { model } = settings;
  const endpoint: Endpoint = {
    part: 'reranker',
    url: endpointUrl(settings.url, 'rerank'),
    headers: bearer(settings.key),
    key: settings.key,
    timeoutMs: settings.timeoutMs,
  };
  return {
    id: `http:${model}`,
    rerank: async (query, texts, signal) => {
      if (texts.length === 0) return [];
      const answer = RerankAnswer.safeParse(
        await postJson(
          endpoint,
          { model, query, documents: texts, top_n: texts.length, return_documents: false },
          runtime,
          signal,
        ),
      );
      if (!answer.success)
        throw wrongAnswer(
          endpoint,
          'the answer has no `results` with an `index` and a finite `relevance_score` each',
        );
      const { results } = answer.data;
      if (results.length !== texts.length)
        throw wrongAnswer(endpoint, `${results.length} scores for ${texts.length} texts`);
      const scores = new Array<number>(texts.length).fill(NaN);
      for (const { index, relevance_score: score } of results) {
        if (!Number.isNaN(scores[index]))
          throw wrongAnswer(
            endpoint,
            `the index ${index} comes twice or is past the ${texts.length} texts`,
          );
        scores[index] = score;
      }
      return scores;
    },
  };
}
