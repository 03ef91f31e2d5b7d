import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type MatchCondition,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
  validateNamespace,
} from '@langchain/langgraph-checkpoint';
import { withinNamespace, type Document } from '@mneme/core/domain/document.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { meetsFilter, textsAt } from './store-values.js';

export interface MnemeStoreInput {
  readonly memory: Pick<Mneme, 'documents' | 'recall'>;
  /**
   * Fields of a value that a search covers, where `put` gives none: `title`, `chapters[*].content`, `$` for all of
   * it. Default: `['$']`.
   */
  readonly fields?: readonly string[];
}

type Put = {
  readonly namespace: string[];
  readonly key: string;
  readonly value: Record<string, unknown>;
  readonly text?: string;
};

/** Maximum items ranked for one query; the others follow in listing order. */
const MAX_FOUND = 200;
const PAGE = 1_000;

/**
 * A `BaseStore` of LangGraph in a bank. An item is a document, stored unchanged; a search with a query is a recall
 * over the items' texts, so that no embeddings are needed. The puts of a batch are one change, and can be undone.
 */
export class MnemeStore extends BaseStore {
  readonly #memory: MnemeStoreInput['memory'];
  readonly #fields: readonly string[];

  constructor({ memory, fields = ['$'] }: MnemeStoreInput) {
    super();
    this.#memory = memory;
    this.#fields = fields;
  }

  /** Reads see the state before the batch; its puts are atomic. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results: unknown[] = [];
    const puts = new Map<string, PutOperation>();
    for (const operation of operations) {
      if ('namespacePrefix' in operation) results.push(await this.#search(operation));
      else if ('value' in operation) {
        validateNamespace(operation.namespace, { allowReservedRoot: true });
        puts.set(JSON.stringify([operation.namespace, operation.key]), operation);
        results.push(undefined);
      } else if ('key' in operation) results.push(await this.#get(operation));
      else results.push(await this.#namespaces(operation));
    }
    await this.#write([...puts.values()]);
    return results as OperationResults<Op>;
  }

  async #write(operations: readonly PutOperation[]): Promise<void> {
    const put: Put[] = [];
    const remove: { readonly namespace: string[]; readonly key: string }[] = [];
    for (const { namespace, key, value, index } of operations) {
      if (value !== null) put.push({ namespace, key, value, ...this.#text(value, index) });
      else if ((await this.#memory.documents.list({ namespace, key })).documents.length > 0)
        remove.push({ namespace, key });
    }
    if (put.length + remove.length > 0) await this.#memory.documents.change({ put, remove });
  }

  #text(value: Record<string, unknown>, index: PutOperation['index']): { readonly text?: string } {
    if (index === false) return {};
    const text = (index ?? this.#fields).flatMap((path) => textsAt(value, path)).join('\n');
    return text.trim() === '' ? {} : { text };
  }

  async #get({ namespace, key }: GetOperation): Promise<Item | null> {
    const [document = null] = (await this.#memory.documents.list({ namespace, key })).documents;
    return document === null ? null : itemOf(document);
  }

  async #search({
    namespacePrefix,
    filter,
    query,
    limit = 10,
    offset = 0,
  }: SearchOperation): Promise<SearchItem[]> {
    const items = (await this.#within(namespacePrefix)).filter(({ value }) =>
      meetsFilter(value, filter),
    );
    const ordered =
      query === undefined || query.trim() === '' || items.length === 0
        ? items.map((each) => itemOf(each))
        : await this.#ranked(query, namespacePrefix, items);
    return ordered.slice(offset, offset + limit);
  }

  /** Relevant items first, with their probability as score; then the others in listing order. */
  async #ranked(
    query: string,
    prefix: readonly string[],
    items: readonly Document[],
  ): Promise<SearchItem[]> {
    const { results } = await this.#memory.recall({
      query,
      limit: MAX_FOUND,
      metadata: withinNamespace(prefix),
      fields: ['id', 'probability', 'why'],
      expand: false,
    });
    const of = new Map(items.flatMap((each) => each.memories.map((id) => [id as string, each])));
    const scores = new Map<Document, number>();
    for (const { id, probability = null, why } of results) {
      const item = of.get(id ?? '');
      if (item !== undefined && !scores.has(item)) scores.set(item, probability ?? why?.score ?? 0);
    }
    return [
      ...[...scores].map(([each, score]) => ({ ...itemOf(each), score })),
      ...items.filter((each) => !scores.has(each)).map((each) => itemOf(each)),
    ];
  }

  async #namespaces({
    matchConditions = [],
    maxDepth,
    limit,
    offset,
  }: ListNamespacesOperation): Promise<string[][]> {
    const found = new Map<string, string[]>();
    for (const { namespace } of await this.#within([])) {
      if (!matchConditions.every((condition) => matches(condition, namespace))) continue;
      const cut = namespace.slice(0, maxDepth);
      found.set(JSON.stringify(cut), cut);
    }
    return [...found.values()].slice(offset, offset + limit);
  }

  async #within(namespace: string[]): Promise<Document[]> {
    const found: Document[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const { documents } = await this.#memory.documents.list({ namespace, limit: PAGE, offset });
      found.push(...documents);
      if (documents.length < PAGE) return found;
    }
  }
}

function itemOf({ namespace, key, value, createdAt, changedAt }: Document): Item {
  return {
    namespace: [...namespace],
    key,
    value,
    createdAt: new Date(createdAt),
    updatedAt: new Date(changedAt),
  };
}

function matches({ matchType, path }: MatchCondition, namespace: readonly string[]): boolean {
  const start = matchType === 'prefix' ? 0 : namespace.length - path.length;
  return start >= 0 && path.every((label, at) => label === '*' || namespace[start + at] === label);
}
