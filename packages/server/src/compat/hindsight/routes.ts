import type { Document } from '@mneme/core/domain/document.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import {
  type ForeignCall,
  type ForeignRoute,
  type Peer,
  unsupported,
  iso,
} from '../foreign-call.js';
import { listMemories, recall, reflect } from './ask.js';
import { clearBank, profileOf, putBank, statsOf } from './banks.js';
import { DOCUMENTS, retain } from './retain.js';
import { viewOfMemory } from './view.js';

type Run = ForeignRoute['run'];
const BANK = '/v1/default/banks/:bank';
const reads = (method: 'GET' | 'POST', path: string, run: Run): ForeignRoute => ({
  method,
  path,
  effect: 'read',
  anyBank: true,
  run,
});
const writes = (method: ForeignRoute['method'], path: string, run: Run): ForeignRoute => ({
  method,
  path,
  effect: 'write',
  run,
});

const MODEL =
  'It is written by a language model in Hindsight. `mneme reflect` writes observations by rules.';
const without = (path: string, what: string, hint: string): ForeignRoute[] =>
  (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).flatMap((method) =>
    [`${BANK}${path}`, `${BANK}${path}/:id`].map((at) => ({
      method,
      path: at,
      effect: 'read' as const,
      anyBank: true as const,
      run: async () => Promise.reject(unsupported(what, 'path', hint)),
    })),
  );

const changeMemory: Run = async ({ memory, path, body }) => {
  const { text, metadata } = body;
  const id = path['memory'] ?? '';
  const { memory: old } = await memory.show(id);
  const fresh = await memory.update(id, {
    content: typeof text === 'string' ? text : old.content,
    ...(isRecord(metadata) ? { metadata: metadata as Record<string, string> } : {}),
  });
  return viewOfMemory((await memory.show(fresh.id)).memory);
};

async function documentOf({ memory, path }: ForeignCall): Promise<Document> {
  const key = path['document'] ?? '';
  const [document = null] = (await memory.documents.list({ namespace: DOCUMENTS, key })).documents;
  if (document !== null) return document;
  throw new MnemeError('not_found', `There is no document ${key}.`, {
    field: 'document_id',
    value: key,
  });
}

const shown = (bank: string) => (document: Document) => ({
  id: document.key,
  bank_id: bank,
  original_text: document.value['text'],
  text_length: String(document.value['text']).length,
  memory_unit_count: document.memories.length,
  tags: document.value['tags'],
  document_metadata: document.value['metadata'],
  created_at: iso(document.createdAt),
  updated_at: iso(document.changedAt),
});

const deleteDocument: Run = async (call) => {
  const { key, memories } = await documentOf(call);
  await call.memory.documents.change({ remove: [{ namespace: DOCUMENTS, key }] });
  return {
    success: true,
    message: 'Deleted.',
    document_id: key,
    memory_units_deleted: memories.length,
  };
};

/** Hindsight's retain, recall and reflect, its banks and documents. */
export const hindsight: Peer = {
  name: 'hindsight',
  routes: [
    { ...reads('GET', '/version', async () => ({ api_version: 'mneme', features: {} })) },
    { ...reads('GET', '/health', async () => ({ status: 'healthy' })) },
    writes('PUT', BANK, putBank),
    writes('PATCH', BANK, putBank),
    writes('DELETE', BANK, ({ memory }) => clearBank(memory)),
    reads('GET', `${BANK}/profile`, ({ memory }) => profileOf(memory)),
    reads('GET', `${BANK}/stats`, ({ memory }) => statsOf(memory)),
    writes('POST', `${BANK}/memories`, retain),
    writes('DELETE', `${BANK}/memories`, ({ memory, query }) =>
      clearBank(memory, query.get('type') ?? undefined),
    ),
    reads('POST', `${BANK}/memories/recall`, recall),
    reads('POST', `${BANK}/reflect`, reflect),
    reads('GET', `${BANK}/memories/list`, listMemories),
    reads('GET', `${BANK}/memories/:memory`, async ({ memory, path }) =>
      viewOfMemory((await memory.show(path['memory'] ?? '')).memory),
    ),
    writes('PATCH', `${BANK}/memories/:memory`, changeMemory),
    reads('GET', `${BANK}/documents`, async ({ memory }) => {
      const { documents, total } = await memory.documents.list({
        namespace: DOCUMENTS,
        limit: 1_000,
      });
      return { items: documents.map(shown(memory.bankName)), total, limit: 1_000, offset: 0 };
    }),
    reads('GET', `${BANK}/documents/:document`, async (call) =>
      shown(call.memory.bankName)(await documentOf(call)),
    ),
    writes('DELETE', `${BANK}/documents/:document`, deleteDocument),
    reads('GET', `${BANK}/operations`, async ({ memory }) => ({
      bank_id: memory.bankName,
      operations: [],
      total: 0,
    })),
    ...without('/mental-models', 'A mental model', MODEL),
    ...without('/directives', 'A directive', MODEL),
    ...without('/knowledge-base/pages', 'A knowledge page', MODEL),
    ...without('/consolidate', 'Consolidation', MODEL),
    ...without(
      '/config',
      'Hindsight’s configuration',
      'Settings of a bank: `mneme bank configure`.',
    ),
    ...without('/files/retain', 'Retaining a file', 'Send its text, or use `mneme import`.'),
    ...without(
      '/webhooks',
      'Hindsight’s webhook',
      'GET /v1/banks/{bank}/log is a stream of all changes.',
    ),
  ],
};
