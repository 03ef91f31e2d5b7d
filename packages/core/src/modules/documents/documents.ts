import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { FlowParts, OpenBank } from '../../bank/core.js';
import { reviseAndRemember } from '../../bank/learned/revise.js';
import type { ChangeParts } from '../../domain/change.js';
import {
  type Document,
  DOCUMENT_TAG,
  DocumentChanges,
  type DocumentReceipt,
  type DocumentText,
  namespaceText,
  type ParsedChanges,
} from '../../domain/document.js';
import { MnemeError } from '../../domain/errors.js';
import { type BankName, type LearnedId, MemoryId } from '../../domain/ids.js';
import { parseInput, type RememberInput } from '../../domain/input.js';
import type { LearnedRecord } from '../../domain/learned-record.js';
import type { Memory } from '../../domain/memory.js';
import type { InputResult } from '../../domain/receipt.js';
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
type DocumentBody = z.infer<typeof Value>;

interface KeptDocument extends DocumentBody {
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
function documentRecord(
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

type Put = ParsedChanges['put'][number] & { readonly key: string };

/** The change of one document, with its text if that has to be remembered again. */
interface Planned {
  readonly put: Put;
  readonly before: KeptDocument | undefined;
  readonly textHash: string | null;
  readonly tell: RememberInput | null;
}

/**
 * Puts and removes documents, all in one change, with the memories that make them searchable. Throws `conflict` if a
 * version is not the expected one, `not_found` for a removal that does not exist.
 */
export async function changeDocuments(
  raw: unknown,
  bank: OpenBank,
  parts: FlowParts,
): Promise<DocumentReceipt> {
  const changes = parseInput(DocumentChanges, raw, 'documents');
  return reviseAndRemember(bank, parts, async (at) => {
    const index = await bank.parts.of(DocumentIndex).current();
    const gone = changes.remove.map((each) => removed(each, index));
    const forgotten = gone.filter((_, at) => changes.remove[at]?.keepText !== true);
    const planned = withKeys(changes.put, index, gone).map((put) => plan(put, index, gone));
    const newId = (): LearnedId => parts.newId('x') as LearnedId;
    const left = planned.flatMap(({ before, tell, put }) =>
      before !== undefined && (tell !== null || put.text === undefined) ? before.own : [],
    );
    const retracted = await takenBack(
      [...left, ...forgotten.flatMap(({ own }) => own)],
      at,
      bank,
      parts,
    );
    const ended = gone.map(({ record }) => ({
      ...record,
      changedAt: at,
      retractedAt: at,
      version: record.version + 1,
    }));
    const written: { record: LearnedRecord<'module'>; body: DocumentBody }[] = [];
    const putOf = (told: readonly InputResult[]): ChangeParts => {
      const receipts = [...told];
      written.length = 0;
      for (const each of planned) {
        const receipt = each.tell === null ? undefined : receipts.shift();
        written.push(recorded(each, receipt, at, newId));
      }
      return { learned: [...ended, ...written.map(({ record }) => record)], memories: retracted };
    };
    const [count, away] = [planned.length, gone.length];
    return {
      put: {},
      putOf,
      tell: planned.flatMap(({ tell }) => tell ?? []),
      verb: 'document',
      reason: [count > 0 ? `${count} put` : '', away > 0 ? `${away} taken away` : '']
        .filter((part) => part !== '')
        .join(', '),
      answer: (sequence, receipts) => ({
        documents: written.map(({ record, body }) => shownDocument(record, body)),
        removed: gone.length,
        sequence,
        notes: [...new Set(receipts.flatMap(({ notes }) => notes))],
      }),
    };
  });
}

function removed(
  { namespace, key, ifVersion }: ParsedChanges['remove'][number],
  index: DocumentIndex,
): KeptDocument {
  const found = index.get(namespace, key);
  if (found === undefined)
    throw new MnemeError('not_found', `There is no document ${key}.`, {
      field: 'documents.remove.key',
      value: key,
      hint: 'List them by their namespace.',
      quoted: [key],
    });
  if (ifVersion !== undefined) assertVersion(found, ifVersion, key);
  return found;
}

function assertVersion(found: KeptDocument | undefined, wanted: number, key: string): void {
  const version = found?.record.version ?? 0;
  if (version === wanted) return;
  throw new MnemeError('conflict', `The document ${key} has version ${version}, not ${wanted}.`, {
    field: 'documents.ifVersion',
    value: wanted,
    hint: 'Somebody else has changed it: read it again.',
    quoted: [key],
  });
}

/** Digits of generated keys, so that numeric order equals text order. */
const DIGITS = 12;

/** A document without a key is appended after the last of its namespace. */
function withKeys(
  puts: ParsedChanges['put'],
  index: DocumentIndex,
  gone: readonly KeptDocument[],
): Put[] {
  const last = new Map<string, number>();
  const names = new Set<string>();
  return puts.map((put, at) => {
    const space = namespaceText(put.namespace);
    let { key } = put;
    if (key === undefined) {
      const before = last.get(space) ?? highest(put.namespace, index, gone);
      last.set(space, before + 1);
      key = String(before + 1).padStart(DIGITS, '0');
    }
    const name = JSON.stringify([space, key]);
    if (names.has(name))
      throw new MnemeError('invalid_input', `The document ${key} is put twice.`, {
        field: `documents.put.${at}.key`,
        value: key,
        hint: 'Put it once, as it should be in the end.',
      });
    names.add(name);
    return { ...put, key };
  });
}

function highest(
  namespace: readonly string[],
  index: DocumentIndex,
  gone: readonly KeptDocument[],
): number {
  return [...index.within(namespace), ...gone]
    .filter((each) => namespaceText(each.namespace) === namespaceText(namespace))
    .reduce((most, { key }) => Math.max(most, /^\d{12}$/.test(key) ? Number(key) : 0), 0);
}

function plan(put: Put, index: DocumentIndex, gone: readonly KeptDocument[]): Planned {
  const found = index.get(put.namespace, put.key);
  const before = found === undefined || gone.includes(found) ? undefined : found;
  if (put.ifVersion !== undefined) assertVersion(before, put.ifVersion, put.key);
  const text = typeof put.text === 'string' ? { content: put.text } : put.text;
  if (text === undefined) return { put, before, textHash: null, tell: null };
  const textHash = createHash('sha256')
    .update(JSON.stringify(text))
    .digest('base64url')
    .slice(0, 22);
  // The same text would only add evidence to the memory it already has.
  const tell = before?.textHash === textHash ? null : telling(put, text as DocumentText);
  return { put, before, textHash, tell };
}

function telling({ namespace, key, shared }: Put, text: DocumentText): RememberInput {
  return shared
    ? text
    : {
        kind: 'fact',
        ...text,
        distinct: true,
        tags: [...(text.tags ?? []), DOCUMENT_TAG],
        metadata: { ...text.metadata, document: namespaceText(namespace), key },
      };
}

function recorded(
  { put, before, textHash, tell }: Planned,
  receipt: InputResult | undefined,
  at: number,
  newId: () => LearnedId,
): { record: LearnedRecord<'module'>; body: DocumentBody } {
  const { namespace, key, value } = put;
  const kept = tell === null && textHash !== null;
  const told = receipt === undefined ? [] : (receipt.parts ?? [receipt.id]);
  const own = receipt?.outcome === 'remembered' || receipt?.outcome === 'quarantined' ? told : [];
  const body = { namespace, key, value, textHash, own: kept ? (before?.own ?? []) : [...own] };
  const evidence = kept ? (before?.record.body.evidence ?? []) : told;
  return { record: documentRecord(before?.record, body, evidence, at, newId), body };
}

/** Retracts memories of documents that were removed or changed their text. */
async function takenBack(
  ids: readonly MemoryId[],
  at: number,
  { name }: OpenBank,
  { store }: FlowParts,
): Promise<Memory[]> {
  if (ids.length === 0) return [];
  return (await store.get(name, [...new Set(ids)]))
    .filter(({ retractedAt }) => retractedAt === null)
    .map((memory) => ({
      ...memory,
      retractedAt: at,
      retraction: 'its document changed or was taken away',
      version: memory.version + 1,
    }));
}
