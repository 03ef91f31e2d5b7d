import { z } from 'zod';
import {
  bearer,
  type Endpoint,
  endpointUrl,
  type ModelRuntime,
  postJson,
  wrongAnswer,
} from './post-json.js';
import type { Reranker } from '../../ports/models.js';

export interface HttpRerankerSettings {
  /** The server, or the complete address of its endpoint. */
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
  readonly timeoutMs: number;
}

const Answer = z.object({
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
      const answer = Answer.safeParse(
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
