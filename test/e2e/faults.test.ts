/** What goes wrong on real machines: a full disk, a killed process, a changed byte, a clock that goes back, two at once. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import {
  openMemory,
  restoreBackup,
  verifyBackup,
  MnemeError,
  type Mneme,
} from '../../packages/mneme/src/index.js';
import {
  openTestMemory,
  seededRandom,
  temporaryFile,
  testClock,
} from '../support/open-test-memory.js';
import { LIBRARY, ROOT } from '../support/run-node.js';

interface Told {
  readonly ids: string[];
  readonly codes: Record<string, string>;
}

/** A process of its own on the file; what it says, line by line, is heard at once. */
function child(
  file: string,
  work: string,
  hear: (line: string, kill: () => void) => void,
  limit = '',
): Promise<string> {
  const script = `import { openMemory } from ${JSON.stringify(LIBRARY)}; const file = ${JSON.stringify(file)}; const say = (what) => process.stdout.write(JSON.stringify(what) + '\\n'); const memory = await openMemory({ file, bank: 'test' }); ${work}`;
  const started = spawn(
    'bash',
    ['-c', `${limit} exec "$0" "$@"`, process.execPath, '--input-type=module', '-e', script],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let complaint = '';
  started.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  createInterface({ input: started.stdout }).on('line', (line) =>
    hear(line, () => started.kill('SIGKILL')),
  );
  return new Promise((resolve, reject) =>
    started.on('error', reject).on('close', () => resolve(complaint)),
  );
}

const everything = async (memory: Mneme): Promise<string[]> => {
  const ids: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await memory.list({
      limit: 500,
      forgotten: true,
      ...(after === undefined ? {} : { after }),
    });
    ids.push(...page.memories.map(({ id }) => id));
    if (page.next === null) return ids;
    after = page.next;
  }
};

function occurrences(bytes: Buffer, text: string): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) found.push(at);
  return found;
}

const leftovers = (file: string): string[] =>
  readdirSync(dirname(file)).filter((name) => name.endsWith('.part') || name.includes('.part-'));

