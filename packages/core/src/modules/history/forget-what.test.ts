import { expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';

it('forgets all of a user in one change, goals too, and one undo brings it back', async () => {
  const { memory } = await openTestMemory();
  const alice = memory.scope({ userId: 'alice' });
  await alice.rememberAll(['Tom lives in Porto.', 'Priya likes green tea.']);
  await alice.goals.set({ description: 'Learn Portuguese by spring' });
  await memory.remember({ content: 'Bob lives in Leeds.', userId: 'bob' });
  expect(await memory.forget({ userId: 'alice', preview: true })).toMatchObject({
    changed: [expect.any(String), expect.any(String)],
    reversal: null,
  });
  const gone = await memory.forget({ userId: 'alice', reason: 'asked to' });
  expect(gone).toMatchObject({ others: 1 });
  expect(gone.changed).toHaveLength(2);
  expect((await alice.recall('Where does Tom live?')).results).toEqual([]);
  expect((await alice.goals.list()).goals).toEqual([]);
  expect((await memory.list({ userId: 'bob' })).memories).toHaveLength(1);
  await alice.undo(gone.reversal!);
  expect((await alice.list()).memories).toHaveLength(2);
  expect((await alice.goals.list()).goals).toHaveLength(1);
  // The second call has nothing to change.
  await memory.forget({ userId: 'alice' });
  expect(await memory.forget({ userId: 'alice' })).toMatchObject({
    changed: [],
    reversal: null,
  });
});

it('forgets what a filter means, and refuses the whole of what is no user’s', async () => {
  const { memory } = await openTestMemory();
  await memory.rememberAll([
    { content: 'The kettle whistles at noon.', session: 'a', metadata: { ticket: 'P-1' } },
    { content: 'The ferry leaves at six.', session: 'b', agentId: 'planner' },
    { content: 'The lamp in the hall flickers.', session: 'b' },
  ]);
  await expect(memory.forget({})).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(memory.forget({ user: 'x' } as never)).rejects.toMatchObject({
    code: 'invalid_input',
  });
  const [kettle, ferry] = (await memory.list()).memories.map(({ id }) => id);
  await expect(memory.forget({ ids: [kettle!], session: 'b' })).rejects.toMatchObject({
    code: 'invalid_input',
    field: 'forget.session',
  });
  expect(await memory.forget({ agentId: 'planner' })).toMatchObject({ changed: [ferry] });
  expect(await memory.forget({ metadata: { ticket: 'P-1' } })).toMatchObject({
    changed: [kettle],
  });
  expect((await memory.list()).memories.map(({ content }) => content)).toEqual([
    'The lamp in the hall flickers.',
  ]);
});

it('takes along the notes that rest on nothing else, and one undo brings all of it back', async () => {
  const { memory } = await openTestMemory();
  const turn = await memory.remember({ content: 'Tom moved to Porto in May.', session: 'a' });
  const other = await memory.remember({ content: 'Porto suits Tom, he says.', session: 'b' });
  const note = { about: 'Tom', aspect: 'home', value: 'Porto' };
  await memory.remember({
    content: 'Tom lives in Porto since May.',
    kind: 'note',
    note: { ...note, turns: [turn.id] },
  });
  await memory.remember({
    content: 'Tom likes living in Porto.',
    kind: 'note',
    note: { ...note, aspect: 'liking', turns: [turn.id, other.id] },
  });
  const gone = await memory.forget({ session: 'a' });
  expect(gone.changed).toHaveLength(2);
  expect((await memory.list()).memories.map(({ content }) => content).sort()).toEqual([
    'Porto suits Tom, he says.',
    'Tom likes living in Porto.',
  ]);
  await memory.undo(gone.reversal!);
  expect((await memory.list()).memories).toHaveLength(4);
});
