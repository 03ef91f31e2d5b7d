import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';
import { renderErasure } from '../operations.js';

const KEY = 'ab'.repeat(32);

/**
 * Every byte of SQLite's files as Latin-1, so that any encoding can be searched. Read by another process: closing the
 * file in this one would release SQLite's locks.
 */
function bytesOf(file: string): string {
  const parts = ['', '-wal', '-shm'].map((part) => file + part).filter((part) => existsSync(part));
  return execFileSync('cat', parts, { encoding: 'latin1', maxBuffer: 64 * 1024 * 1024 });
}

/** Searched independently of the engine's proof. */
function traces(file: string, words: readonly string[]): string[] {
  const bytes = bytesOf(file);
  const wide = (word: string): string => Buffer.from(word, 'utf16le').toString('latin1');
  return words
    .flatMap((word) => [word, word.toLowerCase(), word.toUpperCase()])
    .filter(
      (word) => bytes.includes(Buffer.from(word).toString('latin1')) || bytes.includes(wide(word)),
    );
}

const asked = async (memory: Mneme, query: string): Promise<string[]> =>
  (await memory.recall({ query, limit: 5 })).results.map(({ content }) => content ?? '');

async function filledBank(file: string): Promise<Mneme> {
  const { memory } = await openTestMemory({ file, vaultKey: KEY });
  await memory.care.configure({ privacy: 'standard', tokens: true });
  await memory.rememberAll([
    {
      content: 'Wilhelmina Zyberg lives in Porto.',
      speaker: 'Ana',
      session: 'wilhelmina-talks',
      tags: ['zyberg'],
    },
    {
      content: 'I bake rye bread every Friday, and my number is +351 912 345 678.',
      speaker: 'Wilhelmina Zyberg',
      session: 'wilhelmina-talks',
    },
    {
      content:
        'Ana and Wilhelmina Zyberg opened the bakery by the weir in 2019. The oven is by Haas.',
      speaker: 'Ana',
    },
    {
      content: 'The parking of the bakery is paid by card.',
      speaker: 'Ana',
      metadata: { note: 'asked of Zyberg' },
      origin: 'zyberg.txt',
    },
    { content: 'The oven of the bakery is cleaned on Mondays.', speaker: 'Ana' },
    { content: 'Tomatoes cost 3 euros.', speaker: 'Ana' },
    {
      content: 'The pool size of the database is 20.',
      speaker: 'Ana',
      saidAt: '2025-01-02T10:00:00Z',
    },
    {
      content: 'The pool size of the database is now 30.',
      speaker: 'Wilhelmina Zyberg',
      saidAt: '2025-01-03T10:00:00Z',
    },
  ]);
  await memory.goals.set({ description: 'Visit Wilhelmina Zyberg in spring' });
  const { resultIds } = await memory.recall('Where does Wilhelmina Zyberg live?');
  await memory.feedback({
    result: resultIds[0] ?? '',
    verdict: 'useful',
    note: 'Zyberg said so herself',
  } as Parameters<Mneme['feedback']>[0]);
  await memory.strategies.learn([
    {
      query: 'write to Wilhelmina Zyberg',
      steps: [{ action: 'open the letter to Zyberg' }],
      outcome: 'success',
    },
  ]);
  await memory.foresight.observe({ doing: { entity: 'Wilhelmina Zyberg', doing: 'bakes' } });
  await memory.session('s').note({ text: 'Wilhelmina Zyberg rang.', speaker: 'Ana' });
  await memory.reflect();
  const spelled = await memory.remember({
    content: 'WILHELMINA ZYBERG’S oven was dear.',
    speaker: 'Ana',
  });
  await memory.update(spelled.id, { remark: 'said by Zyberg in anger' });
  await memory.forget([spelled.id], 'Zyberg asked for it');
  return memory;
}

