import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  openTestMemory,
  temporaryFile,
  temporaryFolder,
} from '../../../../test/support/open-test-memory.js';
import {
  openMemory,
  RESULT_FIELDS,
  type Mneme,
  type Recalled,
  type RecallProfile,
} from '@mneme/mneme/index.js';

const SAMPLE = fileURLToPath(
  new URL('../../../../samples/kitchen-and-code.jsonl', import.meta.url),
);
const NOW = Date.UTC(2025, 9, 27, 12);
const DAY = 86_400_000;

async function contents(memory: Mneme, query: string): Promise<(string | undefined)[]> {
  return (await memory.recall(query)).results.map(({ content }) => content);
}

describe('results', () => {
  it('are whole, and of the chosen fields with what comes along, in their types too', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({ content: 'Tom Okafor lives in Leeds.', speaker: 'Tom', session: 's' });
    const [whole] = (await memory.recall({ query: 'Tom Okafor', limit: 1 })).results;
    expectTypeOf(whole).toEqualTypeOf<Recalled | undefined>();
    // A short text is a single passage, so it has no excerpt; a turn has no note.
    for (const field of RESULT_FIELDS)
      if (field !== 'excerpt' && field !== 'note') expect(whole).toHaveProperty(field);
    expect(whole).not.toHaveProperty('excerpt');
    const [chosen] = (
      await memory.recall({ query: 'Tom Okafor', fields: ['content', 'provenance', 'validity'] })
    ).results;
    expectTypeOf(chosen).toEqualTypeOf<
      | Pick<Recalled, 'content' | 'provenance' | 'evidence' | 'validity' | 'validityDetail'>
      | undefined
    >();
    expect(Object.keys(chosen ?? {}).sort()).toEqual([
      'content',
      'evidence',
      'provenance',
      'validity',
      'validityDetail',
    ]);
    const profile: RecallProfile = { query: 'Tom Okafor', fields: ['id'] };
    expectTypeOf((await memory.recall(profile)).results).toEqualTypeOf<
      readonly Partial<Recalled>[]
    >();
  });
});

