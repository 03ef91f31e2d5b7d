import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openMemoryStore, type Mneme } from '@mneme/mneme/index.js';
import type { WebhooksInput } from '@mneme/mneme/public-types.js';
import type { BankName } from '@mneme/core/domain/ids.js';
import { systemRest } from '@mneme/core/adapters/system/runtime.js';
import { DAY, HOUR, MINUTE } from '@mneme/core/domain/time.js';
import {
  openTestMemory,
  temporaryFile,
  type TestClock,
} from '../../../test/support/open-test-memory.js';
import { noteOf, readDelivery } from './endpoint.js';
import type { TextFormat } from '@mneme/core/format/style.js';
import { renderWebhooks } from './operations.js';
import { receiver, type Received } from '../../../test/support/webhook-receiver.js';

const LONG = { timeout: 60_000, interval: 5 };
/** A look at the journals follows the other so many times as soon. */
const SOONER = 50;

async function opened(options: Parameters<typeof openTestMemory>[0] = {}): Promise<{
  readonly memory: Mneme;
  readonly clock: TestClock;
}> {
  return openTestMemory({ webhooks: 'loopback', ...options });
}

/** Runs deliveries until the end of the test. */
function delivering(memory: Mneme): {
  readonly close: () => Promise<void>;
  /** Waits until it has looked for what is due twice more. */
  readonly looked: () => Promise<void>;
} {
  let looks = 0;
  const delivery = memory.webhooks.deliver(
    (error) => {
      throw error;
    },
    (milliseconds, signal) => {
      looks++;
      return systemRest(milliseconds / SOONER, signal);
    },
  );
  onTestFinished(() => delivery?.close());
  return {
    close: async () => delivery?.close(),
    looked: () => {
      const before = looks;
      return vi.waitFor(() => expect(looks).toBeGreaterThan(before + 2), LONG);
    },
  };
}

/** Adds an endpoint, and returns it with its secret. */
async function add(memory: Mneme, input: WebhooksInput) {
  const { webhooks, secret = '', sequence } = await memory.webhooks.manage(input);
  return { ...webhooks[0]!, secret, sequence };
}

const stateOf = async (memory: Mneme, id: string) =>
  (await memory.webhooks.manage()).webhooks.find((each) => each.id === id);

