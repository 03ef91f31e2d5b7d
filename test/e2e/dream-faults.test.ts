/** Nights on bad machines: a clock that jumps, a newer program's job, two that think they are idle, an erasure, a full disk. */
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../packages/core/src/adapters/store/sqlite/sqlite-store.js';
import { BankName } from '../../packages/core/src/domain/ids.js';
import { openMemory, type Clock, type Mneme } from '../../packages/mneme/src/index.js';
import { temporaryFile } from '../support/open-test-memory.js';
import { LIBRARY, ROOT } from '../support/run-node.js';

const PAIRS = 40;
const THINGS = ['kettle', 'ladder', 'lantern', 'carpet', 'mirror', 'hammer'];
const HOUR = 3_600_000;
const bank = BankName.parse('test');

type Said = Readonly<Record<string, unknown>>;

const ahead = (hours: number): Clock => ({
  now: () => Date.now() + hours * HOUR,
  ticks: () => performance.now(),
});
const opened = (file: string, hours = 0): Promise<Mneme> =>
  openMemory({ file, bank: 'test', clock: ahead(hours) });

/** A bank in which every second memory says the one before it again. */
async function filled(): Promise<string> {
  const file = temporaryFile();
  const memory = await opened(file);
  await memory.rememberAll(
    Array.from({ length: PAIRS }, (_, at) => {
      const [thing, place] = [`${THINGS[at % THINGS.length]} ${1_000 + at}`, `shed ${at % 7}`];
      return [`Priya keeps the ${thing} in ${place}.`, `In ${place} Priya keeps the ${thing}.`];
    }).flat(),
  );
  await memory.close();
  return file;
}

interface Child {
  readonly ended: Promise<{ readonly said: readonly Said[]; readonly complaint: string }>;
  readonly tell: (line: string) => void;
}

