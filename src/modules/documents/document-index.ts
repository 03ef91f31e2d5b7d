import type { BankName } from '../../domain/ids.js';
import type { LearnedRecord } from '../../domain/learned/record.js';
import type { KeptPart } from '../../kernel/module.js';
import type { Store } from '../../ports/store.js';
import { DOCUMENTS, DOCUMENT, keyOf, readDocument, type KeptDocument } from './record.js';

/** The documents of an opened bank, by name, held level with the journal. A cache: thrown away, it loads itself again. */
export class DocumentIndex implements KeptPart {
  readonly kept = true;
  readonly #byName = new Map<string, KeptDocument>();
  readonly #nameOf = new Map<string, string>();
  #sequence = -1;

  constructor(
    private readonly bank: BankName,
    private readonly store: Pick<Store, 'learned' | 'bank'>,
  ) {}

  /** As the bank stands now. */
  async current(): Promise<this> {
    const sequence = (await this.store.bank(this.bank))?.sequence ?? 0;
    if (sequence === this.#sequence) return this;
    const changed = await this.store.learned(this.bank, {
      kinds: ['module'],
      ...(this.#sequence < 0 ? {} : { changedAfter: this.#sequence }),
    });
    for (const record of changed) this.#put(record);
    this.#sequence = sequence;
    return this;
  }

  get(namespace: readonly string[], key: string): KeptDocument | undefined {
    return this.#byName.get(keyOf(namespace, key));
  }

  /** Those in a namespace and within it, by namespace and key. */
  within(namespace: readonly string[]): KeptDocument[] {
    return [...this.#byName.values()]
      .filter(({ namespace: own }) => namespace.every((label, at) => own[at] === label))
      .sort(inOrder);
  }

  #put(record: LearnedRecord<'module'>): void {
    if (record.body.module !== DOCUMENTS || record.body.type !== DOCUMENT) return;
    const name = this.#nameOf.get(record.id) ?? record.key;
    if (this.#byName.get(name)?.record.id === record.id) this.#byName.delete(name);
    const document = record.retractedAt === null ? readDocument(record) : null;
    if (document === null) return;
    this.#nameOf.set(record.id, record.key);
    this.#byName.set(record.key, document);
  }
}

function inOrder(one: KeptDocument, other: KeptDocument): number {
  const [a, b] = [one.namespace.join('\0'), other.namespace.join('\0')];
  if (a !== b) return a < b ? -1 : 1;
  return one.key < other.key ? -1 : Number(one.key > other.key);
}