describe('faults', () => {
  it('a disk that fills up takes nothing half, loses nothing acknowledged, and leaves no half backup or export', async () => {
    const file = temporaryFile();
    const told: Told = { ids: [], codes: {} };
    const complaint = await child(
      file,
      `const code = (name, work) => work.then(() => say({ name, code: 'none' }), (error) => say({ name, code: error.code ?? String(error) }));
       const text = (at) => 'Parcel ' + at + ' went to shelf ' + (at * 7) + '. ' + 'It is heavy, '.repeat(150) + at;
       let full = false;
       for (let at = 0; !full && at < 2000; at++) await memory.remember(text(at)).then(({ id }) => say({ id }), async (error) => { full = true; await code('remember', Promise.reject(error)); });
       await code('backup', memory.file.backup(file + '.backup'));
       await code('export', memory.care.export(file + '.jsonl'));
       await code('recall', memory.recall('shelf 14'));
       process.exit(0);`,
      (line) => {
        const said = JSON.parse(line) as { id?: string; name?: string; code?: string };
        if (said.id !== undefined) told.ids.push(said.id);
        if (said.name !== undefined) told.codes[said.name] = said.code ?? '';
      },
      // In KiB; the log fills before the file does.
      'ulimit -f 1500;',
    );
    expect(told.codes, complaint).toMatchObject({ remember: 'disk_full', recall: 'none' });
    expect(told.ids.length).toBeGreaterThan(5);
    // Half a file was never given its name.
    for (const [name, path] of [
      ['backup', `${file}.backup`],
      ['export', `${file}.jsonl`],
    ] as const)
      expect(existsSync(path), name).toBe(told.codes[name] === 'none');
    expect(leftovers(file)).toEqual([]);
    const { memory } = await openTestMemory({ file });
    expect(await everything(memory)).toEqual(told.ids);
    expect((await memory.care.doctor()).problems).toEqual([]);
    await memory.remember('There is room again.');
  });

  it('a kill in the midst of a backup, an import or an erasure leaves each done or not begun', async () => {
    const file = temporaryFile();
    const { memory: seed } = await openTestMemory({ file });
    await seed.rememberAll(
      Array.from({ length: 60 }, (_, at) => ({
        content: `Parcel ${at} of Zyberg went to shelf ${at}.`,
        speaker: at % 3 === 0 ? 'Zyberg' : 'Ana',
      })),
    );
    const kept = (await seed.remember('The kiln is hot on Mondays.')).id;
    await seed.file.backup(`${file}.backup`);
    await seed.care.export(`${file}.jsonl`);
    await seed.close();
    const random = seededRandom(11);
    const works = [
      `for (;;) { await memory.file.backup(file + '.backup', { overwrite: true }); say('turn'); }`,
      `for (let at = 0; ; at++) { await memory.bank('copy' + at).import(file + '.jsonl'); say('turn'); }`,
      `await memory.privacy.erase({ subject: 'Zyberg', yes: true }); say('turn'); for (;;) await new Promise((resolve) => setTimeout(resolve, 50));`,
    ];
    for (const work of works) {
      let killed = false;
      await child(file, `say('ready'); ${work}`, (line, kill) => {
        if (killed || line !== '"ready"') return;
        killed = true;
        setTimeout(kill, 30 + (random.uint32() % 250));
      });
      expect(await verifyBackup(`${file}.backup`), work).toMatchObject({ whole: true });
      const memory = await openMemory({ file, bank: 'test' });
      try {
        for (const { name } of await memory.file.banks())
          if (name.startsWith('copy'))
            expect([0, 61]).toContain((await memory.bank(name).care.stats()).memories);
        await memory.care.doctor({ rebuild: true });
        expect((await memory.care.doctor()).problems, work).toEqual([]);
        expect(
          (await memory.recall('When is the kiln hot?')).results.map(({ id }) => id),
        ).toContain(kept);
        expect([1, 61]).toContain((await memory.care.stats()).memories);
      } finally {
        await memory.close();
      }
    }
    // What was cut off is done by doing it again; and the backup brings back even that.
    const { memory } = await openTestMemory({ file });
    await memory.privacy.erase({ subject: 'Zyberg', yes: true });
    expect((await memory.care.stats()).memories).toBe(1);
    await memory.close();
    await restoreBackup(`${file}.backup`, { file, overwrite: true });
    expect((await (await openTestMemory({ file })).memory.care.stats()).memories).toBe(61);
  });

  it('two processes write at once, and both keep what they were told', async () => {
    const file = temporaryFile();
    await (await openMemory({ file, bank: 'test' })).close();
    const told: string[][] = [[], []];
    await Promise.all(
      told.map((ids, who) =>
        child(
          file,
          `for (let at = 0; at < 40; at++) { const { id } = await memory.remember('Writer ${who} stacked box ' + at + ' by the door.'); say(id); } await memory.close();`,
          (line) => ids.push(JSON.parse(line) as string),
        ),
      ),
    );
    expect(told.map((ids) => ids.length)).toEqual([40, 40]);
    const { memory } = await openTestMemory({ file });
    expect(new Set(await everything(memory))).toEqual(new Set(told.flat()));
    expect((await memory.care.doctor()).problems).toEqual([]);
  });

  it('a changed byte is told, mended or refused, and never crashes', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.rememberAll(
      Array.from(
        { length: 60 },
        (_, at) => `Parcel ${at} went to shelf ${at * 3} in the blue hall.`,
      ),
    );
    await memory.close();
    const whole = readFileSync(file);
    const random = seededRandom(5);
    const outcomes = { told: 0, refused: 0, unseen: 0 };
    const changed = join(dirname(file), 'changed.mneme');
    const places = [
      whole.indexOf('Parcel 7 went to shelf 21'),
      ...Array.from({ length: 11 }, () => random.uint32() % whole.length),
    ];
    for (const [number, at] of places.entries()) {
      const bytes = Buffer.from(whole);
      // What a page no longer uses may hold the text once more.
      const same = number === 0 ? occurrences(whole, 'Parcel 7 went to shelf 21') : [at];
      for (const place of same) bytes[place] = (bytes[place] ?? 0) ^ 0x04;
      for (const part of ['-wal', '-shm'])
        if (existsSync(changed + part)) writeFileSync(changed + part, '');
      writeFileSync(changed, bytes);
      try {
        const opened = await openMemory({ file: changed, bank: 'test', clock: testClock() });
        try {
          const { healthy, problems } = await opened.care.doctor();
          outcomes[healthy ? 'unseen' : 'told']++;
          if (number === 0)
            expect(problems.map(({ what }) => what).join(' ')).toMatch(
              /1 memories are not as they were written: m_/,
            );
          await opened.recall('blue hall shelf');
        } finally {
          await opened.close();
        }
      } catch (error) {
        expect(MnemeError.is(error), String(error)).toBe(true);
        outcomes.refused++;
      }
    }
    expect(outcomes.told + outcomes.refused).toBeGreaterThan(0);
  });

  it('a clock that goes back changes no order and loses nothing', async () => {
    const { memory, clock } = await openTestMemory({ file: temporaryFile() });
    const first = await memory.remember('The kiln is red.');
    clock.advance(-86_400_000);
    const second = await memory.remember('The barn is green.');
    await memory.forget([first.id]);
    await memory.undo({ ids: [first.id] });
    clock.advance(-86_400_000);
    const third = await memory.remember('The weir is grey.');
    expect(second.sequence).toBeGreaterThan(first.sequence);
    expect(third.sequence).toBeGreaterThan(second.sequence);
    expect(await everything(memory)).toEqual([first.id, second.id, third.id]);
    for (const [query, id] of [
      ['kiln', first.id],
      ['barn', second.id],
      ['weir', third.id],
    ] as const)
      expect((await memory.recall(query)).results[0]?.id).toBe(id);
    expect((await memory.care.doctor()).problems).toEqual([]);
  });
});
