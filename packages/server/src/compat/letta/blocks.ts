import type { Document } from '@mneme/core/domain/document.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import { assertFields, countIn, neededText, textIn, textsIn, type Given } from '../foreign-call.js';

const BLOCKS = ['letta', 'blocks'];
const agentSpace = (agent: string): string[] => ['letta', 'agents', agent];
const PREFIX = 'block-';
/** Letta's default. */
const USUAL_LIMIT = 100_000;

const HOSTED = 'It belongs to Letta’s hosted service. Leave it out.';
const WITHOUT: Readonly<Record<string, string>> = {
  base_template_id: HOSTED,
  deployment_id: HOSTED,
  entity_id: HOSTED,
  project_id: HOSTED,
  template_id: HOSTED,
  template_name: HOSTED,
};
const FIELDS = [
  'label',
  'value',
  'description',
  'limit',
  'metadata',
  'read_only',
  'tags',
  'hidden',
  'is_template',
  'preserve_on_migration',
];

/** A block in Letta's format. */
export interface LettaBlock extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly label: string | null;
  readonly value: string;
}

const viewOf = ({ key, value }: Document): LettaBlock => ({
  description: null,
  metadata: {},
  read_only: false,
  hidden: false,
  is_template: false,
  tags: [],
  ...value,
  id: `${PREFIX}${key}`,
  label: typeof value['label'] === 'string' ? value['label'] : null,
  value: typeof value['value'] === 'string' ? value['value'] : '',
});

/** A block is a document; its value is a memory as well. Throws `invalid_input`. */
export async function createBlock(memory: Mneme, given: Given): Promise<LettaBlock> {
  neededText(given, 'label');
  neededText(given, 'value');
  const { documents } = await memory.documents.change({ put: [putOf(checked(given, {}))] });
  return viewOf(documents[0] as Document);
}

export async function changeBlock(memory: Mneme, id: string, given: Given): Promise<LettaBlock> {
  const before = await find(memory, id);
  const value = checked(given, before.value);
  const { key, version } = before;
  const put = { ...putOf(value), key, ifVersion: version };
  const { documents } = await memory.documents.change({ put: [put] });
  return viewOf(documents[0] as Document);
}

/** Deletes a block and its attachments, in one change. */
export async function deleteBlock(memory: Mneme, id: string): Promise<object> {
  const { key } = await find(memory, id);
  const attached = (await all(memory, ['letta', 'agents'])).filter(
    ({ value }) => value['block'] === id,
  );
  await memory.documents.change({
    remove: [
      { namespace: BLOCKS, key },
      ...attached.map(({ namespace, key: at }) => ({ namespace: [...namespace], key: at })),
    ],
  });
  return { message: `Block ${id} was deleted.` };
}

export async function getBlock(memory: Mneme, id: string): Promise<LettaBlock> {
  return viewOf(await find(memory, id));
}

/** In order of creation, after one id or before one. */
export async function listBlocks(memory: Mneme, given: Given): Promise<LettaBlock[]> {
  assertFields(given, [
    ...['label', 'label_search', 'value_search', 'description_search', 'tags', 'match_all_tags'],
    ...['after', 'before', 'limit', 'order', 'order_by', 'templates_only', 'name'],
  ]);
  const has = (field: string, in_: string) => {
    const asked = textIn(given, field)?.toLowerCase();
    return (block: LettaBlock): boolean =>
      asked === undefined ||
      String(block[in_] ?? '')
        .toLowerCase()
        .includes(asked);
  };
  const label = textIn(given, 'label') ?? textIn(given, 'name');
  const tags = textsIn(given, 'tags');
  const every = String(given['match_all_tags']) === 'true';
  const passes = [
    has('label_search', 'label'),
    has('value_search', 'value'),
    has('description_search', 'description'),
    (block: LettaBlock) => label === undefined || block.label === label,
    (block: LettaBlock) => {
      const own = block['tags'] as readonly string[];
      if (tags === undefined) return true;
      return every ? tags.every((tag) => own.includes(tag)) : tags.some((tag) => own.includes(tag));
    },
  ];
  const found = (await all(memory, BLOCKS)).map(viewOf);
  return pageOf(
    found.filter((block) => passes.every((pass) => pass(block))),
    given,
  );
}

