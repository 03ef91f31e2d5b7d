/** The door for programs: real sockets, hostile and friendly. */
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ERROR_CODES } from '../../src/index.js';
import { OPERATIONS, type OperationName } from '../../src/operations/table.js';
import { endpoints } from '../../src/servers/rest/routes.js';
import { WorkOutput } from '../../src/servers/running/work-output.js';
import { filled, samples } from '../support/operation-samples.js';
import {
  ownUploads,
  rawExchange,
  serveTestMemory,
  type Asked,
  type ServedMemory,
} from '../support/served-memory.js';
import { temporaryFile } from '../support/open-test-memory.js';

vi.setConfig({ testTimeout: 120_000 });

const BANK = '/v1/banks/default';

async function done(server: ServedMemory, { body }: Asked): Promise<Record<string, unknown>> {
  for (
    let now = body;
    ;
    now = (await server.ask('GET', `${BANK}/operations/${String(body['id'])}`)).body
  ) {
    expect(WorkOutput.safeParse(now).error?.issues ?? []).toEqual([]);
    if (now['state'] !== 'running') return now;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

interface ApiDocument {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly operationId: string;
        readonly parameters: readonly { readonly name: string; readonly in: string }[];
        readonly responses: Record<string, unknown>;
      }
    >
  >;
  readonly components: { readonly schemas: Record<string, unknown> };
}

describe('every operation', () => {
  it('answers at its place what it declares', async () => {
    const scene = await filled();
    const server = await serveTestMemory({ file: scene.file, vaultKey: 'ab'.repeat(32) });
    const given = samples(scene);
    const failed: unknown[] = [];
    // The samples of `conflicts` and `circles` scan and prune, which is their second place.
    const places = endpoints().filter(
      ({ operation, method }) =>
        operation.former === undefined &&
        !(['conflicts', 'circles'].includes(operation.name) && method === 'GET') &&
        !(['forget', 'bank_delete'].includes(operation.name) && method === 'DELETE'),
    );
    for (const { operation, method, path, inPath, inQuery, inBody, upload, fixed } of places) {
      const sample: Record<string, unknown> = { ...given[operation.name as OperationName] };
      const to = path.replace(/\{(\w+)\}/g, (_, field: string) =>
        encodeURIComponent(String(sample[field])),
      );
      const query = new URLSearchParams(
        inQuery
          .filter((field) => sample[field] !== undefined)
          .map((field): [string, string] => [field, String(sample[field])]),
      ).toString();
      const body = upload
        ? readFileSync(String(sample['path']), 'utf8')
        : Object.fromEntries(
            inBody
              .filter((field) => sample[field] !== undefined)
              .map((field) => [field, sample[field]]),
          );
      expect([...inPath, ...inQuery, ...inBody, ...Object.keys(fixed ?? {})]).toEqual(
        expect.arrayContaining(Object.keys(sample)),
      );
      const asked = await server.ask(
        method,
        `${BANK}${to}${query === '' ? '' : `?${query}`}`,
        method === 'GET' || method === 'DELETE' ? {} : { body },
      );
      const output = asked.status === 202 ? (await done(server, asked))['result'] : asked.body;
      const issues = operation.output.safeParse(output).error?.issues ?? [];
      if (![200, 202].includes(asked.status) || issues.length > 0)
        failed.push({ name: operation.name, status: asked.status, issues, body: asked.body });
    }
    expect(failed).toEqual([]);
    expect(
      (await server.ask('GET', `${BANK}/conflicts?status=pending`)).body['conflicts'],
    ).toHaveLength(1);
    expect(
      (await server.ask('DELETE', `${BANK}/memories/${scene.memory},${scene.other}`)).body[
        'changed'
      ],
    ).toHaveLength(2);
    expect(server.said).toEqual([]);
  });

  it('takes what other memories call the number of results, and names ours where a name is foreign', async () => {
    const server = await serveTestMemory();
    for (const content of ['Ana likes tea.', 'Tom likes tea.', 'Priya likes tea.'])
      await server.ask('POST', `${BANK}/memories`, { body: { content } });
    const few = await server.ask('POST', `${BANK}/recall`, { body: { query: 'tea', top_k: 2 } });
    expect(few.body['results']).toHaveLength(2);
    const refused = await server.ask('POST', `${BANK}/recall`, {
      body: { query: 'tea', min_score: 0.1 },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { field: 'recall.min_score', hint: expect.stringContaining('Did you mean threshold?') },
    });
  });

  it('is described for programs, with what a body may hold', async () => {
    const server = await serveTestMemory();
    const document = (await server.ask('GET', '/v1/openapi.json')).body as unknown as ApiDocument;
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((one) => ({ path, ...one })),
    );
    const names = described.map(({ operationId }) => operationId);
    expect(names).toEqual(expect.arrayContaining(Object.keys(OPERATIONS)));
    // Generators of clients make a function of each, and refuse a document that names two alike.
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => !/^[a-z]\w*$/.test(name))).toEqual([]);
    for (const { path, operationId, parameters, responses } of described) {
      const places = parameters.map((each) => `${each.in} ${each.name}`);
      expect(new Set(places).size, operationId).toBe(places.length);
      const inPath = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
      expect(inPath.sort(), operationId).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
      );
      expect(Object.keys(responses), operationId).toContain('default');
    }
    for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(document.components.schemas).toHaveProperty(name ?? '');
    const page = await fetch(server.url);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).not.toMatch(/(src|href)="https?:/);
  });

  it('by a method that its path does not serve is refused with those that it does', async () => {
    const server = await serveTestMemory();
    const { paths } = (await server.ask('GET', '/v1/openapi.json')).body as {
      paths: Record<string, Record<string, unknown>>;
    };
    const places = Object.entries(paths).map(([path, methods]) => ({
      path,
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      methods: Object.keys(methods).map((method) => method.toUpperCase()),
    }));
    const wrong: unknown[] = [];
    for (const { path } of places) {
      const concrete = path.replace('{bank}', 'default').replace(/\{\w+\}/g, 'x');
      // A fixed part may stand where another path has a name: what fits either is served.
      const served = new Set(
        places.filter(({ pattern }) => pattern.test(concrete)).flatMap(({ methods }) => methods),
      );
      if (served.has('GET')) served.add('HEAD');
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        (each) => !served.has(each),
      )) {
        const { status, headers, body } = await server.ask(method, concrete);
        const allow = headers.get('allow')?.split(', ') ?? [];
        const told =
          method === 'HEAD' ||
          (body['code'] === 'invalid_input' &&
            body['status'] === 405 &&
            body['field'] === 'method' &&
            body['value'] === method);
        if (
          status !== 405 ||
          headers.get('content-type') !== 'application/problem+json' ||
          allow.join() !== [...served].sort().join() ||
          !told
        )
          wrong.push({ method, path, status, allow, body });
      }
    }
    expect(wrong).toEqual([]);
    expect(await server.ask('DELETE', '/v1/nothing')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await server.ask('GET', '/v1/banks/default/memories/x')).toMatchObject({ status: 400 });
  });

  it.each([
    ['opened without end', '['.repeat(900_000)],
    ['too deep in a field', `{"query":${'['.repeat(400_000)}${']'.repeat(400_000)}}`],
    ['too deep in an unknown field', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`],
    ['of too many values', `{"query":[${'1,'.repeat(400_000)}1]}`],
  ])('refuses JSON %s before it is parsed, and answers on', async (_how, body) => {
    const { ask } = await serveTestMemory();
    for (const path of [`${BANK}/recall`, '/mcp'])
      expect(
        await ask('POST', path, { body, headers: { 'content-type': 'application/json' } }),
      ).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_input',
          field: 'body',
          detail: expect.stringMatching(/nested|values/),
        },
      });
    expect((await ask('GET', '/health/ready')).status).toBe(200);
  });

  it('finds what was remembered, bank by bank, and pages by cursor', async () => {
    const { ask } = await serveTestMemory();
    expect((await ask('PUT', '/v1/banks/work')).status).toBe(201);
    expect((await ask('PUT', '/v1/banks/work')).status).toBe(200);
    const { body } = await ask('POST', `${BANK}/memories/batch`, {
      body: { inputs: ['Tom moved to Porto.', 'Ana feeds the heron.', 'The weir is closed.'] },
    });
    expect(body['receipts']).toHaveLength(3);
    expect(
      (
        await ask('POST', `${BANK}/recall`, {
          body: { query: 'Where is Tom?', limit: 1, fields: ['content'] },
        })
      ).body['results'],
    ).toEqual([{ content: 'Tom moved to Porto.' }]);
    expect(
      (await ask('POST', '/v1/banks/work/recall', { body: { query: 'Where is Tom?' } })).body[
        'results'
      ],
    ).toEqual([]);
    const first = (await ask('GET', `${BANK}/memories?limit=2`)).body as {
      memories: unknown[];
      next: string;
    };
    const second = (await ask('GET', `${BANK}/memories?limit=2&after=${first.next}`)).body as {
      memories: unknown[];
      next: null;
    };
    expect([first.memories.length, second.memories.length, second.next]).toEqual([2, 1, null]);
  });
});

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
