/** How modules take part in recall and remember, and what becomes of those that do it badly. */
import { describe, expect, it } from 'vitest';
import type { Recollection } from '../../packages/core/src/domain/recollection.js';
import type { Mneme } from '../../packages/core/src/mneme.js';
import { defineModule, type CapabilityModule } from '../../packages/core/src/modules/module.js';
import { openMemory } from '../../packages/mneme/src/open.js';
import type { BankName } from '../../packages/core/src/domain/ids.js';
import { openTestMemory, temporaryFile, testClock } from '../support/open-test-memory.js';
import { pinned } from './pinned/index.js';

const TOLD = [
  { content: 'The kiln fires at noon on Mondays.' },
  { content: 'Kilns are lined with bricks that stand great heat.' },
  { content: 'Call Ana before you leave the house.', tags: ['pinned'] },
];

async function filled(...modules: CapabilityModule[]): Promise<Mneme> {
  const { memory } = await openTestMemory({ modules });
  await memory.rememberAll(TOLD);
  return memory;
}

const contents = ({ results }: Recollection): (string | undefined)[] =>
  results.map(({ content }) => content);

const QUESTION = 'When does the kiln fire?';

describe('a module that brings a path and a term', () => {
  it('is in the answer, in the plan and in the explanation', async () => {
    const memory = await filled(pinned);
    const answer = await memory.recall(QUESTION);
    expect(contents(answer)[0]).toBe(TOLD[2]?.content);
    expect(answer.results[0]?.paths).toEqual(['pinned']);
    expect(answer.plan.paths).toContainEqual(
      expect.objectContaining({ path: 'pinned', found: 1, note: null }),
    );
    expect(answer.plan.faults).toEqual([]);
    const { results } = await memory.why(QUESTION);
    expect(results.map(({ terms }) => terms.pin)).toContain(20);
    for (const { terms, logit } of results)
      expect(Object.values(terms).reduce((sum, term) => sum + term, 0)).toBeCloseTo(logit, 9);
  });

  it('brings in nothing that the profile leaves out, and walks no path that was not asked for', async () => {
    const memory = await filled(pinned);
    const among = await memory.recall({ query: QUESTION, tags: ['clay'] });
    expect(among.results).toEqual([]);
    const alone = await memory.recall({ query: QUESTION, paths: ['lexical'] });
    expect(contents(alone)).not.toContain(TOLD[2]?.content);
  });

  it('is the only one walked where the profile names it alone', async () => {
    const memory = await filled(pinned);
    const answer = await memory.recall({ query: QUESTION, paths: ['pinned'] });
    expect(contents(answer)).toEqual([TOLD[2]?.content]);
    expect(answer.plan.paths.filter(({ note }) => note === null)).toMatchObject([
      { path: 'pinned', found: 1 },
    ]);
  });

  it('is no path where it is not loaded, and the error names those that are', async () => {
    const memory = await filled();
    await expect(
      memory.recall({ query: QUESTION, paths: ['lexical', 'pinned'] }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'profile.paths.1',
      value: 'pinned',
      message: expect.stringContaining('lexical') as string,
    });
  });
});

describe('a module that raises', () => {
  it('makes what it raises a candidate, and a term of the sum', async () => {
    const memory = await filled(
      defineModule({
        name: 'raising',
        raise: ({ state: { index } }) => new Map([[index.id(2), 30]]),
      }),
    );
    expect(contents(await memory.recall(QUESTION))[0]).toBe(TOLD[2]?.content);
    expect((await memory.why(QUESTION)).results[0]?.terms.feedback).toBe(30);
  });
});

