/** Two machines that are killed while they sync: nothing that was told is lost, and nothing is there twice. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../../packages/mneme/src/index.js';
import { temporaryFile, temporaryFolder } from '../support/open-test-memory.js';
import { LIBRARY, runScript } from '../support/run-node.js';

const KILLS = Number(process.env['SYNC_KILLS'] ?? 8);
/** How often a sync asks the disk for something, and how much more often with each segment that is there. */
const [CALLS, MORE] = [70, 2];
const PASSPHRASE = '5a'.repeat(32);
const FIRST = 'Tom keeps a list.';

/** Tells two things, says so, and is killed before its so many-th call of the file system in a sync. */
const child = (folder: string, first: string, at: number, before: number): string => `
  import fs from 'node:fs';
  import promises from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const { openMemory } = await import('${LIBRARY}');
  const memory = await openMemory();
  await memory.remember('Machine part ${at} is made of steel number ${at}.');
  await memory.update('${first}', { addTags: ['told-${at}'] });
  console.log('told');
  let calls = 0;
  for (const [of, names] of [
    [promises, ['open', 'link', 'rename', 'rm', 'readdir', 'stat', 'readFile', 'realpath']],
    [fs, ['linkSync', 'renameSync', 'rmSync', 'readFileSync', 'mkdirSync', 'createReadStream']],
  ])
    for (const name of names) {
      const real = of[name];
      of[name] = (...given) => {
        if (++calls === ${before}) process.kill(process.pid, 'SIGKILL');
        return real.apply(of, given);
      };
    }
  syncBuiltinESMExports();
  await memory.devices.sync(${JSON.stringify(folder)}, { passphrase: '${PASSPHRASE}' });
  console.log('whole');
  process.kill(process.pid, 'SIGKILL');
`;

it(
  'loses nothing and doubles nothing, whenever either is killed',
  { timeout: 3_600_000 },
  async () => {
    const folder = temporaryFolder();
    const files = [temporaryFile(), temporaryFile()];
    const open = (file: string) => openMemory({ file, bank: 'test' });
    const sync = async (file: string) => {
      const memory = await open(file);
      const report = await memory.devices.sync(folder, { passphrase: PASSPHRASE });
      await memory.close();
      return report;
    };
    const founding = await open(files[0] ?? '');
    const { id } = await founding.remember(FIRST);
    await founding.close();
    for (const file of files) await sync(file);

    let whole = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const env = { MNEME_FILE: files[kill % 2] ?? '', MNEME_BANK: 'test' };
      const calls = CALLS + MORE * readdirSync(folder, { recursive: true }).length;
      const { code, out, err } = await runScript(
        child(folder, id, kill, 1 + ((kill * 17) % calls)),
        {
          env,
        },
      );
      expect([code, err, out.startsWith('told')]).toEqual([null, '', true]);
      if (out.includes('whole')) whole += 1;
    }
    // Most were killed in the middle, which is what this is about.
    expect(whole).toBeLessThan(KILLS / 2);

    for (let round = 0; round < 2; round++) for (const file of files) await sync(file);
    const told = Array.from(
      { length: KILLS },
      (_, at) => `Machine part ${at} is made of steel number ${at}.`,
    );
    for (const file of files) {
      expect(await sync(file)).toMatchObject({
        sent: { records: 0 },
        read: [],
        unread: [],
        left: [],
      });
      const memory = await open(file);
      const texts: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await memory.list({ limit: 500, ...(cursor === undefined ? {} : { cursor }) });
        texts.push(...page.memories.map(({ content }) => content));
        cursor = page.next;
        for (const { content, tags } of page.memories)
          if (content === FIRST)
            expect(tags.toSorted()).toEqual(told.map((_, at) => `told-${at}`).sort());
      }
      expect(texts.sort()).toEqual([FIRST, ...told].sort());
      expect((await memory.care.doctor()).problems).toEqual([]);
      await memory.close();
    }
    const left = readdirSync(folder).flatMap((name) =>
      name.endsWith('.json') ? [] : readdirSync(join(folder, name)),
    );
    expect(left.filter((name) => !/^\d{8}\.segment$/.test(name))).toEqual([]);
  },
);
