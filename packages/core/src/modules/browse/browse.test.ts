import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { GraphInput } from '@mneme/mneme/public-types.js';
import { newestFirst } from './timeline.js';

const DAY = 86_400_000;
const FIRST = Date.UTC(2025, 0, 1);

describe('newestFirst', () => {
  it('pages through all of them, each once, as sorting them does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5, max: 40 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        (moments, limit) => {
          const slots = moments.map((_, slot) => slot);
          const at = (slot: number): number => moments[slot] ?? 0;
          const sorted = [...slots].sort((a, b) => at(b) - at(a) || b - a);
          const paged: number[] = [];
          for (let last: number | undefined, page = [0]; page.length > 0; last = page.at(-1)) {
            page = newestFirst(
              slots,
              at,
              limit,
              last === undefined ? null : { at: at(last), slot: last },
            );
            paged.push(...page);
          }
          expect(paged).toEqual(sorted);
        },
      ),
    );
  });
});

describe('timeline', () => {
  it('counts by either clock, pages back in time, and goes back to what was held', async () => {
    const { memory, clock } = await openTestMemory();
    for (let day = 0; day < 10; day++) {
      await memory.remember({
        content: `The tide table of quay ${day}.`,
        saidAt: FIRST + day * DAY,
      });
      clock.advance(1_000);
    }
    const whole = await memory.browse.timeline({ buckets: 9, limit: 4 });
    expect(whole.total).toBe(10);
    expect(whole.counts.reduce((sum, count) => sum + count, 0)).toBe(10);
    expect(whole.memories.map(({ content }) => content.at(-2))).toEqual(['9', '8', '7', '6']);
    const second = await memory.browse.timeline({ limit: 4, after: whole.next ?? '' });
    expect(second.memories.map(({ content }) => content.at(-2))).toEqual(['5', '4', '3', '2']);
    const part = await memory.browse.timeline({ from: FIRST + DAY, to: FIRST + 3 * DAY });
    expect(part.total).toBe(2);
    const [third] = second.memories;
    const held = await memory.browse.timeline({ clock: 'recorded', asOf: third?.recordedAt ?? 0 });
    expect(held.total).toBe(6);
    await memory.forget([third?.id ?? '']);
    clock.advance(1_000);
    expect((await memory.browse.timeline()).total).toBe(9);
    expect((await memory.browse.timeline({ asOf: third?.recordedAt ?? 0 })).total).toBe(6);
  });

  it('has no span where there is nothing, and refuses what is no page', async () => {
    const { memory } = await openTestMemory();
    expect(await memory.browse.timeline()).toMatchObject({ span: null, total: 0, memories: [] });
    await memory.remember('The tide table.');
    await expect(memory.browse.timeline({ cursor: '12.m_nothing' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'cursor',
    });
  });
});

describe('entities and about', () => {
  it('lists whom it knows by their links, and finds them by the beginning of a word', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({ content: 'Tom Okafor met Priya in Porto.', speaker: 'Priya' });
    await memory.remember({ content: 'Priya went home to Leeds.', speaker: 'Tom Okafor' });
    const all = await memory.browse.entities();
    expect(all.entities[0]?.links).toBeGreaterThanOrEqual(all.entities.at(-1)?.links ?? 0);
    const found = await memory.browse.entities({ match: 'oka' });
    expect(found.entities.map(({ name }) => name)).toEqual(['Tom Okafor']);
    const paged = await memory.browse.entities({ limit: 1, after: 1, order: 'name' });
    expect(paged.total).toBe(all.total);
    const names = all.entities.map(({ name }) => name).sort();
    const next = await memory.browse.entities({
      limit: 1,
      cursor: paged.next ?? '',
      order: 'name',
    });
    expect(names.indexOf(next.entities[0]?.name ?? '')).toBe(
      names.indexOf(paged.entities[0]?.name ?? '') + 1,
    );
  });

  it('tells slot by slot what holds and what did, and what was held then', async () => {
    const { memory, clock } = await openTestMemory();
    await memory.remember({ content: 'I live in Leeds.', speaker: 'Tom', saidAt: FIRST });
    clock.advance(60_000);
    const between = clock.now();
    clock.advance(60_000);
    const { id } = await memory.remember({
      content: 'I moved to Porto, I live in Porto now.',
      speaker: 'Tom',
      saidAt: FIRST + 100 * DAY,
    });
    const now = await memory.browse.about('Tom');
    const lives = now.slots.find(({ slot }) => slot === 'lives in')?.claims ?? [];
    expect(lives[0]).toMatchObject({ value: 'porto', validity: 'current', memory: id });
    expect(lives.find(({ value }) => value === 'leeds')).toMatchObject({ validity: 'superseded' });
    const then = await memory.browse.about({ about: 'Tom', asOf: between });
    expect(then.slots.flatMap(({ claims }) => claims.map(({ value }) => value))).toEqual(['leeds']);
    expect(then.slots[0]?.claims[0]?.validity).toBe('current');
    await memory.forget([id]);
    const after = await memory.browse.about('Tom');
    const gone = after.slots.flatMap(({ claims }) => claims).find(({ value }) => value === 'porto');
    expect(gone?.validity).toBe('forgotten');
    await expect(memory.browse.about('Nobody Atall')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('map', () => {
  it('gives each link once, between nodes that are there, and leaves memories out where asked', async () => {
    const { memory } = await openTestMemory();
    const { receipts } = await memory.rememberAll([
      { content: 'Tom met Priya in Porto.', speaker: 'Priya', session: 's' },
      { content: 'Priya went home to Leeds.', speaker: 'Tom', session: 's' },
    ]);
    const mapped = async (input: GraphInput = {}) => {
      const { map: found } = await memory.graph.explore(input);
      if (found === undefined) throw new Error('No map was told.');
      return found;
    };
    const map = await mapped();
    expect(map.from).toHaveLength(map.roles.length);
    for (const end of [...map.from, ...map.to]) expect(map.nodes[end]).toBeDefined();
    const ids = map.nodes.map((node) => node.id as string);
    expect(ids).toEqual(expect.arrayContaining(receipts.map(({ id }) => id as string)));
    const few = await mapped({ limit: 2 });
    expect(few.nodes).toHaveLength(2);
    expect(few.total).toBe(map.total);
    const [first] = receipts;
    await memory.forget([first?.id ?? '']);
    const without = await mapped();
    expect(without.nodes.map((node) => node.id)).not.toContain(first?.id);
    const people = await mapped({ memories: false });
    expect(people.nodes.every(({ name }) => name !== null)).toBe(true);
  });
});