describe('banks', () => {
  it('of one file know nothing of each other', async () => {
    const { memory } = await openTestMemory();
    const work = memory.bank('work');
    const { id } = await memory.remember({ content: 'Tom Okafor lives in Leeds.', session: 's' });
    await work.remember({ content: 'Tom Okafor wrote the parser.', session: 's' });
    expect(await contents(memory, 'Tom Okafor')).toEqual(['Tom Okafor lives in Leeds.']);
    expect(await contents(work, 'Tom Okafor')).toEqual(['Tom Okafor wrote the parser.']);
    expect((await memory.file.banks()).map(({ name }) => name).sort()).toEqual(['test', 'work']);
    await expect(work.show(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(work.forget([id])).rejects.toMatchObject({ code: 'not_found' });
    expect((await memory.care.stats()).memories).toBe(1);
    expect((await work.care.stats()).memories).toBe(1);
    expect(await work.remember('Tom Okafor lives in Leeds.')).toMatchObject({
      outcome: 'remembered',
    });
  });

  it('are founded once, also by two handles at the same time', async () => {
    const file = temporaryFile();
    const handles = await Promise.all([
      openTestMemory({ file }),
      openTestMemory({ file }),
      openTestMemory({ file }),
    ]);
    await Promise.all(
      handles.map(({ memory }) => memory.bank('shared').remember('The bell rings.')),
    );
    expect((await handles[0].memory.file.banks()).map(({ name }) => name)).toEqual([
      'shared',
      'test',
    ]);
  });
});

describe('a closed memory', () => {
  it('refuses every verb, and may be closed again', async () => {
    const { memory } = await openTestMemory();
    await memory.close();
    await memory.close();
    const verbs = [
      () => memory.remember('x'),
      () => memory.rememberAll(['x']),
      () => memory.accept('x'),
      () => memory.flush(),
      () => memory.recall('x'),
      () => memory.list(),
      () => memory.show('m_0000000000000'),
      () => memory.forget(['m_0000000000000']),
      () => memory.undo({ ids: ['m_0000000000000'] }),
      () => memory.import(SAMPLE),
      () => memory.care.stats(),
      () => memory.care.doctor(),
      () => memory.file.banks(),
      () => memory.metamemory.usage('m_0000000000000'),
      () => memory.graph.hierarchy({ name: 'a', kind: 'b' }),
      () => memory.graph.hierarchy('a'),
    ];
    for (const verb of verbs)
      await expect((async () => verb())()).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('a memory that is open only to read', () => {
  it('reads and refuses to write', async () => {
    const file = temporaryFile();
    const writer = await openTestMemory({ file });
    const { id } = await writer.memory.remember('The heron nests by the weir.');
    await writer.memory.close();
    const { memory } = await openTestMemory({ file, readOnly: true });
    expect(await contents(memory, 'heron')).toEqual(['The heron nests by the weir.']);
    expect((await memory.list()).memories).toHaveLength(1);
    expect((await memory.care.doctor()).healthy).toBe(true);
    for (const verb of [
      () => memory.remember('x'),
      () => memory.accept('x'),
      () => memory.forget([id]),
      () => memory.import(SAMPLE),
    ]) {
      await expect(verb()).rejects.toMatchObject({ code: 'read_only' });
    }
    await memory.flush();
    await memory.close();
    expect((await (await openTestMemory({ file })).memory.care.stats()).changes).toBe(1);
  });

  it('founds neither a file nor a bank', async () => {
    await expect(openMemory({ file: temporaryFile(), readOnly: true })).rejects.toMatchObject({
      code: 'not_found',
    });
    const file = temporaryFile();
    await (await openTestMemory({ file })).memory.close();
    await expect(openMemory({ file, bank: 'unknown', readOnly: true })).rejects.toMatchObject({
      code: 'not_found',
      field: 'bank',
    });
  });
});

describe('a file that is no bank', () => {
  it('is refused and stays as it is', async () => {
    const file = temporaryFile('notes.txt');
    writeFileSync(
      file,
      'These are my notes, and they are long enough to be no database header at all.',
    );
    await expect(openMemory({ file })).rejects.toMatchObject({ code: 'not_a_bank' });
    await expect(openMemory({ file: temporaryFolder() })).rejects.toMatchObject({
      name: 'MnemeError',
    });
  });
});

describe('two handles on one file', () => {
  it('write at the same time and lose nothing, and no name becomes two entities', async () => {
    const file = temporaryFile();
    const [one, two] = [await openTestMemory({ file }), await openTestMemory({ file })];
    const notes = (who: string) =>
      Array.from({ length: 30 }, (_, at) => ({
        content: `${who} note ${at}: Tom Okafor carried crate ${at} to Farolim in Leeds.`,
        session: who,
        speaker: who,
      }));
    const receipts = await Promise.all([
      ...notes('Ana').map((note) => one.memory.remember(note)),
      ...notes('Rui').map((note) => two.memory.remember(note)),
    ]);
    expect(receipts.every(({ outcome }) => outcome === 'remembered')).toBe(true);
    expect(new Set(receipts.map(({ sequence }) => sequence)).size).toBe(60);
    const statistics = await one.memory.care.stats();
    expect(statistics).toMatchObject({ memories: 60, changes: 60, sessions: 2 });
    const mentioned = async (memory: Mneme, name: string) =>
      new Set(
        (await Promise.all(receipts.map(({ id }) => memory.show(id)))).flatMap(({ links }) =>
          links
            .filter(({ role, text }) => role === 'mentions' && text === name)
            .map(({ other }) => other),
        ),
      );
    for (const name of ['Tom Okafor', 'Leeds'])
      expect((await mentioned(two.memory, name)).size).toBe(1);
    for (const { memory } of [one, two])
      expect(
        (await memory.recall({ query: 'Who carried crates to Farolim?', limit: 100 })).results,
      ).toHaveLength(60);
    expect((await one.memory.care.doctor()).healthy).toBe(true);
  });

  it('saying the same at the same time make one memory', async () => {
    const file = temporaryFile();
    const handles = [await openTestMemory({ file }), await openTestMemory({ file })];
    const receipts = await Promise.all(
      handles.map(({ memory }) => memory.remember('The bridge at the mill is closed.')),
    );
    expect(receipts.map(({ outcome }) => outcome).sort()).toEqual(['known', 'remembered']);
    expect(receipts[0]?.id).toBe(receipts[1]?.id);
  });

  it('see each other’s memories at once', async () => {
    const file = temporaryFile();
    const [one, two] = [await openTestMemory({ file }), await openTestMemory({ file })];
    await one.memory.recall('warm the caches');
    const { id } = await two.memory.remember('The heron nests by the weir.');
    expect(await contents(one.memory, 'heron')).toEqual(['The heron nests by the weir.']);
    await one.memory.forget([id], 'it moved');
    expect(await contents(two.memory, 'heron')).toEqual([]);
    expect((await two.memory.show(id)).memory.retraction).toBe('it moved');
  });
});

describe('stats', () => {
  it('count what the bank holds', async () => {
    const { memory } = await openTestMemory();
    const { receipts } = await memory.rememberAll([
      { content: 'Tom Okafor lives in Leeds.', session: 'a' },
      { content: 'Marmalade sleeps on the sofa.', session: 'b' },
      'The kiln fires at 1,240 degrees.',
    ]);
    await memory.forget([receipts[2]?.id ?? '']);
    const statistics = await memory.care.stats();
    expect(statistics).toMatchObject({
      memories: 2,
      retracted: 1,
      sessions: 2,
      changes: 2,
      bank: { name: 'test', sequence: 2 },
    });
    expect(statistics.entities).toBeGreaterThanOrEqual(2);
    expect(statistics.bytesPerMemory).toBe(Math.round(statistics.bytes / 2));
  });
});

describe('doctor', () => {
  it('finds a fresh file healthy and names its parts', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(['Tom Okafor lives in Leeds.', 'The kiln fires at 1,240 degrees.']);
    const diagnosis = await memory.care.doctor();
    expect(diagnosis).toMatchObject({ healthy: true, problems: [], rebuilt: 0 });
    expect(diagnosis.parts).toMatchObject({
      file: ':memory:',
      encoder: 'mneme-hashed-1',
      'language model': 'none configured',
    });
    expect(Object.values(diagnosis.parts).every((part) => part !== '')).toBe(true);
  });

  it('finds nothing wrong with a text of function words alone', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('You WHAT.');
    expect((await memory.care.doctor()).problems).toEqual([]);
  });

  const questions = [
    'Where does Tom live now?',
    'Why did Priya leave Farolim?',
    'the dog and the vet',
    'What happened in May?',
    'coriander',
  ];
  const ask = async (memory: Mneme) => {
    const answers = await Promise.all(
      questions.map((query) => memory.recall({ query, now: NOW, limit: 20 })),
    );
    return answers.map(({ results }) =>
      results.map(({ id, why }) => ({ id, score: why.score.toFixed(6) })),
    );
  };

  it('rebuilds every memory, tells how far it is, and mends lost words and vectors', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.rememberAll([
      'The heron nests by the weir.',
      'Marmalade the greyhound sleeps on the sofa.',
    ]);
    await memory.bank('other').remember('The kiln fires at 1,240 degrees.');
    await memory.close();
    const damaged = new Database(file);
    damaged.exec(
      "UPDATE memory SET terms = NULL, traits = 0; DELETE FROM embedding; INSERT INTO memory_text (memory_text) VALUES ('rebuild')",
    );
    damaged.close();
    const mended = await openTestMemory({ file });
    expect(await mended.memory.care.doctor()).toMatchObject({
      healthy: false,
      problems: [{ mend: expect.stringContaining('--rebuild') as string }, {}],
    });
    const steps: number[] = [];
    expect(
      await mended.memory.care.doctor({ rebuild: true, onProgress: (done) => steps.push(done) }),
    ).toMatchObject({ healthy: true, rebuilt: 3 });
    expect(steps.at(-1)).toBe(3);
    await mended.memory.close();
    const { memory: again } = await openTestMemory({ file });
    expect((await contents(again, 'greyhounds sleeping'))[0]).toBe(
      'Marmalade the greyhound sleeps on the sofa.',
    );
  });

  it('tells of damage where it finds it, and goes on', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.remember('The heron nests by the weir.');
    await memory.close();
    const raw = new Database(file);
    raw.pragma('wal_checkpoint(TRUNCATE)');
    const { rootpage } = raw
      .prepare("SELECT rootpage FROM sqlite_master WHERE name = 'embedding'")
      .get() as { rootpage: number };
    raw.close();
    const bytes = readFileSync(file);
    bytes.fill(7, (rootpage - 1) * 4096, rootpage * 4096);
    writeFileSync(file, bytes);
    const { memory: again } = await openTestMemory({ file });
    const { healthy, problems } = await again.care.doctor();
    expect(healthy).toBe(false);
    expect(problems).toContainEqual({
      what: expect.stringMatching(/SQLite found damage|could not read the file/) as string,
      mend: 'Restore a backup.',
    });
    expect(new Set(problems.map(({ what }) => what)).size).toBe(problems.length);
  });

  it('tells of code that an earlier version read, by which it is ranked until it is read anew', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.remember(
      'export function retryWithBackoff(times: number, run: () => void) {\n  for (let at = 0; at < times; at++) run();\n}',
    );
    const ranked = async (of: Mneme): Promise<number | undefined> =>
      (await of.recall('retry with backoff')).results[0]?.why.score;
    const expected = await ranked(memory);
    await memory.close();
    const older = new Database(file);
    older.exec("UPDATE embedding SET encoder = 'mneme-code-1' WHERE space = 'code'");
    older.close();
    const { memory: again } = await openTestMemory({ file });
    expect(await ranked(again)).toBe(expected);
    expect(await again.care.doctor()).toMatchObject({
      healthy: false,
      problems: [{ what: '1 memories hold code that an earlier version read.' }],
    });
    expect(await again.care.doctor({ rebuild: true })).toMatchObject({ healthy: true });
  });

  // The trait for names was computed with the names known at that time; a rebuild does not know them.
  it('rebuilds without changing what recall finds, then and when the file is opened again, which needs no rebuild', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    expect(await memory.import(SAMPLE)).toMatchObject({
      format: 'chat-jsonl',
      badCount: 0,
      outcomes: { remembered: 283, reinforced: 1, known: 0, recalled: 0, quarantined: 0 },
    });
    const expected = await ask(memory);
    const { memory: other } = await openTestMemory({ file });
    expect(await ask(other)).toEqual(expected);
    await other.close();
    expect(await memory.care.doctor({ rebuild: true })).toMatchObject({
      healthy: true,
      rebuilt: 283,
    });
    expect(await ask(memory)).toEqual(expected);
    await memory.close();
    expect(await ask((await openTestMemory({ file })).memory)).toEqual(expected);
  });
});

