/** How the console gets in: its files, its session, and what keeps other pages out. */
import { describe, expect, it } from 'vitest';
import { serveTestMemory, type Asked, type ServedMemory } from '../support/served-memory.js';

const MEMORIES = '/v1/banks/default/memories';

interface SignedIn {
  readonly cookie: string;
  readonly token: string;
}

function sessionOf({ headers, body }: Asked): SignedIn {
  return {
    cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '',
    token: String(body['token']),
  };
}

async function signIn(server: ServedMemory, key?: string): Promise<SignedIn> {
  const answer = await server.ask('POST', '/v1/session', {
    body: key === undefined ? {} : { key },
  });
  expect(answer.status).toBe(201);
  return sessionOf(answer);
}

describe('the page', () => {
  it('is served with a policy that loads nothing from elsewhere and runs no text', async () => {
    const server = await serveTestMemory();
    const page = await fetch(`${server.url}/`);
    const text = await page.text();
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|https?:/);
    expect(text).not.toMatch(/<script>|<style>|\son\w+=|https?:/);
    const [, script = ''] = /src="([^"]+\.js)"/.exec(text) ?? [];
    const loaded = await fetch(`${server.url}${script}`);
    expect(loaded.status).toBe(200);
    expect(loaded.headers.get('cache-control')).toContain('immutable');
    const again = await fetch(`${server.url}/`, {
      headers: { 'if-none-match': page.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('is plain text for who takes nothing compressed, and names no file outside', async () => {
    const server = await serveTestMemory();
    const plain = await fetch(`${server.url}/`, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toMatch(/^<!doctype html>/);
    for (const name of ['..%2f..%2fpackage.json', 'package.json', 'main.js.gz'])
      expect((await fetch(`${server.url}/console/${name}`)).status).toBe(404);
  });

  it('says how to build it where it was not built', async () => {
    const server = await serveTestMemory({ console: null });
    const { status, body } = await server.ask('GET', '/');
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'unavailable', hint: expect.stringContaining('build') });
  });
});

describe('a session', () => {
  it('stands for a key, and changes nothing without its token', async () => {
    const server = await serveTestMemory();
    const { key } = await server.memory.file.keys.create({ name: 'anna' });
    expect((await server.ask('GET', '/v1/session')).status).toBe(401);
    expect((await server.ask('POST', '/v1/session', { body: { key: 'mneme_no' } })).status).toBe(
      401,
    );
    const { cookie, token } = await signIn(server, key);
    const told = await server.ask('GET', '/v1/session', { headers: { cookie } });
    expect(told.body).toMatchObject({ name: 'anna', token, scopes: ['read', 'write'] });
    const body = { content: 'The heron nests by the weir.' };
    const bare = await server.ask('POST', MEMORIES, { body, headers: { cookie } });
    expect(bare.body).toMatchObject({ code: 'denied', field: 'x-mneme-token' });
    const forged = { cookie, 'x-mneme-token': token.replace(/^./, (a) => (a === 'A' ? 'B' : 'A')) };
    expect((await server.ask('POST', MEMORIES, { body, headers: forged })).status).toBe(403);
    const headers = { cookie, 'x-mneme-token': token };
    expect((await server.ask('POST', MEMORIES, { body, headers })).status).toBe(200);
    expect((await server.ask('GET', MEMORIES, { headers: { cookie } })).status).toBe(200);
    const [change] = (await server.memory.curation.log({ limit: 1 })).changes;
    expect(change?.actor).toBe('key:anna');
  });

  it('is a cookie that no script reads and no other site sends, of this port alone', async () => {
    const server = await serveTestMemory();
    const { headers } = await server.ask('GET', '/v1/session');
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    expect(cookie).toContain(`mneme-console-${new URL(server.url).port}=`);
    expect(cookie).not.toContain('Secure');
    const evil = { origin: 'http://evil.example', cookie: cookie.split(';')[0] ?? '' };
    expect((await server.ask('POST', '/v1/session', { body: {}, headers: evil })).status).toBe(403);
  });

  it('loses what its key loses, at once', async () => {
    const server = await serveTestMemory();
    const { key } = await server.memory.file.keys.create({ name: 'anna' });
    const { cookie } = await signIn(server, key);
    await server.memory.remember('The heron nests by the weir.');
    expect((await server.ask('GET', MEMORIES, { headers: { cookie } })).status).toBe(200);
    await server.memory.file.keys.revoke('anna');
    expect((await server.ask('GET', MEMORIES, { headers: { cookie } })).status).toBe(401);
  });

  it('ends when it is told to, and says so', async () => {
    const server = await serveTestMemory();
    const { cookie, token } = await signIn(server);
    const headers = { cookie, 'x-mneme-token': token };
    expect((await server.ask('DELETE', '/v1/session', { headers: { cookie } })).status).toBe(403);
    expect((await server.ask('DELETE', '/v1/session', { headers })).status).toBe(204);
    const after = await server.ask('GET', MEMORIES, { headers: { cookie } });
    expect(after.body).toMatchObject({ code: 'unauthorised', field: 'session' });
  });
});
