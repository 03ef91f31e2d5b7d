import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory, START } from '../../../../../test/support/open-test-memory.js';

const DAY = 86_400_000;

async function moving() {
  const { memory, clock } = await openTestMemory();
  const say = async (content: string, days: number) => {
    clock.advance(START + days * DAY - clock.now());
    return (await memory.remember({ content, speaker: 'Selma' })).id;
  };
  const bristol = await say('I live in Bristol, right by the harbour.', 0);
  await say('My brother lives in Cardiff and visits a lot.', 10);
  const exeter = await say('We finally moved to Exeter.', 60);
  const ghent = await say('I moved from Exeter to Ghent for work.', 200);
  clock.advance(30 * DAY);
  const order = async (query: string, asOf?: number) =>
    (await memory.recall({ query, ...(asOf === undefined ? {} : { asOf }) })).results
      .map(({ id }) => id ?? '')
      .filter((id) => [bristol, exeter, ghent].includes(id as never));
  return { memory, bristol, exeter, ghent, order };
}

describe('a slot that has had several values', () => {
  it('answers a question about another time with what held then, before what was said then', async () => {
    const { memory, clock } = await openTestMemory();
    const told = [
      ['2025-01-10', 'I live in Utrecht.'],
      ['2025-03-12', 'My phone number ends in 44 since March 2025.'],
      ['2025-04-10', 'We moved to Vught last week.'],
    ] as const;
    for (const [saidAt, content] of told)
      await memory.remember({ content, saidAt, speaker: 'Selma' });
    clock.advance(Date.parse('2025-06-01') - clock.now());
    const { results } = await memory.recall('Where did Selma live in March 2025?');
    expect(results[0]?.content).toBe('I live in Utrecht.');
  });

  it('answers with the one that holds now, the others as history', async () => {
    const { memory, bristol, exeter, ghent, order } = await moving();
    expect((await order('Where does Selma live?'))[0]).toBe(ghent);
    const { results } = await memory.recall('Where does Selma live?');
    const validity = Object.fromEntries(
      results.map(({ id, validity: state, validityDetail }) => [
        id,
        [state, validityDetail?.by ?? null],
      ]),
    );
    expect(validity[ghent]).toEqual(['current', null]);
    expect(validity[bristol]).toEqual(['superseded', ghent]);
    if (exeter in validity) expect(validity[exeter]).toEqual(['superseded', ghent]);
    expect(results.find(({ id }) => id === bristol)?.validityDetail).toMatchObject({
      since: START + 200 * DAY,
      slot: 'lives in',
    });
  });

  it('answers with the one that held at the time asked about', async () => {
    const { bristol, exeter, order } = await moving();
    expect((await order('Where did Selma live in March 2025?'))[0]).toBe(bristol);
    expect((await order('Where did Selma live in May 2025?'))[0]).toBe(exeter);
    expect((await order('Where did Selma live before?'))[0]).toBe(exeter);
    expect((await order('Where did Selma live originally?'))[0]).toBe(bristol);
    expect((await order('Where does Selma live?', START + 20 * DAY))[0]).toBe(bristol);
    expect((await order('Where does Selma live?', START + 90 * DAY))[0]).toBe(exeter);
  });

  it('falls back to the one before when the newest is forgotten', async () => {
    const { memory, exeter, ghent } = await moving();
    await memory.forget([ghent]);
    const { results } = await memory.recall('Where does Selma live?');
    expect(results.find(({ id }) => id === exeter)?.validity).toBe('current');
  });

  it('is told as disputed while nobody has settled it, the more reliable first', async () => {
    const { memory } = await openTestMemory();
    const web = await memory.remember({ content: 'The pool size is 40.', source: 'web' });
    const user = await memory.remember({
      content: 'The pool size is 25.',
      source: 'user',
      saidAt: START,
    });
    const { results } = await memory.recall('What is the pool size?');
    expect(results.map(({ id }) => id).slice(0, 2)).toEqual([user.id, web.id]);
    expect(results[0]).toMatchObject({
      validity: 'disputed',
      validityDetail: { by: web.id, slot: 'is' },
    });
    expect(
      Object.keys(
        (await memory.recall({ query: 'pool size', fields: ['validity'] })).results[0] ?? {},
      ),
    ).toEqual(['validity', 'validityDetail']);
  });

  it('leaves the order alone for a question about something else', async () => {
    const { memory } = await openTestMemory();
    const first = await memory.remember({
      content: 'The pool size is 20. The harbour office has a green door with a brass bell.',
    });
    const second = await memory.remember({ content: 'The pool size is 40 now.' });
    const { results } = await memory.recall('Which door has a brass bell?');
    expect(results[0]?.id).toBe(first.id);
    expect(results.find(({ id }) => id === second.id)?.validity ?? 'current').toBe('current');
  });
});

describe('how memories stand', () => {
  it('is the same now as at the present moment of the past, whatever was settled, taken back and forgotten', async () => {
    const act = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('move' as const),
          to: fc.constantFrom('Bristol', 'Exeter', 'Ghent', 'Porto', 'Turku'),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          do: fc.constant('settle' as const),
          at: fc.nat(20),
          keep: fc.constantFrom('newer' as const, 'older' as const, 'both' as const),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constantFrom('forget' as const, 'unsettle' as const),
          at: fc.nat(20),
        }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 10 }), async (acts) => {
        const { memory, clock } = await openTestMemory();
        const said = [
          (await memory.remember({ content: 'I moved to Leeds.', speaker: 'Selma' })).id,
        ];
        for (const each of acts) {
          clock.advance(DAY);
          const { conflicts } = await memory.validity.conflicts({ verdict: 'actual' });
          const conflict =
            'at' in each ? conflicts[each.at % Math.max(1, conflicts.length)] : undefined;
          if (each.do === 'move')
            said.push(
              (await memory.remember({ content: `I moved to ${each.to}.`, speaker: 'Selma' })).id,
            );
          else if (each.do === 'forget')
            await memory.forget([said[each.at % said.length] as string]);
          // A resolved conflict must be reopened first, and some cannot be: refusals leave the bank
          // unchanged.
          else if (conflict !== undefined)
            await (
              each.do === 'settle'
                ? memory.validity.resolve({ id: conflict.id, keep: each.keep })
                : memory.validity.resolve({ id: conflict.id, keep: 'undecided' })
            ).catch(() => undefined);
        }
        const stands = async (asOf: object) =>
          (await memory.recall({ query: 'Where does Selma live?', ...asOf })).results.map(
            ({ id, validity, validityDetail }) => [id, validity, validityDetail?.by ?? null],
          );
        expect(await stands({})).toEqual(await stands({ asOf: clock.now() }));
      }),
      { numRuns: 8 },
    );
  });
});

it('what no longer holds is told to be less sure than what took its place, unless it is asked for', async () => {
  const { memory } = await openTestMemory();
  const old = await memory.remember('I am Ann and I live in Paris.');
  const current = await memory.remember('We moved to Berlin in May.');
  const sure = async (query: string) =>
    new Map((await memory.recall(query)).results.map(({ id, probability }) => [id, probability]));
  const now = await sure('Where do I live?');
  expect(now.get(old.id)).toBeLessThanOrEqual((now.get(current.id) ?? 0) / 2);
  const past = await sure('Where did I live before?');
  expect(past.get(old.id)).toBeGreaterThan(0.5);
});
