/** The door for programs: requests that mean no good, or that nobody can mean. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ERROR_CODES } from '../../packages/mneme/src/index.js';
import { endpoints } from '../../packages/server/src/rest/routes.js';
import { ownUploads, rawExchange, serveTestMemory, type Asked } from '../support/served-memory.js';

vi.setConfig({ testTimeout: 120_000 });

const BANK = '/v1/banks/default';

describe('a hostile request', () => {
  it('with a broken, huge or slow body is refused, and costs little', async () => {
    const uploads = ownUploads();
    const server = await serveTestMemory({
      limits: { bodyBytes: 1_048_576, uploadBytes: 2_000_000, patienceMs: 300 },
    });
    const { ask, url } = server;
    for (const body of ['{', '[]', '"x"', '{"content":', 'null', '{"query":"x",}'])
      expect(await ask('POST', `${BANK}/recall`, { body })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', field: 'body' },
      });
    const huge = 100 * 1_048_576;
    const declared = await rawExchange(
      url,
      `POST ${BANK}/memories HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${huge}\r\n\r\n{"content":"`,
    );
    expect(declared).toMatch(/^HTTP\/1\.1 413 /);
    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) =>
        void (sent >= huge
          ? controller.close()
          : (controller.enqueue(new Uint8Array(262_144).fill(97)), (sent += 262_144))),
    });
    const streamed = await fetch(`${url}${BANK}/memories`, {
      method: 'POST',
      body: endless,
      duplex: 'half',
    } as RequestInit).then(
      ({ status }) => status,
      () => 413,
    );
    expect(streamed).toBe(413);
    expect(sent).toBeLessThan(huge / 2);
    expect(
      await ask('POST', `${BANK}/import?path=a.txt`, { body: 'x'.repeat(2_000_001) }),
    ).toMatchObject({ status: 413 });
    const slow = await rawExchange(
      url,
      `POST ${BANK}/recall HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 20\r\n\r\n{"que`,
    );
    expect(slow).toMatch(/^HTTP\/1\.1 400 [\s\S]*too slowly/);
    expect(uploads()).toEqual([]);
    expect((await ask('GET', '/v1/banks')).status).toBe(200);
    expect(server.said).toEqual([]);
  });

  it('that gives one field twice is refused, and a list is not', async () => {
    const { ask } = await serveTestMemory();
    expect(await ask('GET', `${BANK}/memories?limit=1&limit=2`)).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_input',
        field: 'list.limit',
        value: '1, 2',
        detail: 'list.limit: is given 2 times.',
      },
    });
    expect((await ask('GET', `${BANK}/memories?tags=a&tags=b`)).status).toBe(200);
  });

  it('that nothing can be learned from is refused by its field, and changes nothing', async () => {
    const { ask } = await serveTestMemory();
    const goal = async (description: string, parent?: string) =>
      (
        await ask('POST', `${BANK}/goals`, {
          body: { description, ...(parent === undefined ? {} : { parent }) },
        })
      ).body['goal'] as { id: string };
    const star = await goal('Open the bakery');
    const shop = await goal('Rent the corner shop', star.id);
    const oven = await goal('Buy an oven', shop.id);
    const run = { query: 'refund a parcel', steps: [{ action: 'pay' }] };
    const changes = async () => (await ask('GET', `${BANK}/stats`)).body['changes'];
    const before = await changes();
    const wrong: readonly (readonly [
      path: string,
      body: object,
      status: number,
      code: string,
      field: string,
    ])[] = [
      [
        'runs',
        { trajectories: [{ ...run, outcome: 'success' }, run] },
        400,
        'invalid_input',
        'trajectories.1.outcome',
      ],
      ['goals', { id: shop.id, parent: oven.id }, 400, 'invalid_input', 'goal.parent'],
      [
        'world/predictions',
        { action: 'pay', probability: 1.2 },
        400,
        'invalid_input',
        'probability',
      ],
      [
        'world/observations',
        { prediction: { id: 'p_0000000000000', came: true } },
        404,
        'not_found',
        'prediction.id',
      ],
      ['world/plan', { goal: ['paid'], curiosity: -0.1 }, 400, 'invalid_input', 'curiosity'],
    ];
    for (const [path, body, status, code, field] of wrong)
      expect(await ask('POST', `${BANK}/${path}`, { body })).toMatchObject({
        status,
        body: { code, field: expect.stringContaining(field) },
      });
    expect(await changes()).toBe(before);
  });

  it('with a crooked path finds nothing, and reads no file of the server', async () => {
    const { ask, url, memory } = await serveTestMemory();
    await memory.remember('Tom moved to Porto.');
    const paths = [
      '/v1/banks/../../etc/passwd',
      '/v1/banks/..%2f..%2fetc/memories',
      '/v1/banks/%2e%2e/memories',
      '/v1/banks/default%00/memories',
      '/v1/banks//memories',
      '/v1/banks/%E0%A4%A/memories',
      '/v1/banks/default/memories/..%2f..',
      `/v1/banks/${'a'.repeat(9_000)}/memories`,
      '//v1/banks',
      '/v1/banks/default/nothing',
      '/console/../v1/banks/x/stats',
    ];
    for (const path of paths) {
      const status = Number(
        /^HTTP\/1\.1 (\d+)/.exec(
          await rawExchange(
            url,
            `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`,
          ),
        )?.[1],
      );
      expect({ path, status, refused: status >= 400 && status < 500 }).toMatchObject({
        path,
        refused: true,
      });
    }
    expect((await memory.file.banks()).map(({ name }) => name)).toEqual(['default']);
    for (const images of [['/etc/passwd'], [{ path: '/etc/passwd' }]]) {
      expect(
        await ask('POST', `${BANK}/memories`, { body: { content: 'x', images } }),
      ).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'images' } });
      expect(
        await ask('POST', `${BANK}/memories/batch`, {
          body: { inputs: [{ content: 'x', images }] },
        }),
      ).toMatchObject({ status: 400 });
    }
    expect(await ask('POST', `${BANK}/recall`, { body: { image: '/etc/passwd' } })).toMatchObject({
      status: 400,
      body: { field: 'image' },
    });
    const imported = await ask(
      'POST',
      `${BANK}/import?path=${encodeURIComponent('../../../etc/passwd')}`,
      { body: 'A heron stood there.' },
    );
    expect(imported).toMatchObject({ status: 202 });
  });

  it('by another host name or another site’s page is refused', async () => {
    const { ask, url } = await serveTestMemory({ origins: ['https://friend.example'] });
    const status = async (headers: string): Promise<number> =>
      Number(
        /^HTTP\/1\.1 (\d+)/.exec(
          await rawExchange(
            url,
            `GET /v1/banks HTTP/1.1\r\n${headers}\r\nconnection: close\r\n\r\n`,
          ),
        )?.[1],
      );
    expect(await status('host: evil.example')).toBe(403);
    expect(await status('host: 10.0.0.1')).toBe(403);
    expect(await status('host: 127.0.0.1\r\norigin: https://evil.example')).toBe(403);
    expect(await status('host: localhost:99')).toBe(200);
    const friendly = await ask('GET', '/v1/banks', {
      headers: { origin: 'https://friend.example' },
    });
    expect([friendly.status, friendly.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'https://friend.example',
    ]);
    expect((await ask('GET', '/v1/banks')).headers.get('access-control-allow-origin')).toBe(null);
  });

  it('of any shape is answered, never with a fault, and a wrong type by its field', async () => {
    const server = await serveTestMemory();
    await server.memory.remember('Tom moved to Porto.');
    const bodied = endpoints().filter(
      // A bank that was deleted answers nothing more.
      ({ inBody, long, operation }) =>
        inBody.length > 0 && !long && operation.name !== 'bank_delete',
    );
    const wrongFor = (type: unknown): unknown =>
      type === 'string' || type === 'array' ? { x: 1 } : ['x'];
    const field = fc.constantFrom(
      ...bodied.flatMap((endpoint) =>
        endpoint.inBody
          .filter((name) => endpoint.input.properties[name]?.type !== undefined)
          .map((name) => ({ endpoint, name })),
      ),
    );
    const ask = (path: string, body: unknown): Promise<Asked> =>
      server.ask('POST', `${BANK}${path.replace(/\{\w+\}/g, 'm_0000000000000')}`, { body });
    await fc.assert(
      fc.asyncProperty(
        field,
        fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
        async ({ endpoint, name }, noise) => {
          if (endpoint.method !== 'POST') return;
          const wrong = await ask(endpoint.path, {
            [name]: wrongFor(endpoint.input.properties[name]?.type),
          });
          expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
          const odd = await ask(endpoint.path, { ...noise, [name]: noise });
          expect(odd.status).toBeLessThan(500);
          if (odd.status >= 400) expect(ERROR_CODES).toContain(odd.body['code']);
        },
      ),
      { numRuns: 150 },
    );
    expect(server.said).toEqual([]);
  });
});
