import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory, type Mneme } from '@mneme/mneme/index.js';
import { describe, expect, it } from 'vitest';
import {
  openTestMemory,
  seededRandom,
  temporaryFile,
  temporaryFolder,
  testClock,
} from '../../../../../test/support/open-test-memory.js';
import { filled } from '../../../../../test/support/operation-samples.js';
import { NOT_PORTABLE, PORTABLE_TABLES } from '../../adapters/store/portable-fields.js';
import { openDatabase } from '../../adapters/store/sqlite/open-database.js';
import { storedTables } from '../../adapters/store/sqlite/tables.js';

import fc from 'fast-check';

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: { code?: unknown }) => error.code,
  );

async function linesOf(memory: Mneme): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of memory.care.exportLines()) pieces.push(piece);
  return pieces.join('').trimEnd().split('\n');
}

/** All lines but the header, which has the bank's name and the time. */
const content = async (memory: Mneme): Promise<string[]> => (await linesOf(memory)).slice(1);

const QUERIES = [
  'Where does Tom live?',
  'What does Ana like?',
  'Which bread was baked on Monday?',
  'pool size of the database',
];

async function answers(memory: Mneme, asOf?: string): Promise<unknown> {
  return Promise.all(
    QUERIES.map(async (query) =>
      (await memory.recall({ query, ...(asOf === undefined ? {} : { asOf }) })).results.map(
        ({ id, why, content: text }) => [id, why.score, text],
      ),
    ),
  );
}

/** Row counts of every table that an export carries, and of tables derived from memories. */
function rowCounts(file: string): Record<string, number> {
  const database = openDatabase(file, true);
  const names = [...Object.values(PORTABLE_TABLES), 'embedding', 'usage', 'memory_text_docsize'];
  const counts = Object.fromEntries(
    names.map((name) => [
      name,
      (database.prepare(`SELECT count(*) AS n FROM ${name}`).get() as { n: number }).n,
    ]),
  );
  database.close();
  return counts;
}

const TEXTS = [
  'Tom moved to Porto.',
  'Tom lives in Lisbon now.',
  'Ana likes rye bread.',
  'On Monday we baked rye bread with Ana.',
  'The pool size of the database is 20.',
  'The pool size of the database is 30.',
  'Tom likes coriander.',
  'The rye failed because the starter was cold.',
];
const Step = fc.oneof(
  fc.record({
    do: fc.constant('remember' as const),
    text: fc.constantFrom(...TEXTS),
    speaker: fc.constantFrom('Tom', 'Ana', undefined),
  }),
  fc.record({
    do: fc.constantFrom('forget' as const, 'restore' as const, 'vote' as const),
    at: fc.nat(20),
  }),
  fc.record({
    do: fc.constantFrom(
      'goal' as const,
      'reflect' as const,
      'wait' as const,
      'configure' as const,
      'undo' as const,
    ),
  }),
);
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

async function take(memory: Mneme, step: Step, later: (ms: number) => void): Promise<void> {
  const ids = async (): Promise<string[]> =>
    (await memory.list({ forgotten: true, limit: 100 })).memories.map(({ id }) => id);
  if (step.do === 'remember')
    await memory.remember({
      content: step.text,
      ...(step.speaker === undefined ? {} : { speaker: step.speaker }),
    });
  if (step.do === 'goal') await memory.goals.set({ description: `Bake better rye bread` });
  if (step.do === 'reflect') await memory.reflect();
  if (step.do === 'configure') await memory.care.configure({ scepticism: 4 });
  if (step.do === 'undo') {
    const last = (await memory.curation.log({ limit: 1 })).changes[0];
    if (last?.state === 'reversible') await memory.undo({ hash: last.reversal });
  }
  if (step.do === 'wait') later(3_600_000);
  if (step.do === 'forget' || step.do === 'restore') {
    const id = (await ids())[step.at];
    if (id !== undefined && step.do === 'forget') await memory.forget([id]);
    if (id !== undefined && step.do === 'restore') await memory.undo({ ids: [id] });
  }
  if (step.do === 'vote') {
    const { resultIds } = await memory.recall('rye bread');
    const result = resultIds[step.at % 3];
    if (result !== undefined) await memory.feedback({ result, verdict: 'useful' });
  }
}

