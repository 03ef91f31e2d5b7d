/** What the console shows to somebody who opens it for the first time. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CHROMIUM } from '../support/browser.js';
import { closeBrowser, openConsole } from '../support/console-page.js';

vi.setConfig({ testTimeout: 120_000 });
afterAll(closeBrowser);

const DAY = 86_400_000;

describe.skipIf(CHROMIUM === null)('a first look in a browser (needs Chromium)', () => {
  it('opens the timeline on when things happened, drawn without what lies far away', async () => {
    const { server, page, show, faults } = await openConsole({ filled: false });
    await server.memory.rememberAll([
      { content: 'I finished school.', saidAt: '2014-06-20T10:00:00Z', session: 'old' },
      ...Array.from({ length: 40 }, (_, at) => ({
        content: `Entry ${at} of the logbook says that the pump ran for ${at + 3} minutes.`,
        saidAt: new Date(Date.UTC(2026, 0, 1) + 3 * at * DAY).toISOString(),
        session: `3f2a9c1e-${Math.floor(at / 20)}`,
        metadata: { title: at < 20 ? 'The pump in winter' : 'The pump in spring' },
      })),
    ]);
    await show('timeline');
    await page.locator('.histogram').waitFor();
    const clock = page.getByRole('button', { name: 'When it happened' });
    expect(await clock.getAttribute('aria-pressed')).toBe('true');
    const bars = (): Promise<number> =>
      page.locator('.histogram i').evaluateAll(
        (all) => all.filter((bar) => (bar as HTMLElement).style.height !== '0%').length,
      );
    expect(await bars()).toBeGreaterThan(20);
    await page.getByText('1 memory lies far from these').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await vi.waitFor(async () => expect(await bars()).toBeLessThan(6));
    const heads = (await page.locator('h2.day').allInnerTexts()).join(' ');
    expect(heads).toContain('The pump in spring');
    expect(heads).not.toContain('3f2a9c1e');
    expect(faults).toEqual([]);
  });

  it('names nothing to call where a person reads, and shows probabilities and no scores', async () => {
    const { page, show, faults } = await openConsole();
    await show('ask?q=Where%20does%20Tom%20live%20now%3F');
    await page.locator('.result').first().waitFor();
    expect(await page.locator('.result .probability').first().innerText()).toMatch(/^\d+ %$/);
    await page.getByRole('tab', { name: 'As a model gets it' }).click();
    await page.getByText(/It takes [\d,]+ tokens/).waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(
      /advise|critique|suggest|generate_/,
    );
    expect(faults).toEqual([]);
  });

  it('shows the question that a link asks, whatever was typed before', async () => {
    const { page, show } = await openConsole();
    await show('ask?q=Where%20does%20Tom%20live%20now%3F');
    const field = page.getByLabel('Question', { exact: true });
    await field.fill('Half a thought');
    await show('thing/Tom');
    await page.getByRole('link', { name: 'Ask about it' }).click();
    await page.locator('.result').first().waitFor();
    expect(await field.inputValue()).toBe('Tom');
  });

  it('begins the settings without sliders, which have a page of their own', async () => {
    const { page, show, faults } = await openConsole();
    await show('settings');
    await page.getByText('What comes in').first().waitFor();
    expect(await page.locator('main input[type=range]').count()).toBe(0);
    await page.getByRole('tab', { name: 'Reflection' }).click();
    await vi.waitFor(async () =>
      expect(await page.locator('main input[type=range]').count()).toBeGreaterThan(1),
    );
    expect(faults).toEqual([]);
  });
});
