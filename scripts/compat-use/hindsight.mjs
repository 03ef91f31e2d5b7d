// Uses Hindsight's own client: retain, recall, reflect, banks and documents.
import { strict as assert } from 'node:assert';
import { met, refuses, told } from './told.mjs';
import { HindsightClient } from '@vectorize-io/hindsight-client';

const client = new HindsightClient({ baseUrl: `${process.argv[2]}/compat/hindsight` });
await client.createBank('people', { name: 'Helper', mission: 'Know them.', dispositionEmpathy: 4 });
assert.equal((await client.getBankProfile('people')).name, 'Helper');
met('banks: create, profile');
const items = [
  { content: 'Alice loves programming in Python.', tags: ['work'] },
  { content: 'Bob went hiking in the mountains.', context: 'outdoors', timestamp: new Date(0) },
];
assert.equal((await client.retainBatch('people', items)).items_count, 2);
await client.retain('people', 'Diana plays the violin.', { documentId: 'notes' });
await client.retain('people', 'Diana plays the cello.', { documentId: 'notes' });
met('retain, batch, a document replaced');
const { results } = await client.recall('people', 'What does Diana play?', { maxTokens: 1024 });
assert.match(results[0].text, /cello/);
assert.equal(results[0].document_id, 'notes');
met('recall');
const tagged = await client.recall('people', 'Alice', { tags: ['work'], tagsMatch: 'any_strict' });
assert.equal(tagged.results.length, 1);
met('recall by tags');
const { text, based_on: ground } = await client.reflect('people', 'Who is outdoors?', {
  includeFacts: true,
});
assert(text.length > 0 && ground.memories.length > 0);
met('reflect');
assert.equal((await client.listMemories('people', { limit: 2 })).total, 3);
met('list');
await refuses('mental models', () => client.createMentalModel('people', 'a', 'b'), /not served/);
await refuses('directives', () => client.createDirective('people', 'a', 'b'), /not served/);
await refuses(
  'chunks in a recall',
  () => client.recall('people', 'x', { includeChunks: true }),
  /chunk/i,
);
await refuses(
  'a schema of reflect',
  () => client.reflect('people', 'x', { responseSchema: { type: 'object' } }),
  /schema/i,
);
await client.deleteBank('people');
assert.equal((await client.listMemories('people')).total, 0);
met('banks: delete');
told();
