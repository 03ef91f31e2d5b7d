import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory, type TestClock } from '../../test/support/open-test-memory.js';
import type { BankName } from '../domain/ids.js';
import { DAY, HOUR } from '../domain/time.js';
import type { FeedbackInput, Mneme } from '../index.js';
import type { Store } from '../ports/store.js';

const BANK = 'test' as BankName;
const QUERIES = ['Where does Tom live?', 'heron by the weir', 'What does Maria like to eat?', 'pool size in staging', 'Why did the train stop?'];
const TEXTS = [
  'Tom lives in Bern.', 'Tom lives in Lyon.', 'Tom lives in Oslo now.', 'Maria likes grilled sardines.', 'Maria Lopez works at Acme Rail in Lisbon.',
  'The heron nests by the weir.', 'The train stopped because a tree fell on the line.', 'The pool size in staging is 20.', 'The pool size in staging is 40.',
  'Last Tuesday Maria and Tom met at the station.', 'A grebe is a kind of water bird.', 'We plan to paint the boat in May.',
];

const storeOf = (memory: Mneme): Store => memory['core'].parts.store;
const codeOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => null, (error: { code?: unknown }) => error.code);

async function all<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const items: T[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}

/** Everything the bank holds and answers; derived data too. */
async function stateOf(memory: Mneme) {
  const store = storeOf(memory);
  const memories = (await store.find(BANK, { includeRetracted: true }, 1_000)).items;
  const contexts = await store.contexts(BANK, [...new Set(memories.flatMap(({ context }) => context ?? []))]);
  const recalled: Record<string, readonly string[]> = {};
  for (const query of QUERIES) recalled[query] = (await memory.recall({ query })).results.flatMap(({ id }) => id ?? []);
  return {
    memories,
    entities: await store.allEntities(BANK),
    contexts: [...contexts].sort((a, b) => (a.id < b.id ? -1 : 1)),
    sessions: await store.sessions(BANK),
    goals: await store.goals(BANK),
    votes: await store.votes(BANK),
    conflicts: (await store.conflicts(BANK, {}, 1_000)).items,
    edges: await all(store.edges(BANK)),
    settings: (await store.bank(BANK))?.settings,
    rows: (await all(store.indexRows(BANK, 'semantic', (await store.bank(BANK))?.encoder ?? ''))).map(({ memory: { id }, terms, traits, vector }) => ({ id, terms, traits, vector })),
    recalled,
  };
}
type State = Awaited<ReturnType<typeof stateOf>>;

/** A later state without what was founded since and taken back again: it must be retracted, and else gone. */
function without(later: State, { memories, goals }: State): State {
  const known = new Set<string>([...memories, ...goals].map(({ id }) => id));
  for (const founded of [...later.memories, ...later.goals]) if (!known.has(founded.id)) expect(founded.retractedAt).not.toBeNull();
  return {
    ...later,
    memories: later.memories.filter(({ id }) => known.has(id)),
    goals: later.goals.filter(({ id }) => known.has(id)),
    rows: later.rows.filter(({ id }) => known.has(id)),
  };
}

type Step = { readonly what: string; readonly n: number; readonly m: number };
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('remember', 'remember', 'remember', 'batch', 'forget', 'restore', 'vote', 'goal', 'ungoal', 'resolve', 'unresolve', 'configure', 'undo'),
  n: fc.nat(99),
  m: fc.nat(99),
});

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

async function take(memory: Mneme, { what, n, m }: Step): Promise<void> {
  const live = (await memory.list({ limit: 500 })).memories;
  const conflicts = (await memory.conflicts({ limit: 500 })).conflicts;
  const text = (at: number) => TEXTS[at % TEXTS.length] ?? '';
  const memoryId = pick(live, n)?.id;
  if (what === 'remember') await memory.remember({ content: text(n), session: `talk-${m % 2}`, source: m % 3 === 0 ? 'web' : 'user', turn: `${m % 5}` });
  if (what === 'batch') await memory.rememberAll([text(n), text(n + m), text(m)]);
  if (what === 'forget' && memoryId !== undefined) await memory.forget([memoryId], 'said in jest');
  if (what === 'restore') {
    const gone = pick((await memory.list({ forgotten: true, limit: 500 })).memories.filter(({ retractedAt }) => retractedAt !== null), n);
    if (gone !== undefined) await memory.restore([gone.id]);
  }
  if (what === 'vote') {
    const { id: recollection, results } = await memory.recall({ query: pick(QUERIES, n) ?? '' });
    if (results.length > 0) await memory.feedback({ recollection, memory: results[m % results.length]?.id ?? '', verdict: (['useful', 'irrelevant', 'wrong'] as const)[m % 3] ?? 'useful' } as FeedbackInput);
  }
  if (what === 'goal') await memory.setGoal({ description: `goal number ${n}` });
  if (what === 'ungoal') {
    const goal = pick((await memory.goals()).goals, n)?.goal;
    if (goal !== undefined) await memory.removeGoal(goal.id, { subtree: true });
  }
  const conflict = pick(conflicts, n);
  if (what === 'resolve' && conflict?.status === 'pending') await memory.resolve({ id: conflict.id, keep: m % 2 === 0 ? 'newer' : 'older' });
  if (what === 'unresolve' && conflict !== undefined && conflict.status !== 'pending') await memory.unresolve(conflict.id);
  if (what === 'configure') await memory.configure({ empathy: 1 + (n % 5) });
  if (what === 'undo') {
    const last = (await memory.history({ limit: 1 })).changes[0];
    if (last !== undefined) await memory.undo(last.reversal);
  }
}

