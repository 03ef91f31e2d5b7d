/** Keys and backups over REST: for whoever administers the whole file, and for nobody else. */
import { readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { verifyBackup } from '../../packages/mneme/src/index.js';
import { temporaryFile, temporaryFolder } from '../support/open-test-memory.js';
import { serveTestMemory, type ServedMemory } from '../support/served-memory.js';

const ALL = { scopes: ['read', 'write', 'admin'] };

async function makeKey(server: ServedMemory, body: object, key?: string): Promise<string> {
  const made = await server.ask('POST', '/v1/keys', {
    body,
    ...(key === undefined ? {} : { key }),
  });
  expect(made.status).toBe(201);
  expect(made.headers.get('cache-control')).toBe('no-store');
  return String(made.body['key']);
}

/** A backup that was asked for, when it is made. */
async function made(server: ServedMemory, key?: string): Promise<Record<string, unknown>> {
  const given = key === undefined ? {} : { key };
  const started = await server.ask('POST', '/v1/backups', { body: {}, ...given });
  expect(started.status).toBe(202);
  for (;;) {
    const place = String(started.headers.get('location'));
    const { body } = await server.ask('GET', place, given);
    if (body['state'] !== 'running') return body;
  }
}

describe('keys', () => {
  it('are made, listed without their secrets, used and ended', async () => {
    const server = await serveTestMemory();
    const admin = await makeKey(server, { name: 'owner', ...ALL });
    expect((await server.ask('GET', '/v1/keys')).status).toBe(401);
    const reader = await makeKey(server, { name: 'reader', scopes: ['read'] }, admin);
    const { body } = await server.ask('GET', '/v1/keys', { key: admin });
    const listed = JSON.stringify(body);
    expect(listed).toContain('"reader"');
    expect(listed).not.toMatch(/hash|mnk_/);
    await server.ask('PUT', '/v1/banks/default', { key: admin });
    expect((await server.ask('GET', '/v1/banks/default', { key: reader })).status).toBe(200);
    const ended = await server.ask('DELETE', '/v1/keys/reader', { key: admin });
    expect(ended.body).toMatchObject({ name: 'reader', revokedAt: expect.any(Number) });
    expect((await server.ask('GET', '/v1/banks/default', { key: reader })).status).toBe(401);
  });

  it('are nobody’s who does not administer all banks', async () => {
    const server = await serveTestMemory();
    const admin = await makeKey(server, { name: 'owner', ...ALL });
    const writer = await makeKey(server, { name: 'writer' }, admin);
    const ofOne = await makeKey(server, { name: 'one', ...ALL, banks: ['home'] }, admin);
    for (const key of [writer, ofOne])
      for (const [method, path, body] of [
        ['GET', '/v1/keys'],
        ['POST', '/v1/keys', { name: 'more' }],
        ['DELETE', '/v1/keys/owner'],
        ['GET', '/v1/backups'],
        ['POST', '/v1/backups', {}],
        ['GET', '/v1/backups/x'],
      ] as const) {
        const answer = await server.ask(method, path, { key, ...(body && { body }) });
        expect([path, answer.status]).toEqual([path, 403]);
      }
  });

  it('never leave a server without one that administers it', async () => {
    const server = await serveTestMemory();
    const first = await server.ask('POST', '/v1/keys', { body: { name: 'reader' } });
    expect(first.body).toMatchObject({ code: 'invalid_input', field: 'key.scopes' });
    const admin = await makeKey(server, { name: 'owner', ...ALL });
    const last = await server.ask('DELETE', '/v1/keys/owner', { key: admin });
    expect(last.body).toMatchObject({ code: 'conflict', field: 'key', value: 'owner' });
    const unknown = await server.ask('DELETE', '/v1/keys/nobody', { key: admin });
    expect(unknown.body).toMatchObject({ code: 'not_found' });
    const twice = await server.ask('POST', '/v1/keys', {
      key: admin,
      body: { name: 'owner', ...ALL },
    });
    expect(twice.body).toMatchObject({ code: 'conflict', field: 'key.name' });
  });
});

describe('backups', () => {
  it('are made, fetched whole, and leave nothing behind', async () => {
    const folder = temporaryFolder();
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const server = await serveTestMemory();
    await server.memory.remember('The heron nests by the weir.');
    const { state, result } = await made(server);
    expect(state).toBe('done');
    const { name, path } = result as { name: string; path?: string };
    // Where it lies on the server is nobody's business.
    expect(path).toBeUndefined();
    const fetched = await fetch(`${server.url}/v1/backups/${name}`);
    expect(fetched.headers.get('content-disposition')).toContain(name);
    const file = temporaryFile('fetched.backup');
    writeFileSync(file, Buffer.from(await fetched.arrayBuffer()));
    expect(await verifyBackup(file)).toMatchObject({
      whole: true,
      manifest: { banks: [{ name: 'default', memories: 1 }] },
    });
    expect((await server.ask('DELETE', `/v1/backups/${name}`)).status).toBe(204);
    expect((await server.ask('GET', `/v1/backups/${name}`)).body).toMatchObject({
      code: 'not_found',
    });
    await made(server);
    await server.close();
    expect(readdirSync(folder).filter((each) => each.startsWith('mneme-backup-'))).toEqual([]);
  });

  it('that are to be sealed fail where no passphrase is configured', async () => {
    const server = await serveTestMemory();
    await server.memory.remember('The heron nests by the weir.');
    const started = await server.ask('POST', '/v1/backups', { body: { encrypt: true } });
    const place = String(started.headers.get('location'));
    let body = started.body;
    while (body['state'] === 'running') ({ body } = await server.ask('GET', place));
    expect(body).toMatchObject({ state: 'failed', error: { code: 'invalid_input' } });
    const strange = await server.ask('POST', '/v1/backups', { body: { path: '/etc/passwd' } });
    expect(strange.body).toMatchObject({ code: 'invalid_input' });
  });
});
