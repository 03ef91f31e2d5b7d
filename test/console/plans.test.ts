/** What is wanted, expected and done by night, judged in the console: each step and its way back. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CHROMIUM } from '../support/browser.js';
import { closeBrowser, openConsole } from '../support/console-page.js';

vi.setConfig({ testTimeout: 120_000 });
afterAll(closeBrowser);

const COPIES = [
  'Maria works as a nurse at the clinic in Leeds.',
  'In Leeds Maria works as a nurse at the clinic.',
  'The weir by the mill was mended in spring.',
  'By the mill the weir was mended in spring.',
  'Tom keeps the blue kettle in the kitchen.',
  'Tom keeps his blue kettle in the small kitchen.',
];

describe.skipIf(CHROMIUM === null)('in a browser (needs Chromium)', () => {
  it('a night is kept in part and taken back in part, and its question is answered', async () => {
    const { server, page, show, faults } = await openConsole({ filled: false });
    await server.memory.rememberAll(COPIES.map((content) => ({ content })));
    const count = async (): Promise<number> => (await server.memory.list()).memories.length;
    await show('night');
    await page.getByRole('button', { name: 'Put it in order now' }).click();
    const parts = page.locator('.choosing');
    await parts.nth(1).waitFor();
    expect(await count()).toBe(4);
    await page.locator('.diff .went').first().waitFor();
    expect(await page.locator('.diff .went').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('In Leeds Maria works')]),
    );
    await parts.filter({ hasText: 'Maria' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Take 1 chosen back' }).click();
    await parts.filter({ hasText: 'Maria' }).getByText('taken back').waitFor();
    expect(await count()).toBe(5);
    await page.getByRole('button', { name: 'Keep all of it' }).click();
    await parts.filter({ hasText: 'weir' }).getByText('kept', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'They are one: merge' }).click();
    await vi.waitFor(async () => expect(await count()).toBe(4));
    await page.getByRole('button', { name: 'Undo: Settled.' }).click();
    await vi.waitFor(async () => expect(await count()).toBe(5));
    expect(faults).toEqual([]);
  });

  it('a goal is set, reached, reopened by undo; a forecast is kept and settled, and drawn', async () => {
    const { server, page, show, faults } = await openConsole({ filled: false });
    await server.memory.remember('Tom runs along the river.');
    const statuses = async (): Promise<string[]> =>
      (await server.memory.goals.list({ all: true })).goals.map(({ goal }) => goal.status);
    await show('plans');
    await page.getByLabel('The goal in words').fill('Run the Porto marathon');
    await page.getByRole('button', { name: 'Set it' }).click();
    await page.getByText('north star', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reached' }).click();
    await vi.waitFor(async () => expect(await statuses()).toEqual(['completed']));
    await page.getByRole('button', { name: 'Undo: It is reached.' }).click();
    await vi.waitFor(async () => expect(await statuses()).toEqual(['active']));
    await page.getByRole('tab', { name: 'Forecasts' }).click();
    await page.getByLabel('What will be so').fill('The race is run.');
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'It came true' }).click();
    await page.locator('.calibration canvas').waitFor();
    expect(await page.locator('.calibration').getAttribute('aria-label')).toContain('told 70 %');
    const { forecasts } = await server.memory.foresight.forecasts();
    expect(forecasts).toMatchObject([{ state: 'settled', outcome: { came: true } }]);
    expect(faults).toEqual([]);
  });

  it('the graph is gone through with the keys, from its table, and along a way', async () => {
    const { page, show, faults } = await openConsole();
    await show('graph');
    await page.locator('.graph-box[data-drawn]').waitFor();
    await page.locator('.graph').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.graph-side').waitFor();
    const first = await page.locator('.graph-side h2').innerText();
    await page.keyboard.press('ArrowRight');
    await vi.waitFor(async () =>
      expect(await page.locator('.graph-side').innerText()).not.toContain(`${first}\n`),
    );
    await page.keyboard.press('Escape');
    await page.locator('.graph-side').waitFor({ state: 'detached' });
    await page.getByLabel('Find in the picture').fill('Porto');
    await page.locator('tbody').getByRole('button', { name: 'Porto', exact: true }).click();
    await page.locator('.graph-side h2', { hasText: 'Porto' }).waitFor();
    await page.getByRole('button', { name: 'Between two' }).click();
    await page.getByLabel('From').fill('Tom');
    await page.getByLabel('To', { exact: true }).fill('Porto');
    await page.getByRole('button', { name: 'Draw' }).click();
    await page.locator('.graph-box[data-drawn="5"], .graph-box[data-drawn="2"]').waitFor();
    await page.getByRole('button', { name: 'What leads to what' }).click();
    await page.getByLabel('What happened').fill('the filter was blocked');
    await page.getByRole('button', { name: 'Draw' }).click();
    await page.locator('tbody').getByText('The boiler failed').waitFor();
    expect(faults).toEqual([]);
  });
});
