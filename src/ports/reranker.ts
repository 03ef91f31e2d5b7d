/**
 * A learned model that reads a question and a text together and scores how well the text answers. Optional,
 * like the embedder. Errors: `unavailable`, `invalid_input` when it refuses these particular texts,
 * `interrupted`.
 */
export interface Reranker {
  readonly id: string;
  /** A finite score for each text, in the order of the texts; higher is better, comparable only within one answer. */
  rerank(query: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
}
