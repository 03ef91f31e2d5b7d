/**
 * Files as earlier versions of Mneme left them, one for each version of the file: they open and answer as before.
 *
 * Each was written by the program of its day: `talk.jsonl` into the bank `ferry`; into `home` one sentence that was
 * forgotten again, and one that was kept. None is ever written anew.
 */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMemory, type Mneme } from '../../packages/mneme/src/index.js';
import { temporaryFolder } from '../support/open-test-memory.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const FILES = readdirSync(HERE).filter((name) => name.endsWith('.mneme.gz'));
const TALK = readFileSync(join(HERE, 'talk.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { readonly content: string }).content);

/** Files from this version on hold claims, by which the later word on a matter stands first. */
const WITH_CLAIMS = 6;

/** What each question is answered by, whichever version wrote the file. */
const ANSWERS: readonly (readonly [question: string, first: string])[] = [
  ['Why were the ferries cancelled?', 'the harbour was frozen'],
  ['Which database does the ticket service use?', 'PostgreSQL 16'],
  ['What is the cat called?', 'Marmalade'],
];

function unpack(name: string): string {
  const file = join(temporaryFolder(), 'past.mneme');
  writeFileSync(file, gunzipSync(readFileSync(join(HERE, name))), { mode: 0o600 });
  return file;
}

async function open(file: string, bank: string): Promise<Mneme> {
  const memory = await openMemory({ file, bank });
  onTestFinished(() => memory.close());
  return memory;
}

describe.each(FILES)('%s', (name) => {
  it('answers as before, and has each text word for word', async () => {
    const memory = await open(unpack(name), 'ferry');
    const home = Number.parseInt(name, 10) < WITH_CLAIMS ? 'Cardigan Road' : 'York';
    for (const [question, first] of [...ANSWERS, ['Where does Priya live?', home] as const]) {
      const { results } = await memory.recall(question);
      expect(results[0]?.content, question).toContain(first);
    }
    const { memories } = await memory.list({ limit: 100 });
    // Secrets are taken out by the later of them before anything is kept.
    const texts = memories.map(({ content }) => content.replace('[REDACTED:password]', '7733'));
    expect(texts.sort()).toEqual([...TALK].sort());
  });

  it('keeps what was forgotten forgotten, until that is undone', async () => {
    const memory = await open(unpack(name), 'home');
    const told = async (): Promise<readonly string[]> =>
      (await memory.recall('Where does the spare key hang?')).results.map(({ content }) => content);
    expect(await told()).not.toContainEqual(expect.stringContaining('blue boat'));
    const { memories } = await memory.list({ onlyForgotten: true, match: 'spare key' });
    expect(memories).toHaveLength(1);
    await memory.undo({ ids: memories.map(({ id }) => id) });
    expect(await told()).toContainEqual(expect.stringContaining('blue boat'));
  });

  it('goes on: what is remembered now stands beside what was', async () => {
    const file = unpack(name);
    const memory = await open(file, 'ferry');
    await memory.remember('The ticket office opens at half past six.');
    await memory.close();
    const again = await open(file, 'ferry');
    const { results } = await again.recall('When does the ticket office open?');
    expect(results[0]?.content).toContain('half past six');
    expect((await again.care.doctor()).healthy).toBe(true);
  });
});

it('one that is open only to read says that it needs an upgrade, and stays as it is', async () => {
  const [oldest = ''] = FILES;
  const file = unpack(oldest);
  const before = `${file}.before`;
  copyFileSync(file, before);
  await expect(openMemory({ file, bank: 'ferry', readOnly: true })).rejects.toMatchObject({
    code: 'read_only',
    field: 'file',
    message: expect.stringContaining('needs an upgrade') as string,
    hint: expect.any(String) as string,
  });
  expect(readFileSync(file).equals(readFileSync(before))).toBe(true);
});
