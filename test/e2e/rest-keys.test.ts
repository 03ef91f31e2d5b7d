/** The door for programs: who may come in, what is done once, and what takes long. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { serveTestMemory, type ServedMemory } from '../support/served-memory.js';
import { temporaryFile } from '../support/open-test-memory.js';

vi.setConfig({ testTimeout: 120_000 });

const BANK = '/v1/banks/default';

describe('keys', () => {
  it('are asked for from the first one on, open their banks alone, and name who changed what', async () => {
    const { ask, memory, url } = await serveTestMemory();
    await memory.bank('secret').remember('The safe is behind the clock.');
    expect((await ask('GET', '/v1/banks')).status).toBe(200);
    const admin = (await memory.file.keys.create({ name: 'admin', scopes: ['admin'] })).key;
    const writer = (await memory.file.keys.create({ name: 'writer', banks: ['work'] as never }))
      .key;
    const reader = (
      await memory.file.keys.create({ name: 'reader', banks: ['work'] as never, scopes: ['read'] })
    ).key;
    expect(await ask('GET', '/v1/banks')).toMatchObject({
      status: 401,
      body: { code: 'unauthorised' },
    });
    for (const key of [
      'nonsense',
      `${writer}x`,
      `mnk_${'a'.repeat(12)}_${'b'.repeat(43)}`,
      writer.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
    ])
      expect((await ask('GET', '/v1/banks', { key })).status).toBe(401);
    expect(
      (
        await ask('POST', '/v1/banks/work/memories', {
          key: writer,
          body: { content: 'Ana feeds the heron.' },
        })
      ).status,
    ).toBe(200);
    expect(
      await ask('POST', '/v1/banks/work/memories', { key: reader, body: { content: 'x' } }),
    ).toMatchObject({ status: 403, body: { code: 'denied' } });
    expect(
      (
        await ask('POST', '/v1/banks/work/recall', {
          key: reader,
          body: { query: 'Who feeds it?' },
        })
      ).status,
    ).toBe(200);
    expect(
      (await ask('PATCH', '/v1/banks/work', { key: writer, body: { empathy: 4 } })).status,
    ).toBe(403);
    expect((await ask('POST', '/v1/banks/work/doctor', { key: writer })).status).toBe(403);
    // A bank of others and one that never was look alike.
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', '/memories'],
      ['POST', '/recall'],
      ['PUT', ''],
      ['GET', '/operations'],
      ['POST', '/doctor'],
    ] as const) {
      const bodies = await Promise.all(
        ['secret', 'nobody'].map(async (bank) =>
          JSON.stringify(
            await ask(method, `/v1/banks/${bank}${rest}`, {
              key: writer,
              ...(method === 'POST' ? { body: { query: 'safe' } } : {}),
            }),
          ).replaceAll(bank, '?'),
        ),
      );
      expect(bodies[0]).toBe(bodies[1]);
      expect(bodies[0]).toContain('"status":404');
    }
    // What the server counts tells of all banks.
    expect((await ask('GET', '/metrics')).status).toBe(401);
    expect(await ask('GET', '/metrics', { key: writer })).toMatchObject({
      status: 403,
      body: { code: 'denied' },
    });
    expect(
      await (
        await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${admin}` } })
      ).text(),
    ).toContain('mneme_operations_total{operation="remember"}');
    expect((await ask('GET', '/v1/banks', { key: writer })).body).toMatchObject([{ name: 'work' }]);
    expect(
      (await ask('GET', '/v1/banks/work/changes', { key: reader })).body['changes'],
    ).toMatchObject([{ verb: 'remember', actor: 'key:writer' }]);
    expect((await ask('POST', '/v1/banks/work/doctor', { key: admin })).status).toBe(202);
    await memory.file.keys.revoke('writer');
    expect((await ask('GET', '/v1/banks', { key: writer })).status).toBe(401);
    await memory.file.keys.revoke('reader');
    await memory.file.keys.revoke('admin');
    // Nor is a file open again when its last key is gone.
    expect((await ask('GET', '/v1/banks')).status).toBe(401);
  });

  it('cannot be guessed at speed, and have a rate of their own', async () => {
    const { ask, memory, said } = await serveTestMemory({ rate: 5 });
    const { key } = await memory.file.keys.create({ name: 'one' });
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        ask('GET', '/v1/banks', { key: `mnk_${'a'.repeat(12)}_${String(at).padStart(43, 'x')}` }),
      ),
    );
    expect(guesses.filter(({ status }) => status === 401).length).toBeLessThan(30);
    expect(guesses.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(
      /^\d+$/,
    );
    const used = await Promise.all(
      Array.from({ length: 30 }, () => ask('GET', '/v1/banks', { key })),
    );
    const served = used.filter(({ status }) => status === 200).length;
    expect(served).toBeGreaterThanOrEqual(10);
    expect(used.filter(({ status }) => status === 429).length).toBe(30 - served);
    expect(served).toBeLessThan(30);
    expect(said.join()).not.toContain(key);
  });

  it('share the rate of a bank, and one bank leaves another its own', async () => {
    const { ask } = await serveTestMemory({ bankRate: 2 });
    const of = (bank: string): Promise<{ status: number }> =>
      ask('POST', `/v1/banks/${bank}/memories`, { body: { content: 'The heron nests.' } });
    const loud = await Promise.all(Array.from({ length: 30 }, () => of('loud')));
    expect(loud.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
    expect((await of('quiet')).status).toBeLessThan(300);
  });

  it('are in the file as hashes, and none is needed only on this machine', async () => {
    const file = temporaryFile();
    await expect(serveTestMemory({ file, host: '0.0.0.0' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: '--host',
    });
    const { memory, close } = await serveTestMemory({ file });
    const { key } = await memory.file.keys.create({ name: 'one' });
    await expect(memory.file.keys.create({ name: 'one' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await close();
    for (const part of ['', '-wal'])
      if (existsSync(file + part))
        expect(readFileSync(file + part).includes(key.slice(-43))).toBe(false);
    const open = await serveTestMemory({ file, host: '0.0.0.0' });
    expect((await open.ask('GET', '/v1/banks', { key })).status).toBe(200);
  });
});

describe('Idempotency-Key', () => {
  it('does nothing twice, at once or after a restart, and is one request’s alone', async () => {
    const file = temporaryFile();
    const first = await serveTestMemory({ file });
    const headers = { 'idempotency-key': 'note-1' };
    const send = (server: ServedMemory, text: string) =>
      server.ask('POST', `${BANK}/sessions/chat/notes`, { body: { text }, headers });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(first, 'Priya moved.')));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(
      answers.filter(({ headers: got }) => got.get('idempotent-replayed') === 'true'),
    ).toHaveLength(4);
    expect(await send(first, 'Tom moved.')).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    await first.close();
    const second = await serveTestMemory({ file });
    expect((await send(second, 'Priya moved.')).headers.get('idempotent-replayed')).toBe('true');
    expect(
      ((await second.memory.session('chat').show()).working?.turns ?? []).map(({ text }) => text),
    ).toEqual(['Priya moved.']);
    // What was refused changed nothing, and may be mended under the same key.
    expect(
      (
        await second.ask('POST', `${BANK}/memories`, {
          body: { content: '' },
          headers: { 'idempotency-key': 'b' },
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await second.ask('POST', `${BANK}/memories`, {
          body: { content: 'x y z' },
          headers: { 'idempotency-key': 'b' },
        })
      ).status,
    ).toBe(200);
  });
});

describe('long work', () => {
  it('is taken in at once, tells its progress, and stops between two commits', async () => {
    const server = await serveTestMemory();
    const lines = Array.from({ length: 1_500 }, (_, at) =>
      JSON.stringify({
        role: 'user',
        name: 'Ana',
        content: `Parcel ${at} went to street ${at * 31} on shelf ${at % 97}.`,
      }),
    ).join('\n');
    const started = await server.ask('POST', `${BANK}/import?path=talk.jsonl`, {
      body: lines,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(started.status).toBe(202);
    const place = started.headers.get('location')!;
    for (
      let now = started.body;
      now['progress'] === null;
      now = (await server.ask('GET', place)).body
    )
      expect(now['state']).toBe('running');
    expect((await server.ask('DELETE', place)).body).toMatchObject({
      state: 'cancelled',
      error: { code: 'interrupted' },
    });
    const { memories } = await server.memory.care.stats();
    expect(memories).toBeGreaterThan(0);
    expect(memories).toBeLessThan(1_500);
    expect(
      (await server.ask('GET', `/v1/banks/other/operations/${String(started.body['id'])}`)).status,
    ).toBe(404);
  });
});
