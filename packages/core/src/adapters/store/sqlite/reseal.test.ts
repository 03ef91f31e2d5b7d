import {
  copyFileSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BANK, change, memory } from '../../../../../../test/contracts/store-changes.js';
import { describeStore } from '../../../../../../test/contracts/store-contract.js';
import { temporaryFile } from '../../../../../../test/support/open-test-memory.js';
import { FileKey, isSealedFile } from './file-key.js';
import { loads, openDatabase, SEALING } from './open-database.js';
import { resealFile } from './reseal.js';
import { openSqliteStore } from './sqlite-store.js';

const WORD = 'zorblatine';
const key = (secret = 'correct horse battery'): FileKey => new FileKey(secret);
/** 32 bytes in hex, which are not stretched. */
const RAW = 'ab'.repeat(32);
const canSeal = loads(SEALING);

async function filled(path: string, sealedWith?: FileKey): Promise<string> {
  const store = openSqliteStore({ path, key: sealedWith });
  await store.ensureBank(BANK, 'e', 1);
  await store.commit(change([memory(1, { content: `It is ${WORD}.` })], { embeddings: [] }));
  await store.close();
  return path;
}

async function contents(path: string, sealedWith?: FileKey): Promise<string[]> {
  const store = openSqliteStore({ path, key: sealedWith });
  const { items } = await store.find(BANK, {}, 10);
  await store.close();
  return items.map(({ content }) => content);
}

/** The files of its folder that hold the word. */
const inClear = (path: string): string[] =>
  readdirSync(dirname(path)).filter((name) =>
    readFileSync(join(dirname(path), name)).includes(WORD),
  );

const refusal = (work: () => unknown): unknown => {
  try {
    work();
    return 'nothing was refused';
  } catch (error) {
    return error;
  }
};

if (canSeal)
  describeStore('SQLite, sealed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mneme-sealed-'));
    const store = openSqliteStore({ path: join(folder, 'bank.mneme'), key: key(RAW) });
    return {
      ...store,
      close: async () => {
        await store.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  });
else it.skip('store: SQLite, sealed (its driver does not load on this machine)', () => undefined);

describe.skipIf(!canSeal)('a sealed file', () => {
  it.each([RAW, 'a passphrase'])('opens with its key alone: %s', async (secret) => {
    const path = await filled(temporaryFile(), key(secret));
    expect(isSealedFile(path)).toBe(true);
    expect(inClear(path)).toEqual([]);
    expect(await contents(path, key(secret))).toEqual([`It is ${WORD}.`]);
    for (const wrong of [`${secret.slice(1)}x`, `${secret} `, secret.toUpperCase().repeat(2)])
      expect(refusal(() => openSqliteStore({ path, key: key(wrong) }))).toMatchObject({
        code: 'invalid_input',
        field: 'key',
        message: `The key does not open ${path}.`,
      });
    expect(refusal(() => openSqliteStore({ path, readOnly: true }))).toMatchObject({
      code: 'invalid_input',
      field: 'key',
      message: `${path} is sealed, and no key was given.`,
    });
  });

  it('shows its key in no error and no print', async () => {
    const secret = key('a passphrase');
    const path = await filled(temporaryFile(), secret);
    const refused = refusal(() => openSqliteStore({ path, key: key('another phrase') }));
    const { inspect } = await import('node:util');
    expect(
      inspect([secret, refused], { depth: 9, showHidden: true }) + JSON.stringify(secret),
    ).not.toMatch(/a passphrase|another phrase|raw:/);
  });

  it('tells a changed byte from a wrong key where it can', async () => {
    const path = await filled(temporaryFile(), key());
    const bytes = readFileSync(path);
    bytes[20_000]! ^= 1;
    writeFileSync(path, bytes);
    const read = () =>
      openDatabase(path, true, undefined, key()).prepare('PRAGMA integrity_check').all();
    expect(
      JSON.stringify(refusal(() => expect(read()).toEqual([{ integrity_check: 'ok' }]))),
    ).toMatch(/malformed|CORRUPT|matcherResult/);
  });

  it('is created by two at once under one key', async () => {
    const path = temporaryFile();
    const one = openDatabase(path, false, undefined, key());
    const two = openSqliteStore({ path, key: key() });
    await two.ensureBank(BANK, 'e', 1);
    expect(() => one.prepare('PRAGMA user_version').get()).toThrow('not a database');
    one.close();
    await two.close();
    await filled(path, key());
  });

  it('is written in clear by nobody who gives a key for a plain one', async () => {
    const path = await filled(temporaryFile());
    expect(refusal(() => openSqliteStore({ path, key: key() }))).toMatchObject({
      code: 'invalid_input',
      message: `A key was given, but ${path} is not sealed.`,
    });
    await openSqliteStore({ path, key: key(), readOnly: true }).close();
  });
});

