import { MnemeError } from '@mneme/core/domain/errors.js';
import { RESERVED_TAGS } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import type { Mneme } from '@mneme/core/mneme.js';
import {
  allMemories,
  assertFields,
  countIn,
  type ForeignRoute,
  type Given,
  iso,
  neededText,
  type Peer,
  queryFieldsOf,
  textIn,
  textsIn,
  unsupported,
} from '../foreign-call.js';
import {
  attach,
  blockOf,
  blocksOf,
  changeBlock,
  createBlock,
  deleteBlock,
  detach,
  getBlock,
  listBlocks,
  pageOf,
} from './blocks.js';

/** Metadata field for the agent. */
const AGENT = 'letta_agent';
const tagsOf = (tags: readonly string[]): string[] =>
  tags.filter((tag) => !tag.startsWith(RESERVED_TAGS));

const viewOf = ({
  id,
  content,
  saidAt,
  tags,
  metadata,
}: Pick<Memory, 'id' | 'content' | 'saidAt' | 'tags' | 'metadata'>) => ({
  id: id as string,
  text: content,
  embedding: null,
  embedding_config: null,
  archive_id: null,
  created_at: iso(saidAt),
  is_deleted: false,
  metadata,
  tags: tagsOf(tags),
});

/** Stores the passage as a fact of the agent, unsplit. */
async function addPassage(memory: Mneme, agent: string, given: Given): Promise<object[]> {
  assertFields(given, ['text', 'tags', 'created_at']);
  const tags = textsIn(given, 'tags');
  const saidAt = textIn(given, 'created_at');
  const { id, parts = [id] } = await memory.remember({
    content: neededText(given, 'text'),
    kind: 'fact',
    source: 'agent',
    distinct: true,
    metadata: { [AGENT]: agent },
    ...definedOnly({ tags, saidAt }),
  });
  return Promise.all(parts.map(async (part) => viewOf((await memory.show(part)).memory)));
}

async function listPassages(memory: Mneme, agent: string, given: Given): Promise<object[]> {
  assertFields(given, ['after', 'before', 'limit', 'search', 'ascending']);
  const wanted = textIn(given, 'search')?.toLowerCase() ?? '';
  const found: Memory[] = [];
  for await (const each of allMemories(memory, { metadata: { [AGENT]: agent } }))
    if (each.content.toLowerCase().includes(wanted)) found.push(each);
  const ordered = String(given['ascending']) === 'false' ? found.reverse() : found;
  return pageOf(ordered.map(viewOf), given);
}

const TIMES = ['start_datetime', 'end_datetime'] as const;

/** Recalls among the agent's passages. */
async function searchPassages(memory: Mneme, agent: string, given: Given): Promise<object> {
  assertFields(given, ['query', 'tags', 'tag_match_mode', 'top_k', ...TIMES]);
  const tags = textsIn(given, 'tags');
  const any = textIn(given, 'tag_match_mode') !== 'all';
  const top = countIn(given, 'top_k', 10, 200);
  const [from, to] = TIMES.map((field) => textIn(given, field));
  const { results } = await memory.recall({
    query: neededText(given, 'query'),
    limit: tags === undefined ? Math.max(1, top) : 200,
    metadata: { [AGENT]: agent },
    fields: ['id', 'content', 'tags', 'saidAt'],
    expand: false,
    whole: true,
    ...(tags === undefined || any ? {} : { tags }),
    ...definedOnly({ from, to }),
  });
  const found = results
    .filter(({ tags: own = [] }) => tags === undefined || tags.some((tag) => own.includes(tag)))
    .slice(0, top)
    .map(({ id, content, tags: own = [], saidAt = 0 }) => ({
      id,
      content,
      timestamp: iso(saidAt),
      tags: tagsOf(own),
    }));
  return { count: found.length, results: found };
}

async function deletePassage(memory: Mneme, agent: string, id: string): Promise<object> {
  const { memory: found } = await memory.show(id);
  if (found.metadata[AGENT] !== agent || found.retractedAt !== null)
    throw new MnemeError('not_found', `The agent has no passage ${id}.`, {
      field: 'memory_id',
      value: id,
    });
  await memory.forget([id], 'deleted by a client of Letta');
  return {};
}

type Run = ForeignRoute['run'];
const route =
  (effect: ForeignRoute['effect']) =>
  (method: ForeignRoute['method'], path: string, run: Run): ForeignRoute => ({
    method,
    path,
    effect,
    run,
  });
const reads = route('read');
const writes = route('write');

const BLOCKS = '/v1/blocks';
const BLOCK = `${BLOCKS}/:block`;
const OWN = '/v1/agents/:agent/core-memory/blocks';
const ARCHIVE = '/v1/agents/:agent/archival-memory';
const of = (path: Readonly<Record<string, string>>, name: string): string => path[name] ?? '';

const noAgents: Run = () =>
  Promise.reject(
    unsupported(
      'An agent that runs',
      'path',
      'A program of yours runs the agent; its blocks and passages are kept here.',
    ),
  );

/** The memory of Letta's agents: blocks and archival passages. The agents themselves run elsewhere. */
export const letta: Peer = {
  name: 'letta',
  routes: [
    reads('GET', '/v1/health', async () => ({ status: 'ok', version: 'mneme' })),
    writes('POST', BLOCKS, ({ memory, body }) => createBlock(memory, body)),
    reads('GET', BLOCKS, ({ memory, query }) => listBlocks(memory, queryFieldsOf(query))),
    reads('GET', BLOCK, ({ memory, path }) => getBlock(memory, of(path, 'block'))),
    writes('PATCH', BLOCK, ({ memory, path, body }) =>
      changeBlock(memory, of(path, 'block'), body),
    ),
    writes('DELETE', BLOCK, ({ memory, path }) => deleteBlock(memory, of(path, 'block'))),
    reads('GET', OWN, ({ memory, path }) => blocksOf(memory, of(path, 'agent'))),
    reads('GET', `${OWN}/:label`, ({ memory, path }) =>
      blockOf(memory, of(path, 'agent'), of(path, 'label')),
    ),
    writes('PATCH', `${OWN}/attach/:block`, ({ memory, path }) =>
      attach(memory, of(path, 'agent'), of(path, 'block')),
    ),
    writes('PATCH', `${OWN}/detach/:block`, ({ memory, path }) =>
      detach(memory, of(path, 'agent'), of(path, 'block')),
    ),
    writes('PATCH', `${OWN}/:label`, async ({ memory, path, body }) =>
      changeBlock(memory, (await blockOf(memory, of(path, 'agent'), of(path, 'label'))).id, body),
    ),
    writes('POST', ARCHIVE, ({ memory, path, body }) =>
      addPassage(memory, of(path, 'agent'), body),
    ),
    reads('GET', ARCHIVE, ({ memory, path, query }) =>
      listPassages(memory, of(path, 'agent'), queryFieldsOf(query)),
    ),
    reads('GET', `${ARCHIVE}/search`, ({ memory, path, query }) =>
      searchPassages(memory, of(path, 'agent'), queryFieldsOf(query)),
    ),
    writes('DELETE', `${ARCHIVE}/:passage`, ({ memory, path }) =>
      deletePassage(memory, of(path, 'agent'), of(path, 'passage')),
    ),
    reads('POST', '/v1/agents', noAgents),
    reads('GET', '/v1/agents', noAgents),
    reads('POST', '/v1/agents/:agent/messages', noAgents),
    reads('POST', '/v1/agents/:agent/messages/stream', noAgents),
  ],
};
