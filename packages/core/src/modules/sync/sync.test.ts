import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  openTestMemory,
  START,
  temporaryFile,
  temporaryFolder,
  testClock,
  type TestOptions,
} from '../../../../../test/support/open-test-memory.js';
import { MnemeError, restoreBackup } from '../../../../mneme/src/index.js';
import { localFiles, openFileText } from '../../adapters/system/local-files.js';
import { SharedFolder } from './shared-folder.js';

const DAY = 86_400_000;
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

/** Two machines that know the same, in files. */
async function inStep(...texts: readonly string[]) {
  const folder = temporaryFolder();
  const files = [temporaryFile(), temporaryFile()] as const;
  const a = await machine(folder, { file: files[0] });
  const b = await machine(folder, { file: files[1] });
  for (const text of texts) await a.memory.remember(text);
  await settle([a, b]);
  const find = async (text: string): Promise<string> =>
    (await a.memory.list({ limit: 500 })).memories.find(({ content }) => content === text)?.id ??
    '';
  const segments = (name: string): string[] => readdirSync(join(folder, name)).sort();
  const devices = (): string[] => readdirSync(folder).filter((name) => !name.includes('.'));
  return { folder, files, a, b, find, segments, devices };
}

/** Everything that the files below a folder say, opened with the key. */
async function saidIn(folder: string): Promise<string> {
  const disk = { ...localFiles, openText: openFileText };
  const how = { bank: 'test', secret: PASSPHRASE, begins: 'refused' } as const;
  const shared = await SharedFolder.open(folder, disk, how);
  const said: string[] = [];
  for (const [device, numbers] of (await shared.list()).devices)
    for (const number of numbers.keys())
      said.push(JSON.stringify(await shared.segment(device, number)));
  return said.join('\n');
}

describe('what both change', () => {
  it('is merged by fields, and two new versions of one memory wait for somebody', async () => {
    const { a, b, find } = await inStep('Tom lives in Oslo.', 'Leah plays the cello.');
    const [tom, leah] = [await find('Tom lives in Oslo.'), await find('Leah plays the cello.')];
    await a.memory.update(tom, { content: 'Tom lives in Bergen.' });
    await b.memory.update(tom, { content: 'Tom lives in Rome.' });
    await a.memory.update(leah, { addTags: ['music'] });
    await b.memory.update(leah, { addTags: ['friends'], metadata: { seen: 3 } });
    await a.sync();
    expect(await b.sync()).toMatchObject({ conflicts: 1 });
    await settle([a, b]);
    for (const { memory, texts } of [a, b]) {
      expect(await texts()).toEqual([
        'Leah plays the cello.',
        'Tom lives in Bergen.',
        'Tom lives in Rome.',
      ]);
      const { conflicts } = await memory.validity.conflicts();
      expect(conflicts.map(({ status, verdict, reason }) => [status, verdict, reason])).toEqual([
        ['pending', 'actual', 'changed on two machines, before either knew of the other'],
      ]);
      const { memory: shown } = await memory.show(leah);
      expect([shown?.tags.toSorted(), shown?.metadata]).toEqual([
        ['friends', 'music'],
        { seen: 3 },
      ]);
    }
    const [conflict] = (await a.memory.validity.conflicts()).conflicts;
    await a.memory.validity.resolve({ id: conflict?.id ?? '', keep: 'newer' });
    await settle([a, b]);
    expect((await b.memory.validity.conflicts({ status: 'pending' })).conflicts).toEqual([]);
    expect(await recordsOf(a)).toEqual(await recordsOf(b));
  });

  it('waits for somebody where one forgot what the other changed', async () => {
    const { a, b, find } = await inStep('Tom lives in Oslo.');
    const tom = await find('Tom lives in Oslo.');
    await a.memory.forget([tom]);
    await b.memory.update(tom, { content: 'Tom lives in Rome.' });
    await settle([b, a]);
    for (const { memory, texts } of [a, b]) {
      expect(await texts()).toEqual(['Tom lives in Rome.']);
      const { conflicts } = await memory.validity.conflicts({ status: 'pending' });
      expect(conflicts.map(({ verdict, reason }) => [verdict, reason])).toEqual([
        ['review', 'forgotten on one machine, and changed on another'],
      ]);
    }
  });

  it('is one change for each segment, which can be undone, and the undo goes to the others', async () => {
    const { a, b } = await inStep('Tom lives in Oslo.');
    await b.memory.rememberAll(['Leah plays the cello.', 'Ana Ruiz likes plums.']);
    await b.sync({ name: 'laptop' });
    await a.sync();
    const [last] = (await a.memory.curation.log({ limit: 1 })).changes;
    expect(last?.reason).toMatch(/^segment \d+ of laptop: \d+ records$/);
    await a.memory.undo(last?.reversal ?? '');
    await settle([a, b]);
    expect([await a.texts(), await b.texts()]).toEqual([
      ['Tom lives in Oslo.'],
      ['Tom lives in Oslo.'],
    ]);
  });
});

