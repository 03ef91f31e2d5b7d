import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCaseFile, type Mneme } from '@mneme/mneme/index.js';
import type { CaseFileInput } from '@mneme/mneme/public-types.js';
import { openTestMemory, temporaryFolder } from '../../../../../test/support/open-test-memory.js';
import { runProgram } from '../../../../../test/support/run-node.js';
import { asJunit, asTap, renderTest } from './view.js';

const TURNS = [
  { content: 'I moved to Porto in May.', speaker: 'Ana', saidAt: '2024-05-10', turn: 'D1:1' },
  { content: 'My dog Marmalade is a greyhound.', speaker: 'Ana', saidAt: '2024-05-11' },
  { content: 'The dentist is on Friday at nine.', speaker: 'Ana', saidAt: '2024-06-01' },
];

async function filled(): Promise<{ memory: Mneme; ids: readonly string[] }> {
  const { memory } = await openTestMemory();
  const { receipts } = await memory.rememberAll(TURNS);
  return { memory, ids: receipts.map(({ id }) => id) };
}

const run = async (memory: Mneme, ...cases: CaseFileInput['cases']) =>
  memory.testing.run({ cases });

async function pin(memory: Mneme, question: string) {
  const { pinned, cases } = await memory.testing.run({ pin: question });
  if (pinned === null) throw new Error('Nothing was pinned.');
  expect(cases).toMatchObject([{ ask: question }]);
  return pinned;
}

