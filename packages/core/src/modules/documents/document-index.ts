import { z } from 'zod';
import type { Document } from '../../domain/document.js';
import { type BankName, type LearnedId, MemoryId } from '../../domain/ids.js';
import type { LearnedRecord } from '../../domain/learned/record.js';
import type { BankCache } from '../../kernel/module.js';
import type { Store } from '../../ports/store.js';

export const DOCUMENTS = 'documents';
export const DOCUMENT = 'document';

const Value = z.object({
  namespace: z.array(z.string()).min(1),
  key: z.string(),
  value: z.record(z.string(), z.unknown()),
  /** Hash of its text; null for none. */
  textHash: z.string().nullable(),
  /** Memories that it created and that are removed with it. */
  own: z.array(MemoryId),
});
export type DocumentBody = z.infer<typeof Value>;

export interface KeptDocument extends DocumentBody {
  readonly record: LearnedRecord<'module'>;
}

/** The lookup key of a document. */
const keyOf = (namespace: readonly string[], key: string): string =>
  `${DOCUMENTS} ${DOCUMENT} ${JSON.stringify([namespace, key])}`;

/** Null if it cannot be parsed. */
function readDocument(record: LearnedRecord<'module'>): KeptDocument | null {
  const read = Value.safeParse(record.body.value);
  return read.success ? { ...read.data, record } : null;
}

/** The record of a new document, or its next version. */
export function documentRecord(
  before: LearnedRecord<'module'> | undefined,
  body: DocumentBody,
  evidence: readonly MemoryId[],
  at: number,
  newId: () => LearnedId,
): LearnedRecord<'module'> {
  const next = { module: DOCUMENTS, type: DOCUMENT, value: { ...body }, evidence };
  return before === undefined
    ? {
        id: newId(),
        kind: 'module',
        key: keyOf(body.namespace, body.key),
        createdAt: at,
        changedAt: at,
        retractedAt: null,
        version: 1,
        body: next,
      }
    : { ...before, changedAt: at, version: before.version + 1, body: next };
}

export function shownDocument(record: LearnedRecord<'module'>, body: DocumentBody): Document {
  const { createdAt, changedAt, version } = record;
  return {
    namespace: body.namespace,
    key: body.key,
    value: body.value,
    version,
    createdAt,
    changedAt,
    memories: [...record.body.evidence],
  };
}

/** The documents of an open bank, by name, kept in step with the journal. A cache: it reloads itself when discarded. */
export class DocumentIndex implements BankCache {
  readonly kept = true;
  readonly #byName = new Map<string, KeptDocument>();
  readonly #nameOf = new Map<string, string>();
  #sequence = -1;

  constructor(
    private readonly bank: BankName,
    private readonly store: Pick<Store, 'learned' | 'bank'>,
  ) {}

  /** Synced to the bank's last change. */
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

  /** Documents in a namespace and below it, sorted by namespace and key. */
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
