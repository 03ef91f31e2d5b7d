import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_CHANGE } from '../../domain/change.js';
import type { BankName } from '../../domain/ids.js';
import { openMemory, openMemoryStore, type Mneme } from '@mneme/mneme/index.js';
import {
  openTestMemory,
  START,
  type TestClock,
  seededRandom,
  temporaryFile,
  temporaryFolder,
} from '../../../../../test/support/open-test-memory.js';
import { LIBRARY, runScript } from '../../../../../test/support/run-node.js';
import { threeWay } from './plan-merge.js';

const contents = async (memory: Mneme): Promise<string[]> => {
  const { memories } = await memory.list({ limit: 500 });
  return memories.map(({ content }) => content).sort();
};

async function forked(): Promise<{
  memory: Mneme;
  branch: Mneme;
  ids: string[];
  clock: TestClock;
}> {
  const { memory, clock } = await openTestMemory();
  const { receipts } = await memory.rememberAll([
    'Ana lives in Porto.',
    'The kiln is lit on Mondays.',
    'The ferry leaves at six.',
  ]);
  await memory.branching.make('trial');
  return { memory, branch: memory.bank('trial'), ids: receipts.map(({ id }) => id), clock };
}

describe('a branch', () => {
  it('is a bank of its own that recalls what the other held', async () => {
    const { memory, branch } = await forked();
    expect(await contents(branch)).toEqual(await contents(memory));
    const { results } = await branch.recall('When does the ferry leave?');
    expect(results[0]?.content).toBe('The ferry leaves at six.');
    await branch.remember('Marmalade is a greyhound.');
    await memory.remember('Tom keeps bees.');
    expect(await contents(memory)).not.toContain('Marmalade is a greyhound.');
    expect(await contents(branch)).not.toContain('Tom keeps bees.');
    const { branches } = await memory.branching.list();
    expect(branches).toMatchObject([
      { branch: 'trial', of: 'test', there: true, ahead: 1, behind: 1 },
    ]);
  });

  it('is refused where a bank of that name holds something, and where there is nothing to fork', async () => {
    const { memory } = await forked();
    await expect(memory.branching.make('trial')).rejects.toMatchObject({ code: 'conflict' });
    await expect(memory.branching.make('test')).rejects.toMatchObject({ code: 'conflict' });
    await expect(memory.bank('empty').branching.make('x')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a fork while others write', () => {
  it('begins again until it holds all of one state', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.remember('The kiln is lit on Mondays.');
    let writing = true;
    const written = runScript(
      `import { openMemory } from '${LIBRARY}';
       const memory = await openMemory({ file: ${JSON.stringify(file)}, bank: 'test' });
       for (let at = 0; at < 30; at++) await memory.remember('Crate ' + at + ' holds ' + at * 7 + ' lamps.');
       await memory.close();`,
    ).finally(() => {
      writing = false;
    });
    let made = 0;
    for (; writing && made < 40; made++) {
      const name = `trial-${made}`;
      const { changes, memories } = await memory.branching.make(name);
      // Each text is one change, so the fork's recorded number of changes equals what it copied.
      expect(memories).toBe(changes);
      const [fork] = (await memory.bank(name).list({ limit: 1 })).memories;
      expect(fork).toBeDefined();
    }
    expect(await written).toMatchObject({ code: 0 });
    expect(made).toBeGreaterThan(0);
    const { branches } = await memory.branching.list();
    expect(branches.every(({ there, ahead }) => there && ahead === 0)).toBe(true);
  }, 120_000);

  it('gives up and says why where it never comes to a state that holds', async () => {
    const store = openMemoryStore();
    let others = 0;
    const { memory } = await openTestMemory({
      store: {
        ...store,
        journal: async (bank, ...asked) => {
          const entries = await store.journal(bank, ...asked);
          others += 1;
          const verb = 'annotate';
          await store.commit({
            ...EMPTY_CHANGE,
            bank,
            at: START,
            verb,
            actor: 'other',
            reason: '',
          });
          return entries;
        },
      },
    });
    await memory.remember('The kiln is lit on Mondays.');
    others = 0;
    await expect(memory.branching.make('trial')).rejects.toMatchObject({
      code: 'conflict',
      field: 'bank',
      message: 'test was written to each of the 50 times that it was to be forked.',
      hint: expect.stringMatching(/when less is written/) as string,
    });
    expect(others).toBe(50);
    expect(await store.bank('trial' as BankName)).toBeNull();
  });
});

describe('a merge', () => {
  it('takes over what the branch did, finds it, and is undone by one undo', async () => {
    const { memory, branch, ids } = await forked();
    await branch.remember('Marmalade is a greyhound of Tom Okafor.');
    await branch.forget([ids[1] ?? '']);
    await memory.remember('Tom Okafor keeps bees.');
    const before = await contents(memory);
    const { merged, reversal, conflicts } = await memory.branching.merge({ branch: 'trial' });
    expect([merged, conflicts]).toEqual([true, []]);
    expect(await contents(memory)).toEqual([
      'Ana lives in Porto.',
      'Marmalade is a greyhound of Tom Okafor.',
      'The ferry leaves at six.',
      'Tom Okafor keeps bees.',
    ]);
    const { results } = await memory.recall('Which dog is Marmalade?');
    expect(results[0]?.content).toContain('greyhound');
    // Both sides created him independently.
    const { resolved } = await memory.browse.entities({ name: 'Tom Okafor' });
    expect(resolved?.candidates).toHaveLength(1);
    expect((await memory.care.doctor()).healthy).toBe(true);
    expect((await memory.branching.merge({ branch: 'trial' })).merged).toBe(false);
    await memory.undo(reversal ?? '');
    expect(await contents(memory)).toEqual(before);
  });

  it('says of what both changed what each made of it, and merges nothing until somebody prefers', async () => {
    const { memory, branch, ids } = await forked();
    await branch.update(ids[0] ?? '', { remark: 'since May', addTags: ['home'] });
    await memory.forget([ids[0] ?? '']);
    await branch.remember('Marmalade is a greyhound.');
    const { conflicts } = await memory.branching.merge({ branch: 'trial', preview: true });
    expect(conflicts.map(({ kind, id }) => [kind, id])).toEqual([['memory', ids[0]]]);
    await branch.update(ids[2] ?? '', { boost: 0.3 });
    await memory.update(ids[2] ?? '', { boost: 0.1 });
    const both = await memory.branching.merge({ branch: 'trial', preview: true });
    expect(both.conflicts.map(({ id }) => id).sort()).toEqual([ids[0], ids[2]].sort());
    await expect(memory.branching.merge({ branch: 'trial' })).rejects.toMatchObject({
      code: 'conflict',
      field: 'merge.prefer',
    });
    expect(await contents(memory)).not.toContain('Marmalade is a greyhound.');
    const theirs = (await branch.show(ids[2] ?? '')).memory.importance;
    const { merged } = await memory.branching.merge({ branch: 'trial', prefer: 'branch' });
    expect(merged).toBe(true);
    expect((await memory.show(ids[2] ?? '')).memory.importance).toBeCloseTo(theirs, 10);
    expect(await contents(memory)).toContain('Marmalade is a greyhound.');
  });

  it('loses nothing of 200 changes on each side', async () => {
    const { memory, branch } = await forked();
    for (let at = 0; at < 40; at++)
      for (const [side, name] of [
        [memory, 'north'],
        [branch, 'south'],
      ] as const) {
        const { id } = await side.remember(`The ${name} crate ${at} holds ${at * 7 + 3} lamps.`);
        await side.update(id, { addTags: [`${name}-${at}`] });
        await side.goals.set({ description: `Empty the ${name} crate ${at}` });
        const { id: spare } = await side.remember(
          `The ${name} shelf ${at} is loose by ${at} screws.`,
        );
        await side.forget([spare]);
      }
    const both = new Set([...(await contents(memory)), ...(await contents(branch))]);
    const { merged, conflicts } = await memory.branching.merge({ branch: 'trial' });
    expect([merged, conflicts]).toEqual([true, []]);
    expect(new Set(await contents(memory))).toEqual(both);
    const { goals } = await memory.goals.list();
    expect(goals).toHaveLength(80);
    const { memories } = await memory.list({ tags: ['south-39'] });
    expect(memories).toHaveLength(1);
  }, 60_000);

  it('reaches over a bank between that is gone', async () => {
    const { memory, branch } = await forked();
    await branch.remember('Marmalade is a greyhound.');
    await branch.branching.make('deeper');
    const deeper = memory.bank('deeper');
    await deeper.remember('The weir is closed.');
    // A file with the first bank and the last, but not the one between.
    const folder = temporaryFolder();
    const [first, last] = [join(folder, 'first.jsonl'), join(folder, 'last.jsonl')];
    await memory.care.export(first);
    await deeper.care.export(last);
    const elsewhere = await openMemory({
      file: temporaryFile(),
      bank: 'test',
      random: seededRandom(9),
    });
    await elsewhere.import(first, { format: 'mneme' });
    await elsewhere.bank('deeper').import(last, { format: 'mneme' });
    const { branches } = await elsewhere.branching.list();
    expect(branches).toMatchObject([{ branch: 'deeper', of: 'trial', there: false }]);
    await expect(
      elsewhere.bank('trial').branching.merge({ branch: 'deeper', preview: true }),
    ).rejects.toMatchObject({
      code: 'conflict',
    });
    const { merged } = await elsewhere.branching.merge({ branch: 'deeper' });
    expect(merged).toBe(true);
    expect(await contents(elsewhere)).toEqual(await contents(deeper));
    await elsewhere.close();
  });

  it('outlives a deleted bank: branches of it and of them are compared and merged among themselves', async () => {
    const { memory, branch, clock } = await forked();
    await branch.branching.make('deeper');
    const deeper = memory.bank('deeper');
    await memory.file.deleteBank({ name: 'test' });
    await expect(memory.branching.make('late')).rejects.toMatchObject({ code: 'not_found' });
    await expect(branch.branching.make('test')).rejects.toMatchObject({ code: 'conflict' });
    await deeper.branching.make('deepest');
    await memory.bank('deepest').remember('The weir is closed.');
    for (const now of [false, true]) {
      if (now) await memory.file.deleteBank({ name: 'test', now, yes: true });
      const { branches } = await branch.branching.list();
      expect(branches.map(({ branch: name, of, there }) => [name, of, there])).toEqual([
        ['deeper', 'trial', true],
        ['deepest', 'deeper', true],
        ['trial', 'test', false],
      ]);
      const { inBranch } = await branch.branching.merge({ branch: 'deepest', preview: true });
      expect(inBranch.map(({ content }) => content)).toEqual(['The weir is closed.']);
    }
    await memory.file.deleteBank({ name: 'deeper', now: true, yes: true });
    await expect(branch.branching.merge({ branch: 'deeper', preview: true })).rejects.toMatchObject(
      { code: 'not_found' },
    );
    expect((await branch.branching.merge({ branch: 'deepest' })).merged).toBe(true);
    expect(await contents(branch)).toContain('The weir is closed.');
    clock.advance(1_000);
    // The name is free again, but a new bank of that name has another history.
    await memory.bank('test').remember('A bank founded anew.');
    await expect(memory.bank('test').branching.merge({ branch: 'trial' })).rejects.toMatchObject({
      code: 'conflict',
      field: 'bank',
    });
  });

  it('is refused for what is no branch of the bank, or is not there', async () => {
    const { memory } = await forked();
    await memory.bank('other').remember('Something else.');
    await expect(memory.branching.merge({ branch: 'other', preview: true })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(
      memory.branching.merge({ branch: 'nowhere', preview: true }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      memory.as({ within: ['test' as never] }).branching.merge({ branch: 'trial', preview: true }),
    ).rejects.toMatchObject({ code: 'not_found', value: 'test+trial' });
  });
});

describe('three versions of one record', () => {
  const value = fc.constantFrom('a', 'b', 'c');
  const record = fc.record({ x: value, y: value, tags: fc.uniqueArray(value) });

  it('take each side’s own change, and tell just what both changed apart', () => {
    fc.assert(
      fc.property(record, record, record, (base, ours, theirs) => {
        const { fields, conflicts } = threeWay(base, ours, theirs);
        for (const field of ['x', 'y'] as const) {
          const both = ours[field] !== base[field] && theirs[field] !== base[field];
          expect(conflicts.some((each) => each.field === field)).toBe(
            both && ours[field] !== theirs[field],
          );
          expect(fields[field]).toBe(ours[field] === base[field] ? theirs[field] : ours[field]);
        }
        const tags = fields['tags'] as string[];
        for (const tag of ['a', 'b', 'c']) {
          const [was, mine, their] = [base, ours, theirs].map(({ tags: own }) =>
            (own as string[]).includes(tag),
          );
          const changed = [mine, their].find((now) => now !== was);
          expect(tags.includes(tag)).toBe(changed ?? was);
        }
      }),
    );
  });

  it('are the same whichever side is asked first, but for what conflicts', () => {
    fc.assert(
      fc.property(record, record, record, (base, ours, theirs) => {
        const [one, other] = [threeWay(base, ours, theirs), threeWay(base, theirs, ours)];
        expect(one.conflicts.map(({ field }) => field)).toEqual(
          other.conflicts.map(({ field }) => field),
        );
      }),
    );
  });
});
