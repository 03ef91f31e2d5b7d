/** Notes that wait for a person: those in doubt, and those that were refused. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Mneme } from '@mneme/mneme/index.js';
import { openTestMemory, temporaryFile } from '../../../../../test/support/open-test-memory.js';

const reviewOf = async (memory: Mneme) => {
  const { review } = await memory.reading.status({ review: true });
  if (review === null) throw new Error('Nothing was shown.');
  return review;
};
const note = (text: string, turn: string, value = text) => ({
  ...{ text, value, about: 'Nadia', aspect: 'rent', turns: [turn] },
});

async function refusing(text: string) {
  const file = temporaryFile();
  const { memory } = await openTestMemory({ file });
  const { id } = await memory.remember({ content: 'I moved to Vught.', speaker: 'Nadia' });
  await memory.reading.markRead({ ids: [id], notes: [note(text, id, 'rent')] });
  return { memory, id, file };
}

it('is not shown unless asked for, and is empty where nothing waits', async () => {
  const { memory } = await openTestMemory();
  await memory.remember('The heron nests by the weir.');
  expect((await memory.reading.status()).review).toBeNull();
  expect(await reviewOf(memory)).toEqual({ doubted: [], refused: [] });
});

it('shows a refused note with its turn and reason, until it is taken in', async () => {
  const text = 'Nadia pays 850 euros of rent.';
  const { memory, id } = await refusing(text);
  const [refused] = (await reviewOf(memory)).refused;
  expect(refused).toMatchObject({ turn: id, text, why: 'a number that stands nowhere' });
  const {
    text: content,
    turn,
    why: _why,
    word,
    ...fields
  } = refused ?? {
    ...{ text: '', turn: id, why: '', word: '' },
  };
  expect(word).toBe('850');
  await memory.remember({
    content,
    note: { about: 'Nadia', aspect: 'rent', value: 'rent', ...fields, turns: [turn] },
  });
  expect((await reviewOf(memory)).refused).toEqual([]);
});

it('lets a refused note go, and brings it back by undo; with its turn it is gone', async () => {
  const text = 'Nadia pays 850 euros of rent.';
  const { memory, id } = await refusing(text);
  const other = await memory.reading.markRead({ ids: [id], drop: ['Nobody wrote this.'] });
  expect(other.reversal).toBeNull();
  const { reversal } = await memory.reading.markRead({ ids: [id], drop: [text] });
  expect((await reviewOf(memory)).refused).toEqual([]);
  await memory.undo(reversal ?? '');
  expect((await reviewOf(memory)).refused).toHaveLength(1);
  await memory.forget([id]);
  expect((await reviewOf(memory)).refused).toEqual([]);
});

it('is kept out of the file once its turn is erased, and without a secret from the start', async () => {
  const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
  const { memory, id, file } = await refusing(`Nadia pays 850 euros with ${secret}, she says.`);
  const [refused] = (await reviewOf(memory)).refused;
  expect(refused?.text).toContain('Nadia pays 850 euros');
  expect(refused?.text).not.toContain(secret);
  await memory.privacy.erase({ memories: [id], yes: true });
  expect((await reviewOf(memory)).refused).toEqual([]);
  await memory.close();
  expect(readFileSync(file).includes('850 euros')).toBe(false);
});

it('shows what is in doubt with what put it there, the latest first, until something takes its place', async () => {
  const { memory } = await openTestMemory();
  const said = async (content: string, more: object) =>
    (
      await memory.remember({
        content,
        note: { about: 'Nadia', aspect: content.slice(0, 20), value: content, ...more },
      })
    ).id;
  const meal = await said('Nadia takes the pill with dinner.', {});
  const tea = await said('Nadia drinks tea with it.', {});
  const change = await said('Nadia gets drops in place of the pill.', {
    doubts: [meal, tea],
    because: 'the pill upset her stomach',
  });
  const { doubted } = await reviewOf(memory);
  expect(doubted.map(({ id }) => id)).toEqual([tea, meal]);
  expect(doubted[0]).toMatchObject({ by: change, why: 'the pill upset her stomach' });
  await said('Nadia takes the drops with dinner.', { replaces: [meal] });
  expect((await reviewOf(memory)).doubted.map(({ id }) => id)).toEqual([tea]);
});
