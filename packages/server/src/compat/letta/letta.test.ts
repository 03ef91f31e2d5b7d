import Letta from '@letta-ai/letta-client';
import { describe, expect, it } from 'vitest';
import { serveTestMemory } from '../../../../../test/support/served-memory.js';

async function open() {
  const { url, memory } = await serveTestMemory();
  const client = new Letta({ apiKey: 'none', baseURL: `${url}/compat/letta`, maxRetries: 0 });
  return { client, memory };
}

describe('Letta', () => {
  it('keeps blocks, in order, by label, and as agents have them', async () => {
    const { client, memory } = await open();
    const human = await client.blocks.create({
      label: 'human',
      value: 'Ann lives in Leeds.',
      tags: ['a'],
      metadata: { nested: { list: [1] } },
    });
    const persona = await client.blocks.create({ label: 'persona', value: 'Kind.', limit: 10 });
    expect(await client.blocks.retrieve(human.id)).toEqual(human);
    expect(human).toMatchObject({
      label: 'human',
      metadata: { nested: { list: [1] } },
      tags: ['a'],
    });
    const listed = [];
    for await (const block of client.blocks.list({ limit: 1 })) listed.push(block.id);
    expect(listed).toEqual([human.id, persona.id]);
    expect((await client.blocks.list({ label: 'persona' })).items).toEqual([persona]);
    await client.agents.blocks.attach(human.id, { agent_id: 'helper' });
    await client.agents.blocks.update('human', {
      agent_id: 'helper',
      value: 'Ann lives in Porto.',
    });
    expect(await client.agents.blocks.retrieve('human', { agent_id: 'helper' })).toMatchObject({
      id: human.id,
      value: 'Ann lives in Porto.',
      tags: ['a'],
    });
    expect((await client.agents.blocks.list('helper')).items).toHaveLength(1);
    expect((await memory.recall('Where does Ann live?')).results[0]?.content).toBe(
      'Ann lives in Porto.',
    );
    await expect(client.blocks.update(persona.id, { value: 'far too long' })).rejects.toThrow(
      "has 12 characters, and the block's limit is 10",
    );
    await client.agents.blocks.detach(human.id, { agent_id: 'helper' });
    await expect(client.agents.blocks.retrieve('human', { agent_id: 'helper' })).rejects.toThrow(
      'The agent has no block labelled human',
    );
    await client.blocks.delete(human.id);
    await expect(client.blocks.retrieve(human.id)).rejects.toBeInstanceOf(Letta.NotFoundError);
    expect((await memory.list({ match: 'Porto' })).memories).toEqual([]);
  });

  it('keeps an agent’s archival passages, and searches them by meaning and tags', async () => {
    const { client } = await open();
    const agent = 'helper';
    const [first] = await client.agents.passages.create(agent, {
      text: 'The staging pool has 40 connections.',
      tags: ['ops'],
      created_at: '2025-02-03T12:00:00Z',
    });
    await client.agents.passages.create(agent, { text: 'Ann waters the fern on Mondays.' });
    await client.agents.passages.create('other', { text: 'The staging pool has 20 connections.' });
    const found = await client.agents.passages.search(agent, {
      query: 'How many connections has staging?',
      top_k: 1,
    });
    expect(found).toMatchObject({ count: 1, results: [{ id: first?.id, tags: ['ops'] }] });
    const tagged = await client.agents.passages.search(agent, { query: 'staging', tags: ['ops'] });
    expect(tagged.results.map(({ id }) => id)).toEqual([first?.id]);
    expect(await client.agents.passages.list(agent, { search: 'FERN' })).toHaveLength(1);
    await client.agents.passages.delete(first?.id ?? '', { agent_id: agent });
    expect(await client.agents.passages.list(agent)).toHaveLength(1);
  });

  it('says that agents run elsewhere, and which fields are not followed', async () => {
    const { client } = await open();
    await expect(client.agents.create({})).rejects.toThrow('is not served here');
    await expect(
      client.blocks.create({ label: 'x', value: 'y', project_id: 'p' }),
    ).rejects.toBeInstanceOf(Letta.BadRequestError);
    expect((await client.blocks.list()).items).toEqual([]);
  });
});