describe('a module that fails', () => {
  const whole = async (): Promise<(string | undefined)[]> =>
    contents(await (await filled()).recall(QUESTION));

  const term = (weigh: () => number[] | Promise<number[]>): CapabilityModule =>
    defineModule({
      name: 'bad',
      budgetMs: 30,
      terms: [{ name: 'bad', range: [-5, 5], weigh }],
    });
  const source = (find: () => unknown): CapabilityModule =>
    defineModule({
      name: 'bad',
      budgetMs: 30,
      candidates: [{ name: 'bad', find: find as () => never }],
    });
  const never = (): Promise<never> => new Promise(() => undefined);
  const thrown = (): never => {
    throw new TypeError('no such thing');
  };

  it.each<[string, CapabilityModule, string, RegExp]>([
    ['gives NaN', term(() => [NaN, NaN, NaN]), 'term bad', /^gave \d of \d results no number$/],
    ['gives too few numbers', term(() => []), 'term bad', /^gave \d of \d results no number$/],
    ['throws in a term', term(thrown), 'term bad', /no such thing/],
    ['hangs in a term', term(never), 'term bad', /no answer within 30 ms/],
    ['throws in a path', source(thrown), 'candidates bad', /no such thing/],
    [
      'rejects in a path',
      source(() => Promise.reject(new Error('gone'))),
      'candidates bad',
      /gone/,
    ],
    ['hangs in a path', source(never), 'candidates bad', /no answer within 30 ms/],
    [
      'hangs in a path, by what is no promise of ours',
      source(() => ({ then: () => undefined })),
      'candidates bad',
      /no answer within 30 ms/,
    ],
    ['finds nothing that is a list', source(() => null), 'candidates bad', /gave no list/],
    [
      'finds a list of nonsense',
      source(() => Promise.resolve([null, 'kiln', { id: 7, score: 1 }])),
      'candidates bad',
      /^gave 3 that are no memories with a score$/,
    ],
    [
      'finds memories that there are not, by scores that are no numbers',
      source(() => [
        { id: 'm_0000000000000', score: 9 },
        { id: 'm_0000000000001', score: NaN },
      ]),
      'candidates bad',
      /^gave 1 scores that are no numbers$/,
    ],
    [
      'throws where it raises',
      defineModule({ name: 'bad', raise: thrown }),
      'raise',
      /no such thing/,
    ],
    [
      'raises by NaN',
      defineModule({
        name: 'bad',
        raise: ({ state: { index } }) => new Map([[index.id(0), NaN]]),
      }),
      'raise',
      /gave no number/,
    ],
    [
      'leaves results out',
      defineModule({
        name: 'bad',
        constraints: [
          { name: 'bad', on: 'ranking', order: (results) => ({ results: results.slice(1) }) },
        ],
      }),
      'constraint bad',
      /left results out/,
    ],
    [
      'shows a result twice',
      defineModule({
        name: 'bad',
        constraints: [
          {
            name: 'bad',
            on: 'answer',
            order: (results) => ({ results: [...results, ...results] }),
          },
        ],
      }),
      'constraint bad',
      /a result twice/,
    ],
  ])('%s: the answer is the same, and the plan names it', async (_, module, part, why) => {
    const memory = await filled(module);
    for (const _again of [1, 2]) {
      const answer = await memory.recall(QUESTION);
      expect(contents(answer)).toEqual(await whole());
      expect(answer.plan.faults).toEqual([
        { module: 'bad', part, why: expect.stringMatching(why) as string },
      ]);
      expect(answer.cacheHit).toBe(false);
    }
  });

  it('and is slow without giving the turn away: what it said counts, and the plan names it', async () => {
    const clock = testClock();
    const slow = term(() => {
      clock.advance(31);
      return [1, 1, 1];
    });
    const { memory } = await openTestMemory({ clock, modules: [slow] });
    await memory.rememberAll(TOLD);
    const { plan } = await memory.recall(QUESTION);
    expect(plan.faults).toEqual([
      { module: 'bad', part: 'term bad', why: 'took longer than 30 ms' },
    ]);
    expect((await memory.why(QUESTION)).results.map(({ terms }) => terms.bad)).toContain(1);
  });

  it('adds no more than the range that it states', async () => {
    const memory = await filled(term(() => [1000, 1000, 1000]));
    const { results } = await memory.why(QUESTION);
    expect(results.map(({ terms }) => terms.bad)).toEqual(results.map(() => 5));
  });
});

