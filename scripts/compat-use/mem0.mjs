// What a program does with mem0's own client, pointed at a server of ours.
import { strict as assert } from 'node:assert';
import { MemoryClient, MemoryNotFoundError, ValidationError } from 'mem0ai';

const host = `${process.argv[2]}/compat/mem0`;
const client = new MemoryClient({ apiKey: 'none', host });
await client.ping();
assert(client.organizationId && client.projectId);

const turns = [
  { role: 'user', content: "Hi, I'm Ann. My favorite color is blue." },
  { role: 'assistant', content: 'Nice to meet you, Ann!' },
];
const added = await client.add(turns, {
  userId: 'ann',
  metadata: { source: 'chat', list: [1, 2] },
});
assert.equal(added.status, 'SUCCEEDED');
assert.equal(typeof added.eventId, 'string');
await client.add([{ role: 'user', content: 'My favorite color is red.' }], { userId: 'bob' });

const { results } = await client.search('What is my favorite color?', {
  filters: { user_id: 'ann' },
});
assert.match(results[0].memory, /blue/);
assert(results[0].score > 0 && results.every(({ userId }) => userId === 'ann'));
const any = { OR: [{ user_id: 'bob' }, { run_id: '*' }] };
assert.match(
  (await client.search('favorite color', { filters: any, topK: 1 })).results[0].memory,
  /red/,
);

const page = await client.getAll({ filters: { userId: 'ann' }, page: 1, pageSize: 1 });
assert.deepEqual([page.count, page.results.length], [2, 1]);
assert.match(page.next, /page=2/);
const { id } = results[0];
await client.update(id, { text: 'My favorite color is green.' });
await client.update(id, { metadata: { priority: 'high' } });
const changed = await client.get(id);
assert.equal(changed.memory, 'My favorite color is green.');
assert.deepEqual(changed.metadata, { source: 'chat', list: [1, 2], priority: 'high' });
assert(!Number.isNaN(Date.parse(changed.createdAt)));
const history = await client.history(id);
assert.deepEqual(
  history.map(({ event }) => event),
  ['ADD', 'UPDATE', 'UPDATE'],
);
assert.equal(history[0].memoryId, id);
await client.feedback({ memoryId: id, feedback: 'POSITIVE' });
await client.batchUpdate([{ memoryId: id, text: 'My favorite color is teal.' }]);
assert.equal((await client.get(id)).memory, 'My favorite color is teal.');
await client.batchDelete([id]);

await assert.rejects(client.get(id), MemoryNotFoundError);
await assert.rejects(client.get('00000000-0000-0000-0000-000000000000'), MemoryNotFoundError);
await assert.rejects(client.get('nonexistent-memory-id-12345'), ValidationError);
await assert.rejects(client.add(turns, { customInstructions: 'x' }), ValidationError);
await assert.rejects(client.getProject({ fields: ['custom_instructions'] }), ValidationError);

const { results: users } = await client.users();
assert.deepEqual(
  users.map(({ name, type }) => [name, type]),
  [
    ['ann', 'user'],
    ['bob', 'user'],
  ],
);
await client.delete((await client.getAll({ filters: { userId: 'bob' } })).results[0].id);
await client.deleteAll({ userId: 'ann' });
await client.deleteAll({ userId: 'nobody' });
assert.equal((await client.getAll()).count, 0);
await client.deleteUsers({ userId: 'ann' });
