/** What waits for a person is settled by one key each, on a real bank of notes. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Mneme } from '../../packages/mneme/src/index.js';
import { CHROMIUM } from '../support/browser.js';
import { closeBrowser, openConsole, settled } from '../support/console-page.js';
import { fillKitchenBank } from '../support/kitchen-notes.js';

vi.setConfig({ testTimeout: 120_000 });
afterAll(closeBrowser);

const open = () => openConsole({ fill: fillKitchenBank });

const pending = async (memory: Mneme): Promise<number> => {
  const answer = await memory.validity.conflicts({ status: 'pending' });
  return answer.conflicts.length;
};
const review = async (memory: Mneme) =>
  (await memory.reading.status({ review: true })).review ?? { doubted: [], refused: [] };
const notesOn = async (memory: Mneme, about: string): Promise<string[]> =>
  (await memory.list({ about, limit: 100 })).memories.map(({ content }) => content);

describe.skipIf(CHROMIUM === null)('what needs a look, in a browser (needs Chromium)', () => {
  it('settles a contradiction by a key, takes it back by another, and says which keys', async () => {
    const { server, page, show, faults } = await open();
    await show('review');
    await page.getByRole('tab', { name: 'Contradictions (1)' }).waitFor();
    const card = page.locator('article[aria-current=true]');
    expect(await card.innerText()).toContain('walnuts');
    expect(await card.locator('kbd').allInnerTexts()).toEqual(['1', '2', 'B', 'W']);
    await page.keyboard.press('1');
    await vi.waitFor(async () => expect(await pending(server.memory)).toBe(0));
    await page.getByText('Settled.').waitFor();
    // Nothing of another kind takes its place.
    await page.getByText('Nothing contradicts anything.').waitFor();
    await page.keyboard.press('u');
    await vi.waitFor(async () => expect(await pending(server.memory)).toBe(1));
    expect(faults).toEqual([]);
  });

  it('says again what is still true, or lets it go', async () => {
    const { server, page, show, faults } = await open();
    await show('review?part=doubts');
    await page.getByText('evening meal, as the meloxicam').waitFor();
    await page.keyboard.press('h');
    await vi.waitFor(async () => expect((await review(server.memory)).doubted).toEqual([]));
    const said = await notesOn(server.memory, 'Marmalade');
    expect(said.filter((text) => text.includes('(still true on '))).toHaveLength(1);
    await page.getByText('It is true again, as of today.').waitFor();
    await page.keyboard.press('u');
    await vi.waitFor(async () => expect((await review(server.memory)).doubted).toHaveLength(1));
    await page.getByText('evening meal, as the meloxicam').waitFor();
    await page.keyboard.press('o');
    await vi.waitFor(async () => expect((await review(server.memory)).doubted).toEqual([]));
    expect((await notesOn(server.memory, 'Marmalade')).join()).not.toContain('evening meal');
    expect(faults).toEqual([]);
  });

  it('takes in what a check refused, or drops it', async () => {
    const { server, page, show } = await open();
    await show('review?part=refused');
    await page.getByText('It has a number that nobody said.').waitFor();
    await page.getByText('Joaquim washed every plate').waitFor();
    await page.keyboard.press('t');
    await vi.waitFor(async () => expect((await review(server.memory)).refused).toEqual([]));
    expect(await notesOn(server.memory, 'Joaquim Teles')).toEqual([
      'Joaquim washed up for 95 minutes at the September dinner.',
    ]);
    await page.getByText('It is a note now.').waitFor();
    await page.keyboard.press('u');
    await page.getByText('It has a number that nobody said.').waitFor();
    await page.keyboard.press('d');
    await page.getByText('No sentence was turned down.').waitFor();
    expect(await notesOn(server.memory, 'Joaquim Teles')).toEqual([]);
    await page.keyboard.press('u');
    await page.getByText('It has a number that nobody said.').waitFor();
  });

  it('goes through unread messages: one is skipped, of one a note is written', async () => {
    const { server, page, show, faults } = await open();
    const waiting = async (): Promise<number> => (await server.memory.reading.status()).waiting;
    const before = await waiting();
    await show('review?part=unread');
    await page.locator('article[aria-current=true]').waitFor();
    await page.keyboard.press('s');
    await vi.waitFor(async () => expect(await waiting()).toBe(before - 1));
    await settled(page);
    await page.keyboard.press('ArrowDown');
    const card = page.locator('article[aria-current=true]');
    const text = (await card.locator('a').first().innerText()).split('\n')[0] ?? '';
    await page.keyboard.press('n');
    const dialog = page.locator('dialog');
    await dialog.getByLabel('One sentence').fill('Priya waits.');
    // Letters that are typed are no decisions.
    await dialog.getByLabel('Which side of it').pressSequentially('sss');
    await dialog.getByLabel('In a few words').fill('waits');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await vi.waitFor(async () => expect(await waiting()).toBe(before - 2));
    expect(text.length).toBeGreaterThan(0);
    const { memories } = await server.memory.list({ kinds: ['note'], match: 'Priya waits' });
    expect(memories[0]?.note?.aspect).toBe('sss');
    expect(faults).toEqual([]);
  });

  it('lets in what is held back, and heeds no key once keys are off or held down', async () => {
    const { server, page, show } = await open();
    const held = async () => (await server.memory.privacy.quarantine()).memories.length;
    await show('review?part=quarantine');
    await page.locator('article[aria-current=true]').waitFor();
    await page.getByLabel('Use keys').uncheck();
    await page.keyboard.press('l');
    await page.reload();
    await page.locator('article').waitFor();
    await page.keyboard.press('l');
    expect(await page.locator('article kbd').count()).toBe(0);
    expect(await held()).toBe(1);
    await page.getByLabel('Use keys').check();
    await page.keyboard.press('l');
    await vi.waitFor(async () => expect(await held()).toBe(0));
  });
});
