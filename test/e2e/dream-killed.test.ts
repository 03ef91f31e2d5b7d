/** A process that is killed while its bank dreams: nothing is lost, nothing is done twice or by half, and another one goes on. */
import { expect, it } from 'vitest';
import { openMemory, type Mneme } from '../../packages/mneme/src/index.js';
import { temporaryFile } from '../support/open-test-memory.js';
import { LIBRARY, runScript } from '../support/run-node.js';

const PAIRS = 12;
const THINGS = ['kettle', 'ladder', 'lantern', 'carpet', 'mirror', 'hammer'];
const pair = (at: number): [string, string] => {
  const [thing, place] = [`${THINGS[at % THINGS.length]} ${1_000 + at}`, `shed ${at % 7}`];
  return [`Priya keeps the ${thing} in ${place}.`, `In ${place} Priya keeps the ${thing}.`];
};

/** Killed when it has made so many changes, or some milliseconds later; each run comes when the lease of the one before has run out. */
const dream = (steps: number, ms: number, hours: number): string => `
  const { openMemory } = await import('${LIBRARY}');
  const clock = { now: () => Date.now() + ${hours} * 3_600_000, ticks: () => performance.now() };
  const memory = await openMemory({ clock });
  let left = ${steps};
  const kill = () => process.kill(process.pid, 'SIGKILL');
  await memory.dreams.dream({ onProgress: () => { if (--left === 0) ${ms} === 0 ? kill() : setTimeout(kill, ${ms}); } });
`;

async function stateOf(memory: Mneme): Promise<string> {
  let text = '';
  for await (const part of memory.care.exportLines()) text += part;
  return text
    .split('\n')
    .filter((line) => !/^\{"type":"(?:change|before|removed|mneme-export|end)"/.test(line))
    .join('\n');
}

it('a night goes on after its process was killed, and is undone byte for byte', async () => {
  const file = temporaryFile();
  const env = { MNEME_FILE: file, MNEME_BANK: 'test' };
  const filling = await openMemory({ file, bank: 'test' });
  await filling.rememberAll(Array.from({ length: PAIRS }, (_, at) => pair(at)).flat());
  const before = await stateOf(filling);
  await filling.close();

  for (const [steps, ms, hours] of [
    [3, 0, 1],
    [2, 7, 2],
  ] as const) {
    const { code } = await runScript(dream(steps, ms, hours), { env });
    expect(code).toBeNull();
    const now = await openMemory({ file, bank: 'test' });
    expect((await now.care.doctor()).problems.filter(({ what }) => !/A night/.test(what))).toEqual(
      [],
    );
    await assertWhole(now);
    await now.close();
  }

  const later = { now: () => Date.now() + 9 * 3_600_000, ticks: () => performance.now() };
  const memory = await openMemory({ file, bank: 'test', clock: later });
  const report = await memory.dreams.dream();
  expect(report).toMatchObject({ stopped: null, memoriesAfter: PAIRS });
  await assertWhole(memory);
  const { changes } = await memory.curation.log({ verb: 'dream', limit: 200 });
  expect(changes).toHaveLength(PAIRS);
  for (;;) {
    const { settled } = (await memory.dreams.dream({ settle: 'reject' })).settled!;
    if (settled === 0) break;
  }
  expect(await stateOf(memory)).toBe(before);
  await memory.close();
});

/** Each copy that is gone counts for one that stands and has its evidence, once. */
async function assertWhole(memory: Mneme): Promise<void> {
  const { memories } = await memory.list({ forgotten: true, limit: 500 });
  const standing = new Map(memories.map((each) => [each.id, each]));
  expect(memories).toHaveLength(2 * PAIRS);
  const gone = memories.filter(({ retractedAt }) => retractedAt !== null);
  for (const { supersededBy } of gone)
    expect(standing.get(supersededBy!)).toMatchObject({ retractedAt: null, version: 2 });
  for (const each of memories.filter(
    ({ version, retractedAt }) => version === 2 && retractedAt === null,
  ))
    expect(each.provenance).toHaveLength(2);
  expect(new Set(gone.map(({ supersededBy }) => supersededBy)).size).toBe(gone.length);
}
