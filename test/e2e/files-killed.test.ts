/** A process that is killed while it syncs a folder: every edit is taken in once, and no file is left by half. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../../packages/mneme/src/index.js';
import { temporaryFile, temporaryFolder } from '../support/open-test-memory.js';
import { LIBRARY, runScript } from '../support/run-node.js';

const SUBJECTS = 24;
const KILLS = 14;

/** Killed so many milliseconds after the sync began; says how far it came. */
const sync = (folder: string, ms: number): string => `
  const { openMemory } = await import('${LIBRARY}');
  const memory = await openMemory();
  await memory.list({ limit: 1 });
  const beginning = performance.now();
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${ms});
  await memory.files.sync(${JSON.stringify(folder)});
  console.log(performance.now() - beginning);
  process.kill(process.pid, 'SIGKILL');
`;

it('takes in every edit once, whenever it was killed', async () => {
  const file = temporaryFile();
  const folder = temporaryFolder();
  const env = { MNEME_FILE: file, MNEME_BANK: 'test' };
  const filling = await openMemory({ file, bank: 'test' });
  await filling.rememberAll(
    Array.from({ length: SUBJECTS }, (_, at) =>
      ['home', 'car', 'pet', 'job'].map((aspect) => ({
        content: `Person ${at} has the ${aspect} ${aspect}${at}old.`,
        note: { about: `Person ${at}`, aspect, value: `${aspect}${at}old` },
      })),
    ).flat(),
  );
  await filling.files.sync(folder);
  await filling.close();

  const paths = Array.from({ length: SUBJECTS }, (_, at) => join(folder, `person-${at}.md`));
  for (const [at, path] of paths.entries())
    writeFileSync(
      path,
      readFileSync(path, 'utf8')
        .replace(`: home${at}old`, `: home${at}now`)
        .replace(`the car car${at}old.`, `the car car${at}old, a red one.`)
        .replace(/- \*\*pet\*\*.*\n.*\n/, '')
        .concat(`- hobby: hobby${at}now\nOwn words ${at}.\n`),
    );

  const ends: (number | null)[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const { code, out, err } = await runScript(sync(folder, 12 * kill), { env });
    expect([code, err]).toEqual([null, '']);
    ends.push(out === '' ? null : Number(out));
    for (const path of paths) expect(readFileSync(path, 'utf8')).toContain('mneme: end');
  }
  // Some were killed in the middle, which is what this is about.
  expect(ends.filter((end) => end === null).length).toBeGreaterThan(3);

  const memory = await openMemory({ file, bank: 'test' });
  const report = await memory.files.sync(folder);
  expect([report.held, report.left]).toEqual([[], []]);
  expect(report.notes).toBe(SUBJECTS * 4);
  expect(await memory.files.sync(folder)).toMatchObject({ edits: [], written: [] });
  for (const [at, path] of paths.entries()) {
    const [current = '', before = ''] = readFileSync(path, 'utf8').split('<details>');
    const values = [...current.matchAll(/^- \*\*(.*?)\*\*: (\S+)/gm)].map(
      ([, aspect, value]) => `${aspect} ${value}`,
    );
    expect(values.sort()).toEqual(
      [`car car${at}old`, `hobby hobby${at}now`, `home home${at}now`, `job job${at}old`].sort(),
    );
    expect(current).toContain('a red one');
    expect(current).toContain(`Own words ${at}.`);
    expect(before).toContain(`home${at}old`);
  }
  expect((await memory.care.doctor()).problems).toEqual([]);
  expect((await memory.validity.conflicts()).conflicts).toEqual([]);
  // Neither halves of files nor locks are left.
  const left = [...readdirSync(folder), ...readdirSync(join(folder, '.mneme'))];
  expect(left.filter((name) => /\.part|lock/.test(name))).toEqual([]);
  await memory.close();
});
