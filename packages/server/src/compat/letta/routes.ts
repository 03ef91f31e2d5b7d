import { queryFieldsOf, type ForeignRoute, type Peer, unsupported } from '../foreign-call.js';
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
} from './blocks.js';
import { addPassage, deletePassage, listPassages, searchPassages } from './passages.js';

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