/** A page by Letta's cursors: what comes after one id, or before one. */
export function pageOf<Item extends { readonly id: string }>(items: Item[], given: Given): Item[] {
  const limit = countIn(given, 'limit', 50, 1_000);
  const ordered = given['order'] === 'desc' ? items.reverse() : items;
  const at = (field: string): number => ordered.findIndex(({ id }) => id === given[field]);
  if (given['before'] !== undefined) {
    const end = Math.max(0, at('before'));
    return ordered.slice(Math.max(0, end - limit), end);
  }
  const start = given['after'] === undefined ? 0 : at('after') + 1;
  return ordered.slice(start, start + limit);
}

export async function blocksOf(memory: Mneme, agent: string): Promise<LettaBlock[]> {
  const found = await all(memory, agentSpace(agent));
  return Promise.all(found.map(({ value }) => getBlock(memory, String(value['block']))));
}

/** The agent's block with a label. Throws `not_found`. */
export async function blockOf(memory: Mneme, agent: string, label: string): Promise<LettaBlock> {
  const [document = null] = (
    await memory.documents.list({ namespace: agentSpace(agent), key: label })
  ).documents;
  if (document !== null) return getBlock(memory, String(document.value['block']));
  throw new MnemeError('not_found', `The agent has no block labelled ${label}.`, {
    field: 'block_label',
    value: label,
    hint: 'Create a block, and attach it to the agent.',
  });
}

/** An agent exists as long as blocks are attached to it. Throws `conflict` where another block has this label. */
export async function attach(memory: Mneme, agent: string, id: string): Promise<object> {
  const block = await getBlock(memory, id);
  const key = block.label ?? id;
  const [document = null] = (await memory.documents.list({ namespace: agentSpace(agent), key }))
    .documents;
  if (document !== null && document.value['block'] !== id)
    throw new MnemeError('conflict', `The agent has a block labelled ${key} already.`, {
      field: 'block_id',
      value: id,
      hint: 'Detach that one first.',
    });
  if (document === null)
    await memory.documents.change({
      put: [{ namespace: agentSpace(agent), key, value: { block: id } }],
    });
  return agentView(memory, agent);
}

export async function detach(memory: Mneme, agent: string, id: string): Promise<object> {
  const found = (await all(memory, agentSpace(agent))).find(({ value }) => value['block'] === id);
  if (found !== undefined)
    await memory.documents.change({ remove: [{ namespace: agentSpace(agent), key: found.key }] });
  return agentView(memory, agent);
}

async function agentView(memory: Mneme, agent: string): Promise<object> {
  const blocks = await blocksOf(memory, agent);
  return { id: agent, name: agent, blocks, memory: { blocks } };
}

/** A block's fields after a request. Throws `invalid_input` for a value longer than its limit. */
function checked(given: Given, before: Given): Record<string, unknown> {
  assertFields(given, FIELDS, WITHOUT);
  textIn(given, 'value');
  textsIn(given, 'tags');
  if (given['metadata'] !== undefined && given['metadata'] !== null && !isRecord(given['metadata']))
    throw new MnemeError('invalid_input', 'metadata: expected an object.', { field: 'metadata' });
  const told = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  const block: Record<string, unknown> = {
    limit: USUAL_LIMIT,
    ...before,
    ...Object.fromEntries(told),
  };
  const { length } = String(block['value']);
  if (length > Number(block['limit']))
    throw new MnemeError(
      'invalid_input',
      `value: has ${length} characters, and the block's limit is ${String(block['limit'])}.`,
      {
        field: 'value',
        hint: 'Shorten it, or raise the limit.',
      },
    );
  return block;
}

function putOf(value: Readonly<Record<string, unknown>>) {
  const words = String(value['value']);
  return {
    namespace: BLOCKS,
    value,
    ...(words.trim() === '' ? {} : { text: { content: words, source: 'agent' as const } }),
  };
}

async function find(memory: Mneme, id: string): Promise<Document> {
  const key = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : '';
  const [document] =
    key === '' ? [] : (await memory.documents.list({ namespace: BLOCKS, key })).documents;
  if (document !== undefined) return document;
  throw new MnemeError('not_found', `There is no block ${id}.`, { field: 'block_id', value: id });
}

async function all(memory: Mneme, namespace: string[]): Promise<Document[]> {
  const found: Document[] = [];
  for (;;) {
    const page = await memory.documents.list({ namespace, limit: 1_000, offset: found.length });
    found.push(...page.documents);
    if (found.length >= page.total || page.documents.length === 0) return found;
  }
}
