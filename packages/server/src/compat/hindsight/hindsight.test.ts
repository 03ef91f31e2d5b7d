import { HindsightClient, createClient, createConfig, sdk } from '@vectorize-io/hindsight-client';
import { describe, expect, it } from 'vitest';
import { serveTestMemory } from '../../../../../test/support/served-memory.js';

async function open() {
  const { url, memory } = await serveTestMemory();
  const baseUrl = `${url}/compat/hindsight`;
  return {
    client: new HindsightClient({ baseUrl }),
    raw: createClient(createConfig({ baseUrl })),
    memory: memory.bank('people'),
  };
}

describe('Hindsight', () => {
  it('retains, recalls and reflects, in the bank of the path', async () => {
    const { client } = await open();
    expect(await client.recall('people', 'Who likes Python?')).toMatchObject({ results: [] });
    const kept = await client.retainBatch('people', [
      {
        content: 'Alice loves programming in Python.',
        tags: ['work'],
        metadata: { source: 'chat' },
      },
      { content: 'Bob enjoys hiking.', context: 'hobbies', timestamp: '2025-02-03T12:00:00Z' },
    ]);
    expect(kept).toMatchObject({ success: true, bank_id: 'people', items_count: 2 });
    const { results, entities } = await client.recall('people', 'What does Alice like?');
    expect(results[0]).toMatchObject({
      text: 'Alice loves programming in Python.',
      type: 'world',
      tags: ['work'],
      metadata: { source: 'chat' },
      scores: { final: expect.any(Number) as number },
    });
    expect(entities).toEqual(expect.any(Object));
    expect(
      (await client.recall('people', 'Alice', { includeEntities: false })).entities,
    ).toBeNull();
    const tagged = await client.recall('people', 'Bob', {
      tags: ['work'],
      tagsMatch: 'all_strict',
    });
    expect(tagged.results.map(({ text }) => text)).toEqual(['Alice loves programming in Python.']);
    const not = await client.recall('people', 'Alice or Bob', {
      tagGroups: [{ not: { tags: ['work'], match: 'any_strict' } }],
    });
    expect(not.results).toMatchObject([
      { context: 'hobbies', mentioned_at: '2025-02-03T12:00:00.000Z' },
    ]);
    const answer = await client.reflect('people', 'What does Alice like?', { includeFacts: true });
    expect(answer.text).toContain('Python');
    expect(answer.based_on?.memories?.length).toBeGreaterThan(0);
    const page = await client.listMemories('people', { limit: 1 });
    expect(page).toMatchObject({ total: 2, items: [{ text: 'Bob enjoys hiking.' }] });
  });

  it('a document’s text takes the place of what it said before, or is appended', async () => {
    const { client, raw } = await open();
    const documentId = 'notes/1';
    await client.retain('people', 'Ann lives in Leeds.', { documentId, tags: ['t'] });
    await client.retain('people', 'Ann lives in Porto.', { documentId });
    expect((await client.listMemories('people')).total).toBe(1);
    await client.retain('people', 'She has a dog.', { documentId, updateMode: 'append' });
    const { data } = await sdk.getDocument({
      client: raw,
      path: { bank_id: 'people', document_id: documentId },
    });
    expect(data).toMatchObject({
      id: documentId,
      original_text: 'Ann lives in Porto.\nShe has a dog.',
    });
    const { results } = await client.recall('people', 'Where does Ann live?');
    expect(results[0]).toMatchObject({ document_id: documentId });
    await client.deleteDocument('people', documentId);
    expect((await client.listMemories('people')).total).toBe(0);
  });

  it('keeps what a bank is told of itself, tells of it, and takes all of it back', async () => {
    const { client, raw, memory } = await open();
    await client.createBank('people', {
      name: 'Helper',
      background: 'I help.',
      dispositionEmpathy: 5,
    });
    await client.setMission('people', 'Track the sprint.');
    expect(await client.getBankProfile('people')).toEqual({
      bank_id: 'people',
      name: 'Helper',
      mission: 'Track the sprint.',
      background: 'I help.',
      disposition: { skepticism: 3, literalism: 3, empathy: 5 },
    });
    await client.retain('people', 'Ann lives in Leeds.');
    const { data } = await sdk.getAgentStats({ client: raw, path: { bank_id: 'people' } });
    expect(data).toMatchObject({ total_nodes: 1, nodes_by_fact_type: { world: 1 } });
    await client.deleteBank('people');
    expect((await client.listMemories('people')).total).toBe(0);
    const [last] = (await memory.curation.log({ type: 'forgotten' })).changes;
    await memory.undo(last?.reversal ?? '');
    expect((await client.listMemories('people')).total).toBe(1);
  });

  it('says what it does not have', async () => {
    const { client } = await open();
    const refused = { statusCode: 400 };
    await expect(client.recall('people', 'x', { includeChunks: true })).rejects.toMatchObject(
      refused,
    );
    await expect(client.recall('people', 'x', { types: ['colour'] })).rejects.toMatchObject(
      refused,
    );
    await expect(client.reflect('people', 'x', { responseSchema: {} })).rejects.toMatchObject(
      refused,
    );
    await expect(client.retain('people', 'x', { strategy: 'y' })).rejects.toMatchObject(refused);
    await expect(client.createBank('people', { retainMission: 'y' })).rejects.toMatchObject(
      refused,
    );
    await expect(client.createMentalModel('people', 'a', 'b')).rejects.toMatchObject(refused);
    await expect(client.retain('no such bank', 'x')).rejects.toMatchObject(refused);
  });
});
