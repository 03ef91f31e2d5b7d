// Uses Letta's own client: agents' blocks, and archival passages.
import { strict as assert } from 'node:assert';
import { met, refuses, told } from './told.mjs';
import Letta from '@letta-ai/letta-client';

const client = new Letta({ apiKey: 'none', baseURL: `${process.argv[2]}/compat/letta` });
const { id } = await client.blocks.create({ label: 'human', value: 'Ann lives in Leeds.' });
await client.agents.blocks.attach(id, { agent_id: 'helper' });
await client.agents.blocks.update('human', { agent_id: 'helper', value: 'Ann lives in Porto.' });
assert.equal((await client.blocks.retrieve(id)).value, 'Ann lives in Porto.');
const labels = [];
for await (const { label } of client.blocks.list({ limit: 1 })) labels.push(label);
assert.deepEqual(labels, ['human']);
met('blocks: create, attach, update by label, retrieve, list');
await client.agents.passages.create('helper', { text: 'The staging pool has 40 connections.' });
const query = 'How many connections has staging?';
const { count, results } = await client.agents.passages.search('helper', { query });
assert.equal(count, 1);
assert.match(results[0].content, /40/);
met('passages: create, search');
await assert.rejects(client.agents.create({}), Letta.BadRequestError);
await refuses('agents that run', () => client.agents.create({}), /agent/i);
await refuses(
  'messages to an agent',
  () => client.agents.messages.create('helper', { messages: [] }),
  /./,
);
await refuses('archives', () => client.archives.create({ name: 'x' }), /./);
await refuses('folders', () => client.folders.create({ name: 'x' }), /./);
await client.blocks.delete(id);
await assert.rejects(client.blocks.retrieve(id), Letta.NotFoundError);
met('blocks: delete');
told();
