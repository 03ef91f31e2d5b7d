import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRecording } from './recording-reader.js';
import type { DraftNote } from '../packages/core/src/domain/note.js';
import type { ReadRequest } from '../packages/core/src/ports/models.js';
import { readerPrograms } from '../test/support/reader-program.js';
import { scriptedReader } from '../test/support/scripted-reader.js';
import { createStemmer } from '../packages/core/src/language/stem.js';
import { lives } from './lives.js';
import { recording } from './lives/live-reader.js';
import { sameValue } from './lives/matching-values.js';
import { JUDGED_LIFE, LIFE, LIFE_CASES, LIFE_READING } from './talk/made-up-corpora.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mneme-lives-test-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});
const put = (file: string, content: unknown): void => {
  writeFileSync(join(dir, file), typeof content === 'string' ? content : JSON.stringify(content));
};
const quiet = (): void => undefined;

describe('bench lives', () => {
  it('measures what is found, claimed, dated and answered, over all lives and by life', async () => {
    put('ada.json', JUDGED_LIFE);
    put('plain.json', { ...LIFE, name: 'plain' });
    put('other.json', [1, 2]);
    const { results, table } = await lives.run({ dir }, quiet);
    expect(results).toMatchObject({
      top1: 1,
      top3: 1,
      r10: 1,
      top3_current: 1,
      top3_past: 1,
      known_auroc: 1,
      // Ghent is told, though nobody lists the castle or the first of January.
      claims_recall: 0.5,
      dates_right: 0.5,
      not_facts_claimed: 1,
    });
    expect(results['verbs_right']).toBeCloseTo(1 / 3, 12);
    for (const figure of ['claims_f1', 'claims_precision'])
      expect(results[figure]).toBeGreaterThan(0);
    expect(results).not.toHaveProperty('top3_unknown');
    expect(table[0]).toEqual(['lives', 'all', 'bar', 'ada', 'plain']);
    expect(table).toContainEqual(['dates_right', '0.500', '≥ 0.93', '0.50', '']);
  });

  it('lists what was wrong so that a person can read it, and keeps the filled banks', async () => {
    put('ada.json', JUDGED_LIFE);
    const keep = join(dir, 'kept');
    const lines: string[] = [];
    const first = await lives.run({ dir, keep, show: true }, (line) => lines.push(line));
    const told = lines.join('\n');
    for (const fault of [
      'claim missing: Ada | home | Porto | 2025-12-01',
      'claim not listed: Ada Byron | lives in | porto | 2026-01-01',
      'date: “moved” in t3 I moved to Ghent.',
      'no fact: joke: t5 I live in a castle',
      '  has wet',
      '  lacks an operation dance',
    ])
      expect(told).toContain(fault);
    expect(told).not.toContain('yesterday” in t4');
    expect(readdirSync(keep)).toEqual(['lives-ada.mneme']);
    expect((await lives.run({ dir, keep }, quiet)).results).toEqual(first.results);
  });

  it('judges cases by the verbs that people have, with and without a reader', async () => {
    put('ada.json', JUDGED_LIFE);
    const cases = mkdtempSync(join(dir, 'cases-'));
    writeFileSync(join(cases, 'ada.json'), JSON.stringify(LIFE_CASES));
    const readings = mkdtempSync(join(dir, 'readings-'));
    writeFileSync(
      join(readings, '01-ada.jsonl'),
      LIFE_READING.map((note) => JSON.stringify(note)).join('\n'),
    );
    const lines: string[] = [];
    const plain = await lives.run({ dir, cases, show: true }, (line) => lines.push(line));
    const same = { nothing_quiet: 0.5, trials_evidence: 1, statements_right: 0.5 };
    expect(plain.results).toMatchObject({ ...same, tasks_stale: 0.5, about_told: 1 });
    expect(plain.results['tasks_400']).toBeCloseTo(2 / 3, 12);
    const told = lines.join('\n');
    for (const fault of [
      'task at 400 tokens: Tell why the oven tripped the fuse.\n  lacks t9',
      '  as holding: t4 Yesterday the oven',
      'nothing to add: where does Ada live?\n  the hook adds Recalled',
      '  is bad, was called unknown',
      'statement: Ada Byron lives in Ghent.\n  is true, was called not known',
    ])
      expect(told).toContain(fault);
    expect(told).not.toContain('how many bones');
    // What happened on a day is told as past.
    const read = await lives.run({ dir, cases, readings }, quiet);
    expect(read.results).toMatchObject({
      ...{ ...same, statements_right: 1 },
      ...{ tasks_stale: 0, about_told: 1, about_gone: 0 },
    });
    await expect(lives.run({ dir, cases: dir }, quiet)).rejects.toMatchObject({
      code: 'invalid_input',
    });
    rmSync(join(cases, 'ada.json'));
    await expect(lives.run({ dir, cases }, quiet)).rejects.toMatchObject({ field: 'cases' });
  });

  it('lets a program read, and keeps what it wrote as a recording that gives the same', async () => {
    put('ada.json', JUDGED_LIFE);
    const { folder } = readerPrograms('claude');
    const [reader, record] = [join(folder, 'claude'), join(dir, 'kept', 'readings')];
    const live = await lives.run({ dir, reader, record }, quiet);
    const notes = readRecording(readFileSync(join(record, 'ada.jsonl'), 'utf8'));
    expect(notes[0]).toMatchObject({ id: 'n001', turns: ['t1'] });
    expect(notes.map(({ id }) => id)).toEqual([...new Set(notes.map(({ id }) => id))]);
    const played = await lives.run({ dir, readings: record }, quiet);
    expect(live.results['notes_per_turn']).toBeGreaterThan(0);
    expect({ ...played.results, offered: 0 }).toEqual({ ...live.results, offered: 0 });
    for (const [options, field] of [
      [{ reader, record }, '--record'],
      [{ record }, '--record'],
      [{ reader, readings: record }, '--reader'],
      [{ reader: '"claude' }, '--reader'],
    ] as const)
      await expect(lives.run({ dir, ...options }, quiet)).rejects.toMatchObject({
        code: 'invalid_input',
        field,
      });
    await expect(lives.run({ dir, reader: 'no-such-program-here' }, quiet)).rejects.toMatchObject({
      code: 'unavailable',
      hint: expect.stringContaining('there is no such program') as string,
    });
  });

  it('records links by the ids of the recording, and turns by their callers’ names', async () => {
    const script = scriptedReader();
    const kept: DraftNote[] = [];
    const reader = recording(script, (note) => kept.push(note));
    const request = (names: readonly string[], earlier: readonly DraftNote[]): ReadRequest => ({
      turns: names.map((turn) => ({ id: `m_${turn}`, turn }) as never),
      notes: earlier.map(({ text }) => ({ id: `m_of ${text}`, text, turns: ['m_t1'] }) as never),
      roster: [],
      owner: null,
    });
    script.answer(
      () => [{ text: 'Ada lives in Porto.' }, { text: 'Ada moved.', doubts: ['x1'], turns: [2] }],
      () => [{ text: 'Ada lives in Ghent.', replaces: ['m_of Ada lives in Porto.', 'm_unknown'] }],
    );
    await reader.read(request(['t1', 't2'], []));
    await reader.read(request(['t3'], kept));
    expect(kept.map(({ id, turns, replaces, doubts }) => [id, turns, replaces, doubts])).toEqual([
      ['n001', ['t1'], [], []],
      ['n002', ['t2'], [], ['n001']],
      ['n003', ['t3'], ['n001'], []],
    ]);
  });

  it('refuses a folder without a life, and names what is wrong with one', async () => {
    await expect(lives.run({}, quiet)).rejects.toMatchObject({ field: 'dir' });
    await expect(lives.run({ dir: join(dir, 'nowhere') }, quiet)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'dir',
    });
    put('bent.json', {
      ...JUDGED_LIFE,
      verbs: [{ verb: 'causes', input: 'x', must: ['('], mustNot: [] }],
    });
    await expect(lives.run({ dir }, quiet)).rejects.toMatchObject({
      hint: expect.stringMatching(/verbs\.0\.must\.0: expected a regular expression/) as string,
    });
  });
});

describe('values of a claim', () => {
  const stemmer = createStemmer();
  it.each([
    ['NE Alberta St, Portland', 'portland', true],
    ['Hélène Marchetti', 'helene marchetti', true],
    ['40 % field capacity', 'field capacity of 40', true],
    ['40 % field capacity', 'field capacity of 30', false],
    ['96', '96 pots', true],
    ['96', '9', false],
    ['eats fish, no meat', 'fish', true],
    ['no dairy', 'dairy', true],
    ['now', 'nowhere', false],
    ['Halden Tidal', 'Tidal', true],
    ['two cats', 'three dogs', false],
    ['the', 'of', false],
  ])('%s and %s: %s', (listed, told, same) => {
    expect(sameValue(listed, told, stemmer)).toBe(same);
  });
});