describe('show', () => {
  it('tells links in words, from both ends', async () => {
    const { memory } = await openTestMemory();
    const { receipts } = await memory.rememberAll([
      { content: 'Tom Okafor lives in Leeds.', speaker: 'Priya', session: 's' },
      { content: 'His brother Emeka plays the cello.', speaker: 'Priya', session: 's' },
    ]);
    const [first, second] = await Promise.all(receipts.map(({ id }) => memory.show(id)));
    expect(first?.links).toContainEqual(
      expect.objectContaining({ role: 'mentions', direction: 'out', text: 'Tom Okafor' }),
    );
    expect(first?.links).toContainEqual(
      expect.objectContaining({ role: 'said_by', direction: 'out', text: 'Priya' }),
    );
    expect(first?.links).toContainEqual(
      expect.objectContaining({
        role: 'follows',
        direction: 'in',
        other: second?.memory.id,
        text: 'His brother Emeka plays the cello.',
      }),
    );
    expect(second?.links).toContainEqual(
      expect.objectContaining({ role: 'follows', direction: 'out', other: first?.memory.id }),
    );
    expect(first?.context?.name).toContain('Tom Okafor');
  });
});

describe('list', () => {
  async function filled(): Promise<Mneme> {
    const { memory, clock } = await openTestMemory();
    for (let at = 0; at < 7; at++) {
      clock.advance(DAY);
      await memory.remember({
        content: `Entry ${at}: the ${at % 2 === 0 ? 'boat' : 'lamp'} was mended.`,
        speaker: at < 3 ? 'Ana' : 'Tom',
        tags: at === 5 ? ['last'] : [],
      });
    }
    return memory;
  }
  const numbers = (page: { memories: readonly { content: string }[] }): number[] =>
    page.memories.map(({ content }) => Number(/\d+/.exec(content)?.[0]));

  it('pages in order of recording, each memory once', async () => {
    const memory = await filled();
    const seen: number[] = [];
    let pages = 0;
    for (let after: string | null | undefined; after !== null; pages++) {
      const page = await memory.list({ limit: 3, ...(after === undefined ? {} : { after }) });
      seen.push(...numbers(page));
      after = page.next;
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(pages).toBe(3);
  });

  it('filters', async () => {
    const memory = await filled();
    expect(numbers(await memory.list({ speaker: 'Ana' }))).toEqual([0, 1, 2]);
    expect(numbers(await memory.list({ tags: ['last'] }))).toEqual([5]);
    expect(numbers(await memory.list({ asOf: '2025-02-05T12:00:00Z' }))).toEqual([0, 1]);
    expect(numbers(await memory.list({ from: '2025-02-09T00:00:00Z' }))).toEqual([5, 6]);
    const [{ id } = { id: '' }] = (await memory.list()).memories;
    await memory.forget([id]);
    expect(numbers(await memory.list())).toEqual([1, 2, 3, 4, 5, 6]);
    expect(numbers(await memory.list({ forgotten: true }))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('matches words in any form, whatever signs they come with', async () => {
    const memory = await filled();
    expect(numbers(await memory.list({ match: 'boats' })).sort()).toEqual([0, 2, 4, 6]);
    expect(numbers(await memory.list({ match: 'LAMP AND NOT "boat*' })).length).toBe(7);
    expect(numbers(await memory.list({ match: 'boat', limit: 2 }))).toHaveLength(2);
    expect(numbers(await memory.list({ match: '???' }))).toEqual([]);
    expect(numbers(await memory.list({ match: 'unicorn' }))).toEqual([]);
  });
});

describe('import', () => {
  it('stops between commits when told to, goes on from there, and run again adds nothing and changes nothing', async () => {
    const { memory } = await openTestMemory();
    const stop = new AbortController();
    await expect(
      memory.import(SAMPLE, { signal: stop.signal, onProgress: () => stop.abort() }),
    ).rejects.toMatchObject({ code: 'interrupted' });
    const { memories } = await memory.care.stats();
    expect(memories).toBeGreaterThan(0);
    expect(memories).toBeLessThan(283);
    expect((await memory.import(SAMPLE)).outcomes).toMatchObject({ remembered: 283 - memories });
    const { changes, memories: all } = await memory.care.stats();
    expect(all).toBe(283);
    expect((await memory.import(SAMPLE)).outcomes).toEqual({
      remembered: 0,
      reinforced: 0,
      known: 284,
      recalled: 0,
      quarantined: 0,
    });
    expect((await memory.care.stats()).changes).toBe(changes);
  });

  it('refuses what it cannot read, naming the line, and keeps nothing of that batch', async () => {
    const path = join(temporaryFolder(), 'chat.jsonl');
    writeFileSync(
      path,
      '{"role":"user","content":"One."}\n{"role":"user","content":"Two."}\n{broken\n',
    );
    const { memory } = await openTestMemory();
    await expect(memory.import(path)).rejects.toMatchObject({
      code: 'malformed_import',
      message: expect.stringMatching(/^Line 3/) as string,
    });
    expect((await memory.care.stats()).memories).toBe(0);
    expect(await memory.import(path, { skipBad: true })).toMatchObject({
      badCount: 1,
      bad: [{ line: 3 }],
      outcomes: { remembered: 2 },
    });
    await expect(memory.import(join(path, 'nowhere'))).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});
