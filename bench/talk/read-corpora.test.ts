import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MnemeError } from '../../packages/core/src/domain/errors.js';
import { BELIEFS, CASES, LIFE, LOCOMO, REALMEM } from './made-up-corpora.js';
import { readCorpora } from './read-corpora.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mneme-corpora-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

function put(path: string, content: unknown): void {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), typeof content === 'string' ? content : JSON.stringify(content));
}

function refusal(read: () => unknown): MnemeError {
  try {
    read();
  } catch (error) {
    if (MnemeError.is(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('reading corpora', () => {
  it('knows each format by what is in the files, whatever they are called', () => {
    put('one/a.json', LOCOMO);
    put('two/b.json', REALMEM);
    put('three/c.json', LIFE);
    put('four/d.json', BELIEFS);
    put('four/e.json', CASES);
    const { corpora, passedOver } = readCorpora(dir);
    expect(corpora.map(({ name, talks }) => [name, talks.map(({ id }) => id)])).toEqual([
      ['four', ['beliefs']],
      ['one', ['first', 'second']],
      ['three', ['ada']],
      ['two', ['Bo']],
    ]);
    expect(passedOver).toEqual([]);
  });

  it('takes the folders and the number of conversations that are asked for', () => {
    put('one/a.json', LOCOMO);
    put('two/b.json', REALMEM);
    const { corpora } = readCorpora(dir, { only: ['one'], limit: 1 });
    expect(corpora.map(({ name, talks }) => [name, talks.length])).toEqual([['one', 1]]);
    expect(refusal(() => readCorpora(dir, { only: ['none'] })).message).toContain('none');
  });

  it('takes the folders of several places', () => {
    put('here/one/a.json', LOCOMO);
    put('there/two/b.json', REALMEM);
    const { corpora } = readCorpora([join(dir, 'here'), join(dir, 'there')].join(','));
    expect(corpora.map(({ name }) => name)).toEqual(['one', 'two']);
  });

  it('LoCoMo: evidence, its sessions, who hands a turn over, and what nobody knows', () => {
    put('one/a.json', LOCOMO);
    const [first] = readCorpora(dir).corpora[0]?.talks ?? [];
    expect(first?.turns.map(({ turn, source }) => [turn, source])).toEqual([
      ['D1:1', 'user'],
      ['D1:2', 'agent'],
      ['D2:1', 'user'],
    ]);
    expect(first?.questions).toMatchObject([
      {
        category: 'cat4',
        evidence: ['D2:1'],
        sessions: ['session_2'],
        after: 3,
        answerable: true,
        adversarial: false,
      },
      { category: 'cat5', evidence: ['D1:1'], answerable: false, adversarial: true },
      { category: 'cat11', evidence: [], sessions: [], answerable: false, adversarial: false },
    ]);
  });

  it('RealMem: a query is asked before its own turn is remembered, in the running session', () => {
    put('two/b.json', REALMEM);
    const [bo] = readCorpora(dir).corpora[0]?.talks ?? [];
    // The empty turn is none that anybody could find.
    expect(bo?.turns.map(({ turn }) => turn)).toEqual(['s1:0', 's1:1', 's2:0', 's3:0', 's3:2']);
    expect(bo?.questions).toMatchObject([
      { after: 3, sessions: ['s1'], evidence: [], running: 's3', answerable: true },
    ]);
    const moments = bo?.turns.map(({ saidAt }) => Number(saidAt)) ?? [];
    expect([...moments].sort((a, b) => a - b)).toEqual(moments);
  });

  it('PrecisionMemBench: only what is in force and not pinned, a scope a tag', () => {
    put('four/d.json', BELIEFS);
    put('four/e.json', CASES);
    const [beliefs] = readCorpora(dir).corpora[0]?.talks ?? [];
    expect(beliefs?.turns.map(({ turn, content, tags }) => [turn, content, tags])).toEqual([
      ['b-tea', 'drink_tea, tea, brew: Drinks green tea.', ['domain:kitchen']],
    ]);
    expect(beliefs?.questions.map(({ evidence, tags }) => [evidence, tags])).toEqual([
      [['b-tea'], ['domain:kitchen']],
      [[], ['domain:code']],
    ]);
  });

  it('lives: the user speaks under the owner’s name; a question has its own moment or the life’s', () => {
    put('three/c.json', LIFE);
    const [ada] = readCorpora(dir).corpora[0]?.talks ?? [];
    expect(ada?.turns.map(({ speaker, source }) => [speaker, source])).toEqual([
      ['Ada Byron', 'user'],
      ['assistant', 'agent'],
      ['Ada Byron', 'user'],
    ]);
    expect(ada?.questions).toMatchObject([
      { category: 'current', evidence: ['t3'], stale: ['t1'], sessions: ['s2'], answerable: true },
      { category: 'unknown', evidence: [], answerable: false, askedAt: '2026-05-01T00:00:00Z' },
    ]);
  });
});

describe('what is no corpus', () => {
  it('is named and passed over', () => {
    put('one/a.json', LOCOMO);
    put('other/rows.json', [{ a: 1 }]);
    put('broken/a.json', '[{"sample_id": ');
    put('bent/a.json', [{ ...LOCOMO[0], qa: [{ question: 7, category: 1 }] }]);
    mkdirSync(join(dir, 'empty'));
    const { corpora, passedOver } = readCorpora(dir);
    expect(corpora.map(({ name }) => name)).toEqual(['one']);
    expect(passedOver).toHaveLength(6);
    expect(passedOver).toEqual(
      expect.arrayContaining([
        'other: no corpus of a known shape',
        'empty: no corpus of a known shape',
        'broken: no corpus of a known shape',
        'bent: no corpus of a known shape',
        expect.stringMatching(/^broken\/a\.json: no JSON, line 1/),
        expect.stringMatching(/^bent\/a\.json: .*0\.qa\.0\.question/),
      ]),
    );
  });

  it('a session time that cannot be read is told, and no crash', () => {
    const [sample] = LOCOMO;
    put('one/a.json', [
      { ...sample, conversation: { ...sample?.conversation, session_1_date_time: 'last week' } },
    ]);
    put('two/b.json', REALMEM);
    expect(readCorpora(dir).passedOver.join()).toContain('last week');
  });

  it('nothing at all is refused, naming the folder', () => {
    expect(refusal(() => readCorpora(dir))).toMatchObject({ code: 'invalid_input', field: 'dir' });
    const missing = join(dir, 'nowhere');
    expect(refusal(() => readCorpora(missing))).toMatchObject({
      code: 'invalid_input',
      value: missing,
    });
  });
});
