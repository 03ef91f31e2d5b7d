/** Every list verb, walked to its end while its bank changes, through the doors' own table. */
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Mneme } from '../../packages/mneme/src/index.js';
import { openMemory } from '../../packages/mneme/src/index.js';
import { allOperations } from '../../packages/mneme/src/operations/table.js';
import { filled } from '../support/operation-samples.js';
import { openTestMemory } from '../support/open-test-memory.js';

type Fields = Readonly<Record<string, unknown>>;

/** The verbs that take a cursor. */
const LISTS = Object.values(allOperations()).filter(
  ({ input, former }) =>
    former === undefined && 'cursor' in ((input as { shape?: object }).shape ?? {}),
);
/** Where each keeps its items: `diff` in three lists. */
const ITEMS = [
  'memories',
  'entities',
  'banks',
  'branches',
  'kept',
  'conflicts',
  'documents',
  'forecasts',
  'found',
  'opinions',
  'strategies',
  'turns',
  'webhooks',
  'failures',
  'put',
  'changed',
  'retracted',
];
const NEEDED: Readonly<Record<string, Fields>> = {
  causes: { kept: true },
  hierarchy: { name: 'Marmalade' },
  diff: { from: '2020-01-01', to: '2040-01-01' },
};

async function ask(memory: Mneme, name: string, input: Fields) {
  const operation = allOperations()[name];
  if (operation === undefined) throw new Error(name);
  const asked = operation.input.parse({ ...NEEDED[name], ...input });
  return (await operation.run(memory as never, asked, {})) as Fields & {
    readonly next: string | null;
  };
}

const idsOf = (page: Fields): string[] =>
  ITEMS.flatMap((field) => (page[field] ?? []) as readonly Fields[]).map((item) => {
    const one = (item['after'] ?? item['entity'] ?? item) as Fields;
    return String(one['id'] ?? one['turn'] ?? one['branch'] ?? one['name'] ?? one['key']);
  });

async function walk(memory: Mneme, name: string, input: Fields, between?: () => Promise<void>) {
  const seen: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await ask(memory, name, { ...input, ...(cursor === undefined ? {} : { cursor }) });
    seen.push(...idsOf(page));
    if (page.next === null) return seen;
    cursor = page.next;
    await between?.();
  }
}

it('knows every list', () => {
  expect(LISTS.map(({ name }) => name).sort()).toEqual(
    [
      ['banks', 'branches', 'conflicts', 'dialogue', 'diff', 'documents'],
      ['causes', 'entities', 'forecasts', 'hierarchy', 'list', 'opinions'],
      ['quarantine', 'strategies', 'timeline', 'webhooks'],
    ]
      .flat()
      .sort(),
  );
});

async function openFilled(): Promise<Mneme> {
  const file = await filled();
  const memory = await openMemory({ file: file.file });
  onTestFinished(() => memory.close());
  const ends = { from: 'the oven cracked', to: 'the bakery stayed shut' };
  await memory.graph.causes({ ...ends, keep: true });
  return memory;
}

it('gives every list in pages of one as in one page', async () => {
  const memory = await openFilled();
  for (const { name } of LISTS) {
    const whole = await ask(memory, name, { limit: 100 });
    expect(whole.next, name).toBeNull();
    expect(idsOf(whole).length, name).toBeGreaterThan(0);
    expect(await walk(memory, name, { limit: 1 }), name).toEqual(idsOf(whole));
    const { next } = await ask(memory, name === 'list' ? 'timeline' : 'list', { limit: 1 });
    await expect(ask(memory, name, { cursor: next }), name).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'cursor',
    });
  }
});

it('goes on by the words that lists had before', async () => {
  const memory = await openFilled();
  const all = idsOf(await ask(memory, 'list', {}));
  expect(idsOf(await ask(memory, 'list', { after: '3' }))).toEqual(all.slice(3));
  const { next } = await ask(memory, 'list', { limit: 2 });
  expect(idsOf(await ask(memory, 'list', { after: next }))).toEqual(all.slice(2));
  const entities = idsOf(await ask(memory, 'entities', {}));
  expect(idsOf(await ask(memory, 'entities', { after: 2 }))).toEqual(entities.slice(2));
  const lived = idsOf(await ask(memory, 'timeline', {}));
  const first = (await ask(memory, 'timeline', { limit: 1 }))['memories'] as [
    { id: string; occurredFrom: number },
  ];
  const old = `${first[0].occurredFrom}.${first[0].id}`;
  expect(idsOf(await ask(memory, 'timeline', { after: old }))).toEqual(lived.slice(1));
});

/** Adds, forgets, erases and restores between two pages. */
const doing = fc.array(fc.constantFrom('add', 'forget', 'restore', 'vote', 'settle', 'wait'), {
  maxLength: 4,
});

describe('while the bank changes between two pages', () => {
  it.each([
    ['list', {}],
    ['list', { order: 'newest' }],
    ['list', { match: 'heron' }],
    ['list', { onlyForgotten: true, order: 'newest' }],
    ['list', { onlyForgotten: true, match: 'heron' }],
    ['opinions', {}],
    ['forecasts', {}],
    ['entities', { order: 'name' }],
    ['timeline', {}],
  ] as const)('%s %j shows what stands exactly once', async (name, input) => {
    await fc.assert(
      fc.asyncProperty(fc.array(doing, { maxLength: 5 }), async (steps) => {
        const { memory, clock } = await openTestMemory();
        const say = async (at: number) => {
          clock.advance(1_000);
          return memory.remember({
            content: `The heron of pond ${at} met Ana${String.fromCharCode(97 + at)} there.`,
            kind: at % 2 === 0 ? 'opinion' : 'fact',
          });
        };
        const spoken: string[] = [];
        for (let at = 0; at < 8; at++) spoken.push((await say(at)).id);
        for (let at = 0; at < 3; at++)
          await memory.foresight.predict({
            statement: `Pond ${at} froze.`,
            probability: 0.5,
            due: clock.now() + (at + 1) * 3_000,
          });
        await memory.forget(spoken.slice(0, 3));
        clock.advance(1_000);
        const before = new Set(idsOf(await ask(memory, name, { ...input, limit: 100 })));
        let turn = 0;
        const seen = await walk(memory, name, { ...input, limit: 2 }, async () => {
          for (const step of steps[turn++] ?? []) await change(step);
        });
        const after = new Set(idsOf(await ask(memory, name, { ...input, limit: 100 })));
        expect(new Set(seen).size).toBe(seen.length);
        for (const id of before) if (after.has(id)) expect(seen).toContain(id);
        await memory.close();

        async function change(step: string): Promise<void> {
          clock.advance(1_000);
          const at = spoken.length;
          if (step === 'add') spoken.push((await say(at)).id);
          if (step === 'forget') await memory.forget([spoken[at - 1] ?? '']).catch(() => null);
          if (step === 'restore') await memory.undo({ ids: [spoken[1] ?? ''] }).catch(() => null);
          if (step === 'vote') await memory.update(spoken[4] ?? '', { boost: 0.3 });
          if (step === 'settle') {
            const { forecasts } = await memory.foresight.forecasts({ state: 'open' });
            if (forecasts[0] !== undefined)
              await memory.foresight.settle({ id: forecasts[0].id as never, came: true });
          }
        }
      }),
      { numRuns: 4 },
    );
  });
});
