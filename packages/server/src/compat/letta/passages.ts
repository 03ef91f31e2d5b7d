import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { RESERVED_TAGS } from '@mneme/core/domain/scope.js';
import type { Mneme } from '@mneme/core/mneme.js';
import {
  allMemories,
  assertFields,
  countIn,
  neededText,
  textIn,
  textsIn,
  type Given,
  iso,
} from '../foreign-call.js';
import { pageOf } from './blocks.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';

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
export async function addPassage(memory: Mneme, agent: string, given: Given): Promise<object[]> {
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

export async function listPassages(memory: Mneme, agent: string, given: Given): Promise<object[]> {
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
export async function searchPassages(memory: Mneme, agent: string, given: Given): Promise<object> {
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

export async function deletePassage(memory: Mneme, agent: string, id: string): Promise<object> {
  const { memory: found } = await memory.show(id);
  if (found.metadata[AGENT] !== agent || found.retractedAt !== null)
    throw new MnemeError('not_found', `The agent has no passage ${id}.`, {
      field: 'memory_id',
      value: id,
    });
  await memory.forget([id], 'deleted by a client of Letta');
  return {};
}
