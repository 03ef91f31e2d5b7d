import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { type ForeignCall, type ForeignRoute, type Peer, unsupported } from '../foreign-call.js';
import {
  addMessages,
  change,
  deleteAll,
  forgetAll,
  historyOf,
  sequenceOf,
  takeFeedback,
} from './write.js';
import { current, type Found, listAll, matching, type Mem0Page, pageOf, search } from './find.js';
import { ENTITIES, type Mem0View, existingUserBanks, viewOfMemory } from './memories.js';

interface ListedOwner {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly owner: null;
  total_memories: number;
  created_at: string;
  updated_at: string;
}

/** Users, agents, apps and runs that own memories, in order of their first memory. */
async function listOwners({ memory, query, url }: ForeignCall): Promise<Mem0Page> {
  const found = new Map<string, ListedOwner>();
  const all = (await matching(memory, {})).map((each) => viewOfMemory(each.memory, each.place));
  for (const view of all) {
    for (const field of ENTITIES) {
      const name = view[field];
      if (name === null) continue;
      const type = field.replace(/_id$/, '');
      const id = `${type}:${name}`;
      const at = view.updated_at;
      const listed = found.get(id) ?? {
        ...{ id, name, type, owner: null, total_memories: 0 },
        ...{ created_at: view.created_at, updated_at: at },
      };
      listed.total_memories += 1;
      if (at > listed.updated_at) listed.updated_at = at;
      found.set(id, listed);
    }
  }
  return pageOf([...found.values()], url, Object.fromEntries(query));
}

/**
 * Retracts everything that one of them owns. Throws `invalid_input` for another type, `not_found` for a name that
 * owns nothing.
 */
async function deleteOwner(memory: Mneme, type: string, name: string): Promise<object> {
  const field = ENTITIES.find((each) => each === `${type}_id`);
  if (field === undefined)
    throw new MnemeError('invalid_input', `There is no type of entity ${type}.`, {
      field: 'entity_type',
      value: type,
      hint: 'There are user, agent, app, run.',
    });
  await forgetAll(await matching(memory, { [field]: { eq: name } }));
  return { message: 'Entity deleted successfully!' };
}

type Run = ForeignRoute['run'];
const reads = (method: 'GET' | 'POST', path: string, run: Run): ForeignRoute => ({
  method,
  path,
  effect: 'read',
  run,
});
const writes = (method: ForeignRoute['method'], path: string, run: Run): ForeignRoute => ({
  method,
  path,
  effect: 'write',
  run,
});

/** Version 1 lists are bare arrays, unless `output_format` asks for more. */
const listed = (results: readonly unknown[], { body, query }: ForeignCall): unknown =>
  (body['output_format'] ?? query.get('output_format')) === 'v1.1' ? { results } : results;

const addV1: Run = async (call) => listed((await addMessages(call)).added, call);
const addV3: Run = async (call) => {
  const { added, event } = await addMessages(call);
  return { message: 'Kept.', status: 'SUCCEEDED', event_id: event, results: added };
};

const searchList: Run = async (call) => listed(await search(call), call);
const searchResults: Run = async (call) => ({ results: await search(call) });

const given = ({ query, body }: ForeignCall): Record<string, unknown> => ({
  ...Object.fromEntries(query),
  ...body,
});
const listPage: Run = async (call) => {
  const asked = given(call);
  return pageOf(await listAll(call.memory, asked), call.url, asked);
};
/** Paginated only on request. */
const listAny: Run = async (call) => {
  const asked = given(call);
  if (asked['page'] !== undefined || asked['page_size'] !== undefined) return listPage(call);
  return listed(await listAll(call.memory, asked), call);
};

const shown = ({ memory, place }: Found): Mem0View => viewOfMemory(memory, place);
const getOne: Run = async ({ memory, path }) => shown(await current(memory, path['id'] ?? ''));
const changeOne: Run = ({ memory, path, body }) => change(memory, path['id'] ?? '', body);
const deleteOne: Run = async ({ memory, path, query }) => {
  if (query.get('delete_linked') === 'true')
    throw unsupported(
      'delete_linked',
      'delete_linked',
      'Earlier texts stay in the history, where undo finds them.',
    );
  await forgetAll([await current(memory, path['id'] ?? '')]);
  return { message: 'Memory deleted successfully!' };
};
const history: Run = ({ memory, path }) => historyOf(memory, path['id'] ?? '');

function batchIn(body: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const { memories } = body;
  if (Array.isArray(memories) && memories.length <= 1_000 && memories.every(isRecord))
    return memories;
  throw new MnemeError('invalid_input', 'memories: expected a list of at most 1,000.', {
    field: 'memories',
  });
}

/** One after the other, each as a separate change. */
const changeBatch: Run = async ({ memory, body }) => {
  const batch = batchIn(body);
  for (const { memory_id: id } of batch) await current(memory, String(id));
  for (const { memory_id: id, ...fields } of batch) await change(memory, String(id), fields);
  return { message: `Successfully updated ${batch.length} memories` };
};

