import { type BankHandle, withReversal } from '../../bank/bank-handle.js';
import {
  DocumentFilter,
  type DocumentChanges,
  type DocumentPage,
  type DocumentReceipt,
} from '../../domain/document.js';
import { parseInput } from '../../domain/input.js';
import type { Reversible } from '../../domain/change.js';
import { changeDocuments, DocumentIndex, shownDocument } from './documents.js';
import { pageOf, parsePageRequest } from '../../bank/pages.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** Objects stored verbatim under a name. */
    readonly documents: Documents;
  }
}

/** Objects stored verbatim under a name: files, settings, items of a conversation. */
export class Documents {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Puts and removes documents in one change that can be undone, all or none. The text of each becomes a memory for
   * recall that changes and is removed with it. Throws `conflict` if a document's version is not the expected one,
   * `not_found`, `invalid_input`.
   */
  async change(input: DocumentChanges): Promise<Reversible<DocumentReceipt>> {
    const cleaned = await this.bank.cleaned(input);
    return this.bank.telling(async (bank, parts) =>
      withReversal(bank.name, await changeDocuments(cleaned, bank, parts), true),
    );
  }

  /** Documents in a namespace and below it, sorted by namespace and key; with `key` only that one. */
  async list(input: DocumentFilter = {}): Promise<DocumentPage> {
    const { offset, ...asked } = parseInput(DocumentFilter, input, 'filter');
    const { namespace, key, limit, last } = asked;
    const walk = parsePageRequest('documents', this.bank.name, asked);
    const index = await this.#index();
    const all =
      key === undefined
        ? index.within(namespace)
        : [index.get(namespace, key)].filter((each) => each !== undefined);
    const { page, next } = last
      ? {
          page: all.slice(Math.max(0, all.length - offset - limit), all.length - offset),
          next: null,
        }
      : pageOf(all, walk, (each) => [each.namespace.join('\0'), each.key], offset);
    return {
      documents: page.map((each) => shownDocument(each.record, each)),
      total: all.length,
      next,
    };
  }

  async #index(): Promise<DocumentIndex> {
    return (await this.bank.open()).parts.of(DocumentIndex).current();
  }
}
