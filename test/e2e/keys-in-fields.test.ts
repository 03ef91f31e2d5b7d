/** A key of Mneme in each field that a caller supplies: it is in no byte of the file. The key is made up. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MnemeError, type Mneme } from '../../packages/mneme/src/index.js';
import { openTestMemory, temporaryFile } from '../support/open-test-memory.js';

const KEY = 'mnk_yw3x6k2adq5b_v1JxT-8fQw2Lr7Zc_Mn4Kp9HsEa3Gd6Yb0UtRiVo5Xe';
const SECRET = KEY.slice(17);
const TEXT = 'The heron stands at the pond.';

type Store = (memory: Mneme, key: string) => Promise<unknown>;

const FIELDS: readonly (readonly [string, Store])[] = [
  ['content', (memory, key) => memory.remember(`Use ${key} for it.`)],
  ['speaker', (memory, key) => memory.remember({ content: TEXT, speaker: key })],
  ['session', (memory, key) => memory.remember({ content: TEXT, session: key })],
  ['agentId', (memory, key) => memory.remember({ content: TEXT, agentId: key })],
  ['runId', (memory, key) => memory.remember({ content: TEXT, runId: key })],
  ['userId', (memory, key) => memory.remember({ content: TEXT, userId: key })],
  ['agentId of a batch', (memory, key) => memory.rememberAll([{ content: TEXT, agentId: key }])],
  ['agentId of a scope', (memory, key) => memory.scope({ agentId: key }).remember(TEXT)],
  [
    'agentId of what is accepted',
    async (memory, key) => {
      await memory.accept({ content: TEXT, agentId: key });
      await memory.flush();
    },
  ],
  ['turn', (memory, key) => memory.remember({ content: TEXT, turn: key })],
  ['origin', (memory, key) => memory.remember({ content: TEXT, origin: key })],
  ['tags', (memory, key) => memory.remember({ content: TEXT, tags: [key] })],
  ['metadata', (memory, key) => memory.remember({ content: TEXT, metadata: { a: key } })],
  [
    'a name in metadata',
    (memory, key) => memory.remember({ content: TEXT, metadata: { [key]: 1 } }),
  ],
  ['scratchpad agent', (memory, key) => memory.session('s').note({ agent: key, keep: 'x' })],
  ['scratchpad content', (memory, key) => memory.session('s').note({ agent: 'a', keep: key })],
  ['a note of a session', (memory, key) => memory.session(key).note(key)],
  ['owner', (memory, key) => memory.care.configure({ owner: key })],
  ['actor', async (memory, key) => memory.as(key).remember(TEXT)],
  ['bank', (memory, key) => memory.bank(key).remember(TEXT)],
  ['branch', (memory, key) => memory.branching.make(key)],
  ['a key’s name', (memory, key) => memory.file.keys.create({ name: key })],
  ['webhook', (memory, key) => memory.webhooks.manage({ url: `https://hooks.example.com/${key}` })],
  [
    'webhook, escaped',
    (memory, key) =>
      memory.webhooks.manage({ url: `https://hooks.example.com/?k=${key.replaceAll('_', '%5F')}` }),
  ],
  [
    'idempotency key and its answer',
    (memory, key) =>
      memory.file.replies.keep({
        owner: 'o',
        key,
        request: 'r',
        status: 200,
        body: `{"key":"${key}"}`,
      }),
  ],
  ['reason', async (memory, key) => memory.forget([(await memory.remember(TEXT)).id], key)],
  ['goal', (memory, key) => memory.goals.set({ statement: `Renew ${key} soon` } as never)],
  ['question', (memory, key) => memory.recall(`What is ${key} for?`)],
];

const WRITTEN: readonly (readonly [string, (key: string) => string])[] = [
  ['as it is', (key) => key],
  ['with per cent signs', (key) => key.replaceAll('_', '%5F')],
  ['with entities', (key) => key.replaceAll('_', '&#95;')],
  ['in base64', (key) => Buffer.from(key).toString('base64')],
  ['in base64 for addresses', (key) => Buffer.from(key).toString('base64url')],
  ['in base64 twice', (key) => btoa(btoa(key))],
  ['in hexadecimal', (key) => Buffer.from(key).toString('hex')],
];

function bytes(file: string): string {
  const parts = ['', '-wal', '-shm'].map((part) => file + part).filter((part) => existsSync(part));
  return execFileSync('cat', parts, { encoding: 'latin1', maxBuffer: 64 * 1024 * 1024 });
}

describe('a key of Mneme', () => {
  it.each(FIELDS)('in %s is in no byte of the file, or refused', async (_, store) => {
    const file = temporaryFile();
    const { memory: whole } = await openTestMemory({ file });
    for (const [at, [, write]] of WRITTEN.entries()) {
      // A bank for each: what stands there has not been said in another way before.
      const memory = whole.bank(`written-${at}`);
      await memory.remember('The otter sleeps in the reeds.');
      const written = write(KEY);
      await (async () => store(memory, written))().catch((error: unknown) => {
        if (!MnemeError.is(error)) throw error;
        expect(error.code).toMatch(/^(?:invalid_input|not_found)$/);
        expect(JSON.stringify([error.message, error.hint])).not.toContain(SECRET);
      });
      const kept = bytes(file);
      expect(kept.includes(SECRET.slice(0, 16))).toBe(false);
      expect(kept.includes(written.slice(4))).toBe(false);
    }
  });

  it('as agent or run is another for another key, and is found by the same', async () => {
    const { memory } = await openTestMemory();
    const other = KEY.replace('v1J', 'w2K');
    await memory.remember({ content: TEXT, agentId: KEY, runId: 'r-1' });
    await memory.remember({ content: 'The otter sleeps in the reeds.', agentId: other });
    for (const [agentId, text] of [
      [KEY, TEXT],
      [other, 'The otter sleeps in the reeds.'],
    ] as const) {
      const { results } = await memory.recall({ query: 'heron otter', agentId });
      expect(results.map(({ content }) => content)).toEqual([text]);
      expect((await memory.list({ agentId })).memories.map(({ content }) => content)).toEqual([
        text,
      ]);
    }
    expect((await memory.forget({ agentId: KEY })).changed).toHaveLength(1);
  });

  it('as scratchpad agent reads its own notes alone', async () => {
    const { memory } = await openTestMemory();
    const session = memory.session('s');
    await session.note({ agent: KEY, keep: 'Mine.' });
    await session.note({ agent: KEY.replace('v1J', 'w2K'), keep: 'Theirs.' });
    const { notes } = await session.show({ agent: KEY });
    expect(notes?.map(({ content }) => content)).toEqual(['Mine.']);
  });

  it.each([
    'agent-7',
    'ana@example.com',
    '4111111111111111',
    '1738584000000',
    'a b c',
    'd41d8cd98f00b204e9800998ecf8427e',
  ])('is not seen in an id such as %s', async (agentId) => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember({ content: TEXT, agentId });
    expect((await memory.list({})).memories.find((each) => each.id === id)?.tags.join()).toContain(
      agentId,
    );
  });
});
