import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageOf, rankedPageOf, parsePageRequest, type PageRequest } from './pages.js';

interface Item {
  readonly id: string;
  readonly at: number;
}
interface Step {
  readonly add: readonly Item[];
  /** Indexes of the items to remove. */
  readonly drop: readonly number[];
  readonly limit: number;
}
type Paging = (items: readonly Item[], walk: PageRequest) => ReturnType<typeof pageOf<Item>>;

const item = fc.record({
  id: fc.string({ minLength: 1, maxLength: 3 }),
  at: fc.integer({ min: 0, max: 5 }),
});
const steps = fc.array(
  fc.record({
    add: fc.array(item, { maxLength: 4 }),
    drop: fc.array(fc.nat(9), { maxLength: 3 }),
    limit: fc.integer({ min: 1, max: 4 }),
  }),
  { maxLength: 6 },
);

/** Pages through a changing list; returns the items shown, and those that existed throughout. */
function walkThrough(first: readonly Item[], changes: readonly Step[], paging: Paging) {
  let items = [...new Map(first.map((each) => [each.id, each])).values()];
  const known = new Set(items.map(({ id }) => id));
  const stood = new Set(known);
  const shown: string[] = [];
  let cursor: string | undefined;
  for (let at = 0; ; at++) {
    const { add = [], drop = [], limit = 2 } = changes[at] ?? {};
    if (at > 0) {
      const gone = new Set(drop.map((place) => items[place % Math.max(1, items.length)]?.id));
      for (const id of gone) stood.delete(id ?? '');
      const fresh = add.filter(({ id }) => !known.has(id));
      for (const { id } of fresh) known.add(id);
      const added = [...new Map(fresh.map((each) => [each.id, each])).values()];
      items = [...items.filter(({ id }) => !gone.has(id)), ...added];
    }
    const { page, next } = paging(items, parsePageRequest('some_list', 'bank', { limit, cursor }));
    expect(page.length).toBeLessThanOrEqual(limit);
    shown.push(...page.map(({ id }) => id));
    if (next === null) return { shown, stood };
    cursor = next;
  }
}

describe('what stands throughout a walk is seen exactly once', () => {
  const byTime: Paging = (items, walk) => pageOf(items, walk, ({ at, id }) => [-at, id]);
  /** A ranking where every score depends on the number of items. */
  const byLikeness: Paging = (items, walk) =>
    rankedPageOf(
      [...items].sort((a, b) => ((a.at * items.length) % 7) - ((b.at * items.length) % 7)),
      walk,
      ({ id }) => id,
    );

  it.each([
    ['in an order that stays', byTime],
    ['in a ranking that moves', byLikeness],
  ])('%s', (_, paging) => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), steps, (first, changes) => {
        const { shown, stood } = walkThrough(first, changes, paging);
        expect(new Set(shown).size).toBe(shown.length);
        for (const id of stood) expect(shown).toContain(id);
      }),
    );
  });
});

describe('a cursor', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id, at: 0 }));
  const page = (walk: PageRequest) => pageOf(items, walk, ({ id }) => [id]);
  const cursor =
    page(parsePageRequest('recent', 'home', { limit: 1, ...{ session: 's' } })).next ?? '';
  const ask = (verb: string, bank: string, filter: object) => () =>
    page(parsePageRequest(verb, bank, { limit: 2, cursor, ...filter }));

  it('goes on where the page ended, with another limit too', () => {
    expect(ask('recent', 'home', { session: 's' })().page).toEqual(items.slice(1));
  });

  it.each([
    ['another verb', 'list', 'home', { session: 's' }, /it is of recent, not of list/],
    ['another bank', 'recent', 'work', { session: 's' }, /of another bank/],
    ['another filter', 'recent', 'home', { session: 't' }, /another filter/],
    ['no filter', 'recent', 'home', {}, /another filter/],
  ])('is refused by %s', (_, verb, bank, filter, words) => {
    expect(ask(verb, bank, filter)).toThrow(words);
  });

  it.each(['', 'x', 'bm9uc2Vuc2U', Buffer.from('[1]').toString('base64url'), cursor.slice(0, -6)])(
    'is refused if no page gave it: %j',
    (broken) => {
      const asked = { limit: 1, cursor: broken, ...{ session: 's' } };
      expect(() => page(parsePageRequest('recent', 'home', asked))).toThrow(
        /none that a page gave/,
      );
    },
  );

  it('is refused if its place is none of the list', () => {
    const walk = parsePageRequest('recent', 'home', { limit: 1 });
    const asked = parsePageRequest('recent', 'home', { limit: 1, cursor: walk.cursor([7]) });
    expect(() => page(asked)).toThrow(/none that a page gave/);
  });

  it('does not mind the order in which a filter was given', () => {
    const walk = parsePageRequest('list', 'home', { limit: 1, ...{ a: 1, b: { c: 2, d: 3 } } });
    const asked = { cursor: walk.cursor(['a']), limit: 1, ...{ b: { d: 3, c: 2 }, a: 1 } };
    expect(parsePageRequest('list', 'home', asked).from).toEqual(['a']);
  });
});
