import { z } from 'zod';
import { MemoryId, SessionId } from './ids.js';
import { RememberInput } from './input.js';
import { jsonExcess, MAX_JSON_VALUES } from './well-formed.js';
import { Source } from './memory.js';
import { flag, type Of, pageInput, pageOutput, type SchemaOf } from './schema.js';
import { Instant } from './time.js';

/** In characters of JSON. */
const MAX_VALUE = 1_000_000;
const MAX_DEPTH_OF_NAMES = 32;
const MAX_CHANGES = 1_000;

const Label = z.string().min(1).max(500);

/** A document's location, outermost first: like folders. */
export const Namespace = z
  .array(Label)
  .min(1, 'name at least one')
  .max(MAX_DEPTH_OF_NAMES, `at most ${MAX_DEPTH_OF_NAMES}`)
  .describe('Where it lies, name within name.');
export const DocumentKey = z.string().min(1).max(1_000).describe('Its name there.');

/** What is stored verbatim. */
export const DocumentValue = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const text = JSON.stringify(value);
  const excess = jsonExcess(text, MAX_JSON_VALUES);
  if (excess === null && text.length <= MAX_VALUE) return;
  context.addIssue({
    code: 'custom',
    message: excess?.reason ?? `at most ${MAX_VALUE} characters as JSON`,
    input: value,
  });
});

const { content, kind, speaker, saidAt, tags, metadata } = RememberInput.shape;

/** The text by which recall finds a document: a memory that is removed and changed with it. */
export const DocumentText = z.strictObject({
  content,
  kind,
  speaker,
  saidAt,
  tags,
  metadata,
  source: Source.optional(),
  session: SessionId.optional(),
});
export type DocumentText = z.input<typeof DocumentText>;

export const DocumentPut = z.strictObject({
  namespace: Namespace.describe('Where it is, from the outermost, as in ["users", "ann"].'),
  key: DocumentKey.optional().describe(
    'What it is found by in its namespace. Default: the next number, so that they stay in order.',
  ),
  value: DocumentValue.describe('The document: an object, kept word for word.'),
  text: z
    .union([content, DocumentText])
    .optional()
    .describe('What recall finds it by. Default: nothing, and recall does not find it.'),
  shared: flag(
    'Whether its text may be evidence for a memory that says the same, and stay when it goes.',
  ),
  ifVersion: z
    .int()
    .min(0)
    .optional()
    .describe('Only where it has this version; 0: only where there is none.'),
});

const DocumentRemoval = z.strictObject({
  namespace: Namespace,
  key: DocumentKey,
  ifVersion: z.int().min(1).optional().describe('Only where it has this version.'),
  keepText: flag('Whether the memory of its text stays, as something that was said once.'),
});

export const DocumentChanges = z
  .strictObject({
    put: z
      .array(DocumentPut)
      .max(MAX_CHANGES, `at most ${MAX_CHANGES}`)
      .default([])
      .describe('The documents to store.'),
    remove: z
      .array(DocumentRemoval)
      .max(MAX_CHANGES, `at most ${MAX_CHANGES}`)
      .default([])
      .describe('The documents to remove.'),
  })
  .refine(({ put, remove }) => put.length + remove.length > 0, {
    message: 'name at least one document',
    path: ['put'],
  });
export type DocumentChanges = z.input<typeof DocumentChanges>;
export type ParsedChanges = z.output<typeof DocumentChanges>;

export const DocumentName = z.strictObject({ namespace: Namespace, key: DocumentKey });
export type DocumentName = z.input<typeof DocumentName>;

export const DocumentFilter = z.strictObject({
  namespace: z
    .array(Label)
    .max(MAX_DEPTH_OF_NAMES)
    .default([])
    .describe('Only what is in it, or in what is in it. Default: all.'),
  key: DocumentKey.optional().describe('Only the one of this name in that very namespace.'),
  ...pageInput('Documents a page.', 100, 1_000),
  offset: z.int().min(0).default(0).describe('So many are passed over.'),
  last: flag('The last of them instead of the first, in the same order.'),
});
export type DocumentFilter = z.input<typeof DocumentFilter>;

const documentShape = z.strictObject({
  namespace: z.array(z.string()),
  key: z.string(),
  value: z.record(z.string(), z.unknown()),
  version: z.number(),
  createdAt: Instant,
  changedAt: Instant,
  /** Its memories in recall; none for a document without a text. */
  memories: z.array(MemoryId),
});
/** An object that is stored verbatim under a name. */
export interface Document extends Of<typeof documentShape> {}
export const Document: SchemaOf<Document, typeof documentShape> = documentShape;

const documentPageShape = z.strictObject({
  documents: z.array(Document),
  total: z.number(),
  ...pageOutput,
});
export interface DocumentPage extends Of<typeof documentPageShape> {}
export const DocumentPage: SchemaOf<DocumentPage, typeof documentPageShape> = documentPageShape;

const documentReceiptShape = z.strictObject({
  /** Those that were stored, in the order of the request. */
  documents: z.array(Document),
  /** Number removed. */
  removed: z.number(),
  sequence: z.number(),
  /** Notes on their texts. */
  notes: z.array(z.string()),
});
export interface DocumentReceipt extends Of<typeof documentReceiptShape> {}
export const DocumentReceipt: SchemaOf<DocumentReceipt, typeof documentReceiptShape> =
  documentReceiptShape;

/** Tag of the memories of documents, which are removed and changed with them. */
export const DOCUMENT_TAG = 'document';

/** A namespace as stored in the metadata of its documents' memories. */
export const namespaceText = (namespace: readonly string[]): string => JSON.stringify(namespace);

/** Metadata filter for the memories of documents in a namespace or below it. */
export function withinNamespace(namespace: readonly string[]): Record<string, unknown> {
  if (namespace.length === 0) return { document: { exists: true } };
  const whole = namespaceText(namespace);
  const open = whole.slice(0, -1);
  // Texts are compared by bytes: everything that continues after the comma sorts before the next
  // character.
  return { or: [{ document: whole }, { document: { gte: `${open},`, lt: `${open}-` } }] };
}