describe('a run of cases', () => {
  it('passes what comes back as it must, by words, id and turn', async () => {
    const { memory, ids } = await filled();
    const { passed, cases } = await run(
      memory,
      { ask: 'Where does Ana live?', mustReturn: [{ text: 'PORTO', rank: 1 }, { turn: 'D1:1' }] },
      { ask: 'Which dog does Ana have?', mustReturn: [ids[1] ?? ''], within: 150 },
      { ask: 'Which car does Ana drive?', mustBe: 'unknown' },
    );
    expect(cases.flatMap(({ failures }) => failures)).toEqual([]);
    expect(passed).toBe(3);
    expect(cases[0]?.rank).toBe(1);
    expect(cases[1]?.tokens).toBeLessThanOrEqual(150);
  });

  it('says of each failure what was wanted and what came', async () => {
    const { memory, ids } = await filled();
    const { failed, cases } = await run(
      memory,
      { ask: 'Where does Ana live?', mustReturn: ['Lisbon'], mustNotReturn: ['porto'] },
      { ask: 'Which dog does Ana have?', mustReturn: ['greyhound'], only: true },
      { ask: 'Which dog is it?', mustReturn: [{ text: 'dentist', rank: 1 }] },
      { ask: 'Where does Ana live now?', mustBe: 'unknown' },
    );
    expect(failed).toBe(4);
    const [where, dog, rank, known] = cases.map(({ failures }) => failures.map(({ what }) => what));
    expect(where).toEqual(['missing', 'unwanted']);
    expect(dog).toEqual(['more']);
    expect(rank?.[0]).toMatch(/rank|missing/);
    expect(known).toEqual(['known']);
    expect(cases[1]?.failures[0]?.why).toContain(ids[0]);
  });

  it('tells of a case that names a memory which is gone, and what stands in its place', async () => {
    const { memory, ids } = await filled();
    const { id } = await memory.update(ids[0] ?? '', 'I moved to Faro in May.');
    await memory.forget([ids[2] ?? '']);
    const { cases } = await run(
      memory,
      { name: 'a', ask: 'Where does Ana live?', mustReturn: [ids[0] ?? ''] },
      { name: 'b', ask: 'When is the dentist?', mustReturn: [ids[2] ?? ''] },
      { name: 'c', ask: 'When is the dentist?', mustReturn: ['m_0000000000000'] },
    );
    expect(cases.map(({ failures }) => failures[0]?.what)).toEqual(['gone', 'gone', 'gone']);
    expect(cases[0]?.failures[0]?.why).toContain(id);
    expect(cases[1]?.failures[0]?.why).toContain('was taken back on 2025-02-03');
    expect(cases[2]?.failures[0]?.why).toContain('no memory m_0000000000000');
  });

  it('asks the bank as it was, of `asOf`', async () => {
    const { memory, clock } = await openTestMemory();
    const { id } = await memory.remember('The gate of the orchard is green.');
    clock.advance(86_400_000);
    const before = new Date(clock.now() - 1_000).toISOString();
    await memory.forget([id]);
    const { cases } = await run(
      memory,
      {
        name: 'then',
        ask: 'Which colour is the gate of the orchard?',
        mustReturn: ['green'],
        asOf: before,
      },
      { name: 'now', ask: 'Which colour is the gate of the orchard?', mustReturn: ['green'] },
    );
    expect(cases.map(({ passed }) => passed)).toEqual([true, false]);
  });

  it('writes nothing and counts as no use', async () => {
    const { memory, ids } = await filled();
    const before = (await memory.care.stats()).changes;
    const usage = (await memory.show(ids[0] ?? '')).usage;
    await memory.testing.run({
      cases: [{ ask: 'Where does Ana live?', mustReturn: ['Porto'] }],
      mutants: 3,
      times: 3,
    });
    await memory.flush();
    expect((await memory.care.stats()).changes).toBe(before);
    expect((await memory.show(ids[0] ?? '')).usage).toEqual(usage);
  });

  it('makes a bank of the fixture and leaves the memory alone', async () => {
    const { memory } = await filled();
    const report = await memory.testing.run({
      fixture: ['The heron nests by the weir.', { content: 'The weir is closed.', speaker: 'Bo' }],
      cases: [
        { ask: 'Where does the heron nest?', mustReturn: ['weir'], mustNotReturn: ['Porto'] },
      ],
    });
    expect(report.passed).toBe(1);
    expect((await memory.list()).memories).toHaveLength(3);
  });

  it('tells which memories no case would miss', async () => {
    const { memory, ids } = await filled();
    const { mutation } = await memory.testing.run({
      cases: [{ ask: 'Where does Ana live?', mustReturn: ['Porto'], limit: 3 }],
      mutants: 10,
    });
    const noticed = mutation?.mutants.filter(({ noticedBy }) => noticedBy.length > 0);
    expect(noticed?.map(({ id }) => id)).toEqual([ids[0]]);
    expect(mutation?.tried).toBeGreaterThan(1);
    // They were forgotten on a copy only.
    expect((await memory.list()).memories).toHaveLength(3);
  });

  it('tells what changed since an earlier run', async () => {
    const { memory, ids } = await filled();
    const cases = [
      { ask: 'Where does Ana live?', mustReturn: ['Porto'] },
      { ask: 'Which dog does Ana have?', mustReturn: ['greyhound'] },
    ];
    const before = await memory.testing.run({ cases });
    await memory.forget([ids[1] ?? '']);
    const { drift } = await memory.testing.run({
      cases: [...cases, { ask: 'When is the dentist?', mustReturn: ['Friday'] }],
      against: before,
    });
    expect(drift?.map(({ name, what }) => [what, name])).toEqual(
      expect.arrayContaining([
        ['broke', 'Which dog does Ana have?'],
        ['new', 'When is the dentist?'],
      ]),
    );
    expect(drift?.some(({ name, what }) => what === 'broke' && name.includes('live'))).toBe(false);
  });
});

describe('a pinned case', () => {
  it('holds today, and fails when its memory goes', async () => {
    const { memory, ids } = await filled();
    const { case: pinned, yaml } = await pin(memory, 'Which dog does Ana have?');
    const file = await readCaseFile(yaml);
    expect(file.cases[0]?.ask).toBe(pinned.ask);
    expect((await memory.testing.run(file)).passed).toBe(1);
    await memory.forget([ids[1] ?? '']);
    expect((await memory.testing.run(file)).failed).toBe(1);
  });

  it('follows the votes on the results of this question', async () => {
    const { memory, ids } = await filled();
    const { resultIds, results } = await memory.recall('Which dog does Ana have?');
    const at = results.findIndex(({ id }) => id === ids[1]);
    const other = results.findIndex(({ id }) => id !== ids[1]);
    await memory.feedback({ result: resultIds[at] ?? '', verdict: 'useful' });
    await memory.feedback({ result: resultIds[other] ?? '', verdict: 'irrelevant' });
    const { case: pinned, from } = await pin(memory, 'Which dog does Ana have?');
    expect(from).toContain('2 votes');
    expect(pinned.mustReturn).toEqual([{ text: TURNS[1]?.content }]);
    expect(pinned.mustNotReturn).toEqual([{ text: results[other]?.content }]);
  });

  it('says that nothing is known where nothing is', async () => {
    const { memory } = await filled();
    const { case: pinned } = await pin(memory, 'Which car does Ana drive?');
    expect(pinned).toMatchObject({ mustBe: 'unknown' });
  });
});

