import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { receiver } from '../../../../../test/support/webhook-receiver.js';
import { createPost, createReach } from './runtime.js';

const request = (url: string, timeoutMs = 5_000) => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMs,
});

describe('reach', () => {
  it('tells public addresses from all others, in every spelling', () => {
    const open = createReach('public');
    for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])
      expect([address, open(address)]).toEqual([address, true]);
    const closed = [
      ...['127.0.0.1', '127.9.9.9', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
      ...['100.64.0.1', '169.254.169.254', '0.0.0.0', '224.0.0.1', '255.255.255.255'],
      ...['::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1'],
      ...['::ffff:169.254.169.254', '::ffff:7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', 'local'],
    ];
    for (const address of closed) expect([address, open(address)]).toEqual([address, false]);
  });

  it('widens by what is configured alone, and never to link-local addresses', () => {
    const [loopback, inside] = [createReach('loopback'), createReach('private')];
    expect([loopback('127.0.0.1'), loopback('::1'), loopback('10.0.0.1')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([inside('127.0.0.1'), inside('10.0.0.1'), inside('fd12::1')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([inside('169.254.169.254'), inside('fe80::1')]).toEqual([false, false]);
  });
});

describe('post', () => {
  it('does not connect to this machine unless it may, be it by address or by a name', async () => {
    const to = await receiver();
    const name = to.url.replace('127.0.0.1', 'localhost');
    for (const url of [to.url, name])
      expect(await createPost('public')(request(url))).toEqual({
        status: null,
        fault: 'the address is none that MNEME_WEBHOOKS lets through',
      });
    expect(to.received).toEqual([]);
    for (const url of [to.url, name])
      expect(await createPost('loopback')(request(url))).toEqual({ status: 200, fault: null });
  });

  it('follows no redirect', async () => {
    const end = await receiver();
    const to = await receiver((_event, response) =>
      response.writeHead(307, { location: end.url }).end(),
    );
    expect(await createPost('loopback')(request(to.url))).toEqual({ status: 307, fault: null });
    expect(end.received).toEqual([]);
  });

  it('waits for an answer so long and no longer, and stops when it is told to', async () => {
    const deaf = await receiver(() => undefined);
    const post = createPost('loopback');
    expect(await post(request(deaf.url, 200))).toEqual({
      status: null,
      fault: 'no answer within 0.2 s',
    });
    const stop = new AbortController();
    const asked = post({ ...request(deaf.url), signal: stop.signal });
    stop.abort();
    expect(await asked).toEqual({ status: null, fault: 'it was stopped' });
  });

  it('reads an answer without end up to a bound', async () => {
    let sent = 0;
    const to = await receiver((_event, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && sent < 1_000_000_000) {
          sent += 65_536;
          if (!response.write('x'.repeat(65_536))) return void response.once('drain', more);
        }
      };
      more();
    });
    expect(await createPost('loopback')(request(to.url))).toEqual({ status: 200, fault: null });
    expect(sent).toBeLessThan(100_000_000);
  });

  it('says what failed without the address: nobody listens, and no HTTP is spoken', async () => {
    const server = createServer((socket) => socket.end('hello\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const post = createPost('loopback');
    const odd = await post(request(`http://127.0.0.1:${port}/secret-path`));
    expect(odd).toMatchObject({ status: null });
    expect(JSON.stringify(odd)).not.toContain('secret-path');
    expect(await post(request('http://127.0.0.1:1/'))).toMatchObject({
      fault: 'the connection failed: ECONNREFUSED',
    });
  });
});
