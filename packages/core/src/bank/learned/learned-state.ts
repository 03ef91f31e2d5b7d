import type { BankName, LearnedId } from '../../domain/ids.js';
import type { Learned, LearnedRecord } from '../../domain/learned-record.js';
import { LearnedIndex } from '../../indexes/record-indexes.js';
import type { Stemmer } from '../../language/stem.js';
import { wordsOfAction } from '../../language/strategy-wording.js';
import { contentTerms } from '../../language/terms.js';
import type { Store } from '../../ports/store.js';
import { cosine } from '../../spaces/dense-vectors.js';
import type { TextEncoder } from '../../spaces/e01-semantic.js';

export interface StrategyMatch {
  readonly record: LearnedRecord<'strategy'>;
  /** 0..1: half the rarity-weighted share of the task's words it has, and half the semantic similarity. */
  readonly relevance: number;
}

/** Maximum number of lexical candidates that are compared semantically. */
const COMPARED = 200;

/** Full-text index of strategies. A cache that follows the learned records. */
export class StrategyIndex {
  readonly #records = new Map<LearnedId, LearnedRecord<'strategy'>>();
  readonly #vectors = new Map<LearnedId, Int8Array>();
  readonly #terms = new Map<LearnedId, readonly string[]>();
  readonly #lists = new Map<string, Set<LearnedId>>();

  constructor(
    private readonly encoder: TextEncoder,
    private readonly stemmer: Stemmer,
  ) {}

  put(record: Learned): void {
    if (record.kind !== 'strategy') return;
    const before = this.#records.get(record.id);
    const text = textOf(record);
    if (before !== undefined && record.retractedAt === null && textOf(before) === text) {
      this.#records.set(record.id, record);
      return;
    }
    this.#drop(record.id);
    if (record.retractedAt !== null) return;
    const terms = contentTerms(text, 'en', this.stemmer);
    this.#records.set(record.id, record);
    this.#terms.set(record.id, [...new Set(terms)]);
    for (const term of new Set(terms)) {
      const list = this.#lists.get(term);
      if (list === undefined) this.#lists.set(term, new Set([record.id]));
      else list.add(record.id);
    }
  }

  /** Strategies that share words with the task, most relevant first. */
  find(task: string, accepts: (record: LearnedRecord<'strategy'>) => boolean): StrategyMatch[] {
    const all = this.#records.size;
    const terms = [...new Set(contentTerms(task, 'en', this.stemmer))].map((term) => ({
      term,
      weight: Math.log(1 + all / (1 + (this.#lists.get(term)?.size ?? 0))),
    }));
    const total = terms.reduce((sum, { weight }) => sum + weight, 0);
    if (total === 0) return [];
    const shares = new Map<LearnedId, number>();
    for (const { term, weight } of terms)
      for (const id of this.#lists.get(term) ?? [])
        shares.set(id, (shares.get(id) ?? 0) + weight / total);
    const best = [...shares]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .flatMap(([id, share]) => {
        const record = this.#records.get(id);
        return record !== undefined && accepts(record) ? [{ record, share }] : [];
      });
    const query = this.encoder.query(terms);
    return best
      .slice(0, COMPARED)
      .map(({ record, share }) => ({
        record,
        relevance: share / 2 + Math.max(0, cosine(this.vector(record.id), query)) / 2,
      }))
      .sort((a, b) => b.relevance - a.relevance || (a.record.id < b.record.id ? -1 : 1));
  }

  /** A strategy's semantic vector, cached. */
  vector(id: LearnedId): Int8Array {
    const known = this.#vectors.get(id);
    if (known !== undefined) return known;
    const record = this.#records.get(id);
    const text = record === undefined ? '' : textOf(record);
    const made = this.encoder.document(text, contentTerms(text, 'en', this.stemmer));
    if (record !== undefined) this.#vectors.set(id, made);
    return made;
  }

  #drop(id: LearnedId): void {
    for (const term of this.#terms.get(id) ?? []) this.#lists.get(term)?.delete(id);
    this.#terms.delete(id);
    this.#records.delete(id);
    this.#vectors.delete(id);
  }
}

/** The text by which a strategy is indexed and compared. */
function textOf({
  body: { title, description, content, actions },
}: LearnedRecord<'strategy'>): string {
  return [
    title,
    description,
    content,
    ...actions.map((action) => wordsOfAction(action).join(' ')),
  ].join(' ');
}

/** What one bank learned from acting, in memory and following the journal. */
export class LearnedState {
  readonly strategies: StrategyIndex;
  readonly book: LearnedIndex;

  constructor({
    store,
    bank,
    encoder,
    stemmer,
  }: {
    readonly store: Store;
    readonly bank: BankName;
    readonly encoder: TextEncoder;
    readonly stemmer: Stemmer;
  }) {
    this.strategies = new StrategyIndex(encoder, stemmer);
    this.book = new LearnedIndex(store, bank, [this.strategies]);
  }

  /** The records, up to date with the journal. */
  async current(): Promise<LearnedIndex> {
    await this.book.follow();
    return this.book;
  }
}

export interface KeptRecordsOf {
  readonly bank: BankName;
  readonly store: Pick<Store, 'learned'>;
  /** The change up to which the journal was followed, as for recall. */
  readonly state: { readonly sequence: number };
}

/**
 * A summary of a module's records in an open bank, cheap enough for recall terms: cached while the bank is unchanged;
 * after a change, only changed records are read. Recomputed if discarded.
 */
export class RecordSummaryCache<Summary> {
  readonly #byId = new Map<LearnedId, LearnedRecord<'module'>>();
  #sequence = -1;
  #summary: Summary | undefined;

  /**
   * @param which The keys of its records; or, if each has its own key, a predicate on all modules' records.
   * @param summarise Computes the summary of the current records, in order of creation.
   */
  constructor(
    private readonly from: KeptRecordsOf,
    private readonly which: readonly string[] | ((record: LearnedRecord<'module'>) => boolean),
    private readonly summarise: (records: readonly LearnedRecord<'module'>[]) => Summary,
  ) {}

  /** The summary, as of the change up to which the bank was followed. */
  async current(): Promise<Summary> {
    const { bank, store, state } = this.from;
    const { sequence } = state;
    if (this.#summary !== undefined && sequence === this.#sequence) return this.#summary;
    const changed = await store.learned(bank, {
      kinds: ['module'],
      ...(typeof this.which === 'function' ? {} : { keys: this.which }),
      ...(this.#sequence < 0 ? {} : { changedAfter: this.#sequence }),
    });
    const own = typeof this.which === 'function' ? changed.filter(this.which) : changed;
    for (const record of own) this.#put(record);
    this.#sequence = sequence;
    if (this.#summary === undefined || own.length > 0)
      this.#summary = this.summarise(
        [...this.#byId.values()].sort((a, b) => a.createdAt - b.createdAt),
      );
    return this.#summary;
  }

  #put(record: LearnedRecord<'module'>): void {
    if (record.retractedAt === null) this.#byId.set(record.id, record);
    else this.#byId.delete(record.id);
  }
}
