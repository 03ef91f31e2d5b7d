/** A bank of notes as a person reads it: by subject and aspect, back to what was said, and in time. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CHROMIUM } from '../support/browser.js';
import { closeBrowser, openConsole, settled } from '../support/console-page.js';
import { fillKitchenBank } from '../support/kitchen-notes.js';

vi.setConfig({ testTimeout: 120_000 });
afterAll(closeBrowser);

const open = () => openConsole({ fill: fillKitchenBank });
const MOST_TABS = 80;

/** Presses Tab until what has the focus begins with these words. */
async function tabTo(page: Page, words: string): Promise<void> {
  for (let at = 0; at < MOST_TABS; at++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => (document.activeElement as HTMLElement).innerText);
    if (focused.startsWith(words)) return;
  }
  throw new Error(`No way by Tab to ${words}.`);
}

describe.skipIf(CHROMIUM === null)('notes in a browser (needs Chromium)', () => {
  it('tells what is true of somebody by aspect, with what was before folded behind it', async () => {
    const { page, show, faults } = await open();
    await show('thing/Tom');
    const slot = page.locator('.slot', { hasText: 'goal time' });
    expect(await slot.innerText()).toContain('3:38');
    expect(await slot.innerText()).toContain('since 18 Sept 2025');
    const earlier = slot.getByText('under 3:30', { exact: true });
    expect(await earlier.isVisible()).toBe(false);
    await slot.getByText('Before (2)').click();
    await earlier.waitFor();
    // What rules made of single words does not stand beside what was written down.
    const rules = page.getByText('Made out by fixed rules, which often err');
    await rules.waitFor();
    expect(await page.locator('.slot', { hasText: 'read about it' }).first().isVisible()).toBe(false);
    expect(faults).toEqual([]);
  });

  it('leads from a note to the message, to all that was true before, and to what rests on it', async () => {
    const { server, page, show, faults } = await open();
    const { memories } = await server.memory.list({ about: 'Marmalade', aspect: 'medicine' });
    await show(`memory/${memories.at(-1)?.id ?? ''}`);
    expect(await page.locator('#page-title').innerText()).toBe('Marmalade: medicine');
    const pair = (name: string) => page.locator('dl.pairs > div', { hasText: name });
    expect(await pair('Said in').innerText()).toContain('My lips are sealed.');
    expect(await pair('True before').getByRole('link').allInnerTexts()).toEqual([
      expect.stringContaining('gabapentin twice a day') as string,
      expect.stringContaining('meloxicam once a day') as string,
    ]);
    await pair('True before').getByRole('link').last().click();
    await pair('True now').waitFor();
    const [limit] = (await server.memory.list({ aspect: 'guests at Priya’s flat' })).memories;
    await show(`memory/${limit?.id ?? ''}`);
    await pair('Rests on it').getByRole('link', { name: 'The supper club moves' }).click();
    expect(await pair('So because of').innerText()).toContain('six guests at most');
    expect(faults).toEqual([]);
  });

  it('is gone through by keyboard alone: a person, what was before, the sentence', async () => {
    const { page, show } = await open();
    await show('people');
    await page.locator('.tile').first().waitFor();
    await tabTo(page, 'T\nTom');
    await page.keyboard.press('Enter');
    await page.locator('.slot').first().waitFor();
    await settled(page);
    await tabTo(page, 'Before (1)');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Tom entered the Yorkshire Marathon');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Tom: marathon' }).waitFor();
  });

  it('stands in time by when it happened, under the name of whom it is about', async () => {
    const { page, show } = await open();
    await show('timeline?kind=note');
    const first = page.locator('.list > li').first();
    expect(await first.locator('h2').innerText()).toContain('2 Nov 2025');
    expect(await first.locator('h3').innerText()).toBe('Tom: marathon');
    await first.locator('h3 a').click();
    await page.getByRole('heading', { name: 'Tom', exact: true }).waitFor();
  });

  it('says on the first page what waits, and leads there', async () => {
    const { page, show } = await open();
    await show('home');
    for (const words of ['1 contradiction to settle', '1 note in doubt', '1 sentence turned down'])
      await page.getByRole('link', { name: words }).waitFor();
    await page.getByRole('link', { name: '16 messages not read yet' }).click();
    await page.getByRole('tab', { name: 'Not read yet (16)', selected: true }).waitFor();
  });
});
