import { expect, it } from 'vitest';
import type { ApiKey, Reply } from '../../packages/core/src/domain/access.js';
import type {
  BankName,
  ContextId,
  EntityId,
  SessionId,
} from '../../packages/core/src/domain/ids.js';
import type { PortableRecord } from '../../packages/core/src/domain/import-export.js';
import type { Store } from '../../packages/core/src/ports/store.js';
import { BANK, change, codeOf, ENCODER, id, memory, OTHER, putSnapshot } from './store-changes.js';
import { toldBy } from './told-by.js';

const THIRD = 'third' as BankName;

/** A bank with something of most kinds, and a past. */
async function fill(store: Store): Promise<void> {
  const ana = 'e_0000000000001' as EntityId;
  await store.commit(
    change(
      [memory(1, { tags: ['red'], metadata: { n: 1 }, session: 's' as SessionId }), memory(2)],
      {
        at: 100,
        entities: [
          { id: ana, name: 'Ana', type: 'person', aliases: ['Annie'], firstSeenAt: 5, version: 1 },
        ],
        sessions: [{ id: 's' as SessionId, origin: 'here', startedAt: 3 }],
        contexts: [{ id: 'c_0000000000001' as ContextId, name: 'fruit', createdAt: 4 }],
        claims: [{ memory: id(1), key: 'k', claim: '{"value":1}' }],
        sealed: [{ token: '[card_1]', kind: 'card', print: 'p', sealed: 's' }],
        edges: [
          {
            from: id(1),
            role: 'mentions',
            to: ana,
            label: '',
            weight: 0.5,
            confidence: 0.5,
            status: 'resolved',
            evidence: id(1),
          },
        ],
      },
    ),
  );
  await store.commit({
    ...change([]),
    at: 200,
    memories: [memory(2, { version: 2, confidence: 0.4 })],
    entities: [
      { id: ana, name: 'Ana Sol', type: 'person', aliases: [], firstSeenAt: 5, version: 2 },
    ],
    removed: [{ kind: 'context', id: 'c_0000000000001' }],
    settings: { reflectedUpTo: 1 },
  });
  await store.recordUsage(BANK, [id(1)], 77);
}

/** Copies a bank, record by record, from one store into a bank of another. */
async function carryOver(from: Store, bank: BankName, to: Store, name: BankName) {
  const told = await from.exportBank(bank);
  const loader = await to.loadBank(name, told.bank);
  for await (const page of told.records) expect(await loader.put(page)).toEqual([]);
  await loader.finish({ mend: false, by: null });
}

