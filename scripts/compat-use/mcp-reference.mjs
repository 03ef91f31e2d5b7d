// Compares the reference memory server with ours, by the protocol's own client: the same calls must
// give answers of the same shape and the same graph.
import { strict as assert } from 'node:assert';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { met, refuses, told } from './told.mjs';

const folder = mkdtempSync(join(tmpdir(), 'mneme-reference-'));
const modules = join(import.meta.dirname, 'node_modules');
const theirs = join(modules, '@modelcontextprotocol', 'server-memory', 'dist', 'index.js');
const ours = join(modules, 'mneme', 'dist', 'bin', 'mneme.js');

async function connect(args, env) {
  const client = new Client({ name: 'check', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: { ...process.env, ...env } }),
  );
  return client;
}

const ann = { name: 'Ann', entityType: 'person', observations: ['Speaks Spanish'] };
const acme = { name: 'Acme', entityType: 'organisation', observations: [] };
const works = { from: 'Ann', to: 'Acme', relationType: 'works_at' };
const CALLS = [
  ['create_entities', { entities: [ann, acme] }],
  ['create_entities', { entities: [acme] }],
  ['create_relations', { relations: [works] }],
  ['create_relations', { relations: [works] }],
  [
    'add_observations',
    { observations: [{ entityName: 'Ann', contents: ['Likes tea', 'Speaks Spanish'] }] },
  ],
  ['read_graph', {}],
  ['search_nodes', { query: 'spanish' }],
  ['open_nodes', { names: ['Ann', 'Acme'] }],
  ['delete_observations', { deletions: [{ entityName: 'Ann', observations: ['Likes tea'] }] }],
  ['delete_relations', { relations: [works] }],
  ['delete_entities', { entityNames: ['Acme'] }],
  ['read_graph', {}],
];

const reference = await connect([theirs], { MEMORY_FILE_PATH: join(folder, 'graph.jsonl') });
const mneme = await connect([
  ours,
  'mcp',
  '--tools',
  'reference',
  '--file',
  join(folder, 'm.mneme'),
]);
const namesOf = async (client) => (await client.listTools()).tools.map(({ name }) => name).sort();
assert.deepEqual(await namesOf(mneme), await namesOf(reference));
met('nine tools of the same names');
/** Removes our fences around recalled text, and success messages, which differ. */
const shape = ({ isError, structuredContent }) => {
  const plain = JSON.stringify({ ...structuredContent, message: undefined }).replaceAll(
    /<\/?recalled-memory>/g,
    '',
  );
  return { isError: isError === true, told: JSON.parse(plain) };
};
for (const [name, args] of CALLS) {
  const call = { name, arguments: args };
  assert.deepEqual(shape(await mneme.callTool(call)), shape(await reference.callTool(call)), name);
  met(name);
}
const unknown = { observations: [{ entityName: 'Nobody', contents: ['x'] }] };
assert.equal(
  (await mneme.callTool({ name: 'add_observations', arguments: unknown })).isError,
  true,
);
met('an error for an entity that is not there');
const nowhere = { relations: [{ ...works, to: 'Nobody' }] };
await refuses(
  'relations to what is no entity',
  async () => {
    const { isError, content } = await mneme.callTool({
      name: 'create_relations',
      arguments: nowhere,
    });
    if (isError) throw new Error(content[0].text);
  },
  /Nobody/,
);
await Promise.all([reference.close(), mneme.close()]);
told();