/** A process of its own on the file. It has `memory`, `say(what)`, and `told(line)`, which waits for a line from here. */
function child(
  file: string,
  work: string,
  { clock = '', limit = '', hear = (_: Said): void => undefined } = {},
): Child {
  const script = `
    import { openMemory } from ${JSON.stringify(LIBRARY)};
    import { createInterface } from 'node:readline';
    const say = (what) => process.stdout.write(JSON.stringify(what) + '\\n');
    const lines = createInterface({ input: process.stdin });
    const told = (line) => new Promise((resolve) => lines.on('line', (each) => each === line && resolve()));
    const memory = await openMemory({ file: ${JSON.stringify(file)}, bank: 'test'${clock === '' ? '' : `, clock: ${clock}`} });
    const dreamed = (night) => night.then((report) => say(report === null ? { none: true } : { stopped: report.stopped, changes: report.changes }), (error) => say({ code: error.code ?? String(error) }));
    ${work}
    await memory.close().catch(() => undefined);
    process.exit(0);`;
  const started = spawn(
    'bash',
    ['-c', `${limit} exec "$0" "$@"`, process.execPath, '--input-type=module', '-e', script],
    { cwd: ROOT, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const said: Said[] = [];
  let complaint = '';
  started.stdin.on('error', () => undefined);
  started.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  createInterface({ input: started.stdout }).on('line', (line) => {
    const what = JSON.parse(line) as Said;
    said.push(what);
    hear(what);
  });
  return {
    tell: (line) => started.stdin.write(`${line}\n`),
    ended: new Promise((resolve, reject) =>
      started.on('error', reject).on('close', () => resolve({ said, complaint })),
    ),
  };
}

/** Every pair is one by now, has the evidence of both, and no change was made twice. */
async function expectDreamed(memory: Mneme): Promise<void> {
  const { memories } = await memory.list({ forgotten: true, limit: 500 });
  expect(memories).toHaveLength(2 * PAIRS);
  const gone = memories.filter(({ retractedAt }) => retractedAt !== null);
  const standing = memories.filter(({ retractedAt }) => retractedAt === null);
  expect(new Set(gone.map(({ supersededBy }) => supersededBy))).toEqual(
    new Set(standing.map(({ id }) => id)),
  );
  expect(standing.map(({ version, provenance }) => [version, provenance.length])).toEqual(
    Array.from({ length: PAIRS }, () => [2, 2]),
  );
  const { changes } = await memory.curation.log({ verb: 'dream', limit: 200 });
  expect(changes).toHaveLength(PAIRS);
  expect((await memory.care.doctor()).problems).toEqual([]);
}

it('a clock that jumps a year to and fro ends the night, and loses nothing', async () => {
  const file = await filled();
  const jumping = `{ now: () => Date.now() + [0, 1, -1][(globalThis.calls = (globalThis.calls ?? 0) + 1) % 3] * 365 * 24 * ${HOUR}, ticks: () => performance.now() }`;
  const { said, complaint } = await child(file, 'await dreamed(memory.dreams.dream());', {
    clock: jumping,
  }).ended;
  expect(said, complaint).toEqual([{ stopped: null, changes: PAIRS }]);
  const memory = await opened(file);
  await expectDreamed(memory);
  // What it wrote as a year ago is too old to be undone by now: it is kept and named, and all else goes.
  const { settled, kept } = (await memory.dreams.dream({ settle: 'reject' })).settled!;
  expect(kept.filter(({ why }) => !/30 days are over/.test(why))).toEqual([]);
  expect([settled > 0, kept.length > 0, settled + kept.length]).toEqual([true, true, PAIRS]);
  const { memories } = await memory.list({ limit: 500 });
  expect(memories).toHaveLength(PAIRS + settled);
  await memory.close();
});

it('a night cut off by a newer program goes on with jobs of this one, and its note is left alone if it cannot be read', async () => {
  const file = await filled();
  const { said } = await child(file, 'await dreamed(memory.dreams.dream({ changes: 5 }));').ended;
  expect(said).toMatchObject([{ changes: 5 }]);
  const store = openSqliteStore({ path: file });
  // Its job of copies counts in another way, and it has one that this program does not know.
  await store.reviseJob(bank, 'idle', (state) => {
    const { night } = state as { night: { jobs: { name: string }[] } };
    const [copies, ...others] = night.jobs;
    const newer = { ...copies, version: 99, cursor: { place: 'far' }, finished: true };
    return { ...state, night: { ...night, jobs: [newer, { ...newer, name: 'weave' }, ...others] } };
  });
  const next = await child(file, 'await dreamed(memory.dreams.dream());').ended;
  expect(next.said, next.complaint).toMatchObject([{ stopped: null }]);
  const memory = await opened(file);
  await expectDreamed(memory);
  await memory.close();

  const unread = { version: 9, plan: ['something'] };
  await store.reviseJob(bank, 'idle', () => unread);
  const refused = await child(
    file,
    'await dreamed(memory.dreams.dream()); say({ found: (await memory.recall("kettle 1000")).results.length > 0 });',
  ).ended;
  expect(refused.said).toEqual([{ code: 'newer_version' }, { found: true }]);
  expect(await store.job(bank, 'idle')).toEqual(unread);
  await store.close();
});

it('two processes that both think they are idle do the work of one', async () => {
  const file = await filled();
  const memory = await opened(file);
  await memory.dreams.dream({ schedule: 'idle' });
  await memory.close();
  const work = `say({ ready: true }); await told('go'); await dreamed(memory.dreams.whenIdle());`;
  let ready = 0;
  const both: Child[] = [0, 1].map(() =>
    child(file, work, {
      hear: (what) => {
        if (what['ready'] === true && ++ready === 2) for (const each of both) each.tell('go');
      },
    }),
  );
  const ends = await Promise.all(both.map(({ ended }) => ended));
  const reports = ends.map(({ said }) => said[1]);
  expect(
    reports.filter((each) => each?.['stopped'] === null && each['changes'] === PAIRS),
    ends.map(({ complaint }) => complaint).join('\n'),
  ).toHaveLength(1);
  const after = await opened(file);
  await expectDreamed(after);
  await after.close();
});

it('what is erased while its bank dreams is gone, and the night does not bring it back', async () => {
  const file = await filled();
  const memory = await opened(file);
  const { memories } = await memory.list({ limit: 500 });
  const dreaming = child(
    file,
    `let steps = 0; let erased = false; const go = told('go').then(() => { erased = true; });
     await dreamed(memory.dreams.dream({ onProgress: () => { if (++steps === 4) say({ begun: true }); } }));
     await go; await dreamed(memory.dreams.dream());`,
    {
      hear: (what) => {
        if (what['begun'] !== true) return;
        void memory.privacy
          .erase({ memories: memories.map(({ id }) => id), yes: true })
          .then(() => dreaming.tell('go'));
      },
    },
  );
  const { said, complaint } = await dreaming.ended;
  // Stopped by it, or done with what was left before it came; the night after it finds nothing.
  expect(said.at(-1), complaint).toMatchObject({ stopped: null });
  await memory.close();
  const after = await opened(file, 1);
  expect((await after.list({ forgotten: true, limit: 500 })).memories).toEqual([]);
  expect((await after.dreams.report()).asks).toEqual([]);
  expect((await after.care.doctor()).problems).toEqual([]);
  await after.close();
  for (const name of readdirSync(dirname(file)))
    expect(readFileSync(join(dirname(file), name)).includes('Priya'), name).toBe(false);
});

it('a disk that fills at night ends it with a reason, whole, and the next one goes on', async () => {
  const file = await filled();
  const size = Math.ceil(readFileSync(file).length / 1_024);
  const { said, complaint } = await child(file, 'await dreamed(memory.dreams.dream());', {
    // In KiB: the log of what is written reaches it in the middle of the night.
    limit: `ulimit -f ${Math.max(size, 160)};`,
  }).ended;
  expect(said, complaint).toEqual([{ code: 'disk_full' }]);
  const between = await opened(file);
  expect((await between.care.doctor()).problems).toEqual([]);
  await between.close();
  const next = await child(file, 'await dreamed(memory.dreams.dream());', {
    clock: `{ now: () => Date.now() + ${HOUR}, ticks: () => performance.now() }`,
  }).ended;
  expect(next.said, next.complaint).toMatchObject([{ stopped: null }]);
  const memory = await opened(file, 2);
  await expectDreamed(memory);
  await memory.close();
});
