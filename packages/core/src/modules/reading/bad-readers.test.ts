/** Real programs that answer badly, as a user meets them: in `reading.run`, in what is stored, and in doctor. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestMemory, temporaryFolder } from '../../../../../test/support/open-test-memory.js';

async function reading(source: string | null, timeoutMs = 20_000) {
  const path = join(temporaryFolder(), 'reader.mjs');
  if (source !== null) writeFileSync(path, source);
  const { memory } = await openTestMemory({
    reader: source === null ? ['no-such-reader-here'] : [process.execPath, path],
    reading: { on: true, quietMs: 86_400_000, timeoutMs },
  });
  await memory.remember({ content: 'The canoe leaks.', speaker: 'Nadia', session: 's' });
  return memory;
}

const answer = (notes: unknown): string =>
  `process.stdin.resume().on('end', () => process.stdout.write(${JSON.stringify(JSON.stringify({ notes }))}));`;
const NOTE = {
  id: 'x1',
  turns: ['t1'],
  about: 'canoe',
  aspect: 'state',
  value: 'leaks',
  text: 'The canoe leaks.',
};

it.each([
  ['in prose', 'process.stdout.write("Well, the canoe leaks.");', /did not keep to the form/],
  ['half a JSON', `process.stdout.write('{"notes":[{"id":"x1",');`, /did not keep to the form/],
  [
    '40 MB',
    `process.stdout.on('error', () => undefined).write('x'.repeat(40 << 20));`,
    /answered with more than \d+ bytes/,
  ],
  ['nothing for long', 'setInterval(() => undefined, 1000);', /did not answer within 1500 ms/],
  ['nothing', '', /answered nothing/],
  [
    'by asking for a password',
    `import { openSync, readSync } from 'node:fs';
     try { readSync(openSync('/dev/tty', 'r'), Buffer.alloc(10)); }
     catch { process.exit(1); }`,
    /ended with code 1/,
  ],
  ['by not being there', null, /there is no such program/],
])('a program that answers %s writes nothing, and the turn waits', async (what, source, why) => {
  const memory = await reading(source, what === 'nothing for long' ? 1_500 : 20_000);
  const { sequence } = (await memory.care.info()) ?? { sequence: 0 };
  const report = await memory.reading.run();
  expect(report).toMatchObject({ read: 0, notes: 0, waiting: 1 });
  expect(report.stopped).toMatch(why);
  expect((await memory.care.info())?.sequence).toBe(sequence);
  expect((await memory.care.doctor()).notices.map(({ what: told }) => told).join()).toMatch(why);
});

it.each([
  ['of 60,000 characters', [{ ...NOTE, text: 'The canoe leaks. '.repeat(3_600) }], 'no note: text'],
  ['about turns that it was not shown', [{ ...NOTE, turns: ['t7'] }], 'cites no turn'],
  ['of another bank', [{ ...NOTE, turns: ['m_0123456789abc'] }], 'cites no turn'],
  [
    'that replaces another bank’s',
    [NOTE, { ...NOTE, id: 'x2', value: 'out', replaces: ['m_0123456789abc'] }],
    'a link to a note',
  ],
  [
    'that ends before it begins',
    [{ ...NOTE, from: '2025-05-01', until: '2025-01-01' }],
    'no note: until',
  ],
  ['that is not told', [{ ...NOTE, text: 'The canoe cost 912 euros.' }], 'a number'],
  [
    'said a thousand times',
    Array.from({ length: 1_000 }, (_, at) => ({ ...NOTE, id: `x${at}` })),
    'the same note twice',
  ],
])('a note %s is refused with its reason, and the turn is read', async (_, notes, reason) => {
  const memory = await reading(answer(notes));
  const report = await memory.reading.run();
  expect(report).toMatchObject({ read: 1, waiting: 0, stopped: null });
  expect(Object.keys(report.refused).join()).toContain(reason);
  const { memories } = await memory.list({ kinds: ['note'] });
  expect(memories.length).toBeLessThanOrEqual(2);
  expect((await memory.care.doctor()).problems).toEqual([]);
});

it('notes that replace each other in a circle are written with the links that are none', async () => {
  const circle = ['a', 'b', 'c'].map((id, at) => ({
    ...NOTE,
    id,
    aspect: `side ${id}`,
    replaces: [['b', 'c', 'a'][at]],
  }));
  const memory = await reading(answer(circle));
  expect(await memory.reading.run()).toMatchObject({
    read: 1,
    notes: expect.any(Number) as number,
  });
  const { results } = await memory.recall('Does the canoe leak?');
  expect(results.some(({ validity }) => validity === 'current')).toBe(true);
  expect((await memory.care.doctor()).problems).toEqual([]);
});
