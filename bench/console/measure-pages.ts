import type { Browser, Page } from 'playwright-core';
import { TIME_INTERACTIONS } from './page-scripts.js';
import { percentile } from '../retrieval-metrics.js';

const LOADS = 9;
const ROUNDS = 6;
const WIDTH = { width: 1280, height: 900 };
const QUESTION = 'Where does she live?';

/** Milliseconds from an address to the first paint and to a page with its figures; and from a key or a click to the paint that follows. */
export async function measurePages(
  browser: Browser,
  url: string,
  log: (line: string) => void,
): Promise<Record<string, number>> {
  const cold = await load(browser, url);
  const loads = [];
  for (let at = 0; at < LOADS; at++) loads.push(await load(browser, url));
  log(`${LOADS} loads`);
  const paints = await interact(browser, url);
  log(`${paints.length} interactions`);
  return {
    first_paint_cold_ms: cold.paint,
    figures_cold_ms: cold.figures,
    first_paint_ms: percentile(loads.map(({ paint }) => paint), 0.5),
    first_paint_p95_ms: percentile(loads.map(({ paint }) => paint), 0.95),
    figures_ms: percentile(loads.map(({ figures }) => figures), 0.5),
    interactions: paints.length,
    interaction_p50_ms: percentile(paints, 0.5),
    interaction_p95_ms: percentile(paints, 0.95),
  };
}

/** A browser that has never been there. */
async function load(browser: Browser, url: string): Promise<{ paint: number; figures: number }> {
  const context = await browser.newContext({ viewport: WIDTH });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForSelector('.stats b');
    return await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      figures: performance.now(),
    }));
  } finally {
    await context.close();
  }
}

/** What somebody does, over and over; of each key and click, how long until the page had painted what it did. */
async function interact(browser: Browser, url: string): Promise<readonly number[]> {
  const context = await browser.newContext({ viewport: WIDTH });
  try {
    const page = await context.newPage();
    await page.addInitScript({ content: TIME_INTERACTIONS });
    await page.goto(url);
    await page.waitForSelector('.stats b');
    for (let at = 0; at < ROUNDS; at++) await round(page);
    return await page.evaluate<readonly number[]>('measured');
  } finally {
    await context.close();
  }
}

async function round(page: Page): Promise<void> {
  const open = async (name: string): Promise<void> => {
    await page.getByRole('link', { name, exact: true }).first().click();
    while ((await page.locator('.skeleton').count()) > 0) await page.waitForTimeout(20);
  };
  await open('Ask');
  await page.locator('#question').fill('');
  await page.locator('#question').pressSequentially(QUESTION);
  await page.keyboard.press('Enter');
  await page.locator('.result').first().waitFor();
  for (const tab of ['How it was ranked', 'As a person']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.locator('.result, .card table').first().waitFor();
  }
  await open('Timeline');
  await page.locator('#as-of').focus();
  for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Back to now' }).click();
  await open('People and things');
  await page.locator('input[type=search]').pressSequentially('Mar');
  await open('Journal');
  await open('Needs a look');
  await open('Home');
}