describe('an erasure', () => {
  it('erases on the others, leaves every segment, and what was erased does not come back', async () => {
    const { folder, a, b } = await inStep(
      'Quixandra Vell owes Tom 300 euros.',
      'Tom lives in Oslo.',
    );
    const c = await machine(folder);
    await b.memory.remember('Tom met Quixandra Vell in Rome.');
    await settle([a, b]);
    expect(await saidIn(folder)).toContain('Quixandra');
    const { done } = await a.memory.privacy.erase({
      subject: 'Quixandra Vell',
      mentions: 'redact',
      yes: true,
    });
    expect(done).toBe(true);
    await a.sync();
    expect(await b.sync()).toMatchObject({ unread: [] });
    await settle([a, b, c]);
    for (const each of [a, b, c]) {
      const all = JSON.stringify([await recordsOf(each), await historyOf(each)]);
      expect(all.match(/.{300}Quixandra.{100}/g) ?? []).toEqual([]);
      expect(all).toContain('Oslo');
    }
    expect(await saidIn(folder)).not.toContain('Quixandra');
    expect(await recordsOf(a)).toEqual(await recordsOf(b));
    expect(await recordsOf(a)).toEqual(await recordsOf(c));
    // Not even from what the first erasure wrote.
    await b.memory.privacy.erase({ subject: 'Rome', yes: true });
    await settle([b, a, c]);
    expect(await saidIn(folder)).not.toContain('Rome');
    expect(await c.texts()).toEqual(['Tom lives in Oslo.', '[erased] owes Tom 300 euros.']);
  });
});

async function historyOf({ memory }: Pick<Machine, 'memory'>): Promise<string> {
  let all = '';
  for await (const part of memory.care.exportLines()) all += part;
  return all;
}

it('leaves sealed values where they are, and reveals no other in their place', async () => {
  const folder = temporaryFolder();
  const a = await machine(folder, { vaultKey: 'ab'.repeat(32) });
  const b = await machine(folder, { vaultKey: 'ab'.repeat(32) });
  for (const { memory } of [a, b]) await memory.care.configure({ tokens: true });
  await a.memory.remember('My card is 4111 1111 1111 1111.');
  await b.memory.remember('Tom has the card 5500 0000 0000 0004.');
  await settle([a, b]);
  const [own, other] = [
    'My card is [card_1].',
    `Tom has the card [card 1 of ${(await b.sync()).device}].`,
  ];
  expect(await a.texts()).toEqual([own, other]);
  expect((await a.memory.privacy.reveal(other)).revealed).toBe(0);
  expect((await b.memory.privacy.reveal((await b.texts()).join())).text).toMatch(
    /card 1 of .*5500/,
  );
});