async function walk(memory: Mneme, clock: TestClock, steps: readonly Step[]): Promise<{ readonly states: State[]; readonly hashes: string[] }> {
  const states = [await stateOf(memory)];
  const hashes: string[] = [];
  for (const each of steps) {
    clock.advance(HOUR);
    const before = (await memory.history({ limit: 1 })).changes[0]?.sequence ?? 0;
    await take(memory, each).catch((error: { code?: string }) => expect(['invalid_input', 'conflict', 'not_found']).toContain(error.code));
    const made = (await memory.history({ limit: 10 })).changes.filter(({ sequence }) => sequence > before);
    expect(made.length).toBeLessThanOrEqual(1);
    if (made[0] === undefined) continue;
    hashes.push(made[0].reversal);
    states.push(await stateOf(memory));
  }
  return { states, hashes };
}

describe('undo', () => {
  it('of any changes in reverse gives back every state on the way, and undoing the undoings all of them again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (steps) => {
        const { memory, clock } = await openTestMemory();
        const { states, hashes } = await walk(memory, clock, steps);
        const undoings: string[] = [];
        for (let at = hashes.length - 1; at >= 0; at--) {
          clock.advance(HOUR);
          const { reversal } = await memory.undo(hashes[at] ?? '');
          undoings.push(reversal ?? '');
          const expected = states[at]!;
          expect(without(await stateOf(memory), expected)).toEqual(expected);
        }
        for (let at = 1; at <= hashes.length; at++) {
          clock.advance(HOUR);
          await memory.undo(undoings.pop() ?? '');
          const expected = states[at]!;
          expect(without(await stateOf(memory), expected)).toEqual(expected);
        }
        await memory.close();
      }),
      { numRuns: 6 },
    );
  });

  it('names the later changes that stand in the way, and goes on when forced', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('The heron nests by the weir.');
    const first = (await memory.history()).changes[0]!;
    const { reversal } = await memory.forget([id], 'moved away');
    const error = await memory.undo(first.reversal).catch((caught: { code: string; message: string; hint: string }) => caught);
    expect(error).toMatchObject({ code: 'conflict' });
    expect((error as { message: string }).message).toContain(id);
    expect((error as { hint: string }).hint).toContain(reversal);
    const receipt = await memory.undo({ hash: reversal ?? '', reason: 'still there' });
    expect(receipt.memories).toEqual([id]);
    expect(await codeOf(memory.undo(reversal ?? ''))).toBe('conflict');
    expect((await memory.history()).changes.map(({ verb, state }) => [verb, state])).toEqual([['undo', 'reversible'], ['forget', 'undone'], ['remember', 'reversible']]);
    await memory.forget([id]);
    await memory.undo({ hash: first.reversal, force: true });
    expect((await memory.show(id)).memory.retractedAt).not.toBeNull();
  });

  it('keeps what later memories share with an undone one', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('Tom lives in Bern.');
    const { reversal } = (await memory.history()).changes[0]!;
    const { id } = await memory.remember('Tom works at the harbour.');
    await memory.undo(reversal);
    expect((await memory.show(id)).links.map(({ text }) => text)).toContain('Tom');
    expect((await memory.recall('Where does Tom live?')).results.map(({ content }) => content)).not.toContain('Tom lives in Bern.');
  });

  it('refuses after 30 days, and a hash of another bank', async () => {
    const { memory, clock } = await openTestMemory();
    const { id } = await memory.remember('The heron nests by the weir.');
    const { reversal } = await memory.forget([id]);
    expect(await codeOf(memory.bank('other').undo(reversal ?? ''))).toBe('not_found');
    expect(await codeOf(memory.undo('zz-0123456789'))).toBe('not_found');
    clock.advance(30 * DAY);
    expect((await memory.history()).changes[0]?.state).toBe('reversible');
    clock.advance(1);
    expect((await memory.history()).changes[0]?.state).toBe('expired');
    expect(await codeOf(memory.undo(reversal ?? ''))).toBe('invalid_input');
  });

  it('leaves the past as it was, and diff tells of what came and went', async () => {
    const { memory, clock } = await openTestMemory();
    const start = clock.now();
    clock.advance(HOUR);
    const { id } = await memory.remember('The heron nests by the weir.');
    const remembered = clock.now();
    clock.advance(HOUR);
    const { reversal } = (await memory.history()).changes[0]!;
    await memory.undo(reversal);
    expect((await memory.list({ asOf: remembered })).memories.map((each) => each.id)).toEqual([id]);
    const ids = (list: readonly { readonly id: string }[]) => list.map((each) => each.id);
    const put = await memory.diff({ from: start, to: remembered });
    expect([ids(put.put), ids(put.retracted)]).toEqual([[id], []]);
    const gone = await memory.diff({ from: remembered, to: clock.now() });
    expect([ids(gone.put), ids(gone.retracted)]).toEqual([[], [id]]);
    const both = await memory.diff({ from: start, to: clock.now() });
    expect([both.put, both.changed, both.retracted, both.next]).toEqual([[], [], [], null]);
    expect(await codeOf(memory.diff({ from: remembered, to: start }))).toBe('invalid_input');
  });
});