/** Verifies a signature as a receiver would, with another implementation (WebCrypto). */
async function isSigned({ headers, body }: Received, secret: string): Promise<boolean> {
  const key = await crypto.subtle.importKey(
    'raw',
    Uint8Array.from(atob(secret.replace('whsec_', '')), (letter) => letter.charCodeAt(0)),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const [version, signature = ''] = String(headers['webhook-signature']).split(',');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return (
    version === 'v1' &&
    (await crypto.subtle.verify(
      'HMAC',
      key,
      Uint8Array.from(atob(signature), (letter) => letter.charCodeAt(0)),
      new TextEncoder().encode(signed),
    ))
  );
}

it('tells what the stream of changes tells, signed, of the kinds that were asked for, and none from before', async () => {
  const [{ memory, clock }, to] = [await opened(), await receiver()];
  await memory.remember('The heron nests by the weir.');
  const { id, secret } = await add(memory, { url: to.url, events: ['remember', 'forget'] });
  delivering(memory);
  const { id: said } = await memory.remember('The weir is closed on Mondays.');
  await memory.goals.set({ description: 'Count the herons' });
  await memory.forget([said]);
  await vi.waitFor(() => expect(to.received).toHaveLength(2), LONG);
  const { changes } = await memory.curation.log({ after: 0, limit: 100 });
  for (const [at, verb] of (['remember', 'forget'] as const).entries()) {
    const got = to.received[at]!;
    const line = changes.filter((each) => each.verb === verb).at(-1)!;
    const { memoryCount: _, reversal: __, state: ___, undid: ____, ...change } = line;
    expect(got.event).toEqual({
      type: `change.${verb}`,
      timestamp: new Date(change.at).toISOString(),
      data: { bank: memory.bankName, ...change },
    });
    expect(got.body).not.toContain('weir');
    expect(got.id).toBe(`msg_${id}_${change.sequence}`);
    expect(got.headers['webhook-timestamp']).toBe(String(Math.floor(clock.now() / 1_000)));
    expect(await isSigned(got, secret)).toBe(true);
    expect(await isSigned({ ...got, body: `${got.body} ` }, secret)).toBe(false);
  }
  expect(await stateOf(memory, id)).toMatchObject({ state: 'on', delivered: 2, waiting: 0 });
});

it('tries again what was answered with 500, under the same id, later each time and no sooner', async () => {
  const [{ memory, clock }, to] = [await opened(), await receiver(500)];
  const { id } = await add(memory, { url: to.url, events: ['remember'] });
  const { looked } = delivering(memory);
  await memory.remember('The heron nests by the weir.');
  await vi.waitFor(async () => expect((await stateOf(memory, id))?.waiting).toBe(1), LONG);
  expect(await stateOf(memory, id)).toMatchObject({ state: 'failing', lastError: 'answered 500' });
  clock.advance(4_000);
  await looked();
  expect(to.received).toHaveLength(1);
  to.answer = 200;
  clock.advance(3_000);
  await vi.waitFor(() => expect(to.received).toHaveLength(2), LONG);
  expect(to.received[1]!.id).toBe(to.received[0]!.id);
  expect(to.received[1]!.body).toBe(to.received[0]!.body);
  expect(to.received[1]!.headers['webhook-timestamp']).not.toBe(
    to.received[0]!.headers['webhook-timestamp'],
  );
  await vi.waitFor(
    async () =>
      expect(await stateOf(memory, id)).toMatchObject({ state: 'on', delivered: 1, waiting: 0 }),
    LONG,
  );
});

it('gives up after eight tries within a day and a half, goes on with the rest, and sends again what a person asks for', async () => {
  const store = openMemoryStore();
  const [{ memory, clock }, to] = [await opened({ store }), await receiver()];
  const { id } = await add(memory, { url: to.url, events: ['remember'] });
  delivering(memory);
  const poison = await memory.remember('The heron nests by the weir.');
  to.answer = ({ event }, response) =>
    response.writeHead((event.data['memories'] as string[]).includes(poison.id) ? 500 : 200).end();
  await vi.waitFor(async () => expect((await stateOf(memory, id))?.waiting).toBe(1), LONG);
  await memory.remember('The weir is closed on Mondays.');
  await vi.waitFor(async () => expect((await stateOf(memory, id))?.delivered).toBe(1), LONG);
  // The longest schedule of Standard Webhooks: seven retries.
  const pauses = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
  const waiting = async () =>
    readDelivery(await store.job(memory.bankName as BankName, noteOf(id))).waiting;
  for (const [at, pause] of pauses.entries()) {
    await vi.waitFor(async () => expect((await waiting())[0]?.attempts).toBe(at + 1), LONG);
    clock.advance(pause * 1.25);
  }
  await vi.waitFor(async () => expect((await stateOf(memory, id))?.failures).toBe(1), LONG);
  const { failures } = await memory.webhooks.manage({ id });
  expect(to.received.filter((each) => each.id === to.received[0]!.id)).toHaveLength(8);
  expect(failures).toMatchObject([{ attempts: 8, error: 'answered 500' }]);
  const doctor = await memory.care.doctor();
  expect(JSON.stringify(doctor)).toContain(`1 events of the webhook ${id}`);
  to.answer = 200;
  const { redelivered } = await memory.webhooks.manage({ id, redeliver: true });
  expect(redelivered).toBe(1);
  clock.advance(MINUTE);
  await vi.waitFor(
    async () =>
      expect(await stateOf(memory, id)).toMatchObject({ state: 'on', delivered: 2, failures: 0 }),
    LONG,
  );
}, 120_000);

it('one that never answers holds up neither another one nor the end', async () => {
  const [{ memory }, deaf, to] = [
    await opened(),
    await receiver(() => undefined),
    await receiver(),
  ];
  const { id } = await add(memory, { url: deaf.url, events: ['remember'] });
  await add(memory, { url: to.url, events: ['remember'] });
  const delivery = delivering(memory);
  for (let at = 0; at < 5; at++) await memory.remember(`Parcel ${at} went to shelf ${at + 7}.`);
  await vi.waitFor(() => {
    expect(to.received).toHaveLength(5);
    expect(deaf.received).toHaveLength(1);
  }, LONG);
  await delivery.close();
  // An aborted delivery is no attempt.
  expect(await stateOf(memory, id)).toMatchObject({ state: 'on', delivered: 0, waiting: 0 });
  deaf.answer = 200;
  delivering(memory);
  await vi.waitFor(() => expect(deaf.received).toHaveLength(6), LONG);
  expect(deaf.received[1]!.id).toBe(deaf.received[0]!.id);
});

it('is off once it answers 410, or nothing reached it for five days; a test that arrives switches it on', async () => {
  const [{ memory, clock }, to] = [await opened(), await receiver(410)];
  const { id } = await add(memory, { url: to.url, events: ['remember'] });
  delivering(memory);
  await memory.remember('The heron nests by the weir.');
  await vi.waitFor(async () => expect((await stateOf(memory, id))?.state).toBe('off'), LONG);
  expect((await stateOf(memory, id))?.off?.why).toContain('410');
  expect((await memory.curation.log({ after: 0, limit: 100 })).changes.at(-1)).toMatchObject({
    verb: 'configure',
    actor: 'webhooks',
  });
  expect(JSON.stringify(await memory.care.doctor())).toContain(`mneme webhooks --id ${id} --test`);
  await memory.remember('The weir is closed on Mondays.');
  expect((await memory.webhooks.manage({ id, test: true })).test).toMatchObject({
    arrived: false,
    status: 410,
  });
  expect((await stateOf(memory, id))?.state).toBe('off');
  to.answer = 500;
  expect(to.received.filter(({ event }) => event.type !== 'test')).toHaveLength(1);
  to.answer = 200;
  expect((await memory.webhooks.manage({ id, test: true })).test).toMatchObject({
    arrived: true,
    switchedOn: true,
  });
  // The event that was refused, and the changes while it was off.
  await vi.waitFor(async () => expect((await stateOf(memory, id))?.delivered).toBe(2), LONG);
  to.answer = 503;
  await memory.remember('The orchard gate squeaks.');
  await vi.waitFor(async () => expect((await stateOf(memory, id))?.state).toBe('failing'), LONG);
  const tried = to.received.length;
  clock.advance(4 * DAY);
  await vi.waitFor(() => expect(to.received.length).toBeGreaterThan(tried), LONG);
  expect((await stateOf(memory, id))?.state).toBe('failing');
  clock.advance(DAY);
  await memory.remember('Parcel 7 went to shelf 14.');
  await vi.waitFor(async () => expect((await stateOf(memory, id))?.state).toBe('off'), LONG);
  expect((await stateOf(memory, id))?.off?.why).toContain('five days');
});

it('keeps its secret out of lists, the journal, exports and what is restored from one', async () => {
  const [{ memory }, to] = [await opened(), await receiver()];
  const { id, secret, sequence } = await add(memory, { url: to.url });
  const path = temporaryFile('bank.jsonl');
  await memory.care.export(path);
  const told = [
    readFileSync(path, 'utf8'),
    JSON.stringify(await memory.webhooks.manage()),
    JSON.stringify(await memory.curation.log({ after: 0, limit: 100 })),
    JSON.stringify(await memory.curation.log()),
    JSON.stringify(await memory.care.doctor()),
  ];
  for (const text of told) expect(text).not.toContain(secret.slice('whsec_'.length));
  expect(told[0]).toContain(id);
  expect(sequence).toBeGreaterThan(0);
  const { memory: other } = await opened();
  await other.import(path);
  const { looked } = delivering(other);
  await other.remember('The weir is closed on Mondays.');
  expect((await other.webhooks.manage()).webhooks).toMatchObject([{ state: 'no_secret' }]);
  await expect(
    other.webhooks.manage({ id: (await other.webhooks.manage()).webhooks[0]!.id, test: true }),
  ).rejects.toMatchObject({ code: 'conflict' });
  await looked();
  expect(to.received).toEqual([]);
});

it('two processes that serve one file tell each change once', async () => {
  const file = temporaryFile();
  const to = await receiver();
  const { memory } = await opened({ file });
  const { memory: second } = await opened({ file });
  await add(memory, { url: to.url, events: ['remember'] });
  const both = [delivering(memory), delivering(second)];
  for (let at = 0; at < 20; at++) await memory.remember(`Parcel ${at} went to shelf ${at + 7}.`);
  await vi.waitFor(() => expect(to.received.length).toBeGreaterThanOrEqual(20), LONG);
  await Promise.all(both.map(({ looked }) => looked()));
  const ids = to.received.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(20);
});

it('removing is undone with all that changed meanwhile', async () => {
  const [{ memory }, to] = [await opened(), await receiver()];
  const { id } = await add(memory, { url: to.url });
  const { reversal } = await memory.webhooks.manage({ id, remove: true });
  delivering(memory);
  await memory.remember('The heron nests by the weir.');
  expect((await memory.webhooks.manage()).webhooks).toEqual([]);
  await expect(memory.webhooks.manage({ id, test: true })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(to.received).toEqual([]);
  await memory.undo(reversal ?? '');
  await vi.waitFor(
    () => expect(to.received.map(({ event }) => event.type)).toContain('change.remember'),
    LONG,
  );
});

it('refuses addresses with what is wrong with them, and one that is there already', async () => {
  const { memory } = await opened();
  const adding = (url: string) => memory.webhooks.manage({ url });
  for (const url of [
    'http://hooks.example.com/',
    'ftp://127.0.0.1/',
    'hooks',
    'https://a:b@c.example/',
  ])
    await expect(adding(url)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'webhooks.url',
    });
  await adding('https://hooks.example.com/one#part');
  const again = await adding('https://hooks.example.com/one').catch((error: unknown) => error);
  expect(again).toMatchObject({ code: 'conflict' });
  expect(String(again)).not.toContain('/one');
  const [{ id } = { id: '' }] = (await memory.webhooks.manage()).webhooks;
  for (const [input, field] of [
    [{ test: true }, 'id'],
    [{ url: 'https://hooks.example.com/two', id }, 'id'],
    [{ events: ['forget'] }, 'events'],
    [{ id, test: true, remove: true }, 'remove'],
  ] as const)
    await expect(memory.webhooks.manage(input as WebhooksInput)).rejects.toMatchObject({
      code: 'invalid_input',
      field: `webhooks.${field}`,
    });
  expect((await memory.webhooks.manage()).webhooks).toHaveLength(1);
});

it('says of an address on this machine, as it is added, what lets events through', async () => {
  const { memory } = await opened();
  const here = await memory.webhooks.manage({ url: 'http://127.0.0.1:9/mneme' });
  const there = await memory.webhooks.manage({ url: 'https://hooks.example.com/mneme' });
  expect(renderWebhooks(here, {} as TextFormat)).toContain('MNEME_WEBHOOKS');
  expect(renderWebhooks(there, {} as TextFormat)).not.toContain('MNEME_WEBHOOKS');
});
