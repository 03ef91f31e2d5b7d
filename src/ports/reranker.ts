/**
 * A learned model that reads a question and a text together and says how well one answers the other. A guest, as the
 * embedder is. Errors: `unavailable`, `invalid_input` when it refuses these very texts, `interrupted`.
 */
export interface Reranker {
  readonly id: string;
  /** A finite score for each text, in the order of the texts; higher is better, comparable within one answer only. */
  rerank(query: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
}
