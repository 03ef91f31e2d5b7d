import { EVEN_DISPOSITION } from '@mneme/core/domain/bank.js';
import type { Document } from '@mneme/core/domain/document.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import type { Mneme } from '@mneme/core/mneme.js';
import {
  allMemories,
  assertFields,
  type ForeignCall,
  type ForeignRoute,
  iso,
  type Peer,
  textIn,
  unsupported,
} from '../foreign-call.js';
import { listMemories, recall, reflect } from './ask.js';
import { DOCUMENTS, retain, TYPES, viewOfMemory } from './memories.js';

const PROFILE = { namespace: ['hindsight'], key: 'profile' };
const NO_MODEL = 'No model reads texts or writes answers here, so that nothing would follow it.';
const NOT_FOLLOWED = Object.fromEntries(
  [
    'retain_mission',
    'retain_extraction_mode',
    'retain_custom_instructions',
    'retain_chunk_size',
    'retain_structured_chunk_size',
    'observations_mission',
    'enable_observations',
    'enable_temporal_retrieval',
    'enable_graph_retrieval',
    'enable_reranking',
  ].map((field) => [field, NO_MODEL]),
);
/** Hindsight's traits by our names of them. */
const TRAITS = { skepticism: 'scepticism', literalism: 'literalism', empathy: 'empathy' } as const;

/** Creates the bank and stores its name and mission; the disposition colours what reflection writes. */
async function putBank({ memory, body }: ForeignCall): Promise<object> {
  assertFields(
    body,
    [
      'name',
      'mission',
      'reflect_mission',
      'background',
      'disposition',
      ...Object.keys(TRAITS).map((trait) => `disposition_${trait}`),
    ],
    NOT_FOLLOWED,
  );
  const before = (await memory.documents.list(PROFILE)).documents[0]?.value ?? {};
  const told = Object.entries({
    name: textIn(body, 'name'),
    mission: textIn(body, 'reflect_mission') ?? textIn(body, 'mission'),
    background: textIn(body, 'background'),
  }).filter(([, value]) => value !== undefined);
  await memory.documents.change({
    put: [{ ...PROFILE, value: { ...before, ...Object.fromEntries(told) } }],
  });
  const given = { ...(body['disposition'] as object | undefined) } as Record<string, unknown>;
  const traits = Object.fromEntries(
    Object.entries(TRAITS).flatMap(([trait, own]) => {
      const value = body[`disposition_${trait}`] ?? given[trait];
      return typeof value === 'number' ? [[own, value]] : [];
    }),
  );
  if (Object.keys(traits).length > 0) await memory.care.configure(traits);
  return profileOf(memory);
}

async function profileOf(memory: Mneme): Promise<object> {
  const { value = {} } = (await memory.documents.list(PROFILE)).documents[0] ?? {};
  const settings = (await memory.care.info())?.settings;
  const disposition = settings?.disposition ?? EVEN_DISPOSITION;
  return {
    bank_id: memory.bankName,
    name: value['name'] ?? memory.bankName,
    mission: value['mission'] ?? value['background'] ?? '',
    background: value['background'] ?? null,
    disposition: {
      skepticism: disposition.scepticism,
      literalism: disposition.literalism,
      empathy: disposition.empathy,
    },
  };
}

async function statsOf(memory: Mneme): Promise<object> {
  const byType: Record<string, number> = {};
  let nodes = 0;
  for await (const { kind } of allMemories(memory)) {
    nodes += 1;
    byType[TYPES[kind]] = (byType[TYPES[kind]] ?? 0) + 1;
  }
  const { edges } = await memory.care.stats();
  const { total } = await memory.documents.list({ namespace: DOCUMENTS, limit: 1 });
  const links = Object.values(edges).reduce((sum, count) => sum + Number(count), 0);
  return {
    bank_id: memory.bankName,
    total_nodes: nodes,
    total_links: links,
    total_documents: total,
    nodes_by_fact_type: byType,
    links_by_link_type: edges,
    pending_operations: 0,
    failed_operations: 0,
  };
}

/** Retracts all memories and documents, in changes that can be undone; the bank itself stays. */
async function clearBank(memory: Mneme, only?: string): Promise<object> {
  if ((await memory.care.info()) === null) return { success: true, deleted_count: 0 };
  const ids: string[] = [];
  for await (const { id, kind } of allMemories(memory))
    if (only === undefined || TYPES[kind] === only) ids.push(id);
  if (ids.length > 0) await memory.forget(ids, 'deleted by a client of Hindsight');
  if (only === undefined) {
    const { documents } = await memory.documents.list({ namespace: ['hindsight'], limit: 1_000 });
    const remove = documents.map(({ namespace, key }) => ({ namespace: [...namespace], key }));
    if (remove.length > 0) await memory.documents.change({ remove });
  }
  return { success: true, message: 'All memories were taken back.', deleted_count: ids.length };
}

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
