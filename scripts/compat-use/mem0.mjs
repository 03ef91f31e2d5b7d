// Uses mem0's own client, pointed at our server.
import { strict as assert } from 'node:assert';
import { met, refuses, told } from './told.mjs';
import { MemoryClient, MemoryNotFoundError, ValidationError } from 'mem0ai';

const host = `${process.argv[2]}/compat/mem0`;
const client = new MemoryClient({ apiKey: 'none', host });
await client.ping();
assert(client.organizationId && client.projectId);

met('ping');
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

met('add');
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

met('search, filters');
const page = await client.getAll({ filters: { userId: 'ann' }, page: 1, pageSize: 1 });
assert.deepEqual([page.count, page.results.length], [2, 1]);
assert.match(page.next, /page=2/);
met('getAll, pages');
const { id } = results[0];
await client.update(id, { text: 'My favorite color is green.' });
await client.update(id, { metadata: { priority: 'high' } });
const changed = await client.get(id);
assert.equal(changed.memory, 'My favorite color is green.');
assert.deepEqual(changed.metadata, { source: 'chat', list: [1, 2], priority: 'high' });
assert(!Number.isNaN(Date.parse(changed.createdAt)));
met('get, update');
const history = await client.history(id);
assert.deepEqual(
  history.map(({ event }) => event),
  ['ADD', 'UPDATE', 'UPDATE'],
);
assert.equal(history[0].memoryId, id);
met('history');
await client.feedback({ memoryId: id, feedback: 'POSITIVE' });
await client.batchUpdate([{ memoryId: id, text: 'My favorite color is teal.' }]);
assert.equal((await client.get(id)).memory, 'My favorite color is teal.');
await client.batchDelete([id]);
met('feedback, batchUpdate, batchDelete');

await assert.rejects(client.get(id), MemoryNotFoundError);
await assert.rejects(client.get('00000000-0000-0000-0000-000000000000'), MemoryNotFoundError);
await assert.rejects(client.get('nonexistent-memory-id-12345'), ValidationError);
for (const [field, value] of [
  ['customInstructions', 'x'],
  ['customCategories', [{ sport: 'x' }]],
  ['structuredDataSchema', {}],
  ['immutable', true],
])
  await refuses(
    `add: ${field}`,
    () => client.add(turns, { userId: 'ann', [field]: value }),
    /Leave it out/,
  );
await refuses(
  'search: keywordSearch',
  () => client.search('x', { filters: { user_id: 'ann' }, keywordSearch: true }),
  /Leave it out/,
);
await refuses(
  'project settings',
  () => client.getProject({ fields: ['custom_instructions'] }),
  /No model/,
);
await refuses(
  'webhooks of theirs',
  () => client.getWebhooks({ projectId: 'x' }),
  /stream of all changes/,
);
await refuses(
  'exports by a schema',
  () => client.createMemoryExport({ schema: {}, filters: { user_id: 'ann' } }),
  /mneme export/,
);

const { results: users } = await client.users();
assert.deepEqual(
  users.map(({ name, type }) => [name, type]),
  [
    ['ann', 'user'],
    ['bob', 'user'],
  ],
);
met('users');
// Another user must never get Ann's memories, whatever the query.
for (const query of ['Ann', 'my favorite color', 'Nice to meet you']) {
  const { results: others } = await client.search(query, { filters: { user_id: 'bob' } });
  assert(others.every(({ userId }) => userId === 'bob'));
}
met('isolation');
await client.delete((await client.getAll({ filters: { userId: 'bob' } })).results[0].id);
await client.deleteAll({ userId: 'ann' });
await client.deleteAll({ userId: 'nobody' });
assert.equal((await client.getAll()).count, 0);
await client.deleteUsers({ userId: 'ann' });
met('delete, deleteAll, deleteUsers');
told();
