import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  assertJudges,
  type CertaintyModel,
} from '../packages/core/src/recall/confidence/judgement.js';
import { FEATURES } from '../packages/core/src/recall/ranking/feature-list.js';
import { assertFits, type FusionModel } from '../packages/core/src/recall/ranking/fusion-model.js';
import { fit } from './fit.js';
import { fitCertainty } from './fit-certainty.js';
import { evenly, trainingQueries } from './five-fold.js';
import { LoadedBank } from './loaded-bank.js';
import { talk } from './talk.js';
import { askBank } from './talk/ask.js';
import { banksOf, byCorpus, byFold } from './talk/banks.js';
import { BELIEFS, CASES, LIFE, LOCOMO, REALMEM } from './talk/made-up-corpora.js';
import { readCorpora } from './talk/read-corpora.js';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'mneme-talk-test-'));
  const files = {
    'chats/a.json': LOCOMO,
    'facts/beliefs.json': BELIEFS,
    'facts/cases.json': CASES,
    'life/a.json': LIFE,
    'stream/a.json': REALMEM,
    'other/a.json': [1, 2, 3],
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(dir, path, '..'), { recursive: true });
    writeFileSync(join(dir, path), JSON.stringify(content));
  }
});
afterAll(() => {
  rmSync(dir, { recursive: true, force: true });
});

const quiet = (): void => undefined;

describe('bench talk', () => {
  it('measures every corpus by its folder’s name, and names what it passes over', async () => {
    const { results, table } = await talk.run({ dir, shipped: true }, quiet);
    expect(results).toMatchObject({
      chats_r10: 1,
      chats_over_minisearch: 1,
      chats_cat5_r10: 1,
      stream_session_r10: 1,
      facts_r10: 1,
      life_r10: 1,
      chats_questions: 4,
    });
    for (const figure of ['chats_ece', 'known_auroc_worst', 'facts_p', 'chats_cat5_top3'])
      expect(results).toHaveProperty(figure);
    expect(Object.values(results).every(Number.isFinite)).toBe(true);
    expect(results['chats_time_ratio']).toBeGreaterThan(0);
    expect(table).toContainEqual(['passed over', 'other: no corpus of a known shape']);
  });

  it('judges by weights that it fits itself, on other conversations or on other corpora', async () => {
    const folded = await talk.run({ dir, corpora: 'chats,life' }, quiet);
    expect(folded.results).toMatchObject({ chats_r10: 1, life_r10: 1 });
    const { results } = await talk.run({ dir, corpora: 'chats,life', leaveOut: true }, quiet);
    expect(results).toHaveProperty('left_out_worst_over_minisearch');
    expect(results).toHaveProperty('left_out_mean_over_minisearch');
  });

  it('takes banks that an earlier run kept, as they were filled', async () => {
    const keep = join(dir, 'kept');
    const options = { dir, corpora: 'chats,stream', shipped: true, keep };
    const first = await talk.run(options, quiet);
    const files = readdirSync(keep).sort();
    // A stream is asked while it is filled, and has no file.
    expect(files).toEqual(['chats-first.mneme', 'chats-second.mneme']);
    const before = files.map((file) => readFileSync(join(keep, file)));
    const second = await talk.run(options, quiet);
    const quality = ({ results }: typeof first): [string, number][] =>
      Object.entries(results).filter(([name]) => !/_ms$|time_ratio$/.test(name));
    expect(quality(second)).toEqual(quality(first));
    expect(files.map((file) => readFileSync(join(keep, file)))).toEqual(before);
    rmSync(keep, { recursive: true });
  });

  it('refuses to judge a bank by weights of its own', async () => {
    await expect(talk.run({ dir, corpora: 'facts' }, quiet)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'corpora',
    });
    await expect(talk.run({ dir, corpora: 'chats', leaveOut: true }, quiet)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('asks a stream with what went before, and counts nothing of the running session', async () => {
    const [bank] = banksOf(readCorpora(dir, { only: ['stream'] }).corpora);
    if (bank === undefined) throw new Error('the stream is missing');
    const memory = LoadedBank.open();
    try {
      const [asked] = await askBank(bank, { memory, filled: false });
      expect(new Set(asked?.ranked)).toEqual(new Set(['s1:0', 's1:1', 's2:0']));
      expect(asked?.words).toEqual(['s1:0']);
    } finally {
      await memory.close();
    }
  });

  it('a part never judges what it was fitted on: banks are dealt out, corpora kept whole', () => {
    const banks = banksOf(readCorpora(dir).corpora);
    const folds = banks.map(byFold);
    const chats = banks.flatMap(({ corpus }, at) => (corpus === 'chats' ? [folds[at]] : []));
    expect(new Set(chats).size).toBe(2);
    expect(new Set(banks.map(byCorpus)).size).toBe(4);
  });

  it('puts each answerable question to one other bank of its corpus', () => {
    const banks = banksOf(readCorpora(dir, { only: ['chats'] }).corpora);
    expect(
      banks.map(({ questions }) =>
        questions.filter(({ foreign }) => foreign === true).map(({ text }) => text),
      ),
    ).toEqual([['When does the ferry leave?'], ['When is the violin lesson?']]);
  });
});

describe('bench fit and fit-certainty', () => {
  it('write weights of all the corpora, as JSON', async () => {
    const fusion = join(dir, 'fusion.json');
    const { results } = await fit.run({ dir, corpora: 'chats,facts', out: fusion }, quiet);
    expect(results).toMatchObject({ questions: 3, features: FEATURES.length });
    const model = JSON.parse(readFileSync(fusion, 'utf8')) as FusionModel;
    assertFits(model);
    expect(model.fittedOn).toBe('chats (2 questions), facts (1 questions)');
    const json = join(dir, 'certainty.json');
    await fitCertainty.run({ dir, corpora: 'chats,facts', out: json }, quiet);
    const certainty = JSON.parse(readFileSync(json, 'utf8')) as CertaintyModel;
    expect(() => {
      assertJudges(certainty);
    }).not.toThrow();
    const figures = [certainty.known, certainty.result].flatMap((part) => part.weights);
    expect(figures.every(Number.isFinite)).toBe(true);
  });
});

describe('what the fusion is fitted on', () => {
  it('is evidence by turn, or a piece for each session where only sessions are named', async () => {
    const [chats, stream] = readCorpora(dir, { only: ['chats', 'stream'] }).corpora;
    const [violin] = await trainingQueries(chats?.talks[0] as never);
    expect(violin?.relevant).toEqual([0]);
    expect(violin?.values).toHaveLength((violin?.count ?? 0) * FEATURES.length);
    const [roof] = await trainingQueries(stream?.talks[0] as never);
    expect(roof?.relevant).toEqual([expect.arrayContaining([0])]);
  });

  it('weighs each corpus the same, whatever its size', () => {
    const query = { values: new Float32Array(0), relevant: [], count: 0 };
    const weights = evenly([[query, query, query], [query], []]).map(({ weight }) => weight ?? 0);
    expect(weights.slice(0, 3).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(2, 12);
    expect(weights[3]).toBeCloseTo(2, 12);
  });
});