/** What every store must do with whole banks, and with what is of no bank. */
export function describeCare(open: () => Store): void {
  it('takes a bank away whole, and leaves the others', async () => {
    const store = open();
    await store.commit(change([memory(1), memory(2)]));
    await store.commit({ ...change([memory(3)]), bank: OTHER });
    await store.reviseJob(BANK, 'work', () => ({ done: 1 }));
    expect(await store.dropBank(BANK)).toBe(true);
    expect(await store.dropBank(BANK)).toBe(false);
    expect(await store.bank(BANK)).toBeNull();
    expect(await codeOf(store.get(BANK, [id(1)]))).toBe('not_found');
    expect(await store.get(OTHER, [id(3)])).toHaveLength(1);
    expect((await store.check()).length).toBe(0);
    await store.ensureBank(BANK, ENCODER, 2);
    expect(await store.get(BANK, [id(1), id(2)])).toEqual([]);
    expect(await store.job(BANK, 'work')).toBeNull();
    expect(await store.since(BANK, 0, 10)).toEqual([]);
    await store.commit(change([memory(1)]));
    expect(await store.search.lexical(BANK, '1', {}, 5)).toHaveLength(1);
  });

  it('forks a bank whole, with its past and its index, and changes neither by the other', async () => {
    await open().commit({ ...change([memory(7)]), bank: OTHER });
    await fill(open());
    await putSnapshot(open(), { sequence: (await open().bank(BANK))?.sequence ?? 0, format: 'f' }, [
      ['part', Uint8Array.of(1, 2, 3)],
    ]);
    const { sequence = 0 } = (await open().bank(BANK)) ?? {};
    const forking = change([memory(3)], { bank: THIRD, at: 300 });
    expect(await codeOf(open().forkBank(BANK, forking, { expectedSequence: sequence - 1 }))).toBe(
      'conflict',
    );
    expect(await open().bank(THIRD)).toBeNull();
    const before = await toldBy(open(), BANK);
    const made = await open().forkBank(BANK, forking, { expectedSequence: sequence });
    expect(await codeOf(open().forkBank(BANK, forking))).toBe('conflict');
    expect(
      await codeOf(open().forkBank('nowhere' as BankName, { ...forking, bank: 'x' as BankName })),
    ).toBe('not_found');
    expect(await toldBy(open(), BANK)).toEqual(before);
    expect((await open().since(THIRD, 0, 9)).map(({ verb, at }) => [verb, at])).toEqual([
      ...(await open().since(BANK, 0, 9)).map(({ verb, at }) => [verb, at]),
      [forking.verb, 300],
    ]);
    expect((await open().bank(THIRD))?.sequence).toBe(made);
    expect(await open().get(THIRD, [id(1), id(2), id(3)])).toEqual([
      memory(1, { tags: ['red'], metadata: { n: 1 }, session: 's' as SessionId }),
      memory(2, { version: 2, confidence: 0.4 }),
      memory(3),
    ]);
    expect(await open().get(THIRD, [id(2)], 150)).toEqual([memory(2)]);
    expect(await open().search.lexical(THIRD, 'memory', {}, 5)).toHaveLength(3);
    expect((await open().withoutVector(THIRD, 'semantic', ENCODER, 5)).items).toEqual([]);
    // The index is as of the change before the fork's own, in the copy's numbers.
    const [last] = (await open().since(THIRD, 0, 9)).slice(-2);
    expect(await open().snapshot(THIRD)).toMatchObject({ sequence: last?.sequence, format: 'f' });
    const parts = [];
    for await (const [name, data] of open().snapshotParts(THIRD)) parts.push([name, [...data]]);
    expect(parts).toEqual([['part', [1, 2, 3]]]);
    expect(await open().check()).toEqual([]);
    // What was taken away is brought back in the copy, and only there.
    const context = { id: 'c_0000000000001' as ContextId, name: 'fruit', createdAt: 4 };
    await open().commit({ ...change([]), bank: THIRD, at: 400, contexts: [context] });
    expect((await open().counts(THIRD)).contexts).toBe(1);
    expect((await open().counts(BANK)).contexts).toBe(0);
    await open().commit({ ...change([memory(4)]), at: 500 });
    expect(await open().get(THIRD, [id(4)])).toEqual([]);
    await open().dropBank(THIRD);
    expect(await open().get(BANK, [id(1), id(4)])).toHaveLength(2);
    expect(await open().get(OTHER, [id(7)])).toHaveLength(1);
    expect(await open().check()).toEqual([]);
  });

  it('tells a bank whole and takes it in again, its past too', async () => {
    await fill(open());
    await carryOver(open(), BANK, open(), THIRD);
    const [first, third] = await Promise.all([toldBy(open(), BANK), toldBy(open(), THIRD)]);
    // The numbers of changes may be others; all else is the same.
    const numberless = (told: readonly string[]) =>
      told.map((line) =>
        line.replace(/"(created|changed|sequence|taken|reflectedUpTo)":\d+/g, '$1'),
      );
    expect(numberless(third)).toEqual(numberless(first));
    expect(await open().get(THIRD, [id(2)], 150)).toEqual([memory(2)]);
    expect(await open().search.lexical(THIRD, 'memory', {}, 5)).toHaveLength(2);
    expect((await open().journal(THIRD, {}, 5)).map(({ at }) => at)).toEqual([200, 100]);
    const next = await open().commit(change([memory(3)], { bank: THIRD }));
    expect((await open().since(THIRD, next - 1, 5)).map(({ sequence }) => sequence)).toEqual([
      next,
    ]);
  });

  it('shows nothing of a bank that is being taken in, and refuses records that do not fit', async () => {
    await fill(open());
    const told = await open().exportBank(BANK);
    const records: PortableRecord[] = [];
    for await (const page of told.records) records.push(...page);
    expect(await codeOf(open().loadBank(BANK, told.bank))).toBe('conflict');
    expect(await open().missing(BANK, records)).toBe(0);
    expect(await open().missing(OTHER, records)).toBeGreaterThan(3);
    const loader = await open().loadBank(THIRD, told.bank);
    const memories = records.filter(({ type }) => type === 'memory');
    const future = { ...memories[0], created: told.bank.sequence + 5 } as PortableRecord;
    expect((await loader.put([...memories, ...memories, future])).map(({ at }) => at)).toEqual([
      2, 3, 4,
    ]);
    expect(await open().bank(THIRD)).toBeNull();
    expect((await open().banks()).map(({ name }) => name)).toEqual([BANK, OTHER]);
    const other = await open().loadBank(THIRD, told.bank);
    expect(await codeOf(loader.put([]))).toBe('conflict');
    await other.abandon();
    expect(await open().bank(THIRD)).toBeNull();
  });

  it('says what misses a vector, and drops those of other encoders', async () => {
    await open().commit(change([memory(1), memory(2)]));
    const missing = async (encoder: string) =>
      (await open().withoutVector(BANK, 'semantic', encoder, 5)).items.map((each) => each.id);
    expect(await missing(ENCODER)).toEqual([]);
    expect(await missing('next')).toEqual([id(1), id(2)]);
    const next = { memory: id(2), space: 'semantic', encoder: 'next', vector: Int8Array.of(9, 9) };
    await putSnapshot(open(), { sequence: 1, format: 'f' }, []);
    await open().putDerived(BANK, [next], []);
    // What another encoder made waits, and no snapshot has it.
    expect(await open().snapshot(BANK)).not.toBeNull();
    expect(await missing('next')).toEqual([id(1)]);
    expect(await open().dropVectors(BANK, 'semantic', 'next')).toBe(2);
    expect(await missing(ENCODER)).toEqual([id(1), id(2)]);
    expect(await codeOf(open().putDerived(BANK, [{ ...next, memory: id(9) }], []))).toBe(
      'not_found',
    );
  });

  it('finds nothing to mend in what nobody damaged', async () => {
    await fill(open());
    expect(await open().displaced()).toBeNull();
    expect(await open().mend()).toEqual([]);
    expect(await open().unreadable(BANK)).toEqual([]);
  });

  it('keeps keys and answers of servers, which are of no bank', async () => {
    const key = (number: number, changes: Partial<ApiKey> = {}): ApiKey => ({
      id: `key${number}`,
      name: `name ${number}`,
      hash: String(number).repeat(64),
      banks: null,
      scopes: ['read'],
      recipient: null,
      createdAt: 10 - number,
      revokedAt: null,
      ...changes,
    });
    const reply = (at: number): Reply => ({
      owner: 'o',
      key: `k${at}`,
      request: 'r',
      status: 200,
      body: 'b',
      at,
    });
    expect(await open().hasApiKeys()).toBe(false);
    await open().putApiKey(key(1));
    await open().putApiKey(key(2, { banks: [BANK] }));
    await open().putApiKey(key(1, { revokedAt: 20 }));
    expect(await open().apiKeys()).toEqual([key(2, { banks: [BANK] }), key(1, { revokedAt: 20 })]);
    expect(await open().apiKey('key1')).toEqual(key(1, { revokedAt: 20 }));
    expect(await open().apiKey('key9')).toBeNull();
    expect(await open().hasApiKeys()).toBe(true);
    await open().keepReply(reply(1), 0);
    await open().keepReply(reply(5), 3);
    expect(await open().reply('o', 'k1')).toBeNull();
    expect(await open().reply('o', 'k5')).toEqual(reply(5));
    expect(await open().reply('other', 'k5')).toBeNull();
  });
}