describe('a file of cases', () => {
  it.each([
    ['cases:\n  - ask: x\n   mustBe: unknown', 'line'],
    ['cases: []', 'at least one case'],
    ['cases:\n  - ask: Where?\n', 'say what must be true'],
    ['cases:\n  - ask: Where?\n    mustReturn: [{ rank: 2 }]\n', 'name the memory by'],
    ['- {ask: a, mustBe: unknown}\n- {ask: a, mustBe: known}', 'Two cases are called'],
    ['cases:\n  - ask: Where?\n    mustBee: unknown\n', 'mustBee'],
    ['a: &a [x, x]\nb: &b [*a, *a]\ncases: [{ask: x, mustReturn: *b}]', ''],
    ['', 'cases'],
  ])('is refused with what is wrong: %j', async (text, why) => {
    await expect(readCaseFile(text)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(why) as string,
    });
  });

  it('is JSON, too, and a list alone', async () => {
    const list = [{ ask: 'Where?', mustReturn: ['here'], asOf: '2024-01-01' }];
    expect((await readCaseFile(JSON.stringify(list))).cases).toHaveLength(1);
    expect((await readCaseFile(JSON.stringify({ cases: list }))).cases).toHaveLength(1);
  });
});

describe('a report', () => {
  const report = async (name: string) =>
    (await filled()).memory.testing.run({
      cases: [
        { name, ask: 'Where does Ana live?', mustReturn: ['Porto'] },
        { name: `${name}!`, ask: 'Where does Ana live?', mustReturn: ['<Lisbon> & "Faro"'] },
      ],
    });

  it('is JUnit that a parser takes, and TAP with a line for each case', async () => {
    const told = await report('a <b> & "c" # d');
    const junit = asJunit(told);
    expect(junit).toContain('tests="2" failures="1"');
    expect(junit).toContain('name="a &lt;b&gt; &amp; &quot;c&quot; # d"');
    expect(junit).toContain('&lt;Lisbon&gt; &amp; &quot;Faro&quot;');
    const tap = asTap(told).split('\n');
    expect(tap.slice(0, 3)).toEqual(['TAP version 14', '1..2', 'ok 1 - a <b> & "c" \\# d']);
    expect(tap[3]).toBe('not ok 2 - a <b> & "c" \\# d!');
    expect(renderTest(told, { width: 100 })).toContain('1 of 2 passed');
  });

  it('never breaks its XML, whatever cases are called', async () => {
    const told = await report('x');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const [one] = told.cases;
        const xml = asJunit({ ...told, cases: one === undefined ? [] : [{ ...one, name }] });
        const inside = /testcase name="([^"]*)"/s.exec(xml)?.[1] ?? '';
        expect(inside).not.toMatch(
          /[<>\u0000-\u0008\u000b\u000c\u000e-\u001f]|&(?!amp;|lt;|gt;|quot;)/,
        );
      }),
    );
  });
});

it('ends with 20 where a case fails, at the command line', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'cases.yaml');
  writeFileSync(
    path,
    'fixture: [The heron nests by the weir.]\ncases:\n  - {ask: Where does the heron nest?, mustReturn: [weir]}\n  - {ask: Where does the heron sleep?, mustReturn: [barn]}\n',
  );
  const kept = join(folder, 'last.json');
  const first = await runProgram(['test', path, '--format', 'tap', '--drift', kept]);
  expect(first.code).toBe(20);
  expect(first.out).toContain('not ok 2 - Where does the heron sleep?');
  const again = await runProgram(['test', path, '--only', 'nest', '--drift', kept]);
  expect(again.code).toBe(0);
  expect(again.out).toContain('Since the run before:');
}, 60_000);