describe('an export', () => {
  it('taken into an empty bank gives an equal bank, whatever came before, and again adds nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(Step, { minLength: 3, maxLength: 18 }),
        fc.integer(),
        async (steps, seed) => {
          const folder = mkdtempSync(join(tmpdir(), 'mneme-export-'));
          const clock = testClock();
          const memory = await openMemory({
            file: join(folder, 'from.mneme'),
            bank: 'test',
            clock,
            random: seededRandom(seed),
          });
          const other = await openMemory({
            file: join(folder, 'to.mneme'),
            bank: 'test',
            clock,
            random: seededRandom(seed + 1),
          });
          try {
            for (const step of steps) {
              clock.advance(60_000);
              await take(memory, step, (ms) => clock.advance(ms));
            }
            const middle = new Date(
              clock.now() - 60_000 * Math.ceil(steps.length / 2),
            ).toISOString();
            await memory.flush();
            const path = join(folder, 'bank.jsonl');
            await memory.care.export(path);
            await other.import(path);
            // Queries are recorded as use, so compare before querying both.
            const [here, there] = [await content(memory), await content(other)];
            expect(there).toEqual(here);
            expect(rowCounts(join(folder, 'to.mneme'))).toEqual(
              rowCounts(join(folder, 'from.mneme')),
            );
            expect(await answers(other)).toEqual(await answers(memory));
            expect(await answers(other, middle)).toEqual(await answers(memory, middle));
            expect((await other.care.doctor()).problems).toEqual([]);
            const before = await content(other);
            const again = await other.import(path);
            expect(again.outcomes.remembered).toBe(0);
            expect(await content(other)).toEqual(before);
          } finally {
            await memory.close();
            await other.close();
            rmSync(folder, { recursive: true, force: true });
          }
        },
      ),
      { numRuns: 5, endOnFailure: true },
    );
  });

  it('carries every kind of record, also beside other banks, sealed, and into a file that goes on being written', async () => {
    const scene = await filled();
    const { memory } = await openTestMemory({
      file: scene.file,
      bank: 'default',
      passphrase: 'four words are enough',
    });
    await memory.feedback({ result: scene.result, verdict: 'useful' });
    const voted = (await memory.curation.log({ limit: 1 })).changes[0];
    await memory.undo({ hash: voted?.reversal ?? '' });
    await memory.session('chat').note({ text: 'What of Tom?', speaker: 'Ana', task: 'Find Tom' });
    await memory.forget([scene.other]);
    const path = join(temporaryFolder(), 'bank.sealed');
    const report = await memory.care.export(path, { encrypt: true });
    expect(Object.keys(report.records)).toEqual(
      expect.arrayContaining([
        'change',
        'session',
        'context',
        'entity',
        'goal',
        'memory',
        'claim',
        'edge',
        'conflict',
        'learned',
        'before',
        'removed',
        'workingMemory',
        'recall',
      ]),
    );
    expect(readFileSync(path).includes('Tom')).toBe(false);

    const file = temporaryFile();
    const { memory: busy } = await openTestMemory({
      file,
      bank: 'busy',
      passphrase: 'four words are enough',
    });
    await busy.rememberAll(['The kiln is hot.', 'The kiln cools.']);
    const writing = Promise.all(
      Array.from({ length: 6 }, (_, at) => busy.remember(`The kiln was fired ${at} times.`)),
    );
    const copy = busy.bank('copy');
    expect((await copy.import(path)).outcomes.remembered).toBe(report.records.memory);
    await writing;
    // The copy has its own sequence numbers; all else is equal.
    const withoutNumbers = (lines: readonly string[]): unknown[] =>
      lines.map(
        (line) =>
          JSON.parse(line, (name, value: unknown) =>
            ['sum', 'created', 'changed', 'sequence', 'reverts', 'taken', 'num', 'bank'].includes(
              name,
            )
              ? undefined
              : value,
          ) as unknown,
      );
    expect(withoutNumbers(await content(copy))).toEqual(withoutNumbers(await content(memory)));
    expect(await answers(copy)).toEqual(await answers(memory));
    // The copy can redo what was undone in the original.
    const undone = (await copy.curation.log({ verb: 'undo' })).changes[0];
    expect((await copy.undo({ hash: undone?.reversal ?? '' })).records).toBeGreaterThan(0);
    await copy.undo({ ids: [scene.other] });
    await copy.remember('Tom paints the kiln.');
    expect((await busy.care.doctor()).problems).toEqual([]);
    expect((await busy.file.banks()).map(({ name }) => name)).toEqual(['busy', 'copy']);
    expect(await codeOf(busy.import(path))).toBe('conflict');
  });

  it('of more changes than a page goes whole into a file that has changes of its own', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('The pool is 40 metres long.');
    for (let at = 0; at < 1_100; at++) await memory.update(id, { metadata: { count: at } });
    await memory.remember('The heron nests by the weir.');
    const lines = await content(memory);
    const path = temporaryFile('bank.jsonl');
    await memory.care.export(path);
    const { memory: other } = await openTestMemory({ file: temporaryFile() });
    for (let at = 0; at < 90; at++) await other.remember(`Pool ${at} is ${at} metres long.`);
    const taken = other.bank('taken');
    expect(await taken.import(path)).toMatchObject({ badCount: 0 });
    expect(await content(taken)).toHaveLength(lines.length);
  }, 60_000);

  it('that is damaged is refused by its line and leaves nothing, or goes in without that line', async () => {
    const folder = temporaryFolder();
    const scene = await filled();
    const { memory } = await openTestMemory({ file: scene.file, bank: 'default' });
    const lines = await linesOf(memory);
    const at = lines.findIndex((line) => line.includes('"content":"Marmalade is a greyhound.'));
    const damaged: readonly (readonly [string, readonly string[], RegExp])[] = [
      [
        'one letter',
        lines.map((line, index) => (index === at ? line.replace('greyhound', 'greyhounx') : line)),
        new RegExp(`Line ${at + 1}: the line was changed`),
      ],
      [
        'half a line',
        lines.map((line, index) => (index === at ? line.slice(0, 90) : line)),
        new RegExp(`Line ${at + 1}: no valid JSON`),
      ],
      ['no end', lines.slice(0, -1), new RegExp(`Line ${lines.length}: the export is cut off`)],
      [
        'one line less',
        lines.filter((_, index) => index !== at),
        new RegExp(`the export had ${lines.length} lines`),
      ],
      [
        'a wrong value',
        lines.map((line, index) =>
          index === at
            ? line.replace(/,"sum".*/, '}').replace('"position":', '"position":"first","was":')
            : line,
        ),
        new RegExp(`Line ${at + 1}: (was|position)`),
      ],
      [
        'a stranger',
        lines.map((line, index) => (index === at ? '{"type":"spell"}' : line)),
        new RegExp(`Line ${at + 1}: type`),
      ],
    ];
    const { memory: target } = await openTestMemory({ file: join(folder, 'target.mneme') });
    for (const [name, text, told] of damaged) {
      const path = join(folder, `${name}.jsonl`);
      writeFileSync(path, `${text.join('\n')}\n`);
      await expect(target.import(path), name).rejects.toMatchObject({
        code: 'malformed_import',
        message: told,
      });
      expect((await target.care.stats()).memories, name).toBe(0);
      const lenient = target.bank(name.replaceAll(' ', '-'));
      expect(await lenient.import(path, { skipBad: true }), name).toMatchObject({ badCount: 1 });
      expect((await lenient.recall('Where is Tom?')).results.length).toBeGreaterThan(0);
    }
    expect((await target.care.doctor()).problems).toEqual([]);
    writeFileSync(join(folder, 'no-head.jsonl'), `${lines.slice(1).join('\n')}\n`);
    expect(
      await codeOf(
        target.import(join(folder, 'no-head.jsonl'), { format: 'mneme', skipBad: true }),
      ),
    ).toBe('malformed_import');
    writeFileSync(
      join(folder, 'newer.jsonl'),
      `${lines[0]?.replace('"version":1', '"version":9').replace(/,"sum".*/, '}') ?? ''}\n`,
    );
    expect(await codeOf(target.import(join(folder, 'newer.jsonl')))).toBe('newer_version');
  });

  it('that is stopped, on either side, leaves nothing', async () => {
    const folder = temporaryFolder();
    const { memory } = await openTestMemory();
    await memory.rememberAll(TEXTS);
    const stop = new AbortController();
    expect(
      await codeOf(
        memory.care.export(join(folder, 'bank.jsonl'), {
          signal: stop.signal,
          onProgress: () => stop.abort(),
        }),
      ),
    ).toBe('interrupted');
    expect(readdirSync(folder)).toEqual([]);
    await memory.care.export(join(folder, 'bank.jsonl'));
    expect(await codeOf(memory.care.export(join(folder, 'bank.jsonl')))).toBe('conflict');
    const { memory: target } = await openTestMemory({ file: join(folder, 'target.mneme') });
    expect(
      await codeOf(target.import(join(folder, 'bank.jsonl'), { signal: AbortSignal.abort() })),
    ).toBe('interrupted');
    expect(await target.file.banks()).toHaveLength(1);
    expect((await target.care.stats()).memories).toBe(0);
    expect((await target.care.doctor()).problems).toEqual([]);
  });

  it('never replaces the memory itself, nor does a backup, by whatever name', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'live.mneme');
    const { memory } = await openTestMemory({ file });
    await memory.rememberAll(TEXTS);
    symlinkSync(file, join(folder, 'other-name'));
    for (const path of [file, join(folder, 'other-name'), `${file}-wal`, '']) {
      expect(await codeOf(memory.care.export(path, { overwrite: true }))).toBe('invalid_input');
      expect(await codeOf(memory.file.backup(path, { overwrite: true }))).toBe('invalid_input');
    }
    expect((await memory.care.doctor()).problems).toEqual([]);
    await memory.file.backup(join(folder, 'backup'));
    expect(await codeOf(memory.import(join(folder, 'backup')))).toBe('malformed_import');
    expect((await memory.care.stats()).memories).toBe(TEXTS.length);
  });

  it('knows every table of the file, to carry it or to leave it', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.close();
    const database = openDatabase(file, true);
    const carried = new Set<string>(Object.values(PORTABLE_TABLES));
    expect(
      storedTables(database)
        .map(({ name }) => name)
        .filter((name) => !carried.has(name) && !NOT_PORTABLE.has(name)),
    ).toEqual([]);
    database.close();
  });
});