describe('a folder', () => {
  it('is sealed, and opens under its own passphrase alone', async () => {
    const { folder, a } = await inStep('Quixandra likes plums.');
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/\.(?:json|segment)$/.test(name))
        expect(readFileSync(join(folder, name), 'utf8')).not.toMatch(/Quix|5a5a/);
    await expect(a.sync({ passphrase: 'another one' })).rejects.toThrow(
      'The passphrase does not open',
    );
    await expect(a.memory.devices.sync(folder)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'passphrase',
    });
    await expect(
      a.memory.bank('other').devices.sync(folder, { passphrase: PASSPHRASE }),
    ).rejects.toMatchObject({
      code: 'conflict',
      field: 'sync.folder',
    });
    rmSync(join(folder, 'mneme-sync.json'));
    await expect(a.sync()).rejects.toMatchObject({ code: 'corrupt' });
    const file = temporaryFile();
    writeFileSync(file, 'x');
    await expect(a.memory.devices.sync(file, { passphrase: PASSPHRASE })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('whose key is lost is replaced by another, and nothing is doubled', async () => {
    const { a, b } = await inStep('Tom lives in Oslo.', 'Leah plays the cello.');
    await b.memory.remember('Ana Ruiz likes plums.');
    const anew = temporaryFolder();
    const settings = { passphrase: 'c3'.repeat(32), new: true };
    // As the place of a disk that is not plugged in.
    await expect(a.memory.devices.sync(anew, { ...settings, new: false })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(readdirSync(anew)).toEqual([]);
    for (const { memory } of [a, b, a, b]) await memory.devices.sync(anew, settings);
    expect(await b.memory.devices.sync(anew, settings)).toMatchObject({
      sent: { records: 0 },
      read: [],
      conflicts: 0,
    });
    expect(await a.texts()).toHaveLength(3);
    expect(await recordsOf(a)).toEqual(await recordsOf(b));
  });

  it('with a segment that is cut, missing or of another folder holds up that machine alone', async () => {
    const { folder, a, b, segments, devices } = await inStep('Tom lives in Oslo.');
    const c = await machine(folder);
    await c.memory.remember('Ana Ruiz likes plums.');
    await c.sync();
    await b.memory.remember('Leah plays the cello.');
    const device = (await b.sync()).device;
    const last = join(folder, device, segments(device).at(-1) ?? '');
    const whole = readFileSync(last, 'utf8');
    const other = devices().find((name) => name !== device) ?? '';
    const foreign = readFileSync(join(folder, other, segments(other)[0] ?? ''), 'utf8');
    for (const bad of [
      whole.slice(0, -40),
      '',
      'not a segment',
      foreign,
      whole.replace('"number":', '"number":1'),
    ]) {
      writeFileSync(last, bad);
      const { unread } = await a.sync();
      expect(unread.map(({ device: of }) => of)).toEqual([device]);
      expect(unread[0]?.why).toMatch(/cut, damaged|another bank or place/);
    }
    expect(await a.texts()).toEqual(['Ana Ruiz likes plums.', 'Tom lives in Oslo.']);
    rmSync(last);
    await b.memory.remember('The pool is 12 metres long.');
    renameSync(join(folder, device), join(folder, 'away'));
    await b.sync();
    // Its owner writes all of it again.
    expect(segments(device)).toHaveLength(segments('away').length + 2);
    rmSync(last);
    expect((await a.sync()).unread).toMatchObject([
      { device, why: expect.stringContaining('It is missing') as string },
    ]);
    writeFileSync(last, whole);
    writeFileSync(last.replace('.segment', '.sync-conflict-20260101-120000-ABC.segment'), foreign);
    const report = await a.sync();
    expect([report.unread, report.left.map(({ file }) => file)]).toEqual([
      [],
      [expect.stringContaining('sync-conflict') as string],
    ]);
    expect(await a.texts()).toHaveLength(4);
  });

  it('may be synced with by two processes at once', async () => {
    const { folder, files, a, b } = await inStep('Tom lives in Oslo.');
    const again = await machine(folder, { file: files[0] });
    for (const text of WORDS) {
      await a.memory.remember(text);
      await b.memory.remember(`${text} Or so they say.`);
      await Promise.all([a.sync(), again.sync(), b.sync()]);
    }
    await settle([a, b]);
    expect((await a.texts()).length).toBe(2 * WORDS.length);
    expect(await a.texts()).toEqual(await b.texts());
  });
});

describe('a machine', () => {
  it('whose backup was restored goes on under another name, and gets back what it had sent', async () => {
    const { folder, files, a, b } = await inStep('Tom lives in Oslo.');
    const backup = `${files[0]}.backup`;
    await a.memory.file.backup(backup);
    await a.memory.remember('Leah plays the cello.');
    const before = await a.sync();
    await a.memory.close();
    await b.sync();
    const restored = await machine(folder, await copied(backup));
    await restored.memory.remember('Ana Ruiz likes plums.');
    const after = await restored.sync();
    expect(after.device).not.toBe(before.device);
    await settle([restored, b]);
    expect(await restored.texts()).toEqual([
      'Ana Ruiz likes plums.',
      'Leah plays the cello.',
      'Tom lives in Oslo.',
    ]);
    expect(await recordsOf(restored)).toEqual(await recordsOf(b));
  });

  it('that begins with a copy of a bank nobody synced yet gives way to what was edited since', async () => {
    const folder = temporaryFolder();
    const a = await machine(folder, { file: temporaryFile() });
    const { id } = await a.memory.remember('Tom lives in Oslo.');
    const backup = temporaryFile('copy.backup');
    await a.memory.file.backup(backup);
    const copy = await machine(folder, await copied(backup));
    await a.memory.update(id, { addTags: ['home'] });
    await a.memory.update(id, { metadata: { floor: 3 } });
    await settle([a, copy]);
    for (const { memory } of [a, copy]) {
      const shown = (await memory.show(id)).memory;
      expect([shown?.tags, shown?.metadata]).toEqual([['home'], { floor: 3 }]);
    }
    expect(await recordsOf(a)).toEqual(await recordsOf(copy));
  });

  it('whose file was copied to a second one is two machines', async () => {
    const { folder, a, b } = await inStep('Tom lives in Oslo.');
    const backup = temporaryFile('copy.backup');
    await a.memory.file.backup(backup);
    const copy = await machine(folder, await copied(backup));
    await a.memory.remember('Leah plays the cello.');
    await copy.memory.remember('Ana Ruiz likes plums.');
    await settle([a, copy, b]);
    for (const each of [a, copy, b]) expect(await each.texts()).toHaveLength(3);
    expect(await recordsOf(a)).toEqual(await recordsOf(copy));
  });
});

async function copied(backup: string): Promise<{ readonly file: string }> {
  const file = temporaryFile();
  await restoreBackup(backup, { file });
  return { file };
}

const RUNS = Number(process.env['MNEME_PROPERTY_EXAMPLES'] ?? 12);
const WORDS = [
  'Tom lives in Oslo.',
  'Tom lives in Bergen.',
  'Leah plays the cello.',
  'Leah is the sister of Tom.',
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
