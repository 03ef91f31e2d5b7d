import { describe, expect, it } from 'vitest';
import { serveTestMemory, type ServedMemory } from '../../../../../test/support/served-memory.js';

/** As mem0's clients send requests: always with a key, and with trailing slashes. */
const asClient = (served: ServedMemory) => async (method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await served.ask(method, `/compat/mem0${path}`, {
    headers: { authorization: 'Token any' },
    ...(body === undefined ? {} : { body }),
  });
  return { status, answer };
};
type Ask = ReturnType<typeof asClient>;

async function open(): Promise<{ served: ServedMemory; ask: Ask }> {
  const served = await serveTestMemory();
  return { served, ask: asClient(served) };
}

const say = (content: string) => [{ role: 'user', content }];
const idsOf = (answer: unknown): string[] =>
  (answer as { results: { id: string }[] }).results.map(({ id }) => id);

async function told(ask: Ask, content: string, more: object): Promise<string> {
  const { status, answer } = await ask('POST', '/v3/memories/add/', {
    messages: say(content),
    ...more,
  });
  expect(status).toBe(200);
  return idsOf(answer)[0] ?? '';
}

describe('mem0', () => {
  it('keeps each side of a chat for its user, and finds it with its metadata as it was', async () => {
    const { ask } = await open();
    const metadata = { source: 'chat', nested: { list: [1, 'two'] } };
    const { answer } = await ask('POST', '/v3/memories/add/', {
      messages: [
        ...say('My favorite color is blue.'),
        { role: 'assistant', content: [{ type: 'text', text: 'Blue it is.' }] },
        { role: 'user', content: { type: 'image_url', image_url: { url: 'http://x/y.png' } } },
        { role: 'system', content: 'Be kind.' },
      ],
      user_id: 'ann',
      run_id: 'chat-1',
      metadata,
      timestamp: 1_738_584_000,
    });
    expect(answer).toMatchObject({
      status: 'SUCCEEDED',
      results: [
        { event: 'ADD', memory: 'My favorite color is blue.' },
        { event: 'ADD', memory: 'Blue it is.' },
      ],
    });
    const event = (answer as { event_id: string }).event_id;
    expect((await ask('GET', `/v1/event/${event}/`)).answer).toMatchObject({ status: 'SUCCEEDED' });
    await told(ask, 'My favorite color is red.', { user_id: 'bob' });
    const { answer: found } = await ask('POST', '/v3/memories/search/', {
      query: 'What is my favorite color?',
      filters: { user_id: 'ann' },
      top_k: 1,
    });
    expect(found).toEqual({
      results: [
        expect.objectContaining({
          memory: 'My favorite color is blue.',
          user_id: 'ann',
          agent_id: null,
          run_id: 'chat-1',
          metadata,
          created_at: '2025-02-03T12:00:00.000Z',
          score: expect.any(Number) as number,
        }),
      ],
    });
  });

  it('keeps the id of a memory whose words and metadata change, and tells its history', async () => {
    const { ask, served } = await open();
    const id = await told(ask, 'I live in Leeds.', { user_id: 'ann', metadata: { a: 1 } });
    await ask('PUT', `/v1/memories/${id}/`, { text: 'I live in Porto.' });
    await ask('PUT', `/v1/memories/${id}/`, { metadata: { b: 'two' } });
    const changed = {
      id,
      memory: 'I live in Porto.',
      user_id: 'ann',
      metadata: { a: 1, b: 'two' },
    };
    expect((await ask('GET', `/v1/memories/${id}/`)).answer).toMatchObject(changed);
    const page = await ask('POST', '/v3/memories/?page=1&page_size=5', {});
    expect(page.answer).toMatchObject({ count: 1, next: null, previous: null, results: [changed] });
    await ask('DELETE', `/v1/memories/${id}/`);
    expect((await ask('GET', `/v1/memories/${id}/`)).status).toBe(404);
    const { answer } = await ask('GET', `/v1/memories/${id}/history/`);
    expect(
      (answer as unknown as Record<string, unknown>[]).map((each) => [
        each['event'],
        each['old_memory'],
        each['new_memory'],
      ]),
    ).toEqual([
      ['ADD', null, 'I live in Leeds.'],
      ['UPDATE', 'I live in Leeds.', 'I live in Porto.'],
      ['UPDATE', 'I live in Porto.', 'I live in Porto.'],
      ['DELETE', 'I live in Porto.', null],
    ]);
    // Each of them is one change, and can be undone.
    const ann = served.memory.scope({ userId: 'ann' });
    const [last] = (await ann.curation.log()).changes;
    await ann.undo(last?.reversal ?? '');
    expect((await ask('GET', `/v1/memories/${id}/`)).answer).toMatchObject(changed);
  });

  it('keeps a bank for each user, so that nothing of one is told, merged or superseded by another', async () => {
    const { ask, served } = await open();
    const users = ['ann', 'a@b.example', 'Ünï ☕', 'default'];
    const ids: string[] = [];
    for (const user_id of users)
      ids.push(await told(ask, `I live in Porto, says ${user_id.length}.`, { user_id }));
    await told(ask, 'I moved to Leeds.', { user_id: 'ann' });
    await told(ask, 'The office is in Ghent.', {});
    expect((await served.memory.list()).memories.map(({ content }) => content)).toEqual([
      'The office is in Ghent.',
    ]);
    for (const [at, user_id] of users.entries()) {
      const within = served.memory.scope({ userId: user_id });
      expect((await within.list()).memories).toHaveLength(user_id === 'ann' ? 2 : 1);
      const { answer } = await ask('POST', '/search', { query: 'Where do I live?', user_id });
      const found = (answer as unknown as { results: { id: string; user_id: string }[] }).results;
      expect(new Set(found.map((each) => each.user_id))).toEqual(new Set([user_id]));
      expect(found.map(({ id }) => id)).toContain(ids[at]);
      const one = await ask('GET', `/v1/memories/${encodeURIComponent(ids[at] ?? '')}/`);
      expect(one.answer).toMatchObject({ id: ids[at], user_id });
    }
    // One user's id is not valid for another, and a query creates no bank for an unknown user.
    const [own = ''] = ids;
    const raw = own.slice(0, own.indexOf('@'));
    for (const id of [raw, `${raw}@a=40b.example`, `${raw}@nobody`, `${raw}@=61nn`])
      expect((await ask('GET', `/v1/memories/${id}/`)).status).toBe(404);
    const nobody = { query: 'Porto', user_id: 'nobody' };
    expect((await ask('POST', '/search', nobody)).answer).toEqual({ results: [] });
    expect((await served.memory.file.banks()).map(({ name }) => name)).not.toContain(
      `${served.memory.bankName}@nobody`,
    );
    await ask('DELETE', '/v1/memories/?user_id=ann');
    expect((await ask('GET', `/v1/memories/${own}/`)).status).toBe(404);
    expect((await ask('GET', `/v1/memories/${own}/history/`)).answer).toHaveLength(2);
    expect(await ask('POST', '/v3/memories/', {})).toMatchObject({ answer: { count: 4 } });
  });

  it('finds what was kept for users in the bank itself, as an import of an export leaves it', async () => {
    const { ask, served } = await open();
    await served.memory.remember({ content: 'Ann drives a Saab.', metadata: { user_id: 'ann' } });
    await served.memory.remember({ content: 'Bob drives a Fiat.', metadata: { user_id: 'bob' } });
    await told(ask, 'My bicycle is green.', { user_id: 'ann' });
    const { answer } = await ask('POST', '/search', { query: 'What drives?', user_id: 'ann' });
    const found = (answer as unknown as { results: { memory: string }[] }).results;
    expect(found.map(({ memory }) => memory)).toContain('Ann drives a Saab.');
    expect(found.map(({ memory }) => memory)).not.toContain('Bob drives a Fiat.');
    await ask('DELETE', '/v1/memories/?user_id=ann');
    expect(await ask('POST', '/v3/memories/', {})).toMatchObject({ answer: { count: 1 } });
  });

  it('takes filters of every shape', async () => {
    const { ask } = await open();
    await told(ask, 'Ann pays the invoice.', { user_id: 'ann', metadata: { n: 3 } });
    await told(ask, 'Ann waters the fern.', { user_id: 'ann', agent_id: 'bot', run_id: 'r1' });
    await told(ask, 'Bob pays the rent.', { user_id: 'bob', metadata: { n: 5 } });
    const listed = async (filters: object): Promise<string[]> => {
      const { answer } = await ask('POST', '/v2/memories/', { filters });
      return (answer as unknown as { memory: string }[]).map(({ memory }) => memory).sort();
    };
    const [invoice, fern, rent] = [
      'Ann pays the invoice.',
      'Ann waters the fern.',
      'Bob pays the rent.',
    ];
    expect(await listed({ user_id: 'ann' })).toEqual([invoice, fern]);
    expect(await listed({ AND: [{ userId: 'ann' }, { agent_id: '*' }] })).toEqual([fern]);
    expect(await listed({ OR: [{ run_id: 'r1' }, { user_id: { in: ['bob'] } }] })).toEqual([
      fern,
      rent,
    ]);
    expect(await listed({ NOT: [{ user_id: 'ann' }] })).toEqual([rent]);
    expect(await listed({ keywords: { icontains: 'PAYS' } })).toEqual([invoice, rent]);
    expect(await listed({ metadata: { n: { gte: 4 } } })).toEqual([rent]);
    expect(await listed({ metadata: { n: 3 } })).toEqual([invoice]);
    expect(await listed({ agent_id: { ne: 'bot' } })).toEqual([invoice, rent]);
    expect(await listed({ created_at: { gt: '2999-01-01' } })).toEqual([]);
    for (const [filters, field] of [
      [{ colour: 'x' }, 'filters.colour'],
      [{ user_id: { like: 'a' } }, 'filters.user_id'],
      [{ created_at: { gt: 'soon' } }, 'filters.created_at'],
    ])
      expect((await ask('POST', '/v3/memories/', { filters })).answer).toMatchObject({
        code: 'invalid_input',
        field,
      });
  });

  it('lists whose memories there are, deletes all of one, and never all by accident', async () => {
    const { ask } = await open();
    await told(ask, 'Ann is here.', { user_id: 'ann' });
    await told(ask, 'Bob is here.', { user_id: 'bob' });
    expect((await ask('GET', '/v1/entities/')).answer).toMatchObject({
      count: 2,
      results: [
        { name: 'ann', type: 'user', total_memories: 1 },
        { name: 'bob', type: 'user', total_memories: 1 },
      ],
    });
    expect((await ask('DELETE', '/v1/memories/')).answer).toMatchObject({ field: 'user_id' });
    await ask('DELETE', '/v1/memories/?user_id=ann');
    expect(await ask('POST', '/v3/memories/', {})).toMatchObject({ answer: { count: 1 } });
    await ask('DELETE', '/v2/entities/user/bob/');
    expect(await ask('POST', '/v3/memories/', {})).toMatchObject({ answer: { count: 0 } });
  });

  it('says what it does not have, and keeps nothing then', async () => {
    const { ask } = await open();
    const messages = say('I like tea.');
    for (const [method, path, body, field] of [
      ['POST', '/v3/memories/add/', { messages, custom_instructions: 'x' }, 'custom_instructions'],
      ['POST', '/v3/memories/add/', { messages, colour: 'x' }, 'colour'],
      ['POST', '/v3/memories/add/', { messages: [{ role: 'system', content: 'x' }] }, 'messages'],
      ['POST', '/v3/memories/add/', { messages, metadata: { user_id: 'x' } }, 'metadata.user_id'],
      ['POST', '/v1/exports/', { schema: {} }, 'path'],
      ['GET', '/v2/profiles/settings/', undefined, 'path'],
    ] as const) {
      const { status, answer } = await ask(method, path, body);
      expect([status, answer]).toEqual([400, expect.objectContaining({ field })]);
      expect(answer['hint']).toEqual(expect.any(String));
    }
    expect((await ask('POST', '/v3/memories/', {})).answer).toMatchObject({ count: 0 });
  });

  it('serves the open server’s REST, and other banks', async () => {
    const { ask, served } = await open();
    const { answer } = await ask('POST', '/memories', { messages: 'I like tea.', user_id: 'ann' });
    expect((await ask('POST', '/search', { query: 'tea?', user_id: 'ann' })).answer).toMatchObject({
      results: [{ id: idsOf(answer)[0] }],
    });
    const elsewhere = '/compat/banks/other/mem0/v1/memories/';
    expect((await served.ask('GET', elsewhere)).status).toBe(404);
    await served.ask('POST', elsewhere, { body: { messages: 'I like coffee.', user_id: 'ann' } });
    expect((await served.ask('GET', elsewhere)).body).toMatchObject([{ memory: 'I like coffee.' }]);
  });

  it('asks for a key where there is one, as clients send it', async () => {
    const { served, ask } = await open();
    const { key } = await served.memory.file.keys.create({
      name: 'reader',
      banks: null,
      scopes: ['read'],
    });
    expect((await ask('GET', '/v1/ping/')).status).toBe(401);
    const headers = { authorization: `Token ${key}` };
    expect((await served.ask('GET', '/compat/mem0/v1/ping/', { headers })).body).toMatchObject({
      status: 'ok',
    });
    const body = { messages: say('x') };
    const refused = await served.ask('POST', '/compat/mem0/v1/memories/', { headers, body });
    expect(refused.status).toBe(403);
  });
});