describe('a module that orders', () => {
  it('has the last word, and the plan says how many it moved', async () => {
    const upside = defineModule({
      name: 'upside',
      constraints: [
        { name: 'upside', on: 'answer', order: (results) => ({ results: results.toReversed() }) },
      ],
    });
    const plain = contents(await (await filled()).recall(QUESTION));
    const turned = await (await filled(upside)).recall(QUESTION);
    expect(contents(turned)).toEqual(plain.toReversed());
    expect(turned.plan.constraints).toContainEqual({ name: 'upside', moved: plain.length });
    const scores = turned.results.map(({ why }) => why.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });
});

describe('a module that hears of what is remembered', () => {
  const heard = (onRemember: CapabilityModule['onRemember']): CapabilityModule =>
    defineModule({ name: 'hearing', budgetMs: 30, ...(onRemember && { onRemember }) });

  it('writes what follows in the same change', async () => {
    const { memory } = await openTestMemory({
      modules: [
        heard(({ memory: fresh }) => ({
          memories: [{ ...fresh, importance: 0.9 }],
          notes: ['heard'],
        })),
      ],
    });
    const { id, notes } = await memory.remember('The kiln fires at noon.');
    expect(notes).toContain('heard');
    expect((await memory.show(id)).memory.importance).toBe(0.9);
    expect((await memory.curation.log()).changes).toHaveLength(1);
  });

  it.each<[string, NonNullable<CapabilityModule['onRemember']>]>([
    [
      'throws',
      () => {
        throw new TypeError('deaf');
      },
    ],
    ['hangs', () => new Promise(() => undefined)],
  ])('and %s: the memory is written, and its receipt says so', async (_, onRemember) => {
    const { memory } = await openTestMemory({ modules: [heard(onRemember)] });
    const { outcome, notes } = await memory.remember('The kiln fires at noon.');
    expect(outcome).toBe('remembered');
    expect(notes.join()).toContain('the module hearing had no part in it');
  });
});

describe('a module that keeps something of a bank', () => {
  it('hears of every commit, is flushed with the bank, and is made anew with it', async () => {
    const told: string[] = [];
    const keeping = defineModule({
      name: 'keeping',
      openBank: ({ bank }) => ({
        afterRemember: (batch) => {
          told.push(`${bank} ${batch.receipts.length}`);
          return batch;
        },
        flush: () => Promise.resolve(void told.push(`${bank} flushed`)),
      }),
    });
    const { memory } = await openTestMemory({ modules: [keeping] });
    await memory.rememberAll(TOLD);
    await memory.bank('other').remember('One more.');
    await memory.flush();
    expect(told).toEqual(['test 3', 'other 1', 'test flushed']);
  });

  it('is named on the receipt where it fails: the memory is in already', async () => {
    const failing = defineModule({
      name: 'failing',
      openBank: () => ({
        afterRemember: () => {
          throw new TypeError('full');
        },
      }),
    });
    const { memory } = await openTestMemory({ modules: [failing] });
    const { id, notes } = await memory.remember('The kiln fires at noon.');
    expect(notes).toContain('the module failing did not hear of it: full');
    expect((await memory.show(id)).memory.content).toBe('The kiln fires at noon.');
  });
});

describe('a module that keeps records', () => {
  const counting = defineModule({
    name: 'counting',
    records: ['length'],
    onRemember: ({ memory }) => ({
      records: [
        { type: 'length', key: memory.id, value: { letters: memory.content.length } },
        { type: 'undeclared', key: memory.id, value: {} },
      ],
    }),
  });
  const recordsOf = async (memory: Mneme) =>
    (
      await memory.care['bank'].parts.store.learned(memory.bankName as BankName, {
        kinds: ['module'],
      })
    ).filter(({ retractedAt }) => retractedAt === null);

  it('has them in the change of the memory, by the types it declares', async () => {
    const { memory } = await openTestMemory({ modules: [counting] });
    const { id, notes } = await memory.remember('The kiln fires at noon.');
    expect(await recordsOf(memory)).toMatchObject([
      {
        key: `counting length ${id}`,
        body: { module: 'counting', type: 'length', value: { letters: 23 }, evidence: [id] },
      },
    ]);
    expect(notes).toContain('1 records of types that counting does not declare');
    expect((await memory.curation.log()).changes).toHaveLength(1);
  });

  it('loses none of them where it is not loaded: they are kept, shown as foreign, and there again with it', async () => {
    const file = temporaryFile();
    const { memory: before } = await openTestMemory({ file, modules: [counting] });
    await before.remember('The kiln fires at noon.');
    await before.close();
    const { memory } = await openTestMemory({ file });
    const { healthy, notices } = await memory.care.doctor();
    expect(healthy).toBe(true);
    expect(notices).toContainEqual({
      what: 'The bank test keeps 1 record of the module counting, which is not loaded.',
      mend: expect.any(String) as string,
    });
    await memory.care.doctor({ rebuild: true });
    await memory.remember('Another thing altogether.');
    expect(await recordsOf(memory)).toHaveLength(1);
    const copy = temporaryFile('copy.mneme');
    await memory.file.backup(copy);
    await memory.close();
    const { memory: again } = await openTestMemory({ file: copy, modules: [counting] });
    expect(await recordsOf(again)).toHaveLength(1);
    expect((await again.care.doctor()).notices).toEqual([]);
  });

  it('has them undone and carried over where it is not loaded, like all that a change wrote', async () => {
    const file = temporaryFile();
    const { memory: before } = await openTestMemory({ file, modules: [counting] });
    await before.remember('The kiln fires at noon.');
    await before.remember('Another thing altogether.');
    await before.close();
    const { memory } = await openTestMemory({ file });
    const exported = temporaryFile('bank.jsonl');
    await memory.care.export(exported);
    const [last] = (await memory.curation.log()).changes;
    await memory.undo(last?.reversal ?? '');
    expect(await recordsOf(memory)).toMatchObject([{ body: { value: { letters: 23 } } }]);
    await memory.close();
    const { memory: other } = await openTestMemory({ file: temporaryFile('other.mneme') });
    await other.import(exported);
    expect((await recordsOf(other)).map(({ body }) => body.value.letters).sort()).toEqual([23, 25]);
    expect((await other.care.doctor()).notices).toContainEqual({
      what: 'The bank test keeps 2 records of the module counting, which is not loaded.',
      mend: expect.any(String) as string,
    });
  });

  it('is rid of them where the memories they were made of are erased', async () => {
    const { memory } = await openTestMemory({ file: temporaryFile(), modules: [counting] });
    const { id } = await memory.remember('The kiln fires at noon.');
    await memory.remember('Another thing altogether.');
    await memory.privacy.erase({ memories: [id], yes: true });
    expect((await recordsOf(memory)).map(({ body }) => body.evidence)).not.toContainEqual([id]);
    expect(await recordsOf(memory)).toHaveLength(1);
  });
});

describe('a module that is asked on other occasions', () => {
  const guests = (onErase?: CapabilityModule['onErase']): CapabilityModule =>
    defineModule({
      name: 'guests',
      records: ['guest'],
      onRemember: ({ memory, draft }) => ({
        records: draft.mentions.map(({ name }) => ({
          type: 'guest',
          key: name,
          value: { name, said: memory.content },
        })),
      }),
      ...(onErase && { onErase }),
      checks: ({ bank }) => [{ what: `the list of ${bank} is long`, mend: 'Shorten it.' }],
    });
  const namesIn = async (memory: Mneme): Promise<unknown[]> =>
    (
      await memory.care['bank'].parts.store.learned(memory.bankName as BankName, {
        kinds: ['module'],
      })
    )
      .map(({ body }) => body.value.name)
      .sort();

  it('says which of its records tell of somebody who is erased', async () => {
    const { memory } = await openTestMemory({
      file: temporaryFile(),
      modules: [
        guests((erased, records) =>
          records.filter(({ body }) => erased.names(String(body.value.name))).map(({ id }) => id),
        ),
      ],
    });
    await memory.remember('Karl Brenner and Rosa Lindqvist came to supper.');
    expect(await namesIn(memory)).toEqual(['Karl Brenner', 'Rosa Lindqvist']);
    await memory.privacy.erase({ subject: 'Karl Brenner', yes: true });
    expect(await namesIn(memory)).not.toContain('Karl Brenner');
  });

  it('stops an erasure that it cannot answer for, before anything is gone', async () => {
    const { memory } = await openTestMemory({
      file: temporaryFile(),
      modules: [
        guests(() => {
          throw new TypeError('cannot tell');
        }),
      ],
    });
    const { id } = await memory.remember('Karl Brenner came to supper.');
    await expect(memory.privacy.erase({ memories: [id], yes: true })).rejects.toThrow(
      'cannot tell',
    );
    expect((await memory.show(id)).memory.content).toBe('Karl Brenner came to supper.');
  });

  it('is heard by doctor, and named where it fails', async () => {
    const failing = defineModule({
      name: 'failing',
      checks: () => {
        throw new TypeError('no light');
      },
    });
    const { memory } = await openTestMemory({ modules: [guests(), failing] });
    await memory.remember('Nobody came.');
    const { healthy, notices } = await memory.care.doctor();
    expect(healthy).toBe(true);
    expect(notices.map(({ what }) => what)).toEqual([
      'the list of test is long',
      'The module failing could not check the bank test: no light',
    ]);
  });
});

describe('modules that cannot stand beside each other', () => {
  it.each<[string, readonly CapabilityModule[], RegExp]>([
    ['two of one name', [{ name: 'twin' }, { name: 'twin' }], /Two modules are called twin/],
    ['one of a name that ships', [{ name: 'validity' }], /Two modules are called validity/],
    [
      'one that brings a path of recall’s',
      [{ name: 'mine', candidates: [{ name: 'graph', find: () => [] }] }],
      /The module mine registers the path graph, which recall has already/,
    ],
    [
      'one that brings a term of another’s',
      [{ name: 'mine', terms: [{ name: 'currency', range: [0, 1], weigh: () => [] }] }],
      /The module mine registers the term currency, which validity has already/,
    ],
    [
      'a term without a range',
      [{ name: 'mine', terms: [{ name: 'extra', range: [0, Infinity], weigh: () => [] }] }],
      /no range/,
    ],
    ['one without a name', [{ name: '' }], /is no name/],
  ])('%s: refused before anything is opened', async (_, modules, message) => {
    await expect(openMemory({ file: ':memory:', modules })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(message) as string,
      field: 'modules',
    });
  });
});
