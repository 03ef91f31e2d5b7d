import { z } from 'zod';
import { MemoryId, type LearnedId } from '../../domain/ids.js';
import type { Document } from '../../domain/document.js';
import type { LearnedRecord } from '../../domain/learned/record.js';

export const DOCUMENTS = 'documents';
export const DOCUMENT = 'document';

const Value = z.object({
  namespace: z.array(z.string()).min(1),
  key: z.string(),
  value: z.record(z.string(), z.unknown()),
  /** Of its text; null for none. */
  textHash: z.string().nullable(),
  /** Memories that it founded, and that go with it. */
  own: z.array(MemoryId),
});
export type DocumentBody = z.infer<typeof Value>;

export interface KeptDocument extends DocumentBody {
  readonly record: LearnedRecord<'module'>;
}

/** What a document is looked up by. */
export const keyOf = (namespace: readonly string[], key: string): string =>
  `${DOCUMENTS} ${DOCUMENT} ${JSON.stringify([namespace, key])}`;

/** Null for what cannot be read. */
export function readDocument(record: LearnedRecord<'module'>): KeptDocument | null {
  const read = Value.safeParse(record.body.value);
  return read.success ? { ...read.data, record } : null;
}

/** A document's record as it is first, or as it is next. */
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
