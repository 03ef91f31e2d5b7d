import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  openTestMemory,
  START,
  temporaryFolder,
  testClock,
  type TestOptions,
} from '../../../../../test/support/open-test-memory.js';
import { MnemeError } from '../../../../mneme/src/index.js';

/** 32 bytes in hex, which need no stretching. */
const PASSPHRASE = '5a'.repeat(32);

/** A machine with an empty bank. */
async function machine(folder: string, options: TestOptions = {}) {
  const { memory, clock } = await openTestMemory(options);
  return {
    memory,
    clock,
    sync: (more = {}) => memory.devices.sync(folder, { passphrase: PASSPHRASE, ...more }),
    texts: async () =>
      (await memory.list({ limit: 500 })).memories.map(({ content }) => content).sort(),
  };
}

/** What a bank holds, apart from the order in which it came. */
async function recordsOf({ memory }: Pick<Machine, 'memory'>): Promise<string[]> {
  const lines: string[] = [];
  for await (const part of memory.care.exportLines()) lines.push(...part.split('\n'));
  const kinds = ['memory', 'edge', 'entity', 'conflict', 'claim'];
  return lines
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]))
    .filter(({ type }) => kinds.includes(String(type)))
    .map(({ created: _created, sum: _sum, usage: _usage, vectors: _vectors, ...record }) =>
      JSON.stringify(record, (_, value: unknown) =>
        Array.isArray(value) ? value.map((each) => JSON.stringify(each)).sort() : value,
      ),
    )
    .sort();
}

type Machine = Awaited<ReturnType<typeof machine>>;

/** Syncs one after the other until nothing is exchanged any more. */
async function settle(machines: readonly Machine[]): Promise<void> {
  for (let round = 0; round < 10; round++) {
    let news = 0;
    for (const { sync } of machines) {
      const { sent, read, unread, left } = await sync();
      expect([unread, left]).toEqual([[], []]);
      news += sent.records + read.length;
    }
    if (news === 0) return;
  }
  throw new Error('They never come to rest.');
}

describe('two machines', () => {
  it('come to the same memories, and the second time nothing is exchanged', async () => {
    const folder = temporaryFolder();
    const [a, b] = [await machine(folder), await machine(folder)];
    await a.memory.remember('Tom lives in Oslo.');
    await b.memory.remember('Leah plays the cello.');
    expect(await a.sync()).toMatchObject({ sent: { segments: 1 }, read: [] });
    expect(await b.sync({ name: 'laptop' })).toMatchObject({ read: [{ segments: 1 }], unread: [] });
    expect(await a.sync()).toMatchObject({
      sent: { segments: 0 },
      read: [{ name: 'laptop', segments: 1 }],
    });
    const both = ['Leah plays the cello.', 'Tom lives in Oslo.'];
    expect([await a.texts(), await b.texts()]).toEqual([both, both]);
    for (const { sync } of [a, b])
      expect(await sync()).toMatchObject({
        sent: { segments: 0, records: 0 },
        read: [],
        unread: [],
        left: [],
      });
    const found = await b.memory.recall('Where does Tom live?');
    expect(found.results[0]?.content).toBe('Tom lives in Oslo.');
    expect((await b.memory.care.doctor()).problems).toEqual([]);
    expect(await recordsOf(a)).toEqual(await recordsOf(b));
  });

  it('come to the same records, whatever each did, and in whatever order they sync', async () => {
    const act = fc.record({
      by: fc.nat(2),
      what: fc.constantFrom(
        'tell',
        'tell',
        'change',
        'forget',
        'tag',
        'sync',
        'sync',
        'undo',
        'wait',
      ),
      at: fc.nat(5),
      words: fc.constantFrom(...WORDS),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), async (acts) => {
        const folder = temporaryFolder();
        const machines = [];
        for (const years of [0, -7, 30])
          machines.push(await machine(folder, { clock: testClock(START + years * 365 * DAY) }));
        for (const { by, ...what } of acts) await doAct(machines[by] as Machine, what);
        await settle(machines);
        const [first, ...others] = await Promise.all(machines.map(recordsOf));
        for (const other of others) expect(other).toEqual(first);
        for (const { memory } of machines) {
          const texts = (await memory.list({ limit: 500 })).memories.map(({ content }) => content);
          expect(new Set(texts).size).toBe(texts.length);
          expect((await memory.care.doctor()).problems).toEqual([]);
          await memory.close();
        }
      }),
      { numRuns: RUNS },
    );
  });
});

const DAY = 86_400_000;
const RUNS = Number(process.env['SYNC_RUNS'] ?? 12);
const WORDS = [
  'Tom lives in Oslo.',
  'Tom lives in Bergen.',
  'Leah plays the cello.',
  'Leah and Tom met in Rome.',
  'The pool is 12 metres long.',
  'Ana Ruiz works at the harbour.',
  'Ana Ruiz likes plums.',
];

async function doAct(
  { memory, sync, clock }: Machine,
  { what, at, words }: { readonly what: string; readonly at: number; readonly words: string },
): Promise<void> {
  const { memories } = await memory.list({ limit: 500 });
  const id = memories[at % Math.max(1, memories.length)]?.id;
  const anyway = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => {
      if (!MnemeError.is(error)) throw error;
    });
  clock.advance(1_000);
  if (what === 'tell') await memory.remember(words);
  else if (what === 'sync') await sync();
  else if (what === 'wait') clock.advance(2 * DAY);
  else if (what === 'undo') {
    const [last] = (await memory.curation.log({ limit: 1 })).changes;
    if (last !== undefined) await anyway(memory.undo(last.reversal));
  } else if (id === undefined) return;
  else if (what === 'change') await anyway(memory.update(id, { content: words }));
  else if (what === 'forget') await anyway(memory.forget([id]));
  else await anyway(memory.update(id, { addTags: [words.split(' ')[0] ?? ''] }));
}
