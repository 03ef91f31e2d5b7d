import { EVEN_DISPOSITION } from '@mneme/core/domain/bank.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { allMemories, assertFields, type ForeignCall, textIn } from '../foreign-call.js';
import { DOCUMENTS } from './retain.js';
import { TYPES } from './view.js';

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
export async function putBank({ memory, body }: ForeignCall): Promise<object> {
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

export async function profileOf(memory: Mneme): Promise<object> {
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

export async function statsOf(memory: Mneme): Promise<object> {
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
export async function clearBank(memory: Mneme, only?: string): Promise<object> {
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
