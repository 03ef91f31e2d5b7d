/** The door for programs: what every operation answers there, over real sockets. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { OPERATIONS, type OperationName } from '../../packages/mneme/src/operations/table.js';
import { endpoints } from '../../packages/server/src/rest/routes.js';
import { WorkOutput } from '../../packages/server/src/running/jobs.js';
import { filled, samples } from '../support/operation-samples.js';
import { serveTestMemory, type Asked, type ServedMemory } from '../support/served-memory.js';

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
    // Of several places of one, those that take what its sample gives.
    const places = endpoints().filter(
      ({ operation: { name, former }, method, inPath, inQuery, inBody, fixed }) =>
        former === undefined &&
        !(['forget', 'bank_delete'].includes(name) && method === 'DELETE') &&
        Object.entries(fixed ?? {}).every(
          ([field, value]) =>
            (given[name as OperationName] as Readonly<Record<string, unknown>>)[field] === value,
        ) &&
        Object.keys(given[name as OperationName]).every((field) =>
          [...inPath, ...inQuery, ...inBody, ...Object.keys(fixed ?? {})].includes(field),
        ),
    );
    expect(new Set(places.map(({ operation }) => operation.name))).toEqual(
      new Set(Object.keys(OPERATIONS)),
    );
    for (const { operation, method, path, inQuery, inBody, upload } of places) {
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
    expect((await server.ask('GET', `${BANK}/conflicts`)).body['conflicts']).toHaveLength(1);
    expect(
      (await server.ask('DELETE', `${BANK}/memories/${scene.memory},${scene.other}`)).body[
        'changed'
      ],
    ).toEqual([scene.memory]);
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