const deleteBatch: Run = async ({ memory, body }) => {
  const batch = batchIn(body);
  const found = [];
  for (const { memory_id: id } of batch) found.push(await current(memory, String(id)));
  await forgetAll(found);
  return { message: `Successfully deleted ${batch.length} memories` };
};

const ping: Run = async ({ memory }) => ({
  status: 'ok',
  org_id: 'mneme',
  project_id: memory.bankName,
  user_email: null,
});

/** Messages are stored before their request is answered, so that every event has succeeded. */
const eventOf: Run = async ({ memory, path }) => {
  const id = path['id'] ?? '';
  const sequence = sequenceOf(id);
  let last = 0;
  for (const place of await existingUserBanks(memory))
    last = Math.max(last, (await place.memory.care.info())?.sequence ?? 0);
  if (sequence === null || sequence > last)
    throw new MnemeError('not_found', `There is no event ${id}.`, { field: 'event_id', value: id });
  return { id, event_type: 'ADD', status: 'SUCCEEDED' };
};

/** A route that needs a language model, or belongs to mem0's hosted service. */
function without(
  method: ForeignRoute['method'],
  path: string,
  what: string,
  hint: string,
): ForeignRoute {
  return {
    method,
    path,
    effect: 'read',
    run: async () => Promise.reject(unsupported(what, 'path', hint)),
  };
}
const NO_MODEL = 'No model reads messages here, so that nothing would follow it.';
const PROJECT = '/api/v1/orgs/organizations/:org/projects/:project';
const HOOKS = '/api/v1/webhooks';
const FEED = 'GET /v1/banks/{bank}/log is a stream of all changes.';
const EXPORT = 'List memories, or export the bank with `mneme export`.';
const UNSERVED: readonly ForeignRoute[] = [
  ...(['GET', 'PATCH'] as const).map((method) =>
    without(method, PROJECT, 'mem0’s project settings', NO_MODEL),
  ),
  ...(['GET', 'POST', 'PUT', 'DELETE'] as const).flatMap((method) => [
    without(method, `${HOOKS}/projects/:project`, 'mem0’s webhooks', FEED),
    without(method, `${HOOKS}/:hook`, 'mem0’s webhooks', FEED),
  ]),
  without('POST', '/v1/exports', 'mem0’s export by a schema', EXPORT),
  without('POST', '/v1/exports/get', 'mem0’s export by a schema', EXPORT),
  without('GET', '/v2/entities/user/:name/profile', 'mem0’s profile of a user', NO_MODEL),
  ...(['GET', 'POST'] as const).flatMap((method) => [
    without(method, '/v2/profiles/settings', 'mem0’s profile of a user', NO_MODEL),
    without(method, '/v2/profiles/jobs', 'mem0’s profile of a user', NO_MODEL),
  ]),
  without('GET', '/v2/profiles/jobs/:job', 'mem0’s profile of a user', NO_MODEL),
  without('POST', '/configure', 'mem0’s choice of models', 'Set models with `mneme serve`.'),
];

/**
 * Paths below `/v1` to `/v3` are the hosted service's REST API, which the JavaScript and Python clients speak; those
 * without a version are the open-source server's.
 */
export const mem0: Peer = {
  name: 'mem0',
  routes: [
    reads('GET', '/v1/ping', ping),
    writes('POST', '/v1/memories', addV1),
    writes('POST', '/v3/memories/add', addV3),
    reads('POST', '/v1/memories/search', searchList),
    reads('POST', '/v2/memories/search', searchList),
    reads('POST', '/v3/memories/search', searchResults),
    reads('GET', '/v1/memories', listAny),
    reads('POST', '/v2/memories', listAny),
    reads('POST', '/v3/memories', listPage),
    reads('GET', '/v1/event/:id', eventOf),
    reads('GET', '/v1/entities', listOwners),
    ...['/v1', '/v2'].map((version) =>
      writes('DELETE', `${version}/entities/:type/:name`, ({ memory, path }) =>
        deleteOwner(memory, path['type'] ?? '', path['name'] ?? ''),
      ),
    ),
    writes('PUT', '/v1/batch', changeBatch),
    writes('DELETE', '/v1/batch', deleteBatch),
    writes('POST', '/v1/feedback', takeFeedback),
    writes('POST', '/memories', async (call) => ({ results: (await addMessages(call)).added })),
    reads('GET', '/memories', async (call) => ({
      results: await listAll(call.memory, given(call)),
    })),
    reads('POST', '/search', searchResults),
    ...['/v1', ''].flatMap((version) => [
      writes('DELETE', `${version}/memories`, deleteAll),
      reads('GET', `${version}/memories/:id`, getOne),
      writes('PUT', `${version}/memories/:id`, changeOne),
      writes('DELETE', `${version}/memories/:id`, deleteOne),
      reads('GET', `${version}/memories/:id/history`, history),
    ]),
    ...UNSERVED,
  ],
};