describe.skipIf(!canSeal)('sealing, unsealing and a new key', () => {
  const reseal = (path: string, from: FileKey | undefined, to: FileKey | null): Promise<void> =>
    resealFile(path, { key: from, newKey: to, part: `${path}.part` });

  it('keep every row and leave nothing else', async () => {
    const path = await filled(temporaryFile());
    const before = await contents(path);
    expect(inClear(path)).toEqual(['memory.mneme']);
    await reseal(path, undefined, key());
    expect([isSealedFile(path), inClear(path)]).toEqual([true, []]);
    await reseal(path, key(), key(RAW));
    expect(refusal(() => openSqliteStore({ path, key: key() }))).toMatchObject({ field: 'key' });
    expect(await contents(path, key(RAW))).toEqual(before);
    await reseal(path, key(RAW), null);
    expect([await contents(path), isSealedFile(path)]).toEqual([before, false]);
    expect(readdirSync(dirname(path))).toEqual(['memory.mneme']);
  });

  it('are refused while anybody has the file open, and leave it as it is', async () => {
    const path = await filled(temporaryFile());
    const open = openSqliteStore({ path, driver: SEALING });
    await expect(reseal(path, undefined, key())).rejects.toMatchObject({ code: 'locked' });
    await open.close();
    expect(await contents(path)).toEqual([`It is ${WORD}.`]);
    expect(readdirSync(dirname(path))).toEqual(['memory.mneme']);
  });

  it('stop where they are told to, and leave the file as it is', async () => {
    const path = await filled(temporaryFile());
    const stop = AbortSignal.abort();
    await expect(
      resealFile(path, { newKey: key(), part: `${path}.part`, signal: stop }),
    ).rejects.toMatchObject({ code: 'interrupted' });
    expect(readdirSync(dirname(path))).toEqual(['memory.mneme']);
    expect(await contents(path)).toEqual([`It is ${WORD}.`]);
  });

  it('overwrite what they replace', async () => {
    const path = await filled(temporaryFile());
    const old = join(dirname(path), 'second-name');
    linkSync(path, old);
    copyFileSync(path, `${path}.copy`);
    rmSync(path);
    renameSync(`${path}.copy`, path);
    linkSync(path, `${old}-2`);
    // Hard links are refused for writing: the second name is taken for the time of the swap alone.
    await expect(reseal(path, undefined, key())).rejects.toMatchObject({ code: 'invalid_input' });
    rmSync(`${old}-2`);
    await reseal(path, undefined, key());
    expect(inClear(path)).toEqual(['second-name']);
  });

  const rest = (path: string): string => join(dirname(path), '.memory.mneme.unsealed');

  it('are finished by whoever opens the file after a kill before the swap', async () => {
    const path = await filled(temporaryFile());
    linkSync(path, rest(path));
    expect(await contents(path)).toEqual([`It is ${WORD}.`]);
    expect(readdirSync(dirname(path))).toEqual(['memory.mneme']);
  });

  it('are finished by whoever opens the file after a kill behind the swap, with a key or without', async () => {
    for (const given of [key(), undefined]) {
      const path = await filled(temporaryFile());
      copyFileSync(path, `${path}.copy`);
      await reseal(path, undefined, key());
      renameSync(`${path}.copy`, rest(path));
      const still = join(dirname(path), 'still-open');
      linkSync(rest(path), still);
      if (given === undefined)
        expect(refusal(() => openSqliteStore({ path }))).toMatchObject({ field: 'key' });
      else expect(await contents(path, given)).toEqual([`It is ${WORD}.`]);
      expect(inClear(path)).toEqual([]);
      expect(readFileSync(still).every((byte) => byte === 0)).toBe(true);
    }
  });
});