describe('an export of a bank with users', () => {
  async function withUsers() {
    const { memory } = await openTestMemory({ bank: 'work' });
    await memory.remember('The office is in Ghent.');
    for (const userId of ['alice', 'Bób @ home'])
      await memory.rememberAll([
        { content: `I keep bees, says ${userId}.`, userId },
        { content: 'The build server crashed again.', userId },
      ]);
    await memory.scope({ userId: 'alice' }).goals.set({ description: 'Learn Portuguese' });
    return memory;
  }
  const told = async (memory: Mneme, userId?: string) =>
    (await memory.list({ limit: 50, ...(userId === undefined ? {} : { userId }) })).memories.map(
      ({ id, content }) => [id, content],
    );

  it('holds them, says how many, and an import gives each their own back', async () => {
    const memory = await withUsers();
    const file = join(temporaryFolder(), 'work.jsonl');
    const report = await memory.care.export(file);
    expect(report).toMatchObject({ bank: 'work', users: 2 });
    expect(report.records.memory).toBe(5);
    const { memory: other } = await openTestMemory({ bank: 'copy' });
    expect(await other.import(file)).toMatchObject({ outcomes: { remembered: 5 }, badCount: 0 });
    for (const userId of [undefined, 'alice', 'Bób @ home'])
      expect(await told(other, userId)).toEqual(await told(memory, userId));
    expect((await other.scope({ userId: 'alice' }).goals.list()).goals).toHaveLength(1);
    expect((await other.recall({ query: 'bees', userId: 'alice' })).results[0]?.content).toBe(
      'I keep bees, says alice.',
    );
    expect(await other.import(file)).toMatchObject({ outcomes: { known: 5, remembered: 0 } });
  });

  it('of one user alone, or without users, is what it was', async () => {
    const memory = await withUsers();
    const file = join(temporaryFolder(), 'alice.jsonl');
    const report = await memory.scope({ userId: 'alice' }).care.export(file);
    expect(report).toMatchObject({ bank: 'work@alice', users: 0 });
    expect(report.records.memory).toBe(2);
    expect(JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '')).toMatchObject({
      version: 1,
    });
  });

  it('that lost a user on the way, or is taken into a bank of which a user holds something else, changes nothing', async () => {
    const memory = await withUsers();
    const file = join(temporaryFolder(), 'work.jsonl');
    await memory.care.export(file);
    const text = readFileSync(file, 'utf8');
    const cut = join(temporaryFolder(), 'cut.jsonl');
    writeFileSync(cut, text.slice(0, text.lastIndexOf('{"type":"mneme-export"')));
    const { memory: other } = await openTestMemory({ bank: 'copy' });
    await expect(other.import(cut)).rejects.toMatchObject({ code: 'malformed_import' });
    await other.remember({ content: 'I was here before.', userId: 'alice' });
    await expect(other.import(file)).rejects.toMatchObject({ code: 'conflict' });
    expect(await told(other)).toEqual([]);
    expect(await told(other, 'Bób @ home')).toEqual([]);
    expect(await told(other, 'alice')).toHaveLength(1);
  });

  it('brought by somebody else gives no user’s words to another', async () => {
    const memory = await withUsers();
    const file = join(temporaryFolder(), 'work.jsonl');
    await memory.care.export(file);
    const { memory: other } = await openTestMemory({ bank: 'copy' });
    const report = await other.import(file, { source: 'web' });
    expect(report.notTaken).toContain('2 memories of users');
    expect((await told(other)).map(([, content]) => content)).toEqual(['The office is in Ghent.']);
  });

  it('is of all that deleting the bank takes along', async () => {
    const memory = await withUsers();
    const gone = await memory.file.deleteBank({ name: 'work' });
    expect(gone).toMatchObject({ users: 2, memories: 5 });
    await expect(told(memory, 'alice')).rejects.toMatchObject({ code: 'not_found' });
  });
});