describe('erasing a person', () => {
  it('first tells, then leaves no byte of them, and all else as it was', async () => {
    const file = temporaryFile();
    const memory = await filledBank(file);
    const { memory: watcher } = await openTestMemory({ file });
    expect((await asked(watcher, 'Where does Wilhelmina Zyberg live?')).join(' ')).toMatch(/Porto/);
    const before = {
      oven: await asked(memory, 'When is the oven cleaned?'),
      tomatoes: (await asked(memory, 'What do tomatoes cost?'))[0],
    };
    expect(traces(file, ['Zyberg']).length).toBeGreaterThan(0);

    const preview = await memory.privacy.erase({
      subject: 'wilhelmina zyberg',
      also: ['Zyberg', 'Wilhelmina', '+351 912 345 678'],
    });
    expect(preview).toMatchObject({ done: false, proof: null, redacted: 0, memories: { said: 2 } });
    expect(preview.names).toContain('Wilhelmina Zyberg');
    expect((await asked(memory, 'Where does Wilhelmina Zyberg live?')).join(' ')).toMatch(/Porto/);

    const report = await memory.privacy.erase({
      subject: 'wilhelmina zyberg',
      also: ['Zyberg', 'Wilhelmina', '+351 912 345 678'],
      yes: true,
    });
    expect(report).toMatchObject({ done: true, remains: [], proof: { bytesFound: 0 }, sealed: 1 });
    expect(report.proof?.needles).toBeGreaterThan(20);
    expect(
      traces(file, ['Zyberg', 'Wilhelmina', 'zyberg.txt', 'rye bread every Friday', '912 345 678']),
    ).toEqual([]);

    // Remaining people are found as before, here and in a process with everything cached.
    for (const each of [memory, watcher]) {
      expect(await asked(each, 'What do tomatoes cost?')).toContain(before.tomatoes);
      expect((await asked(each, 'When is the oven cleaned?'))[0]).toBe(before.oven[0]);
      expect((await asked(each, 'Where does Wilhelmina Zyberg live?')).join(' ')).not.toMatch(
        /Porto|Wilhelmina/,
      );
      expect(
        (await each.list({ forgotten: true, limit: 100 })).memories
          .map(({ content }) => content)
          .join(' '),
      ).not.toMatch(/zyberg/i);
    }
    // A statement superseded by one of theirs is valid again.
    expect(await asked(memory, 'What is the pool size of the database?')).toContain(
      'The pool size of the database is 20.',
    );
    expect((await memory.goals.list()).goals[0]?.goal.description).toBe('Visit [erased] in spring');
    expect((await memory.care.doctor()).problems).toEqual([]);
    // Erasing is idempotent, and the bank remains usable.
    expect(await memory.privacy.erase({ subject: 'Wilhelmina Zyberg', yes: true })).toMatchObject({
      memories: { said: 0, about: 0, naming: 0 },
      proof: { bytesFound: 0 },
    });
    await memory.remember({ content: 'My number is +351 912 345 679.', speaker: 'Ana' });
    expect((await memory.care.doctor()).problems).toEqual([]);
  });

  it('keeps what others told, with the name taken out, where that is asked for', async () => {
    const file = temporaryFile();
    const memory = await filledBank(file);
    const report = await memory.privacy.erase({
      subject: 'Wilhelmina Zyberg',
      also: ['Zyberg', 'Wilhelmina'],
      mentions: 'redact',
      yes: true,
    });
    expect(report.redacted).toBeGreaterThan(0);
    expect(report.memories).toMatchObject({ said: 2, naming: 0 });
    expect(report.proof?.bytesFound).toBe(0);
    expect(traces(file, ['Zyberg', 'Wilhelmina'])).toEqual([]);
    expect((await asked(memory, 'Who opened the bakery by the weir?'))[0]).toBe(
      'Ana and [erased] opened the bakery by the weir in 2019. The oven is by Haas.',
    );
    expect(await asked(memory, 'Where does she live?')).not.toContain('[erased] lives in Porto.');
    expect((await memory.care.doctor()).problems).toEqual([]);
  });

  it('of one speaker takes what they said alone; other banks are told of, and not touched', async () => {
    const file = temporaryFile();
    const memory = await filledBank(file);
    const other = memory.bank('other');
    await other.remember('Wilhelmina Zyberg is known here too.');
    const report = await memory.privacy.erase({ speaker: 'Wilhelmina Zyberg', yes: true });
    expect(report).toMatchObject({
      memories: { said: 2, about: 0, naming: 0 },
      redacted: 0,
      proof: { bytesFound: 0 },
    });
    expect((await asked(memory, 'Where does Wilhelmina Zyberg live?')).join(' ')).toMatch(/Porto/);
    expect(traces(file, ['rye bread every Friday'])).toEqual([]);
    const whole = await memory.privacy.erase({
      subject: 'Wilhelmina Zyberg',
      also: ['Zyberg', 'Wilhelmina'],
      yes: true,
    });
    expect(whole.proof?.bytesFound).toBeGreaterThan(0);
    expect(whole.remains.join(' ')).toMatch(/Bank other of the same file has 1 memories/);
    expect(await asked(other, 'Who is known here?')).toHaveLength(1);
  });

  it('spelled like a common word is taken for the name only where it is written as one', async () => {
    const { memory } = await openTestMemory({ file: temporaryFile() });
    await memory.rememberAll([
      { content: 'Yesterday Will painted the fence.', speaker: 'Ana' },
      { content: 'The kiln will be mended.', speaker: 'Ana' },
      { content: 'Tomatoes are red, and the atom is small.', speaker: 'Ana' },
    ]);
    expect(await memory.privacy.erase({ subject: 'Will', yes: true })).toMatchObject({
      proof: { bytesFound: 0 },
    });
    expect((await memory.list()).memories.map(({ content }) => content)).toEqual([
      'The kiln will be mended.',
      'Tomatoes are red, and the atom is small.',
    ]);
    const tom = await memory.privacy.erase({ subject: 'Tom', yes: true });
    expect(tom).toMatchObject({ memories: { naming: 0, about: 0 }, proof: { bytesFound: 0 } });
    expect(tom.proof?.partsOfOthers).toBeGreaterThan(0);
    await expect(memory.privacy.erase({ yes: true })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('takes no seam of two fields for a trace of the name', async () => {
    const { memory } = await openTestMemory({ file: temporaryFile() });
    // Edge rows with the role "similar_to" are followed by ids with "m_": their bytes read
    // "similar_tom_".
    await memory.rememberAll(
      [
        'The ferry to Almada leaves at nine.',
        'The ferry to Almada leaves at nine each day.',
        'The ferry to Almada now leaves at nine.',
      ].map((content) => ({ content, speaker: 'Ana' })),
    );
    await memory.remember({ content: 'I bake rye bread every Friday.', speaker: 'Tom' });
    const { proof } = await memory.privacy.erase({ subject: 'Tom', yes: true });
    expect(proof).toMatchObject({ bytesFound: 0 });
    expect(proof?.partsOfOthers).toBeGreaterThan(0);
  });

  it('takes single memories, and whom only they named; a mistyped one changes nothing', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    const { id } = await memory.remember({
      content: 'Quentin Farrow pays the rent of the atelier in cash.',
      speaker: 'Ana',
    });
    await memory.remember({ content: 'The atelier in Almada has a kiln.', speaker: 'Ana' });
    await memory.forget([id], 'said by mistake');
    await expect(
      memory.privacy.erase({ memories: [id, 'm_0000000000000'] as never, yes: true }),
    ).rejects.toMatchObject({ code: 'not_found', value: 'm_0000000000000' });
    await expect(
      memory.privacy.erase({ memories: [id] as never, also: ['Ana'] }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await memory.privacy.erase({ memories: [id] as never })).toMatchObject({
      done: false,
      names: [],
      memories: { said: 1 },
    });
    const report = await memory.privacy.erase({ memories: [id] as never, yes: true });
    expect(report).toMatchObject({
      done: true,
      memories: { said: 1, about: 0, naming: 0 },
      proof: { bytesFound: 0 },
    });
    expect(traces(file, ['Farrow', 'rent of the atelier'])).toEqual([]);
    await expect(memory.undo({ ids: [id] })).rejects.toMatchObject({ code: 'not_found' });
    expect((await asked(memory, 'What does the atelier have?'))[0]).toContain('kiln');
    expect((await memory.care.doctor()).problems).toEqual([]);
  });

  it.each([
    ['as it is given', 'Quentin Farrow', {}],
    ['by a part of it', 'Farrow', {}],
    ['in other letters', 'QUENTIN FARROW', {}],
    ['by another name', 'Tom Okafor', { also: ['Quentin Farrow'] }],
    [
      'with the name taken out of what others said',
      'Quentin Farrow',
      { mentions: 'redact' as const },
    ],
  ])(
    'takes the owner with it, %s, of now and of before, and an undo brings nobody back',
    async (_how, subject, more) => {
      const file = temporaryFile();
      const { memory } = await openTestMemory({ file, owner: 'Quentin Farrow' });
      await memory.remember({ content: 'The kiln is hot.', speaker: 'Ana' });
      await memory.remember({ content: 'Quentin Farrow pays the rent.', speaker: 'Ana' });
      const { reversal } = await memory.care.configure({ owner: 'Ana' });
      await memory.care.configure({ owner: 'Quentin Farrow' });
      const report = await memory.privacy.erase({ subject, ...more, yes: true });
      expect(report).toMatchObject({ done: true, proof: { bytesFound: 0 }, remains: [] });
      expect((await memory.care.stats()).owner).toBeNull();
      expect(traces(file, ['Farrow'])).toEqual([]);
      await memory.undo(reversal ?? '');
      expect((await memory.care.stats()).owner).toBeNull();
    },
  );

  it('leaves an owner who is somebody else', async () => {
    const { memory } = await openTestMemory({ owner: 'Ana Ferreira' });
    await memory.remember({ content: 'Quentin Farrow pays the rent.', speaker: 'Ana Ferreira' });
    await memory.privacy.erase({ subject: 'Quentin Farrow', yes: true });
    expect((await memory.care.stats()).owner).toEqual({ name: 'Ana Ferreira', known: 'named' });
  });

  it('is not done, nor certified, while a byte of it is found', async () => {
    const file = temporaryFile();
    const signingKeyFile = temporaryFile('signing.pem');
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(signingKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const { memory } = await openTestMemory({ file, signingKeyFile });
    await memory.remember({ content: 'Quentin Farrow pays the rent.', speaker: 'Ana' });
    await memory.bank('other').remember('Quentin Farrow has the keys of the other house.');
    const report = await memory.privacy.erase({ subject: 'Quentin Farrow', yes: true });
    expect(report.proof?.bytesFound).toBeGreaterThan(0);
    expect(report).toMatchObject({ done: false, certificate: null });
    expect(report.remains.join(' ')).toMatch(/still ha.* not done.*Bank other/);
    expect(renderErasure(report, { width: 100 })).toContain('not all of it is gone');
    await memory.bank('other').privacy.erase({ subject: 'Quentin Farrow', yes: true });
    const again = await memory.privacy.erase({ subject: 'Quentin Farrow', yes: true });
    expect(again).toMatchObject({ done: true, proof: { bytesFound: 0 }, remains: [] });
  });
});

describe('a text too long for one memory', () => {
  it('is erased whole by the id of its receipt', async () => {
    const { memory } = await openTestMemory();
    const content = Array.from(
      { length: 1_600 },
      (_, at) => `Sentence ${at} tells of walrus number ${at}.`,
    );
    const { id, parts } = await memory.remember(content.join(' '));
    expect(parts).toHaveLength(2);
    await memory.privacy.erase({ memories: [id], yes: true });
    for (const part of parts ?? []) await expect(memory.show(part)).rejects.toThrow(/no memory/);
  }, 120_000);
});
